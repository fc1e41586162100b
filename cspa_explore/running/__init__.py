"""Experiments played: runs, sweeps and grid searches, on one thread or many."""
