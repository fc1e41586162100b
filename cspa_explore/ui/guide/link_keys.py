"""The keys that the guide and the glossary add to the link of every page; the browser writes them."""

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.guide.glossary import GLOSSARY
from cspa_explore.guide.steps import PLACES, STEPS
from cspa_explore.ui.session.arrival import LinkKey

ALL = "all"  # the whole glossary


def read_place(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read a step of the guide."""
    return (text, "") if text in PLACES else (None, f"the guide has steps 1 to {len(STEPS)}, and end.")


def read_word(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read a word of the glossary."""
    known = text == ALL or any(word.key == text for word in GLOSSARY)
    return (text, "") if known else (None, f"it must be a word of the glossary, such as margin, or {ALL}.")


LINK_KEYS = (LinkKey("guide", read_place), LinkKey("word", read_word))
