"""Connect to a Dask cluster, or start one on this machine."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from cspa_explore.errors import UserError

LOCAL = "local"
ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):\d{1,5}")
RULE = "'local' or the address of a Dask scheduler, e.g. tcp://host:8786"
NO_INTERRUPT = (
    "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"  # Ctrl-C in a terminal reaches workers too
)
PATIENCE = 10  # seconds to wait for the scheduler, and then for the first worker


def cluster_address(text: str) -> str:
    """Return the text if it is "local" or an address.

    >>> cluster_address("tcp://10.0.0.5:8786")
    'tcp://10.0.0.5:8786'
    """
    if text != LOCAL and not ADDRESS.fullmatch(text):
        raise UserError(f"must be {RULE}, got '{text}'")
    return text


@contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """Yield a `distributed.Client`; "local" starts a cluster with so many worker processes, of one thread each."""
    distributed = _package()
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost scheduler is one sentence, no traceback
    if address == LOCAL:
        options = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "preload": [NO_INTERRUPT]}
        with (
            distributed.LocalCluster(n_workers=workers, silence_logs=logging.ERROR, **options) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    with _client(distributed, address) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise UserError(
                f"The Dask scheduler at {address} has no workers: start some with 'dask worker {address}'."
            ) from None
        yield client


def _client(distributed: ModuleType, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        reason = str(error).splitlines()[0][:100] if str(error) else type(error).__name__
        raise UserError(f"No Dask scheduler answers at {address} ({reason}).") from None


def _package() -> ModuleType:
    try:
        import distributed
    except ImportError:
        raise UserError("A Dask cluster needs the package distributed: pip install 'cspa-explore[cluster]'.") from None
    return distributed
