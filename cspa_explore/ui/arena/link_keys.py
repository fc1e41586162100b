"""The keys that the Arena adds to the link; the browser writes them."""

from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import LEARNER, ROUND, one_of

LINK_KEYS = (
    ROUND,
    LEARNER,  # the marked learner
    LinkKey("eye", one_of(("god", "learner"))),
    LinkKey("lin", one_of(("0", "1"))),
    LinkKey("last", one_of(("100",))),
)
