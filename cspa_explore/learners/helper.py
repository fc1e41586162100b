"""A helper process that compiles kernels into the disk cache: `python -m cspa_explore.learners.helper`.

It reads units from standard input and answers on standard output, one line of JSON per unit. It ends at once when its
standard input is closed, even if its parent was killed. With `--low-priority` it yields to all other processes.
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
    """Compile the units read from standard input until it is closed."""
    if "--low-priority" in sys.argv[1:]:
        yield_to_others()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print goes to standard error, not among the answers
    queue: SimpleQueue[Unit] = SimpleQueue()
    Thread(target=_read, args=(queue,), daemon=True).start()
    while True:
        unit = queue.get()
        before = compiled()
        make_ready(unit)
        print(json.dumps({"compiled": compiled() - before}), file=answers, flush=True)


def yield_to_others() -> None:
    """Take the lowest priority.

    Linux may schedule by session ("autogroups"): a process's priority then counts only within its session. So the
    session gets the lowest priority too.
    """
    if hasattr(os, "nice"):
        os.nice(19)
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():  # leads its own session, not a user's shell
        with contextlib.suppress(OSError):  # not Linux, or autogroups are off
            Path("/proc/self/autogroup").write_text("19")


def _read(queue: "SimpleQueue[Unit]") -> None:
    """Queue the units read; end the process with its input, even while the main thread compiles a kernel."""
    for line in sys.stdin:
        queue.put(Unit(**json.loads(line)))
    os._exit(0)


if __name__ == "__main__":
    main()
