"""The Data page: data sets as cards, uploads, fetching, and own points."""
