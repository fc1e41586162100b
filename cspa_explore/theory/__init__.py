"""The paper's theory: ranges of β, the bound and its comparators, the verdict on a run, and the errata."""
