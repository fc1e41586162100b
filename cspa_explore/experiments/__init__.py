"""Descriptions of what to play: an Experiment, the Plan of a sweep or grid search, and their text and JSON forms."""
