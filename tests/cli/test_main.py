"""The command line, as a user types it."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.cli import main
from cspa_explore.datasets import DATASETS
from cspa_explore.experiments.command import run_command, sweep_command
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.experiments.settings_file import write_settings
from cspa_explore.learners import LearnerText
from cspa_explore.results.run import RunResult
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.lab.plan import plan_of
from tests.sample_experiments import experiment, played
from tests.test_imports import ROOT

COMMAND = [sys.executable, "-m", "cspa_explore"]
QUICK = ["--rounds", "300", "--trials", "3"]


def said(capsys, *arguments, code=0):
    """Run a command in this process; return (standard output, standard error)."""
    assert main(list(arguments)) == code
    return capsys.readouterr()


def test_list_names_everything_that_is_registered(capsys):
    out, _ = said(capsys, "list")
    for key in (*ALGORITHMS, *DATASETS):
        assert re.search(rf"^  {key}\b", out, re.MULTILINE), key
    record = json.loads(said(capsys, "list", "--json")[0])
    assert [a["key"] for a in record["algorithms"]] == list(ALGORITHMS)
    assert record["algorithms"][0]["parameters"][0]["range"] == "(0, 1]"
    for algorithm in record["algorithms"]:
        assert algorithm["note"] == ALGORITHMS[algorithm["key"]].note
        assert algorithm["note"] in out
    assert [d["key"] for d in record["datasets"]] == list(DATASETS)


def test_run_gives_the_numbers_of_the_library(capsys):
    out, _ = said(capsys, "run", "--data", "iris", "--learner", "cspa(beta=0.3)", "--algo", "bpa", "--gamma", "0.2",
                  "--seed", "5", "--json", *QUICK)  # fmt: skip
    record = json.loads(out)
    learners = [LearnerText.parse("cspa(beta=0.3)"), LearnerText.parse("bpa(gamma=0.2)")]
    expected = played(learners, Stream("iris", seed=5, rounds=300), 3)
    assert set(record) == {"settings", "results", "provenance"}
    assert record["settings"]["seeds"] == [trial_seed(5, trial) for trial in range(3)]
    for found, result in zip(record["results"], expected.results, strict=True):
        assert set(found) == {"learner", "mean", "sd", "trials"}
        assert found["learner"] == str(result.learner)
        assert found["mean"] == pytest.approx(100 * result.mean)
        assert found["sd"] == pytest.approx(100 * result.sd)
        assert found["trials"] == pytest.approx(list(100 * result.ratio))


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_number_of_jobs_changes_nothing(capsys, jobs):
    outs = [said(capsys, "run", *QUICK, "--json", "--jobs", n)[0] for n in ("2", jobs)]
    assert outs[0] == outs[1]


def test_run_prints_means_differences_and_reference_lines(capsys):
    out, err = said(capsys, "run", "--learner", "cspa", "--learner", "uniform", *QUICK)
    assert err == "", "quiet when piped"
    assert "Four Gaussians · σ=0.25 (variance) · seed 0 · 300 rounds" in out
    assert re.search(r"uniform .*points \(95 % interval", out)
    assert "best possible 95.5 % (quadrant rule)" in out
    assert f"seeds of the trials, for Stream(seed=…): {trial_seed(0, 0)}" in out
    assert "SPA (told every label)" in out


def test_the_note_of_an_uncertain_source_is_printed_with_its_numbers(capsys):
    note = "cwb: Reconstructed: the paper's text was not at hand."
    flags = ["--algo", "cwb", "--rounds", "100", "--trials", "1"]
    assert "CWB (reconstructed)" in said(capsys, "list")[0]
    assert note in said(capsys, "run", *flags)[0]
    assert note in said(capsys, "grid", *flags, "--gamma", "0.1")[0]
    assert note in said(capsys, "sweep", *flags, "--values", "0.1", "--sigma", "0.1")[0]
    assert "cspa:" not in said(capsys, "run", *QUICK)[0], "no note where nothing is uncertain"


def test_one_trial_claims_no_spread(capsys):
    assert "nan" not in said(capsys, "run", "--rounds", "300", "--trials", "1")[0]
    assert "nan" not in said(capsys, "grid", "--rounds", "300", "--trials", "1")[0]


def test_a_terminal_without_greek_letters_still_shows_the_rest():
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "list"], cwd=ROOT, capture_output=True, text=True, env=plain)
    assert done.returncode == 0
    assert "beta (?) in (0, 1]" in done.stdout


def test_every_stream_flag_reaches_the_stream(capsys):
    flags = ["--data", "vehicle", "--sigma", "0.1", "--order", "cyclic", "--kernel", "2", "--support", "50",
             "--no-normalise", "--flip", "0.1", "--imbalance", "2"]  # fmt: skip
    out, _ = said(capsys, "run", *flags, *QUICK)
    stream = Stream("vehicle", sigma=0.1, order="cyclic", kernel=2.0, support=50, normalise=False, flip=0.1,
                    imbalance=2.0, rounds=300)  # fmt: skip
    assert str(stream) in out


def test_files_are_written_and_give_the_result_back(capsys, tmp_path):
    out, _ = said(capsys, "run", *QUICK, "--json", "--out", str(tmp_path / "new" / "folder"))
    folder = tmp_path / "new" / "folder"
    result = RunResult.from_json((folder / "result.json").read_text())
    assert json.loads(out)["results"][0]["mean"] == pytest.approx(100 * result.results[0].mean)
    trials, curves = pd.read_csv(folder / "trials.csv"), pd.read_csv(folder / "curves.csv")
    assert trials.ratio.mean() == pytest.approx(result.results[0].mean)
    assert curves[curves["round"] == 300].ratio.mean() == pytest.approx(result.results[0].mean)


def test_grid_prints_candidates_best_first_and_how_it_chose(capsys):
    out, _ = said(capsys, "grid", "--algo", "cspa", *QUICK)
    assert "best in hindsight" in out
    ratios = [float(x) for x in re.findall(r"([\d.]+) ± [\d.]+ %  \(3 trials\)$", out, re.MULTILINE)]
    assert len(ratios) == 10
    assert ratios == sorted(ratios, reverse=True)
    assert "mean ± sd over trials\n" in out
    assert (
        "mean ± sd over the trials used for choosing\n" in said(capsys, "grid", "--algo", "cspa", "--honest", *QUICK)[0]
    )
    record = json.loads(said(capsys, "grid", "--algo", "cspa", "--honest", *QUICK, "--json")[0])
    assert "other seeds" in record["settings"]["chosen"]
    assert len(record["results"]) == 10
    both = json.loads(said(capsys, "grid", "--data", "iris", "--kernel", "0.1", "--kernel", "1", *QUICK, "--json")[0])
    assert {r["kernel"] for r in both["results"]} == {0.1, 1.0}


def test_sweep_prints_a_table_of_values_and_sigmas(capsys, tmp_path):
    out, _ = said(capsys, "sweep", "--algo", "cspa", "--values", "1/(K-1), 0.1,1", "--sigmas", "0.05,0.5", *QUICK,
                  "--json", "--out", str(tmp_path))  # fmt: skip
    rows = json.loads(out)["results"]
    assert [(r["sigma"], round(r["beta"], 3)) for r in rows] == [(s, b) for s in (0.05, 0.5) for b in (0.1, 0.333, 1)]
    (expected,) = played([LearnerText.of("cspa", beta=0.1)], Stream("gaussians4", sigma=0.05, rounds=300), 3).results
    assert rows[0]["mean"] == pytest.approx(100 * expected.mean)
    assert np.isclose(pd.read_csv(tmp_path / "sweep.csv")["mean"][0], expected.mean)
    words, _ = said(capsys, "sweep", "--algo", "bpa", *QUICK)
    assert "σ=0.05" in words


def test_warmup_says_what_it_did(capsys):
    assert re.fullmatch(r"\d+ kernels ready in [\d.]+ s, \d+ of them compiled now\.\n", said(capsys, "warmup")[0])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("rnu", "There is no command 'rnu': did you mean 'run'?"),
        ("", "Give a command, e.g. run; --help lists them."),
        ("run --trails 3", "There is no flag '--trails': did you mean '--trials'?"),
        ("run --trials 0", "--trials must be a whole number from 1 to 10,000, got '0'."),
        ("run --trials x", "--trials must be a whole number from 1 to 10,000, got 'x'."),
        ("run --trials", "--trials needs a value (write a negative value after '=')."),
        ("run --sigma x", "--sigma must be a number from 0 to 1,000,000, got 'x'."),
        ("run --sigma=-1", "--sigma must be a number from 0 to 1,000,000, got '-1'."),
        ("run --sigma -1", "--sigma must be a number from 0 to 1,000,000, got '-1'."),
        ("run --sigma nan", "--sigma must be a number from 0 to 1,000,000, got 'nan'."),
        (
            "run --rounds -3",
            "--rounds must be a whole number from 1 to 10,000,000 or 0 (each instance once), got '-3'.",
        ),
        ("run --kernel 1e-12", "--kernel must be 0 (none) or a number from 1e-09 to 1,000,000,000, got '1e-12'."),
        ("run --support 10", "--support needs a kernel: add --kernel G, got --support 10 alone."),
        ("run --out=", "--out must not be empty, got ''."),
        ("run --order=", "--order must be one of shuffled, file, class, cyclic, got ''."),
        ("run --T 100", "There is no flag '--T': did you mean '--rounds'?"),  # the key of a link
        ("run --n=3", "There is no flag '--n=3': did you mean '--trials'?"),
        ("theory errata", "The argument 'errata' does not follow a flag: did you mean '--errata'?"),
        ("run extra", "The argument 'extra' does not follow a flag."),
        ("run --learner cspa --learner cspa", "Each learner may be named once, got cspa(beta=1/(2(K-1))) twice."),
        ("bench /nonexistent/x.json", "bench needs a file to write, in a folder that exists, got '/nonex"),
        ("bench /tmp", "bench needs a file to write, in a folder that exists, got '/tmp'."),
        (
            "run --rounds 9000000 --trials 900 --out /dev/null",
            "--out must be a writable folder, got '/dev/n",
        ),
        ("run --rounds 20 --learner cspa@20(beta=1)", "A branch must begin before the last of 20 rounds, got cspa"),
        ("run --data pendigit", "There is no data set 'pendigit': did you mean 'pendigits'?"),
        ("run --data circle(m=99)", "circle: m must be a whole number from 3 to 26, got 99."),
        ("run --order clas", "--order must be one of shuffled, file, class, cyclic, got 'clas'."),
        ("run --learner cspa(beta=7)", "cspa: beta must be in (0, 1], got 7."),
        ("run --learner cspa(beta=2/(K-1)) --data wine --beta 1", "--beta needs an algorithm"),
        ("run --learner cspa(beta=3/(K-1)) --data wine", "beta must be in (0, 1], got 3/(K-1) = 1.5 for K = 3."),
        ("run --algo cpsa", "There is no learner 'cpsa': did you mean 'cspa'?"),
        ("run --algo cspa --gamma 1", "cspa has no parameter 'gamma'; known: beta."),
        ("run --algo cspa --beta x", "cspa: beta: 'x' is not an expression in K"),
        ("run --kernel 1 --kernel 2", "--kernel is given twice: it takes one value."),
        ("run --bias --bias", "--bias is given twice: it takes one value."),
        ("grid --beta 0.1 --beta 0.3", "--beta is given twice: it takes one value."),
        ("run --kernel 1 --bias", "bias and kernel exclude each other"),
        ("run --rounds 10 --out /proc/nowhere", "--out must be a writable folder, got '/proc/nowhere'"),
        ("sweep --algo spa", "spa has no parameter to sweep."),
        ("sweep --algo cspa --algo bpa", "sweep takes one learner, got 2."),
        ("sweep --kernel 1 --kernel 2", "--kernel is given twice: it takes one value."),
        ("sweep --sigma 1 --sigmas 2", "Give --sigma or --sigmas, not both."),
        ("sweep --algo cspa --beta 0.1", "--beta is the swept parameter: give its values with --values."),
        ("sweep --algo confidit --param prior", "confidit: prior has no grid to sweep: give --values."),
        ("sweep --values 0.1,,0.2", "--values must be different values separated by commas, got '0.1,,0.2'."),
        ("sweep --values 0.1,0.1", "--values must be different values separated by commas, got '0.1,0.1'."),
        ("sweep --algo cspa --param gamma", "cspa has no parameter 'gamma'"),
        ("sweep --algo cspa --values 2", "cspa: beta must be in (0, 1], got 2."),
        ("sweep --algo cspa --values a,b", "--values: 'a' is not an expression in K"),
        ("sweep --sigmas=-1", "sigma must be a number from 0 to 1,000,000, got -1.0."),
    ],
)
def test_a_bad_value_is_one_sentence_and_exit_code_two(capsys, arguments, sentence):
    out, err = said(capsys, *arguments.split(" ") if arguments else [], code=2)
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_a_traceback_is_never_what_a_user_sees():
    done = subprocess.run([*COMMAND, "run", "--data", "nope"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("There is no data set 'nope'")
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error():
    line = " ".join(COMMAND) + " list | head -1; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "Algorithms\n"
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_ctrl_c_prints_partial_results_and_marks_them():
    out = interrupted("run", "--data", "mnist", "--kernel", "1000000", "--trials", "50", "--json")
    record = json.loads(out)
    assert record["settings"]["partial"] is True
    assert 0 < len(record["results"][0]["trials"]) < 50


@pytest.mark.slow
def test_ctrl_c_in_a_sweep_prints_the_number_of_trials_per_cell():
    out = interrupted("sweep", "--data", "usps", "--algo", "confidit", "--trials", "400")
    assert "cancelled before its end" in out
    assert re.search(r"\d \(\d+\)", out)
    assert "nan" not in out


@pytest.mark.slow
def test_ctrl_c_in_an_honest_grid_claims_no_honest_number():
    out = interrupted("grid", "--data", "usps", "--algo", "confidit", "--trials", "400", "--honest")
    assert "the reported seeds were not played" in out


def interrupted(*arguments):
    """Start a command, press Ctrl-C once its bar has moved, and return what it prints."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as process:
        os.close(theirs)
        err = b""
        with suppress(OSError):  # the terminal is closed with the process
            while part := os.read(ours, 4096):
                if b"[#" in part and b"[#" not in err:
                    process.send_signal(signal.SIGINT)
                err += part
        out = process.stdout.read()
    os.close(ours)
    assert process.returncode == 130, err.decode()
    assert b"Traceback" not in err
    return out


def on_a_terminal(*arguments, stop_at="never", code=0, **environment):
    """Return what a command prints on a terminal's standard error; the words `stop_at` trigger Ctrl-C."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=theirs, env=os.environ | environment
    ) as process:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                if stop_at.encode() in seen + part and stop_at.encode() not in seen:
                    process.send_signal(signal.SIGINT)
                seen += part
        except OSError:
            pass
    os.close(ours)
    assert process.returncode == code, seen.decode()
    return seen.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["run", *(pytest.param(name, marks=pytest.mark.long) for name in ("grid", "sweep"))]
)
def test_ctrl_c_while_the_first_kernel_is_compiled_ends_a_command(command, tmp_path):
    cache = {"CSPA_EXPLORE_CACHE": str(tmp_path / "cache")}
    text = on_a_terminal(command, "--data", "iris", "--algo", "bpa", stop_at="compiled first", code=130, **cache)
    assert "Stopping; partial results will be shown." in text
    assert "Traceback" not in text


@pytest.mark.slow
def test_a_terminal_shows_the_progress_of_a_warm_up():
    text = on_a_terminal("warmup")
    total = 2 * len(ALGORITHMS)
    for done in (0, 1, total):
        assert f"{round(100 * done / total):3d} %  {done} of {total} learners, dense or sparse" in text
    assert text.endswith("\r\n")


@pytest.mark.slow
def test_a_terminal_says_that_kernels_are_compiled_if_they_are(tmp_path):
    arguments = ["run", "--data", "iris", "--learner", "uniform", "--trials", "1"]
    words = "Kernels that are not in the cache yet are compiled first"
    assert words in on_a_terminal(*arguments, CSPA_EXPLORE_CACHE=str(tmp_path / "cache"))
    on_a_terminal("warmup")
    assert words not in on_a_terminal(*arguments)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full is needed")
@pytest.mark.parametrize("arguments", [["list"], ["run", "--data", "iris", "--trials", "1", "--json"], ["--help"]])
def test_results_that_cannot_be_written_end_with_one_sentence(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *arguments], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "Standard output must be writable, got 'No space left on device'.\n")


def test_a_closed_standard_output_is_reported(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["list"]) == 1
    assert capsys.readouterr().err == "Standard output must be writable, got a closed stream.\n"


def test_an_unusable_kernel_cache_is_refused_in_one_sentence():
    done = subprocess.run(
        [*COMMAND, "list"],
        cwd=ROOT,
        env=os.environ | {"CSPA_EXPLORE_CACHE": "/proc/nope"},
        capture_output=True,
        text=True,
    )
    words = "CSPA_EXPLORE_CACHE must be a folder that you, and nobody else, can write into, got '/proc/nope'.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)


@pytest.mark.slow
@pytest.mark.parametrize("done", [1, *(pytest.param(done, marks=pytest.mark.long) for done in (0, 2))])
def test_ctrl_c_ends_a_warm_up_in_the_midst_of_compiling(done, tmp_path):
    """Python drops a KeyboardInterrupt raised in a callback from LLVM, so it takes effect after the kernel."""
    cache = {"CSPA_EXPLORE_CACHE": str(tmp_path / "cache")}
    text = on_a_terminal("warmup", stop_at=f"  {done} of ", code=130, **cache)
    assert text.endswith("\r\nStopping after this learner.\r\nStopped.\r\n")
    assert "Traceback" not in text


@pytest.mark.slow
def test_a_terminal_shows_an_estimate_and_a_bar():
    text = on_a_terminal("run", "--data", "usps", "--sigma", "1", "--trials", "10")
    assert "s on one thread" in text
    assert re.search(r"\[#+\.*\] +\d+ %  [\d.]+ M rounds/s", text)
    assert "100 %" in text


def test_a_settings_file_is_played_and_flags_override_it(capsys, tmp_path):
    settings = experiment("iris", 0.1, ("cspa(beta=0.3)", "bpa"), 5, 2, 80, "class", normalise=False, flip=0.1)
    file = tmp_path / "settings.json"
    file.write_text(write_settings(settings))
    out, _ = said(capsys, "run", "--settings", str(file), "--json")
    assert out == said(capsys, *shlex.split(run_command(settings))[3:], "--json")[0]
    other = settings.but(seed=6, learners=("spa",))
    out, _ = said(capsys, "run", "--seed", "6", "--settings", str(file), "--learner", "spa", "--json")
    assert out == said(capsys, *shlex.split(run_command(other))[3:], "--json")[0]
    kernel = experiment("iris", 0.0, ("cspa",), trials=1, kernel=0.5, support=20)
    file.write_text(write_settings(kernel))
    out, _ = said(capsys, "run", "--settings", str(file), "--json")
    assert out == said(capsys, *shlex.split(run_command(kernel))[3:], "--json")[0]


def test_flags_beside_a_file_change_what_they_name_and_nothing_else(capsys, tmp_path):
    file = tmp_path / "settings.json"
    file.write_text(write_settings(experiment("iris", 0.0, ("cspa",), trials=1, kernel=1.0, support=20)))
    out, _ = said(capsys, "run", "--settings", str(file), "--kernel", "2", "--json")
    assert "g=2 on the first 20 instances" in out


def test_the_same_learner_twice_on_a_page_is_played_once(capsys, tmp_path):
    twice = experiment(learners=("cspa(beta=1/6)", "cspa(beta=1/6)"), rounds=100, trials=1)
    file = tmp_path / "settings.json"
    file.write_text(write_settings(twice))
    out, _ = said(capsys, "run", "--settings", str(file), "--json")
    assert len(json.loads(out)["results"]) == 1
    assert out == said(capsys, *shlex.split(run_command(twice))[3:], "--json")[0]


def test_a_number_too_large_for_a_float_is_refused_in_a_short_sentence(capsys, tmp_path):
    file = tmp_path / "settings.json"
    for name in ("sigma", "seed"):
        file.write_text(json.dumps(json.loads(write_settings(FIRST)) | {name: 10**400}))
        _, err = said(capsys, "run", "--settings", str(file), code=2)
        assert name in err
        assert len(err) < 200


def test_a_page_sweep_is_played_from_its_file(capsys, tmp_path):
    settings = experiment(rounds=100)
    plan = plan_of(settings, "banditron", "quick")
    file = tmp_path / "settings.json"
    file.write_text(write_settings(settings, plan))
    wanted = shlex.split(sweep_command(plan))[3:]
    out, _ = said(capsys, "sweep", "--settings", str(file), "--json")
    assert out == said(capsys, *wanted, "--json")[0]
    out, _ = said(capsys, "sweep", "--settings", str(file), "--algo", "cspa", "--values", "0.5", "--json")
    rows = json.loads(out)["results"]
    assert [row["beta"] for row in rows] == [0.5] * len(plan.sigmas)


def test_an_unreadable_settings_file_is_refused_by_name(capsys, tmp_path):
    _, err = said(capsys, "run", "--settings", str(tmp_path / "none.json"), code=2)
    assert err.startswith("--settings must be a readable file, got '")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xff")
    assert "it is not text" in said(capsys, "run", "--settings", str(tmp_path / "bytes"), code=2)[1]
    (tmp_path / "run.json").write_text("{}")
    assert "This is not a settings file" in said(capsys, "run", "--settings", str(tmp_path / "run.json"), code=2)[1]
