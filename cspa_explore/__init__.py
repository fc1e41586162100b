"""CSPA Explorer: online multiclass learners that are told only right or wrong."""

from cspa_explore.errors import UserError
from cspa_explore.learners import Learner, LearnerText, make

__version__ = "0.1.0"
__all__ = ["Learner", "LearnerText", "UserError", "make"]
