"""The keys that Your turn adds to the link: the number of rounds, and a person's proposals."""

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.game.deal import FEWEST, MOST, USUAL, signs_of, why_not
from cspa_explore.setting_kinds import Whole
from cspa_explore.ui.session.arrival import LinkKey

ROUNDS = Whole(FEWEST, MOST)


def read_rounds(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the number of rounds; a number outside the range becomes the nearer end."""
    try:
        value, why = ROUNDS.nearest(text)
    except UserError as error:
        return None, str(error)
    return str(value), why


def read_keys(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read a person's proposals, one key per round.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> read_keys("1423", FIRST), read_keys("15", FIRST)
    (('1423', ''), (None, 'it must be one of the keys 1234 per round, such as 1423.'))
    """
    info = experiment.stream.info
    if why := why_not(info):
        return None, why
    signs = signs_of(info)
    if not text or set(text) - set(signs):
        example = signs[0] + signs[-1] + signs[1:3]
        return None, f"it must be one of the keys {signs} per round, such as {example}."
    return text[:MOST], "" if len(text) <= MOST else f"a game has at most {MOST} rounds."


LINK_KEYS = (
    LinkKey("turns", read_rounds, str(USUAL), server=True),
    LinkKey("you", read_keys),  # the browser writes it after every round
)
