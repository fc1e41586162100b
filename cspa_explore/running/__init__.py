"""Playing experiments: runs, sweeps and grid searches, on one thread or several."""
