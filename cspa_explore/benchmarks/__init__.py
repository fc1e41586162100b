"""Speed, as ratios within one run: no test asserts a time."""
