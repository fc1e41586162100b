"""CSPA Explorer: online multiclass learners that are told only right or wrong."""

from typing import TYPE_CHECKING, Any

from cspa_explore.errors import UserError

if TYPE_CHECKING:
    from cspa_explore.learners import Learner, LearnerText, make

__version__ = "0.1.0"
__all__ = ["Learner", "LearnerText", "UserError", "make"]


def __getattr__(name: str) -> Any:
    """Import the learners lazily, so that the command line can report import errors."""
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from cspa_explore import learners

    return getattr(learners, name)
