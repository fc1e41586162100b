"""One BLAS thread where a matrix product must be reproducible."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from threadpoolctl import ThreadpoolController

_lock = Lock()
_users = 0
_limit = None
_found: ThreadpoolController | None = None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit BLAS to one thread, because the last bits of a matrix product depend on the number of threads.

    The limit is process-wide, so concurrent users share it: the first sets it, the last restores the old one.
    """
    global _users, _limit
    with _lock:
        if _users == 0:
            _limit = _controller().limit(limits=1, user_api="blas")
        _users += 1  # only now: an exception above leaves no user behind
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0 and _limit is not None:
                _limit.restore_original_limits()
                _limit = None


def _controller() -> ThreadpoolController:
    """Return the loaded BLAS libraries; kept, because the search takes milliseconds.

    The search needs a process of its own (`ctypes.util.find_library`). If it found nothing, it is repeated.
    """
    global _found
    if _found is None or not _found.lib_controllers:
        import scipy.linalg  # noqa: F401  # loads SciPy's own BLAS: the controller finds only what is loaded

        _found = ThreadpoolController()
    return _found
