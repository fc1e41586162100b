"""Every setting of the table works in Python, link, flag, settings file, command and sidebar."""

import json
import shlex

import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.cli.flags import experiment_of, file_of, learners_of
from cspa_explore.cli.main import parser
from cspa_explore.errors import UserError
from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.experiments.settings_file import read_settings, write_settings
from cspa_explore.setting_kinds import Choice, Real, Whole, YesNo
from cspa_explore.settings import SETTINGS, TABLE
from cspa_explore.ui.session.link import from_query, to_query
from tests.test_imports import ROOT

NAMES = list(SETTINGS)
BASE = FIRST.but(rounds=300, trials=2)  # quick to play


def another(name):
    """Return a value that differs from the first experiment's."""
    kind = SETTINGS[name].kind
    if isinstance(kind, Whole):
        return kind.low + 37 if kind.low + 37 <= kind.on_page.high else kind.on_page.high
    if isinstance(kind, Real):
        return (kind.low + 2 * min(kind.high, 2.0)) / 3
    if isinstance(kind, YesNo):
        return not FIRST.value(name)
    if isinstance(kind, Choice):
        return next(option for option in kind.options if option != FIRST.value(name))
    return {"dataset": "gaussians3", "learners": ("bpa(gamma=0.01)",)}[name]


# Settings that have an effect only with another one.
NEEDED = {"support": {"kernel": 2.0}, "drift_at": {"drift": "labels"}, "turn": {"drift": "turn"}}


def changed(name):
    """Return the experiment with the other value."""
    return BASE.but(**{name: another(name)}, **NEEDED.get(name, {}))


def from_flags(*arguments):
    args = parser().parse_args(["run", *arguments])
    return experiment_of(args, file_of(args)[0], learners_of(args))


def test_names_links_and_flags_are_unique():
    for field in ("name", "link", "flag"):
        values = [getattr(setting, field) for setting in TABLE]
        assert len(set(values)) == len(values)


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_has_a_help_text_and_a_short_label(name):
    setting = SETTINGS[name]
    assert setting.help.endswith(".")
    assert len(setting.label) < 60


@pytest.mark.parametrize("name", NAMES)
def test_python(name):
    assert changed(name).value(name) == another(name) != BASE.value(name)
    assert hash(changed(name)) != hash(BASE)


@pytest.mark.parametrize("name", NAMES)
def test_link(name):
    assert SETTINGS[name].link in to_query(changed(name))
    assert from_query(to_query(changed(name))) == (changed(name), [])


@pytest.mark.parametrize("name", NAMES)
def test_settings_file(name):
    text = write_settings(changed(name))
    assert name in json.loads(text)
    assert read_settings(text) == (changed(name), None)


@pytest.mark.parametrize("name", NAMES)
def test_command_and_flags(name):
    command = shlex.split(run_command(changed(name)))
    assert SETTINGS[name].flag in command
    assert from_flags(*command[4:]) == changed(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_flag_overrides_a_settings_file(name, tmp_path):
    file = tmp_path / "settings.json"
    file.write_text(write_settings(BASE.but(**NEEDED.get(name, {}))))
    setting, value = SETTINGS[name], another(name)
    if name == "learners":
        flags = [setting.flag, value[0]]
    else:
        flags = [setting.flag] if isinstance(setting.kind, YesNo) else [f"{setting.flag}={setting.kind.write(value)}"]
    assert from_flags("--settings", str(file), *flags).value(name) == value


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("dataset", "learners")])
def test_sidebar(name):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.session_state["more"] = True
    for key, value in to_query(changed(name)).items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    shown = [w for w in (*app.number_input, *app.slider, *app.checkbox, *app.selectbox) if w.key == f"w_{name}"]
    assert [w.value for w in shown] == [another(name)]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("dataset", "learners")])
def test_an_invalid_value_is_refused_with_name_rule_and_value(name):
    for junk in (None, "x", -1e4, 1e400, [1]):
        with pytest.raises(UserError, match=f"{name} must be .*, got "):
            Experiment.of(**{name: junk})
