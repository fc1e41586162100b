"""Benchmarks: speed as ratios within one run. No test asserts a time."""
