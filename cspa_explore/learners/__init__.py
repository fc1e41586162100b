"""Learners: their one text form, and the object that plays."""

from cspa_explore.learners.learner import History, Learner, Update, make
from cspa_explore.learners.text import LearnerText

__all__ = ["History", "Learner", "LearnerText", "Update", "make"]
