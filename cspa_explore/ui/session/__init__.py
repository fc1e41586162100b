"""The session's state: the shared experiment, and the link that restores it."""
