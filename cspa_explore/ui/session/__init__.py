"""The session's state: the experiment that all pages share, and the link that restores it."""
