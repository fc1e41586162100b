"""Helper processes compile kernels: several at a time, requested units first, and no failure hangs."""

import json
import os
import select
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest

from cspa_explore.errors import UserError
from cspa_explore.learners.compilers import Compilers
from cspa_explore.learners.kernels import ROWS, Unit, units
from tests.test_imports import ROOT

SECONDS = 60  # before a test gives up
BPA, SOBA = Unit("bpa"), Unit("soba", sparse=True)
# A helper that compiles nothing: once the file "go" exists, it appends each unit that it gets to the file "log". The
# files "crash-<unit>", "sleep-<unit>" and "loop-<unit>" hold how many more times it crashes, waits for ever or computes
# for ever on that unit.
STAND_IN = """
import json, os, sys, time
folder = sys.argv[1]
for line in sys.stdin:
    unit = json.loads(line)
    name = f"{unit['algorithm']}-{unit['sparse']}"
    while not os.path.exists(f"{folder}/go"):
        time.sleep(0.002)
    for kind in ("crash", "sleep", "loop"):
        left = f"{folder}/{kind}-{name}"
        times = int(open(left).read()) if os.path.exists(left) else 0
        if times:
            open(left, "w").write(str(times - 1))
            while kind != "crash":
                time.sleep(1 if kind == "sleep" else 0)
            os._exit(7)
    with open(f"{folder}/log", "a") as log:
        log.write(line)
    print(json.dumps({"compiled": 3}), flush=True)
"""


class Stage:
    """A folder through which a test controls the helpers and reads what they have done."""

    def __init__(self, folder):
        self.folder, self.here = folder, []

    def compilers(self, helpers=1, known=None, on_disk=True, patience=SECONDS):
        command = (sys.executable, "-c", STAND_IN, str(self.folder))
        return Compilers(helpers, command, known or (lambda: set(self.done())), self.here.append, on_disk, patience)

    def go(self):
        (self.folder / "go").touch()

    def crashes(self, unit, times, kind="crash"):
        (self.folder / f"{kind}-{unit.algorithm}-{unit.sparse}").write_text(str(times))

    def done(self):
        log = self.folder / "log"
        return [Unit(**json.loads(line)) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture
def stage(tmp_path):
    return Stage(tmp_path)


def waiting_for(compilers, wanted, should_stop=lambda: False):
    """Return a thread that has begun to wait for the units, and the list that gets the answer."""
    begun, answers = Event(), []

    def stop():
        begun.set()
        return should_stop()

    thread = Thread(target=lambda: answers.append(compilers.wait(wanted, stop)), daemon=True)
    thread.start()
    assert begun.wait(SECONDS)
    return thread, answers


def joined(thread):
    thread.join(SECONDS)
    return not thread.is_alive()


def test_all_units_are_compiled_in_order(stage):
    stage.go()
    compilers, told = stage.compilers(), []
    compilers.wait_for_all(lambda *so_far: told.append(so_far))
    assert stage.done() == units()
    assert compilers.finished
    assert compilers.done == compilers.total == len(units()) - 1
    assert compilers.compiled == 3 * len(units())
    assert told == [(done, compilers.total) for done in range(len(told))]
    assert not compilers.problem
    assert not stage.here


def test_what_a_run_asks_for_moves_to_the_front(stage):
    compilers = stage.compilers()
    thread, answers = waiting_for(compilers, [SOBA, BPA])
    stage.go()
    assert joined(thread)
    assert answers == [True]
    begun = [ROWS] if stage.done()[0] == ROWS else []  # the helper may have started it already
    assert stage.done()[: len(begun) + 2] == [*begun, BPA, SOBA]
    compilers.close()


def test_several_helpers_share_the_queue(stage):
    stage.go()
    compilers = stage.compilers(helpers=3)
    compilers.wait_for_all(lambda *so_far: None)
    assert sorted(stage.done()) == sorted(units()), "each unit once"


def test_what_is_cached_is_not_compiled_again(stage):
    compilers = stage.compilers(known=lambda: set(units()))
    assert compilers.finished
    assert compilers.done == compilers.total
    assert compilers.wait(units())


def test_waiting_can_be_cancelled(stage):
    compilers, stop = stage.compilers(), Event()
    thread, answers = waiting_for(compilers, [BPA], stop.is_set)
    stop.set()
    assert joined(thread)
    assert answers == [False]
    compilers.close()


def test_a_helper_that_crashes_is_replaced_and_reported(stage):
    stage.crashes(BPA, times=1)
    stage.go()
    compilers = stage.compilers()
    assert compilers.wait([BPA])
    assert BPA in stage.done()
    assert compilers.problem == (
        "The process that compiled the kernels of bpa, dense failed (exit code 7); a new one tries again."
    )
    compilers.wait_for_all(lambda *so_far: None)
    assert sorted(stage.done()) == sorted(units())
    assert not stage.here


def test_the_third_process_may_succeed(stage):
    stage.crashes(BPA, times=2)
    stage.go()
    compilers = stage.compilers()
    assert compilers.wait([BPA])
    assert not compilers.gave_up
    compilers.close()


def test_after_three_crashes_a_run_gets_a_sentence_and_this_process_never_compiles(stage):
    stage.crashes(BPA, times=3)
    compilers = stage.compilers()
    with ThreadPoolExecutor() as pool:
        before = pool.submit(compilers.wait, [ROWS, BPA])  # a run that waits while the helpers crash
        stage.go()
        sentence = str(before.exception(SECONDS))
    assert sentence == (
        "The kernels of bpa, dense could not be compiled: each of the 3 processes that tried failed "
        "(the last: exit code 7)."
    )
    with pytest.raises(UserError, match="bpa, dense could not be compiled"):
        compilers.wait([BPA])
    assert not compilers.wait([BPA], should_stop=lambda: True), "a page that only asks gets an answer"
    compilers.wait_for_all(lambda *so_far: None)
    assert compilers.gave_up
    assert compilers.problem == sentence
    assert not stage.here
    assert sorted(stage.done()) == sorted(set(units()) - {BPA})


@pytest.mark.parametrize("kind", ["sleep", "loop"])
def test_a_helper_that_hangs_is_killed_and_counts_as_a_crash(stage, kind):
    stage.crashes(ROWS, times=3, kind=kind)
    stage.go()
    compilers = stage.compilers(patience=0.2)
    with pytest.raises(UserError, match=r"^The kernels of rows could not be .* \(the last: no answer: it "):
        compilers.wait([ROWS])
    compilers.close()


def test_kernels_that_do_not_arrive_in_the_cache_are_compiled_here(stage):
    stage.go()
    compilers = stage.compilers(known=set)  # the disk is full
    compilers.wait_for_all(lambda *so_far: None)
    assert compilers.gave_up
    assert "could not be written into the cache folder" in compilers.problem
    assert compilers.wait([BPA])
    assert stage.here == [BPA]


def test_a_helper_that_cannot_be_started_does_not_hang(stage):
    compilers = Compilers(2, ("/nowhere/python",), set, stage.here.append, True)
    assert compilers.wait([BPA])
    assert stage.here == [BPA]
    assert "No such file" in compilers.problem


def test_without_a_cache_folder_this_process_compiles_everything(stage):
    compilers = stage.compilers(known=set, on_disk=False)
    assert compilers.wait(units())
    assert sorted(stage.here) == sorted(units())
    assert not stage.done()


def test_closing_ends_the_helpers(stage):
    compilers = stage.compilers(helpers=2)
    thread, answers = waiting_for(compilers, [BPA])
    compilers.close()
    compilers.wait_for_all(lambda *so_far: None)  # ends when the helpers do
    assert joined(thread)
    assert answers == [False]
    assert not stage.done()
    assert not compilers.problem, "closing is not reported as a crash"


HELPER = """
import os, sys
print(os.getpid(), file=sys.stderr, flush=True)
from cspa_explore.learners.helper import main
main()
"""
PARENT = f"""
import sys
from cspa_explore.learners.compilers import Compilers
Compilers(1, (sys.executable, "-c", {HELPER!r}), known=set).wait_for_all(lambda *so_far: None)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waiting for a grandchild needs Linux")
def test_a_helper_ends_with_its_parent_even_if_that_is_killed(tmp_path):
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, env=cold, stderr=subprocess.PIPE) as parent:
        helper = os.pidfd_open(int(parent.stderr.readline()))
        parent.send_signal(signal.SIGKILL)
    ended, _, _ = select.select([helper], [], [], SECONDS)
    os.close(helper)
    assert ended, "the helper has outlived its parent"
    assert len(list(tmp_path.rglob("*.nbc"))) < 100, "it did not end because it had compiled everything"


@pytest.mark.slow
def test_a_real_helper_compiles_what_it_is_asked_for(tmp_path):
    program = """
from cspa_explore.learners.compilers import Compilers
from cspa_explore.learners.kernels import ROWS, Unit, cached, compiled, make_ready
compilers = Compilers(2)
assert compilers.wait([Unit("uniform")])
compilers.close()
assert Unit("uniform") in cached()
make_ready(Unit("uniform"))
print(compiled())
"""
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=cold, capture_output=True, text=True)
    compiled_rows = "1"  # the kernel of its first row belongs to another unit
    assert done.stdout.strip() in ("0", compiled_rows), done.stderr
