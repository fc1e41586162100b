"""One BLAS thread where a matrix product must be reproducible."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock

from threadpoolctl import ThreadpoolController

_lock = Lock()
_users = 0
_limit = None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit BLAS to one thread, because the last bits of a matrix product depend on the number of threads.

    The limit is process-wide, so concurrent users share it: the first sets it, the last restores the old one.
    """
    global _users, _limit
    with _lock:
        _users += 1
        if _users == 1:
            _limit = _controller().limit(limits=1, user_api="blas")
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0 and _limit is not None:
                _limit.restore_original_limits()
                _limit = None


@cache
def _controller() -> ThreadpoolController:
    """Return the loaded BLAS libraries; cached, because the search takes milliseconds."""
    import scipy.linalg  # noqa: F401  # loads SciPy's own BLAS: the controller finds only what is loaded

    return ThreadpoolController()
