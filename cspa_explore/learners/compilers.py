"""A queue of kernels to compile, and helper processes, one per core, that compile them.

A unit that a run waits for moves to the front. If a helper crashes or hangs, a new one compiles its unit again. After
the third time the unit is refused: this process does not compile it, because it would crash too, and a run that needs
it ends with a sentence. This process compiles only where helpers cannot: everything if there is no cache folder, and
what a run needs if no helper can be started or the kernels do not arrive in the cache.
"""

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from subprocess import PIPE, Popen
from threading import Condition, Thread

from cspa_explore.core.kernel_cache import FOLDER
from cspa_explore.core.kernel_hash import PACKAGE
from cspa_explore.errors import UserError
from cspa_explore.learners.asking import PATIENCE, ask
from cspa_explore.learners.kernels import ROWS, Unit, cached, make_ready, units

COMMAND = (sys.executable, "-m", "cspa_explore.learners.helper")
IN_THE_BACKGROUND = (*COMMAND, "--low-priority")
MOST_CRASHES = 3  # on the same unit
POLL_SECONDS = 0.1  # between two checks whether the waiting run was cancelled


class Compilers:
    """The queue of units to compile, and its helpers; several threads can wait for units at the same time.

    `known` returns the units in the cache; `here` compiles or loads a unit in this process; `patience`: see `ask`.
    """

    def __init__(
        self,
        helpers: int | None = None,
        command: Sequence[str] = COMMAND,
        known: Callable[[], set[Unit]] = cached,
        here: Callable[[Unit], None] = make_ready,
        on_disk: bool = FOLDER is not None,
        patience: float = PATIENCE,
    ) -> None:
        self.problem = ""  # a sentence about the last failure of a helper
        self.compiled = 0  # kernels compiled by the helpers
        self._command, self._known, self._here, self._patience = command, known, here, patience
        self._all = units()
        self._ready = known() & set(self._all)
        missing = [unit for unit in self._all if unit not in self._ready]
        self._queue, self._own = (missing, []) if on_disk else ([], missing)  # for the helpers, for this process
        self._given_up: set[Unit] = set()  # units that this process compiles when a run needs them
        self._refused: dict[Unit, str] = {}  # units on which the helpers crashed, and the sentence that says so
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
        """Return the number of learners; an algorithm counts twice, for dense and for sparse rows."""
        return len(self._all) - 1

    @property
    def done(self) -> int:
        """Return how many learners are ready."""
        return len(self._ready - {ROWS})

    @property
    def gave_up(self) -> bool:
        """Return whether the helpers have given up a unit; `problem` says why."""
        return bool(self._given_up or self._refused)

    @property
    def finished(self) -> bool:
        """Return whether nothing is left to compile, except units that were given up."""
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self, wanted: Iterable[Unit], should_stop: Callable[[], bool] = lambda: False) -> bool:
        """Move the units to the front and wait for them; return True when they are ready, False if it was stopped.

        Raise UserError if the helpers crash on one of them.
        """
        wanted = set(wanted)
        with self._changed:
            missing = [unit for unit in self._all if unit in wanted]
            for queue in (self._queue, self._own):
                queue.sort(key=lambda unit: unit not in missing)  # a stable sort: the others keep their order
            while missing := [unit for unit in missing if unit not in self._ready]:
                if self._closed or should_stop():
                    return False
                if bad := [unit for unit in missing if unit in self._refused]:
                    raise UserError(self._refused[bad[0]])
                if due := [unit for unit in missing if unit in self._given_up and unit not in self._own]:
                    self._own += due
                    self._compile_here()
                self._changed.wait(POLL_SECONDS)
        return True

    def wait_for_all(self, on_progress: Callable[[int, int], None]) -> None:
        """Wait until `finished`; `on_progress` gets each number of ready learners below the total, and the total."""
        told = -1
        while not self.finished:
            with self._changed:
                self._changed.wait(POLL_SECONDS)
            while told < min(self.done, self.total - 1):
                told += 1
                on_progress(told, self.total)

    def close(self) -> None:
        """Kill the helpers; the units that they were compiling are lost."""
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
                answer = json.loads(ask(process, json.dumps(unit._asdict()), self._patience))
                self._compiled_there(unit, int(answer["compiled"]))
            except Exception as error:  # the helper did not start, has ended, hangs, or gave an invalid answer
                self._crashed(unit, f"{error}", started=process is not None)
                self._end(process)
                process = None
        self._end(process)

    def _take(self) -> Unit | None:
        with self._changed:
            return self._queue.pop(0) if self._queue else None

    def _start(self) -> Popen:
        # A session of its own: Ctrl-C reaches only this process, which kills its helpers. See `helper.yield_to_others`.
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
            process.kill()  # idle, or in an unknown state
            process.wait()
            with self._changed:
                self._running.remove(process)

    def _compiled_there(self, unit: Unit, kernels: int) -> None:
        arrived = unit in self._known()  # False if the disk is full
        with self._changed:
            self.compiled += kernels
            if arrived:
                self._ready.add(unit)
            else:
                self._give_up(unit, f"The kernels of {unit} could not be written into the cache folder")
            self._changed.notify_all()

    def _crashed(self, unit: Unit, why: str, started: bool) -> None:
        with self._changed:
            if self._closed:
                return
            self._crashes[unit] += 1
            what = f"The process that compiled the kernels of {unit} failed ({why})"
            if self._crashes[unit] < MOST_CRASHES:
                self.problem = f"{what}; a new one tries again."
                self._queue.insert(0, unit)
            elif started:
                tries = f"each of the {MOST_CRASHES} processes that tried failed"
                self.problem = f"The kernels of {unit} could not be compiled: {tries} (the last: {why})."
                self._refused[unit] = self.problem
            else:
                self._give_up(unit, what)
            self._changed.notify_all()

    def _give_up(self, unit: Unit, why: str) -> None:
        self.problem = f"{why}; they are compiled when a run needs them."
        self._given_up.add(unit)

    # This process

    def _compile_here(self) -> None:
        """Start the thread that compiles this process's units; one suffices, as Numba compiles one kernel at a time."""
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
            with contextlib.suppress(Exception):  # the run that needs the unit raises and reports the same error
                self._here(unit)
            with self._changed:
                self._own.remove(unit)
                self._ready.add(unit)
                self._changed.notify_all()
