"""A run as a notebook shows it: the replay file in a frame of its own, which can reach nothing outside."""

from html import escape

from cspa_explore.player.replay import replay
from cspa_explore.player.replay_file import run_file
from cspa_explore.results.comparisons import references
from cspa_explore.results.run import RunResult

HEIGHT = 800  # pixels
MOST_BYTES = 8_000_000  # of a run that shows itself: a notebook keeps every output
FRAME = (
    '<iframe sandbox="allow-scripts allow-downloads" title="{title}" width="100%" height="{height}" '
    'style="border:0" srcdoc="{page}"></iframe>'
)


def shown(result: RunResult) -> str | None:
    """Return the frame that plays the first trial; None if no trial is complete, or if the replay would be large."""
    whole = result.complete
    if not whole.seeds or not whole.results:
        return None
    page = run_file(whole, replay(whole, references(whole)))
    if len(page) > MOST_BYTES:
        return None
    return FRAME.format(title=escape(f"Replay: {whole.words}"), height=HEIGHT, page=escape(page))
