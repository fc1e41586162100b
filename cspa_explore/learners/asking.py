"""One question to a helper process, with a limit after which the helper counts as hung.

The limit counts what the helper does, not how long it takes: on a busy machine a helper of low priority may get few
seconds of processor time per minute. A helper hangs if it has used no processor time for `patience` seconds, or more
than `patience` seconds of it for one answer.
"""

import os
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

PATIENCE = 120.0  # seconds; the slowest unit takes about ten
IDLE = 0.02  # seconds of processor time: less within `patience` seconds means that the helper waits for something
SLOWDOWN = 5.0  # where the processor time is unknown: one second of it per so many seconds


def ask(process: Any, question: str, patience: float = PATIENCE) -> str:
    """Write a line to the process and return the line that it answers.

    Raise OSError if it ends instead, or if it hangs: it is then killed.
    """
    answered, problems = Event(), list[str]()
    watch = Thread(target=_watch, args=(process, patience, answered, problems), daemon=True)
    watch.start()
    try:
        process.stdin.write(f"{question}\n")
        process.stdin.flush()
        answer: str = process.stdout.readline()
    finally:
        answered.set()
        watch.join()
    if not answer:
        code = process.wait()
        raise OSError(problems[0] if problems else f"exit code {code}")
    return answer


def _watch(process: Any, patience: float, answered: Event, problems: list[str]) -> None:
    """Kill the process if it hangs before it has answered."""
    first = before = processor_seconds(process.pid)
    while not answered.wait(patience):
        now = processor_seconds(process.pid)
        if problem := hung(first, before, now, patience):
            problems.append(problem)
            process.kill()
            return
        before = now


def hung(first: float, before: float, now: float, patience: float) -> str:
    """Return why a process hangs, or "" if it does not.

    The arguments are its processor time at the question, `patience` seconds ago, and now.

    >>> hung(1.0, 1.0, 1.5, 120.0), hung(1.0, 1.5, 1.5, 120.0), hung(1.0, 90.0, 130.0, 120.0)
    ('', 'no answer: it did nothing for 120 s', 'no answer: it computed for 129 s')
    """
    if now - before < IDLE:
        return f"no answer: it did nothing for {patience:g} s"
    return f"no answer: it computed for {now - first:.0f} s" if now - first > patience else ""


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used; where it is unknown, a share of the time."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.monotonic() / SLOWDOWN
