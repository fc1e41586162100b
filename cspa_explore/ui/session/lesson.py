"""Lesson links: `hide` leaves only the controls that a teacher chose, `present` opens the presenter view.

`hide=data~jumps` hides two groups of controls; `hide=all-but~sigma~play` hides everything but σ and Play. The server
leaves out the hidden widgets. For everything else the page's style has one variable per group, --cspa-<group>, which is
"none" if the group is hidden; variables reach into the shadow roots of drawings.
"""

import re

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import one_of

GROUPS = {
    "data": "data set",
    "sigma": "noise σ",
    "parameter": "β and the other parameters",
    "learners": "list of learners",
    "more": "seed, rounds, inputs",
    "files": "restore, open and save settings, make a question",
    "play": "Play and the time slider",
    "steps": "single steps, Beat by beat",
    "jumps": "jumps (next ✗, …)",
    "speed": "speed",
    "eyes": "God's eye, Learner's eye",
    "menu": "⋯ (branch, pin, downloads, axes)",
    "look": "Look inside this round",
    "try": "Try: other experiments",
    "page": "other controls of the page",
    "numbers": "results and downloads below",
    "pages": "links to the other pages",
    "tools": "Copy link, Present, Help",
}
SIDEBAR = {"data", "learners", "more", "files"}  # groups that are in the sidebar alone
HANDLES = {"sigma", "parameter"}  # also in the sidebar; the Arena has them on its stage
BUT = "all-but"
BETWEEN = "~"
STYLES = {  # what is hidden besides that which uses the variable
    "sidebar": "[data-testid=stSidebar], [data-testid=stExpandSidebarButton]",
    "numbers": "[class*=st-key-below_]",
    "pages": "[data-testid=stTopNav], [data-testid^=stTopNavLink], [data-testid=stTopNavSection], "
    "[data-testid=stSidebarNav], [data-testid=stPageLink], [data-testid=stSkipToContent]",
}


def hidden() -> frozenset[str]:
    """Return the groups that the link hides."""
    return hidden_by(state.view("hide", ""))


def shows(group: str) -> bool:
    """Say whether the link leaves the group."""
    return group not in hidden()


def hidden_by(text: str) -> frozenset[str]:
    """Return the groups that the text of `hide` hides.

    >>> sorted(hidden_by("jumps~eyes")), sorted(set(GROUPS) - hidden_by("all-but~sigma~play"))
    (['eyes', 'jumps'], ['play', 'sigma'])
    """
    names = set(_names(text))
    return frozenset(set(GROUPS) - names if BUT in names else names & set(GROUPS))


def read_hide(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Return the text with known groups alone, in their order, and why it differs; None if it hides nothing.

    >>> read_hide("sigma, data,foo", None)
    ('data~sigma', "there is no control 'foo'; known: data, sigma, parameter, learners, more, files, play, steps, \
jumps, speed, eyes, menu, look, try, page, numbers, pages, tools.")
    """
    names = _names(text)
    unknown = [name for name in names if name not in GROUPS and name != BUT]
    kept = [name for name in (BUT, *GROUPS) if name in names]
    why = f"there is no control '{unknown[0][:20]}'; known: {', '.join(GROUPS)}." if unknown else ""
    found = BETWEEN.join(kept) or None
    return (found, why) if found or why else (None, f"it must name controls, such as data{BETWEEN}jumps.")


def _names(text: str) -> list[str]:
    return [part for part in re.split(r"[~,\s]+", text.strip().lower()) if part]


def style_of(hidden: frozenset[str], page: str) -> str:
    """Return the style that hides these groups on a page; a sidebar without anything to set is hidden, too.

    >>> style_of(frozenset(["jumps"]), "arena")
    '<style>:root { --cspa-jumps: none; }</style>'
    """
    if not hidden:
        return ""
    needless = SIDEBAR if page == "arena" else SIDEBAR | HANDLES
    names = {*hidden, "sidebar"} if needless <= hidden else hidden
    variables = " ".join(f"--cspa-{name}: none;" for name in GROUPS if name in hidden)
    rules = "".join(f" {STYLES[name]} {{ display: none !important; }}" for name in STYLES if name in names)
    return f"<style>:root {{ {variables} }}{rules}</style>"


LINK_KEYS = (LinkKey("hide", read_hide, server=True), LinkKey("present", one_of(("1",))))
