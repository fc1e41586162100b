"""Data sets: `describe` returns what is known without opening a file, `load` reads the data, `DATASETS` lists them."""

from cspa_explore.datasets.catalogue import Info, describe, load, load_described
from cspa_explore.datasets.registry import DATASETS, FIGURE_2, PAPER_TABLES
from cspa_explore.datasets.spec import Dataset, DatasetSpec, Shape

__all__ = [
    "DATASETS",
    "FIGURE_2",
    "PAPER_TABLES",
    "Dataset",
    "DatasetSpec",
    "Info",
    "Shape",
    "describe",
    "load",
    "load_described",
]
