"""A download with pooch, for what pooch's own downloader does not do: https only, also after a redirect; a limit of
bytes; progress; cancellation; a check of the content; and one sentence for each failure.

pooch downloads into a temporary file, compares its sha256, and moves it to its place only then. A file without a known
sha256 is checked by its content, also before the move. So no half-written file is ever used, and an interrupted
download starts again.
"""

import errno
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from cspa_explore.errors import UserError

Tell = Callable[[int, int], None]  # bytes so far, bytes in all or 0 if unknown; may raise to cancel
Check = Callable[[Path, bool], None]  # the file, and whether the server stated its length; raises DownloadError
CONNECT, SILENCE = 10.0, 20.0  # seconds without an answer after which a download fails
REDIRECTS = 5
PIECE = 2**16
LOCAL = {"localhost", "127.0.0.1", "::1"}  # hosts that may be asked without encryption: this machine


class DownloadError(UserError):
    """A download failed; the message is the reason, without a full stop."""


def download(
    url: str, path: Path, sha256: str, most: int, tell: Tell, check: Check | None = None, silence: float = SILENCE
) -> None:
    """Download the file to its path; DownloadError says why it failed, and then nothing is at the path.

    `check` is called with the downloaded file before it gets its name.
    """
    import pooch  # imported here because it is slow

    pooch.get_logger().setLevel(logging.WARNING)
    known = f"sha256:{sha256}" if sha256 else None
    try:
        downloader = _Downloader(most, tell, check, silence)
        pooch.retrieve(url, known, fname=path.name, path=path.parent, downloader=downloader)
    except UserError:
        raise
    except ValueError:  # of pooch: the digest differs
        raise DownloadError(f"the file has another content than the registered one, whose sha256 is {sha256}") from None
    except OSError as error:
        raise unwritable(path.parent, error) from None


def unwritable(folder: Path, error: OSError) -> DownloadError:
    """Return the reason why a folder cannot be written."""
    full = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else error.strerror
    return DownloadError(f"{folder} cannot be written: {full or error}")


class _Downloader:
    """A downloader as pooch calls it."""

    def __init__(self, most: int, tell: Tell, check: Check | None, silence: float) -> None:
        self.most, self.tell, self.check, self.silence = most, tell, check, silence

    def __call__(self, url: str, output_file: Any, pooch: Any) -> None:
        """Write the content of the address into the file."""
        import requests
        from urllib3.exceptions import HTTPError

        try:
            with self._answer(url) as response:
                measured = self._copy(response, output_file)
        except (requests.RequestException, HTTPError) as error:
            raise DownloadError(_reason(error)) from None
        if self.check is not None:
            self.check(Path(output_file), measured)

    def _answer(self, url: str) -> Any:
        """Return the server's answer, after at most REDIRECTS redirects, each of them to https."""
        import requests

        expect_safe(url, first=True)
        for _ in range(REDIRECTS + 1):
            response = requests.get(
                url, stream=True, allow_redirects=False, timeout=(CONNECT, self.silence),
                headers={"Accept-Encoding": "identity"},
            )  # fmt: skip
            if not response.is_redirect:
                break
            url = urljoin(url, response.headers["location"])
            response.close()
            expect_safe(url, first=False)
        else:
            raise DownloadError(f"the server redirects more than {REDIRECTS} times")
        if response.status_code != 200:
            response.close()
            raise DownloadError(f"the server answered {response.status_code}")
        return response

    def _copy(self, response: Any, output_file: Any) -> bool:
        """Write the answer into the file; return whether the server stated its length."""
        stated = response.headers.get("content-length", "")
        total, done = int(stated) if stated.isdigit() else 0, 0
        if total > self.most:
            raise DownloadError(f"the file has {total:,} bytes, at most {self.most:,} were expected")
        with open(output_file, "wb") as out:
            while piece := response.raw.read1(PIECE, decode_content=False):
                done += len(piece)
                if done > self.most:
                    raise DownloadError(f"the file has more than the {self.most:,} bytes that were expected")
                out.write(piece)
                self.tell(done, total)
        if not done and not total:
            raise DownloadError("the server sent an empty file")
        if total and done != total:
            raise DownloadError(f"the connection ended after {done:,} of {total:,} bytes")
        return bool(total)


def expect_safe(url: str, first: bool) -> None:
    """Raise DownloadError unless the address is https; the first one may be http on this machine."""
    parts = urlsplit(url)
    if parts.scheme == "https" or (first and parts.scheme == "http" and parts.hostname in LOCAL):
        return
    what = "the address must begin" if first else "the server redirects to an address that does not begin"
    raise DownloadError(f"{what} with https://: {url[:100]}")


def _reason(error: Exception) -> str:
    """Return why the connection failed, in a few words."""
    words = {"Timeout": "the server does not answer", "NameResolution": "the name of the server cannot be looked up",
             "SSL": "the encrypted connection failed", "IncompleteRead": "the connection ended too early",
             "ConnectionError": "there is no connection to the server", "Protocol": "the connection ended too early",
             "ReadError": "the connection ended too early"}  # fmt: skip
    text = f"{type(error).__name__} {error}"
    return next((reason for word, reason in words.items() if word in text), f"the download failed ({text[:100]})")
