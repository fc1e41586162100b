"""Learners: their one text form, and the object that plays."""

from cspa_explore.learners.learner import Learner, make
from cspa_explore.learners.state import History, Update
from cspa_explore.learners.text import LearnerText

__all__ = ["History", "Learner", "LearnerText", "Update", "make"]
