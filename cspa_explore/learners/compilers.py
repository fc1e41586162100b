"""A queue of kernels to compile, and one helper process per core that works it off.

A unit that a run waits for moves to the front. A helper that crashes is replaced and its unit is tried once more;
after a second crash, or if its kernels do not arrive in the cache, this process compiles the unit itself when a run
asks for it. Without a cache folder this process compiles everything.
"""

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from subprocess import PIPE, Popen
from threading import Condition, Thread
from typing import Any

from cspa_explore.core.kernel_cache import FOLDER
from cspa_explore.core.kernel_hash import PACKAGE
from cspa_explore.learners.kernels import ROWS, Unit, cached, make_ready, units

COMMAND = (sys.executable, "-m", "cspa_explore.learners.helper")
IN_THE_BACKGROUND = (*COMMAND, "--low-priority")
MOST_CRASHES = 2  # of helpers on the same unit
POLL_SECONDS = 0.1  # between two looks at whether a run that waits was cancelled


class Compilers:
    """Kernels on their way into the cache; several threads may wait for some of them at the same time.

    `known` returns the units that are in the cache, `here` compiles or loads a unit in this process.
    """

    def __init__(
        self,
        helpers: int | None = None,
        command: Sequence[str] = COMMAND,
        known: Callable[[], set[Unit]] = cached,
        here: Callable[[Unit], None] = make_ready,
        on_disk: bool = FOLDER is not None,
    ) -> None:
        self.problem = ""  # a sentence about the last crash
        self.compiled = 0  # kernels that the helpers have compiled
        self._command, self._known, self._here = command, known, here
        self._all = units()
        self._ready = known() & set(self._all)
        missing = [unit for unit in self._all if unit not in self._ready]
        self._queue, self._own = (missing, []) if on_disk else ([], missing)  # for helpers, for this process
        self._given_up: set[Unit] = set()  # by the helpers
        self._crashes: Counter[Unit] = Counter()
        self._changed = Condition()
        self._running: list[Popen] = []
        self._closed = self._compiles_here = False
        count = min(helpers or os.cpu_count() or 1, len(self._queue))
        self._threads = [Thread(target=self._employ, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()
        if self._own:
            self._compile_here()

    @property
    def total(self) -> int:
        """Return the number of learners, dense or sparse."""
        return len(self._all) - 1

    @property
    def done(self) -> int:
        """Return how many of them are ready."""
        return len(self._ready - {ROWS})

    @property
    def gave_up(self) -> bool:
        """Return whether the helpers left something to this process; `problem` says why."""
        return bool(self._given_up)

    @property
    def finished(self) -> bool:
        """Return whether nothing more will be compiled, unless a run asks for it."""
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self, wanted: Iterable[Unit], should_stop: Callable[[], bool] = lambda: False) -> bool:
        """Return whether the units are ready, after moving them to the front and waiting; False if it was stopped."""
        wanted = set(wanted)
        with self._changed:
            missing = [unit for unit in self._all if unit in wanted]
            for queue in (self._queue, self._own):
                queue.sort(key=lambda unit: unit not in missing)  # a stable sort: the others keep their order
            while missing := [unit for unit in missing if unit not in self._ready]:
                if self._closed or should_stop():
                    return False
                if due := [unit for unit in missing if unit in self._given_up and unit not in self._own]:
                    self._own += due
                    self._compile_here()
                self._changed.wait(POLL_SECONDS)
        return True

    def wait_for_all(self, on_progress: Callable[[int, int], None]) -> None:
        """Wait until nothing more will be compiled; `on_progress` counts the ready learners up to the last but one."""
        told = -1
        while not self.finished:
            with self._changed:
                self._changed.wait(POLL_SECONDS)
            while told < min(self.done, self.total - 1):
                told += 1
                on_progress(told, self.total)

    def close(self) -> None:
        """End the helpers now; what they were compiling is lost."""
        with self._changed:
            self._closed = True
            self._queue.clear()
            for process in self._running:
                process.kill()

    # Helpers, each with a thread that talks to it

    def _employ(self) -> None:
        process: Popen | None = None
        while (unit := self._take()) is not None:
            try:
                process = process or self._start()
                self._compiled_there(unit, _ask(process, unit))
            except Exception as error:  # it cannot be started, has ended, or answers nonsense
                self._crashed(unit, f"{error}")
                self._end(process)
                process = None
        self._end(process)

    def _take(self) -> Unit | None:
        with self._changed:
            return self._queue.pop(0) if self._queue else None

    def _start(self) -> Popen:
        # A session of its own: Ctrl-C is for this process, which then ends its helpers. See `helper.yield_to_others`.
        process = Popen(self._command, stdin=PIPE, stdout=PIPE, text=True, cwd=PACKAGE.parent, start_new_session=True)
        with self._changed:
            self._running.append(process)
            if self._closed:
                process.kill()
        return process

    def _end(self, process: Popen | None) -> None:
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            process.kill()  # it is idle, or cannot be relied on
            process.wait()
            with self._changed:
                self._running.remove(process)

    def _compiled_there(self, unit: Unit, kernels: int) -> None:
        arrived = unit in self._known()  # not if the disk is full
        with self._changed:
            self.compiled += kernels
            if arrived:
                self._ready.add(unit)
            else:
                self._give_up(unit, f"The kernels of {unit} could not be written into the cache folder")
            self._changed.notify_all()

    def _crashed(self, unit: Unit, why: str) -> None:
        with self._changed:
            if self._closed:
                return
            self._crashes[unit] += 1
            what = f"The process that compiled {unit} ended unexpectedly ({why})"
            if self._crashes[unit] < MOST_CRASHES:
                self.problem = f"{what}: it is tried once more."
                self._queue.insert(0, unit)
            else:
                self._give_up(unit, what)
            self._changed.notify_all()

    def _give_up(self, unit: Unit, why: str) -> None:
        self.problem = f"{why}: the server itself compiles what a run needs."
        self._given_up.add(unit)

    # This process

    def _compile_here(self) -> None:
        """Work off what is left to this process, in one thread: Numba compiles one kernel at a time anyway."""
        if not self._compiles_here:
            self._compiles_here = True
            thread = Thread(target=self._work_here, daemon=True)
            self._threads = [*self._threads, thread]
            thread.start()

    def _work_here(self) -> None:
        while True:
            with self._changed:
                if not self._own or self._closed:
                    self._compiles_here = False
                    return
                unit = self._own[0]
            with contextlib.suppress(Exception):  # the run that needs it meets the same error and says so
                self._here(unit)
            with self._changed:
                self._own.remove(unit)
                self._ready.add(unit)
                self._changed.notify_all()


def _ask(process: Any, unit: Unit) -> int:
    """Have the helper compile the unit; return how many kernels that took."""
    process.stdin.write(json.dumps(unit._asdict()) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise OSError(f"exit code {process.wait()}")
    return int(json.loads(answer)["compiled"])
