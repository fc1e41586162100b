"""Streams: the description of what is played, and its rows, block by block."""
