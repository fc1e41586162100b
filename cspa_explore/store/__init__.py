"""The store: results as plain CSV files, so that an interrupted sweep, grid search or contest resumes.

One file holds the trials of all learners on one stream; `rows.py` describes the format. The functions of `running` take
`store=`; `default_store` returns the one that commands and pages use.
"""

from cspa_explore.store.folder import OFF, VARIABLE, default_store, folder_of
from cspa_explore.store.store import Entry, Store

__all__ = ["OFF", "VARIABLE", "Entry", "Store", "default_store", "folder_of"]
