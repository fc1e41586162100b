"""The β Lab: sweeps and what is shown of them."""
