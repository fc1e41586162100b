"""`dashboard`: start the pages, from a checkout or from the installed package."""

import argparse
import os
import socket
import subprocess
import sys
from pathlib import Path

from cspa_explore.cli.parser import Once, Parser, reader, some_text
from cspa_explore.datasets.shared_folder import VARIABLE
from cspa_explore.errors import UserError
from cspa_explore.setting_kinds import Whole

PACKAGE = Path(__file__).resolve().parents[1]
# Inside the package when installed, beside it in a checkout.
APP = next((path for path in (PACKAGE / "dashboard" / "app.py", PACKAGE.parent / "app.py") if path.exists()), None)
PORT, ADDRESS = 8501, "localhost"


def add_dashboard(parser: Parser) -> None:
    """Add the flags that say where the server listens."""
    port = reader(Whole(1, 65_535).read)
    parser.add_argument("--port", action=Once, type=port, default=PORT, metavar="N", help=f"port ({PORT})")
    text = f"network address to listen on; 0.0.0.0 opens the dashboard to everyone on the network ({ADDRESS})"
    parser.add_argument("--address", action=Once, type=some_text, default=ADDRESS, metavar="HOST", help=text)
    text = "a folder whose CSV, svmlight and Parquet files everybody on this server may use"
    parser.add_argument("--data-dir", action=Once, type=some_text, metavar="DIR", help=text)
    parser.add_argument("--headless", action="store_true", help="do not open a browser window")


def do_dashboard(args: argparse.Namespace) -> int:
    """Run the dashboard's server until Ctrl-C."""
    if APP is None:
        raise UserError(f"The dashboard needs app.py beside or inside {PACKAGE}, where it is missing: reinstall it.")
    _expect_free(args.address, args.port)
    command = [sys.executable, "-m", "streamlit", "run", str(APP), *streamlit_flags(args)]
    if args.data_dir is not None:
        if not Path(args.data_dir).is_dir():
            raise UserError(f"--data-dir must be a folder, got '{args.data_dir}'.")
        os.environ[VARIABLE] = str(Path(args.data_dir).resolve())
    if not _is_wildcard(args.address):
        print(f"CSPA Explorer: http://{_host(args.address)}:{args.port} (Ctrl-C stops it)", flush=True)
    if os.name == "posix":
        os.execv(command[0], command)  # the server replaces this process, so signals reach it
    return subprocess.call(command)


def streamlit_flags(args: argparse.Namespace) -> list[str]:
    """Return the flags of `streamlit run`.

    Without its welcome message, Streamlit does not show a box about developer tools on top of the pages. With a
    wildcard address the message stays, because it names the network's URL.
    """
    options = {"server.port": args.port, "server.address": args.address, "server.headless": str(args.headless).lower()}
    if not _is_wildcard(args.address):
        options["logger.hideWelcomeMessage"] = "true"
    return [part for name, value in options.items() for part in (f"--{name}", str(value))]


def _host(address: str) -> str:
    """Return the address as a URL writes it: an IPv6 address stands in brackets."""
    return f"[{address}]" if ":" in address else address


def _is_wildcard(address: str) -> bool:
    return address in ("0.0.0.0", "::")


def _expect_free(address: str, port: int) -> None:
    """Raise UserError if the server cannot listen on this address and port."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"--address and --port must be free for listening, got {address}:{port} ({reason}).") from None
