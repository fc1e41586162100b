"""What runs, sweeps and grids come to: plain data, comparisons and computed sentences."""
