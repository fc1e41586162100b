"""Readers of a user's files: bytes in, a `Reading` (data set and what was understood) or one sentence out."""
