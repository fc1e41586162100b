"""What is to be played, as values: an Experiment, the Plan of a sweep, and their text and JSON forms."""
