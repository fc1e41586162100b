"""Limits that several parts of the program share."""

MOST_ROUNDS = 10_000_000
