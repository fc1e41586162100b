"""A Dask cluster of real processes: the same numbers, a killed worker loses nothing, and one sentence per problem."""

import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest

from cspa_explore.cli import main
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import GridPlan, Plan
from cspa_explore.paper.playing import Job, reproduce
from cspa_explore.provenance import current
from cspa_explore.running import cluster
from cspa_explore.running.connect import connected
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.running.grid import candidates, grid
from cspa_explore.running.run import run
from cspa_explore.running.sweep import sweep
from cspa_explore.store import Store
from tests.running.test_stored import written
from tests.sample_datasets import sparse_iris
from tests.test_imports import ROOT

SMALL = Experiment.of(dataset="iris", learners=["cspa", "banditron"], trials=3, seed=2)
PIECES = 60  # of the work during which a worker is killed


@contextmanager
def process(*arguments, cwd=ROOT, **environment):
    """Run a Dask command line; yield the process and a function that waits for a line with a pattern."""
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"} | environment
    found = subprocess.Popen(
        command, cwd=cwd, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )

    def line(pattern):
        for text in found.stderr:
            if match := re.search(pattern, text):
                return match
        raise AssertionError(f"{command} ended without {pattern}")

    try:
        yield found, line
    finally:
        found.kill()
        found.wait()
        found.stderr.close()


@contextmanager
def worker(address, **options):
    """Run one worker process without a nanny, so that nobody restarts it."""
    flags = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
    with process("dask_worker", address, *flags, **options) as (found, line):
        line("Registered to")
        yield found


@contextmanager
def scheduling():
    """Run a scheduler without workers; yield its process and its address."""
    flags = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    with process("dask_scheduler", *flags) as (found, line):
        yield found, line(r"Scheduler at:\s+(tcp://\S+)")[1]


@pytest.fixture(scope="module")
def scheduler():
    """Return the address of a scheduler without workers."""
    with scheduling() as (_, address):
        yield address


def compare_tables(client):
    """Cells of both tables have the same right proposals on a cluster as on threads."""
    jobs = [Job(1, "vehicle", "paper", ("cspa", "confidit"), trials=2), Job(2, "vowel", "paper", ("cspa",), trials=1)]
    with ThreadPoolExecutor(2) as pool:
        expected = reproduce(jobs, executor=pool)
    found = reproduce(jobs, executor=client)
    assert (found.rounds, found.partial) == (expected.rounds, False)
    assert [cell.name for cell in found.cells] == [cell.name for cell in expected.cells]
    for mine, other in zip(found.cells, expected.cells, strict=True):
        assert np.array_equal(mine.hits, other.hits)
        assert np.array_equal(mine.windows, other.windows)


@pytest.mark.slow
def test_a_cluster_gives_the_numbers_of_this_process_and_a_killed_worker_loses_nothing(
    scheduler, tmp_path, monkeypatch
):
    monkeypatch.setattr(cluster, "TASKS", 4)  # so that several pieces share a task
    plan = Plan(SMALL.but(learners=["cspa"]), "beta", (0.1, 0.3, 1.0), (0.0, 0.2))
    search = GridPlan(SMALL.but(learners=candidates("cspa", 3)), (0.0, 0.5), honest=True)
    rivals = ContestPlan.of(SMALL, ["cspa", "bpa"])
    long = Experiment.of(dataset="pendigits", sigma=0.2, learners=["cspa", "confidit"], trials=PIECES)
    expected = run(long)
    with worker(scheduler), worker(scheduler) as victim, connected(scheduler, 2) as client:
        for job, what in ((run, SMALL), (sweep, plan), (grid, search), (contest, rivals)):
            assert written(job(what, executor=client)) == written(job(what)), job
        compare_tables(client)
        left = []

        def kill(progress):
            if progress.done > 3 * long.stream.n_rounds and not left:
                left.append(progress.total - progress.done)
                os.kill(victim.pid, signal.SIGKILL)

        store = Store(tmp_path / "results")
        found = run(long, executor=client, on_progress=kill, store=store)
        assert victim.wait(10) == -9
        assert left[0] > 0, "it was killed after the last round"
        assert written(found) == written(expected)
        assert written(run(long, store=store)) == written(expected)
        assert store.reused == 2 * PIECES
        stopped = run(long, executor=client, should_stop=lambda: True)
        assert stopped.partial


@pytest.mark.slow
def test_a_worker_that_cannot_do_the_work_is_named_in_one_sentence(scheduler, tmp_path):
    with worker(scheduler, CSPA_EXPLORE_DATA=str(tmp_path)), connected(scheduler, 2) as client:
        (address,) = client.scheduler_info()["workers"]
        with pytest.raises(UserError) as refused:
            run(Experiment.of(dataset=sparse_iris(), learners=["cspa"]), executor=client)
        assert str(refused.value).startswith(f"The worker {address} lacks the data set")
        with pytest.raises(UserError, match=f"{address} lacks the data set 20News.*fetch news20.* CSPA_EXPLORE_DATA"):
            run(Experiment.of(dataset="news20", learners=["cspa"], rounds=100), executor=client)
    with worker(scheduler, NUMBA_OPT="2"), connected(scheduler, 2) as client:
        (address,) = client.scheduler_info()["workers"]
        with pytest.raises(UserError, match=f"The worker {address} must have the same kernel hash as this process"):
            run(SMALL, executor=client)
    outside = {"cwd": tmp_path, "PYTHONPATH": ""}
    with worker(scheduler, **outside), connected(scheduler, 2) as client:
        (address,) = client.scheduler_info()["workers"]
        with pytest.raises(UserError, match=f"The worker {address} lacks the package cspa_explore"):
            run(SMALL, executor=client)


def test_a_worker_with_other_kernels_or_another_processor_is_refused():
    here = current()
    cluster.expect_same_numbers("The worker tcp://a:1", here, here)
    for field, words in (("kernels", "kernel hash"), ("numpy", "numpy"), ("features", "processor features")):
        there = type(here)(**(here.to_fields() | {field: "other"}))
        with pytest.raises(
            UserError, match=f"The worker tcp://a:1 must have the same {words} as this process.*other there"
        ):
            cluster.expect_same_numbers("The worker tcp://a:1", there, here)


@pytest.mark.slow
def test_a_local_cluster_from_the_command_line_whose_workers_ignore_ctrl_c(capsys, monkeypatch):
    handlers = []

    @contextmanager
    def watched(*arguments):
        with connected(*arguments) as client:
            handlers.extend(client.run(signal.getsignal, signal.SIGINT).values())
            yield client

    monkeypatch.setattr("cspa_explore.cli.work.connected", watched)
    flags = ["run", "--data", "iris", "--trials", "3", "--json"]
    assert main(flags) == 0
    plain = capsys.readouterr().out
    assert main([*flags, "--cluster", "local", "--jobs", "1"]) == 0
    assert capsys.readouterr().out == plain
    assert handlers == [signal.SIG_IGN]


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--cluster", "host:8786"], "--cluster must be 'local' or the address of a Dask scheduler, e.g. tcp://host:"),
        (["--cluster", "tcp://127.0.0.1:1"], "No Dask scheduler answers at tcp://127.0.0.1:1"),
        (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "--jobs does not apply to the cluster at tcp://127.0.0.1:1"),
    ],
)  # fmt: skip
def test_a_bad_cluster_is_one_sentence(capsys, monkeypatch, flags, sentence):
    monkeypatch.setattr("cspa_explore.running.connect.PATIENCE", 0.5)
    assert main(["run", "--data", "iris", *flags]) == 2
    found = capsys.readouterr().err
    assert found.startswith(sentence)
    assert found.count("\n") == 1


def test_without_the_package_a_sentence_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["run", "--data", "iris", "--cluster", "local"]) == 2
    assert (
        capsys.readouterr().err
        == "A Dask cluster needs the package distributed: pip install 'cspa-explore[cluster]'.\n"
    )


@pytest.mark.slow
def test_a_scheduler_without_workers_is_one_sentence(scheduler, monkeypatch):
    monkeypatch.setattr("cspa_explore.running.connect.PATIENCE", 1)
    with pytest.raises(UserError, match="has no workers: start some with 'dask worker"), connected(scheduler, 1):
        pass


@pytest.mark.long
def test_a_scheduler_that_dies_is_one_sentence():
    long = Experiment.of(dataset="pendigits", sigma=0.2, learners=["cspa", "confidit"], trials=200)
    lost = pytest.raises(UserError, match="The connection to the Dask scheduler was lost")
    with scheduling() as (victim, address), worker(address), connected(address, 1) as client, lost:
        run(long, executor=client, on_progress=lambda progress: progress.done and victim.kill())
