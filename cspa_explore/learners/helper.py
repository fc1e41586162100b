"""A helper process that compiles kernels into the disk cache: `python -m cspa_explore.learners.helper`.

It reads units from standard input and answers on standard output, one line of JSON each. It ends at once when its
standard input is closed, also because its parent was killed. With `--low-priority` it yields to all other processes.
"""

import contextlib
import json
import os
import sys
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from cspa_explore.learners.kernels import Unit, compiled, make_ready


def main() -> None:
    """Compile what is asked for until there is nobody left to ask."""
    if "--low-priority" in sys.argv[1:]:
        yield_to_others()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    asked: SimpleQueue[Unit] = SimpleQueue()
    Thread(target=_read, args=(asked,), daemon=True).start()
    while True:
        unit = asked.get()
        before = compiled()
        make_ready(unit)
        print(json.dumps({"compiled": compiled() - before}), file=answers, flush=True)


def yield_to_others() -> None:
    """Take the lowest priority.

    Linux may schedule by sessions ("autogroups"), weighing a process's priority only against its own session, so the
    session gets the lowest priority too.
    """
    if hasattr(os, "nice"):
        os.nice(19)
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():  # not the session of a user's shell
        with contextlib.suppress(OSError):  # another system, or one that does not group
            Path("/proc/self/autogroup").write_text("19")


def _read(asked: "SimpleQueue[Unit]") -> None:
    """Pass on what is asked for; a thread of its own notices the end of the parent while a kernel is compiled."""
    for line in sys.stdin:
        asked.put(Unit(**json.loads(line)))
    os._exit(0)


if __name__ == "__main__":
    main()
