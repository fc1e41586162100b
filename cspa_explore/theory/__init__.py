"""What the paper proves, as formulas in K and α."""
