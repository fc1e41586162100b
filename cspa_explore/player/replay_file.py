"""A run as one HTML file that plays without a server: the stage's modules, its style and the data are in the file.

The data are written in base 64, so no name of a class can end the script; the page's policy allows this one script and
no connection. ES modules cannot be imported by path from a file, so `linked` joins them.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any, NamedTuple
from zlib import compress

import numpy as np

from cspa_explore.experiments.command import replay_command
from cspa_explore.player.file_films import FileFilm, file_films
from cspa_explore.player.instances import instances_with_replay, picture_of
from cspa_explore.player.linking import linked
from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.styles import sheets_of, style_of
from cspa_explore.results.run import RunResult
from cspa_explore.running.executor import Progress

MOST_BYTES = 2_000_000  # of a file, unless the replay alone needs more
MORE_INSTANCES = 600_000  # bytes of the instances of data sets without a plane
SPARE = 4096  # bytes for the names of films and for what aligns them
FORBIDDEN = ("</script", "<!--")  # they would end or change the script element
POLICY = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:; "
    "media-src blob:; base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><div class="cspa" id="tools"></div></header>
<main><div class="cspa" id="stage"><p>{waiting}</p></div><div class="cspa" id="about"></div></main>
<script type="application/octet-stream" id="contents">{contents}</script>
<script type="module">{script}</script>
</body>
</html>
"""
WAITING = "This replay needs a browser that runs JavaScript."


class Making(NamedTuple):
    """How the films of a file are computed: threads, progress, and whether to stop."""

    executor: Any = None
    workers: int = 1
    on_progress: Callable[[Progress], None] = lambda progress: None
    should_stop: Callable[[], bool] = lambda: False


def run_file(result: RunResult, data: bytes, making: Making | None = None) -> str:
    """Return the file of a run with its replay `data`; with `making`, also the films behind its handles, if they fit.

    A stopped run has no films.
    """
    data, command = _with_instances(result, data), replay_command(result.experiment)
    page = replay_file(data, command=command)
    room = (MOST_BYTES - SPARE - len(page.encode())) * 3 // 4  # base 64 writes three bytes with four letters
    if making is None or result.partial:
        return page
    films = file_films(result.experiment, len(data), room, *making)
    return replay_file(data, films, command) if films else page


def replay_file(data: bytes, films: Sequence[FileFilm] = (), command: str = "") -> str:
    """Return the page that plays the replay `data`, with these films behind its handles."""
    header, _ = unpack(data)
    known = {"films": [{"place": film.place, "param": film.param} for film in films], "command": command}
    parts = {"replay": compress(data, 9)} | {f"film{i}": film.data for i, film in enumerate(films)}
    contents = pack(known, {name: np.frombuffer(part, np.uint8) for name, part in parts.items()})
    code = script()
    return PAGE.format(
        policy=POLICY.format(digest=b64encode(sha256(code.encode()).digest()).decode()),
        title=escape(f"CSPA Explorer: {header['words']}"),
        style=style_of("arena", "tools") + sheets_of("signs.css", "replay_file.css"),
        waiting=WAITING,
        contents=b64encode(contents).decode(),
        script=code,
    )


@cache
def script() -> str:
    """Return the code of the file; ValueError if it would end the element that holds it."""
    code = linked("replay_file.js")
    for part in FORBIDDEN:
        if part in code.lower():
            raise ValueError(f"The code of a replay file must not contain {part}: write it in two parts.")
    return code


def _with_instances(result: RunResult, data: bytes) -> bytes:
    """Return the replay with as many of its instances as fit: a file cannot ask for them later."""
    header, arrays = unpack(data)
    stream = replace(result.stream, seed=result.seeds[0])
    if header["plane"] or (picture := picture_of(stream)) is None:
        return data
    arrays |= instances_with_replay(stream, picture, stream.n_rounds, MORE_INSTANCES)
    del header["version"]
    return pack(header, arrays)
