"""The Arena without a browser: at first, after each control, and while a run takes long."""

import json
from dataclasses import replace
from threading import Event

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from cspa_explore.datasets import DATASETS
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.running.run import run
from cspa_explore.ui.arena import runs
from cspa_explore.ui.session.link import from_query
from cspa_explore.ui.work import follow
from tests.pages.conftest import settled
from tests.test_imports import ROOT


def opened(more=True, **query):
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    test.session_state["more"] = more
    for name, value in query.items():
        test.query_params[name] = value
    return good(test.run())


def good(test):
    """Return the page, which must show no exception and no error."""
    assert not test.exception, [e.value for e in test.exception]
    assert not test.error, [e.value for e in test.error]
    return test


@pytest.fixture
def app():
    return opened()


def unescaped(element):
    """Return the element's text as it is shown, without Markdown escapes."""
    return element.value.replace("\\", "")


def test_closed_more_is_not_drawn_and_changes_nothing():
    closed, open_ = opened(more=False, T="300", n="3"), opened(T="300", n="3")
    assert {w.key for w in closed.sidebar.number_input} == {"w_sigma", "w_seed"}
    assert {"w_trials", "w_rounds", "w_kernel", "w_imbalance"} <= {w.key for w in open_.sidebar.number_input}
    assert experiment_of(closed) == experiment_of(open_)
    open_.session_state["more"] = False
    good(open_.run())
    open_.session_state["more"] = True
    assert experiment_of(good(open_.run())) == experiment_of(closed), "its controls come back as they were"
    assert open_.number_input(key="w_trials").value == 3


def experiment_of(app):
    return app.session_state["session"].experiment


def query_of(app):
    return {key: value if isinstance(value, str) else value[-1] for key, value in app.query_params.items()}


def finals(app):
    """Return the sentence of numbers below the player."""
    return next(unescaped(m) for m in app.markdown if m.value.startswith("Right proposals"))


def chart(app):
    """Open the expander; return the Plotly chart in it."""
    assert not app.get("plotly_chart"), "a closed expander draws nothing"
    app.session_state["more_numbers"] = True
    good(app.run())
    labels = [button.proto.label for button in app.main.get("download_button")]
    assert labels == ["Table as CSV", "Curves as CSV", "Everything as JSON", "Settings as JSON"]
    (element,) = app.get("plotly_chart")
    return json.loads(element.proto.spec)


def test_the_first_view_is_useful_without_touching_anything(app):
    assert experiment_of(app) == FIRST
    cspa, other, banditron = run(FIRST.but(trials=10)).results
    assert f"**CSPA β=1/6: {cspa.words}**" in finals(app)
    assert f"**CSPA β=1: {other.words}**" in finals(app)
    assert f"**Banditron γ=0.05: {banditron.words}**" in finals(app)
    assert "mean ± sd over 10 seeds" in finals(app)
    assert unescaped(app.main.caption[-1]) == f"{FIRST}."
    assert query_of(app) == {"v": "2"}
    assert not app.toast


CONTROLS = [
    ("selectbox", "w_dataset", "vehicle", "dataset", "vehicle"),
    ("number_input", "w_sigma", 1.0, "sigma", 1.0),
    ("text_input", "w_p_0_cspa_beta_False", "1/3", "learners", ("cspa(beta=1/3)", *FIRST.texts[1:])),
    ("select_slider", "w_p_1_cspa_beta_False", "1/3", "learners", (FIRST.texts[0], "cspa(beta=1/3)",
                                                                   FIRST.texts[2])),
    ("select_slider", "w_p_2_banditron_gamma_False", "0.5", "learners", (*FIRST.texts[:2],
                                                                         "banditron(gamma=0.5)")),
    ("button_group", "w_chip", "1/3", "learners", ("cspa(beta=1/3)", *FIRST.texts[1:])),
    ("number_input", "w_trials", 3, "trials", 3),
    ("number_input", "w_rounds", 500, "rounds", 500),
    ("selectbox", "w_order", "cyclic", "order", "cyclic"),
    ("checkbox", "w_normalise", False, "normalise", False),
    ("checkbox", "w_bias", True, "bias", True),
    ("number_input", "w_kernel", 2.0, "kernel", 2.0),
    ("slider", "w_flip", 0.2, "flip", 0.2),
    ("number_input", "w_imbalance", 5.0, "imbalance", 5.0),
    ("number_input", "w_seed", 11, "seed", 11),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "key", "value", "field", "wanted"), CONTROLS, ids=[c[1] for c in CONTROLS])
def test_a_control_changes_what_it_names_and_nothing_else(kind, key, value, field, wanted):
    app = opened(T="300", n="2") if key not in ("w_dataset", "w_trials", "w_rounds") else opened()
    before = experiment_of(app)
    good(getattr(app, kind)(key=key).set_value(value).run())
    after = experiment_of(app)
    also = {"sigma": 0.0} if wanted == "vehicle" else {}  # σ has another unit on real data
    assert after.values() == before.values() | also | {field: wanted}
    assert from_query(query_of(app)) == (after, []), "the address holds the change"
    assert unescaped(app.main.caption[-1]) == f"{after}."
    assert f"after {after.stream.n_rounds:,} rounds" in finals(app)


def test_each_real_and_toy_set_of_moderate_size_can_be_chosen(app):
    for key in ("circle", "linear", "counter", "vehicle", "iris"):
        good(app.selectbox(key="w_dataset").set_value(key).run())
        assert experiment_of(app).stream.dataset.startswith(key)


def test_sizes_and_support_appear_where_they_mean_something():
    app = opened(d="circle(m=4)", n="1", T="200")
    good(app.number_input(key="w_size_circle_m").set_value(3).run())
    assert experiment_of(app).stream.dataset == "circle(m=3)"
    assert not [n for n in app.number_input if n.key == "w_support"]
    good(app.number_input(key="w_kernel").set_value(1.0).run())
    good(app.number_input(key="w_support").set_value(50).run())
    assert experiment_of(app).stream.support == 50
    assert not [box for box in app.checkbox if box.key == "w_bias"], "a kernel has no constant feature"


@pytest.mark.parametrize("text", ["confidit", "bpa", "cspa(beta=0.3)", "spa", "uniform", "cspa(beta=1/6)@50(beta=1)"])
def test_a_learner_is_added_by_its_text(text):
    app = opened(T="200", n="2", a="banditron(gamma=0.05)")
    good(app.text_input(key="w_add").set_value(text).run())
    assert len(experiment_of(app).texts) == 2
    assert app.text_input(key="w_add").value == ""
    for slider in app.select_slider:  # the control of each parameter works
        if slider.key.startswith("w_p_1"):
            good(app.select_slider(key=slider.key).set_value(slider.options[1]).run())


@pytest.mark.parametrize(
    ("given", "text"),
    [("0.4", "0.4"), (" 1/6 ", "1/6"), ("1/(K-1)", "1/(K-1)"), ("1 / (2 (K−1))", "1/(2(K-1))"), ("1", "1")],
)
def test_beta_takes_numbers_fractions_and_expressions(given, text):
    app = opened(T="200", n="2", a="cspa(beta=0.2)")
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value(given).run())
    assert experiment_of(app).texts == (f"cspa(beta={text})",)
    assert app.text_input(key="w_p_0_cspa_beta_False").value == text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("2", "cspa: beta must be in (0, 1], got 2."),
        ("K", "cspa: beta must be in (0, 1], got K = 4 for K = 4."),
        ("a lot", "cspa: beta: 'a lot' is not an expression in K: unexpected 'a'."),
        ("1/(K-4)", "cspa: beta: '1/(K-4)' divides by zero for K = 4."),
        ("", "cspa: beta: '' is not an expression in K: it ends too early."),
    ],
)
def test_a_refused_beta_says_why_in_one_sentence_and_the_input_shows_the_old_value(app, given, why):
    app.text_input(key="w_p_0_cspa_beta_False").set_value(given).run()
    assert not app.exception
    assert [unescaped(error) for error in app.error] == [why]
    assert experiment_of(app) == FIRST
    assert app.text_input(key="w_p_0_cspa_beta_False").value == "1/6"


def test_chips_set_beta_and_mark_the_value_that_is_set():
    app = opened(d="letter", v="2", T="200", n="2")
    chips = app.button_group(key="w_chip")
    assert chips.options == ["½/(K−1)=1/50", "1/(K−1)=1/25", "0.3", "1"]
    assert experiment_of(app).names[0] == "CSPA β=1/50"
    good(app.button_group(key="w_chip").set_value("1/(K-1)").run())
    assert experiment_of(app).texts[0] == "cspa(beta=1/(K-1))"
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value("0.3").run())
    assert app.button_group(key="w_chip").value == "0.3"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cspa(beta=3)", "cspa: beta must be in (0, 1], got 3."),
        ("cspb", "There is no learner 'cspb'"),
        ("cspa(beta=1/(K-4))", "cspa: beta: "),
        ("cspa(beta=1/6)@4000(beta=1)", "A branch must begin before the last of 4,000 rounds"),
        ("cspa(beta=1)@5", "A branch looks like"),
    ],
)
def test_a_text_that_is_refused_says_why_in_one_sentence(app, text, why):
    before = experiment_of(app)
    app.text_input(key="w_add").set_value(text).run()
    assert not app.exception
    (error,) = app.error
    assert unescaped(error).startswith(why)
    assert experiment_of(app) == before
    good(app.number_input(key="w_seed").set_value(3).run())


def test_a_control_may_make_two_learners_equal(app):
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value("1").run())
    assert experiment_of(app).texts[:2] == ("cspa(beta=1)", "cspa(beta=1)")
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value("0.5").run())
    assert experiment_of(app).texts[:2] == ("cspa(beta=0.5)", "cspa(beta=1)")


def test_new_seed_changes_the_seed_alone_and_reset_changes_everything_back(app):
    good(app.number_input(key="w_sigma").set_value(0.5).run())
    good(app.button(key="new_seed").click().run())
    assert experiment_of(app).stream.sigma == 0.5
    good(app.button(key="reset").click().run())
    assert experiment_of(app) == FIRST
    assert query_of(app) == {"v": "2"}
    assert app.number_input(key="w_sigma").value == 0.25


def test_restoring_the_defaults_also_restores_the_labs_controls_and_the_pin():
    app = opened(sig="0.5", lab="banditron", fill="quick", alpha="0.3", pin="sig=0.3", T="300", n="2")
    assert query_of(app)["alpha"] == "0.3"
    good(app.button(key="reset").click().run())
    assert query_of(app) == {"v": "2"}
    assert app.session_state["session"].pin is None


def test_without_a_learner_nothing_runs_until_one_is_picked():
    app = opened(a="")
    assert not app.toast, "an empty list is valid in a link"
    assert app.info[0].value.startswith("Pick at least one learner")
    assert not app.get("plotly_chart")
    assert query_of(app)["a"] == ""
    settled(good(app.button(key="pick_cspa(beta=1)").click().run()))
    assert experiment_of(app).texts == ("cspa(beta=1)",)
    assert "On the same rows" not in finals(app)


def test_a_seventh_learner_is_refused_with_a_reason():
    six = "~".join(f"cspa(beta=0.{i})" for i in range(1, 7))
    app = opened(a=six, T="100", n="1")
    app.text_input(key="w_add").set_value("spa").run()
    assert [unescaped(error) for error in app.error] == ["At most 6 learners play together, got 7."]


def test_a_data_set_brings_learners_that_fit_and_says_if_the_theorys_beta_is_slow(app):
    good(app.selectbox(key="w_dataset").set_value("letter").run())
    settled(app)
    assert experiment_of(app).names == ("CSPA β=1/50", "CSPA β=0.3", "Banditron γ=0.05")
    assert query_of(app) == {"v": "2", "d": "letter"}
    assert "The theory's β learns slowly here: after 15,000 rounds CSPA β=1/50 is right in" in finals(app)
    good(app.selectbox(key="w_dataset").set_value("gaussians4").run())
    assert experiment_of(app).texts == FIRST.texts
    assert "slowly" not in finals(app)


def test_learners_that_the_user_changed_are_kept():
    app = opened(T="100", n="1", a="cspa(beta=0.2)~spa")
    good(app.selectbox(key="w_dataset").set_value("iris").run())
    assert experiment_of(app).texts == ("cspa(beta=0.2)", "spa")


def test_the_counter_example_starts_in_its_own_way(app):
    good(app.selectbox(key="w_dataset").set_value("counter").run())
    stream = experiment_of(app).stream
    assert (stream.sigma, stream.order) == (0.0, "cyclic")


def test_own_points_are_in_the_list_and_start_with_an_example(app):
    good(app.selectbox(key="w_dataset").set_value("points").run())
    assert experiment_of(app).stream.dataset == DATASETS["points"].example
    assert experiment_of(app).stream.n_classes == 3
    good(app.toggle(key="points_as_table").set_value(True).run())
    (table,) = app.sidebar.dataframe
    assert table.value["class"].tolist() == [1] * 4 + [2] * 4 + [3] * 4


def test_a_link_with_labels_from_1_says_how_it_was_read():
    app = opened(v="2", d="points(0 1 1; 1 0 2)", T="50", n="1")
    (toast,) = app.toast
    assert "labels 1 to 2 were read as classes 1 to 2" in unescaped(toast)


def test_the_table_of_trials_says_where_its_seeds_come_from(app):
    chart(app)
    words = [unescaped(caption) for caption in app.caption]
    wanted = "Seed on the screen: 7. Each of the 10 trials has a seed derived from it, which the table lists"
    assert any(text.startswith(wanted) for text in words), words


def test_words_of_the_list_do_not_change_with_a_size():
    """After Back, the browser sends the words of the option that was chosen before."""
    options = [opened(d=f"circle(m={m})", T="50", n="1").selectbox(key="w_dataset").options for m in (5, 8)]
    assert options[0] == options[1]
    assert "Four Gaussians · 4 classes" in options[0]


def test_a_single_trial_claims_no_spread(app):
    good(app.number_input(key="w_trials").set_value(1).run())
    assert "one seed, so no spread is known" in finals(app)
    assert "±" not in finals(app)
    title = chart(app)["layout"]["xaxis"]["title"]["text"]
    assert title.startswith("round · one seed: no band<br>")  # then the settings
    assert "sd" not in title


def test_a_branch_has_a_control_for_either_part():
    app = opened(a="cspa(beta=1/6)@50(beta=1)", T="200", n="2")
    good(app.text_input(key="w_p_0_cspa_beta_True").set_value("1/3").run())
    assert experiment_of(app).texts == ("cspa(beta=1/6)@50(beta=1/3)",)
    good(app.text_input(key="w_p_0_cspa_beta_True").set_value("1/6").run())
    assert experiment_of(app).texts == ("cspa(beta=1/6)",), "no change is no branch"


def test_a_bad_link_opens_with_one_polite_note():
    app = opened(sig="-3", a="cspa(beta=7)", t="99999", eye="fly")
    (toast,) = app.toast
    for what in ("sig=-3", "cspa(beta=7)", "t=99999", "eye=fly"):
        assert what in unescaped(toast)
    assert experiment_of(app).stream.sigma == 0
    assert "eye" not in query_of(app)
    assert query_of(app)["t"] == "4000"
    assert not good(app.number_input(key="w_seed").set_value(3).run()).toast, "the note is shown once"


def test_the_player_keeps_its_part_of_the_address(app):
    app = opened(t="17", eye="learner", lin="1", last="100")
    good(app.number_input(key="w_seed").set_value(3).run())
    assert query_of(app) == {"v": "2", "seed": "3", "t": "17", "eye": "learner", "lin": "1", "last": "100"}


def test_a_pinned_run_is_in_the_link():
    app = opened(sig="0.5", pin="sig=0.3&n=2", n="2")
    assert app.session_state["session"].pin == from_query({"sig": "0.3", "n": "2"})[0]
    assert query_of(app)["pin"] == "v=2&sig=0.3&n=2"
    assert opened(pin="").session_state["session"].pin is None, "an empty pin is no run"
    assert opened(pin="v=1").session_state["session"].pin == FIRST
    mangled = opened(pin="abc")
    assert mangled.session_state["session"].pin is None
    assert "pin=abc in the link is left out" in unescaped(mangled.toast[0])


def test_a_pinned_run_says_what_it_is_and_what_it_came_to():
    app = opened(sig="0.5", pin="sig=0.3&n=2&T=300", n="2", T="300")
    (line,) = [unescaped(m) for m in app.markdown if m.value.startswith("Pinned")]
    pinned = from_query({"sig": "0.3", "n": "2", "T": "300"})[0]
    result = run(pinned.but(trials=2))
    assert all(f"{r.learner.words}: {r.words}" in line for r in result.results)
    assert "σ=0.3 (variance) · seed 7 · 300 rounds" in line
    assert not [m for m in opened(T="300", n="2").markdown if m.value.startswith("Pinned")]


def test_a_control_counts_although_the_address_is_stale(app):
    app = opened(T="300", n="2")
    good(app.number_input(key="w_sigma").set_value(0.5).run())
    for name in [*app.query_params]:
        del app.query_params[name]
    for name, value in {"v": "2", "T": "300", "n": "2"}.items():  # stale: the browser has not got the new address yet
        app.query_params[name] = value
    good(app.number_input(key="w_seed").set_value(9).run())
    assert (experiment_of(app).stream.sigma, experiment_of(app).stream.seed) == (0.5, 9)
    assert (query_of(app)["sig"], query_of(app)["seed"]) == ("0.5", "9")


def test_a_link_to_another_page_wins_over_a_change_of_an_interrupted_run():
    app = opened(T="300", n="2")
    here = query_of(app)
    app.session_state["acted"] = True  # its run was interrupted before it was reset
    app.session_state["wanted"] = ("theory", here, {"v": "2", "sig": "0.5", "T": "300", "n": "2"})
    app.session_state["go"] = ("theory", here)
    good(app.run())
    assert experiment_of(app).stream.sigma == 0.5
    app.session_state["acted"] = True
    app.query_params.update(here)
    app.session_state["session"] = replace(app.session_state["session"], experiment=FIRST.but(sigma=0.75, rounds=300))
    good(app.run())
    assert experiment_of(app).stream.sigma == 0.75, "afterwards the page has the stale address until it is replaced"


@pytest.mark.parametrize("received", [True, False])
def test_a_value_that_was_replaced_before_the_browser_sent_it_does_not_come_back(received):
    app = opened(T="300", n="2", sig="0.5")
    before = app.text_input(key="receipt").value
    good(app.button(key="reset").click().run())
    if not received:
        app.text_input(key="receipt").set_value(before)
    good(app.number_input(key="w_sigma").set_value(0.5).run())
    assert experiment_of(app).stream.sigma == (0.5 if received else 0.25)
    assert app.number_input(key="w_sigma").value == experiment_of(app).stream.sigma
    good(app.number_input(key="w_sigma").set_value(0.5).run())
    assert experiment_of(app).stream.sigma == 0.5, "the next time it is the user's choice"


def test_a_learners_value_does_not_pass_to_the_learner_that_takes_its_place(app):
    app = opened(T="300", n="2")
    before = app.text_input(key="receipt").value
    session = app.session_state["session"]
    app.session_state["session"] = replace(session, experiment=FIRST.but(learners=FIRST.texts[1:], rounds=300))
    app.session_state["acted"] = True
    good(app.run())
    assert app.text_input(key="w_p_0_cspa_beta_False").value == "1"
    app.text_input(key="receipt").set_value(before)
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value("1/6").run())
    assert experiment_of(app).texts == FIRST.texts[1:]
    app.text_input(key="receipt").set_value(before)
    good(app.text_input(key="w_p_0_cspa_beta_False").set_value("0.4").run())
    assert experiment_of(app).texts[0] == "cspa(beta=0.4)", "a new value is the user's"


ODD = st.one_of(st.text(max_size=12), st.sampled_from(["-1", "nan", "1e9", "cspa(beta=9)", "%00", "a&b=c", "é~~"]))


@examples(max_examples=10, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(["sig", "a", "seed", "order", "norm", "flip", "imb", "v", "t", "eye", "lin",
                                        "last", "pin", "who", "x", "told", "zz"]), ODD, max_size=5))  # fmt: skip
def test_no_address_breaks_the_page(query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in ({"T": "50", "n": "1"} | query).items():
        app.query_params[name] = value
    good(app.run())


def test_two_sessions_have_their_own_settings():
    one, two = opened(), opened()
    good(one.number_input(key="w_sigma").set_value(0.5).run())
    good(two.run())
    assert experiment_of(two) == FIRST


@pytest.fixture
def slow(monkeypatch):
    """Let runs last until they are stopped (one trial is complete) or until `go` is set (two trials)."""

    def play(experiment, **how):
        while not how["should_stop"]() and not go.wait(0.005):
            pass
        return run(experiment.but(trials=2)) if go.is_set() else run(experiment, should_stop=after(2))

    go = Event()
    monkeypatch.setattr(runs, "run", play)
    monkeypatch.setattr(follow, "PATIENCE", 0.0)
    yield go
    go.set()


def after(trials):
    """Return a `should_stop` that is True after so many calls."""
    asked = iter([False] * trials)
    return lambda: next(asked, True)


def test_a_long_run_shows_a_bar_and_the_picture_before(app, slow):
    good(app.number_input(key="w_seed").set_value(101).run())
    assert [button.label for button in app.button if button.key == "cancel_job"] == ["Cancel"]
    assert "94.1" in finals(app), "the last run is still shown"
    slow.set()
    settled(app)
    assert "over 2 seeds" in finals(app)
    assert not [button for button in app.button if button.key == "cancel_job"]


def test_a_cancelled_run_shows_what_it_had_and_can_be_run_to_the_end(app, slow):
    good(app.number_input(key="w_seed").set_value(102).run())
    good(app.button(key="cancel_job").click().run())
    settled(app)
    assert app.info[0].value == "This run was cancelled: below is the one seed that was complete."
    good(app.run())
    assert "job" not in app.session_state, "it does not start again without a click"
    slow.set()
    good(app.button(key="run_again").click().run())
    settled(app)
    assert not app.info
    assert "over 2 seeds" in finals(app)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_run_that_fails_says_so_and_is_not_called_cancelled(app, monkeypatch):
    def fail(*args, **how):
        raise MemoryError

    monkeypatch.setattr(runs, "run", fail)
    app.number_input(key="w_seed").set_value(103).run()
    settled(app)
    assert unescaped(app.error[0]) == "The run failed: MemoryError."
    assert not app.info
    assert "94.1" in finals(app)
    monkeypatch.undo()
    app.button(key="run_again").click().run()
    good(settled(app))
    assert experiment_of(app).stream.seed == 103
    assert "94.1" not in finals(app)


def test_a_first_start_shows_what_is_shipped_before_there_is_any_kernel(monkeypatch):
    def never(*args, **how):
        raise AssertionError("the shipped run needs no computation")

    monkeypatch.setattr(runs, "run", never)
    runs.cached_runs.clear()
    assert "94.1" in finals(opened())


def test_a_link_to_an_own_file_that_is_not_here_says_so_in_a_sentence():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["d"] = f"file(sha256={64 * 'a'}, name=my%20flowers.csv, K=3, n=150, d=4)"
    app.run()
    assert not app.exception
    assert not app.error
    said = [unescaped(words) for words in app.markdown]
    assert "# This experiment needs my flowers.csv" in said
    assert any(f"150 rows, 4 features, 3 classes, sha256 `{12 * 'a'}…`. Give the file" in words for words in said)
    (chosen,) = [widget for widget in app.selectbox if widget.key == "w_dataset"]
    assert "my flowers.csv · 3 classes" in chosen.options
    assert not [button for button in app.button if button.key == "run_again"], "another try would fail as well"


def test_a_lesson_leaves_out_the_hidden_settings_and_keeps_them_hidden_with_another_experiment():
    app = opened(hide="data~learners~more~parameter", T="300", n="2")
    assert not app.sidebar.selectbox
    assert {w.key for w in app.sidebar.number_input} == {"w_sigma"}
    good(app.number_input(key="w_sigma").set_value(0.5).run())
    assert app.query_params["hide"] == "data~parameter~learners~more"
    good(app.button(key="reset").click().run())
    assert experiment_of(app) == FIRST
    assert not app.sidebar.selectbox, "restored defaults show nothing that was hidden"
