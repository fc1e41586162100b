"""The paper's theory, as formulas in K and α."""
