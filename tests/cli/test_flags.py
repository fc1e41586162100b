"""Flags that are meant once, σ of a settings file with another data set, and where the dashboard listens."""

import argparse
import json
from ipaddress import ip_address
from socket import getaddrinfo

import pytest

from cspa_explore.cli import dashboard, main
from cspa_explore.cli.main import parser
from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.settings_file import write_settings
from tests.sample_experiments import experiment

SWITCHES = (argparse._StoreTrueAction, argparse._HelpAction)  # given twice, they say the same


def commands():
    """Return the commands' parsers, which take any value."""
    (found,) = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    for command in found.choices.values():
        for action in command._actions:
            action.type = action.choices = None
            action.required = False
    return found.choices


COMMANDS = commands()
FLAGS = [
    (name, action)
    for name, command in COMMANDS.items()
    for action in command._actions
    if action.option_strings and not isinstance(action, SWITCHES)
]
LISTS = [(name, action) for name, action in FLAGS if isinstance(action, argparse._AppendAction)]
ONCE = {f"{name} {action.option_strings[-1]}": (name, action) for name, action in FLAGS if (name, action) not in LISTS}


def test_a_flag_that_may_be_repeated_says_so():
    assert LISTS
    for name, action in LISTS:
        assert "may be repeated" in action.help.lower(), (name, action.option_strings)


@pytest.mark.parametrize("flag", ONCE)
def test_a_flag_that_is_meant_once_is_refused_twice(flag):
    name, action = ONCE[flag]
    given = [action.option_strings[-1], *([] if action.nargs == 0 else ["1"])]
    COMMANDS[name].parse_known_args(given)
    with pytest.raises(UserError, match=f"{given[0]} is given twice: it takes one value."):
        COMMANDS[name].parse_known_args([*given, *given])


@pytest.mark.parametrize(
    ("flags", "sigma", "order"),
    [
        ((), 0.7, "class"),
        (("--data", "iris"), describe("iris").spec.sigmas.default, "shuffled"),
        (("--data", "gaussians3"), 0.25, "shuffled"),
        (("--data", "iris", "--sigma", "0.7"), 0.7, "shuffled"),
        (("--data", "gaussians4"), 0.25, "shuffled"),
        (("--sigma", "0.1"), 0.1, "class"),
    ],
)
def test_data_resets_the_noise_and_the_order_of_a_settings_file(capsys, tmp_path, flags, sigma, order):
    file = tmp_path / "run.json"
    file.write_text(write_settings(experiment(sigma=0.7, order="class", rounds=20, trials=1)))
    assert main(["run", "--settings", str(file), "--json", *flags]) == 0
    stream = json.loads(capsys.readouterr().out)["settings"]["stream"]
    assert (stream["sigma"], stream["order"] or "shuffled") == (sigma, order)


def test_the_dashboard_listens_on_this_machine_only_by_default(monkeypatch):
    started = []
    monkeypatch.setattr(dashboard, "_expect_free", lambda address, port: None)
    monkeypatch.setattr(dashboard.os, "name", "posix")
    monkeypatch.setattr(dashboard.os, "execv", lambda program, command: started.append(command))
    monkeypatch.setattr(dashboard.subprocess, "call", lambda command: 0)
    assert main(["dashboard"]) == 0
    (command,) = started
    address = command[command.index("--server.address") + 1]
    assert all(ip_address(place[0]).is_loopback for *_, place in getaddrinfo(address, 8501))


@pytest.mark.parametrize(("address", "url"), [("::1", "http://[::1]:8501 "), ("127.0.0.1", "http://127.0.0.1:8501 ")])
def test_the_dashboard_prints_a_url_that_a_browser_opens(monkeypatch, capsys, address, url):
    monkeypatch.setattr(dashboard, "_expect_free", lambda address, port: None)
    monkeypatch.setattr(dashboard.os, "name", "posix")
    monkeypatch.setattr(dashboard.os, "execv", lambda program, command: None)
    monkeypatch.setattr(dashboard.subprocess, "call", lambda command: 0)
    assert main(["dashboard", "--address", address]) == 0
    assert url in capsys.readouterr().out
