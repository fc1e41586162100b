"""Learners on streams, trial by trial."""
