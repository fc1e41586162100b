"""The Paper page: the paper's tables, figures, claims and errata beside what we compute."""
