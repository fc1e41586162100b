"""Results of runs, sweeps and grid searches: plain data, comparisons and computed sentences."""
