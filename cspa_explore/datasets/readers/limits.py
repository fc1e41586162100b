"""The bounds of an own file. They keep reading a file within 1 GB of memory."""

from cspa_explore.errors import UserError

MOST_FILE = 200 * 2**20  # bytes of the file as given
MOST_UNPACKED = 400 * 2**20  # bytes after decompression
MOST_RATIO = 200  # of unpacked to packed bytes, once FREE bytes are unpacked
FREE = 2**24
MOST_ARRAY = 480 * 2**20  # bytes of the instances and their labels in memory
MOST_TEXTS = 64 * 2**20  # bytes of the different texts of a Parquet file's row group
MOST_VALUES = 25_000_000  # stored values of an svmlight file
MOST_FEATURES = 1_000_000
MOST_COLUMNS = 20_000  # of a table
MOST_CLASSES = 1_000
MOST_WEIGHTS = 20_000_000  # K·d: the weights of one learner
MOST_LEVELS = 100  # different texts of a column that is one-hot encoded
MOST_LABELS = 20_000  # different labels up to which they are counted
MOST_LABEL_NUMBERS = 200  # different numbers of a label column
LABEL = 8  # bytes of a label in memory
LARGEST = 1e100  # absolute value of a number, as for all rows
MOST_FRACTIONS = 20  # different numbers of a label column, if some are not whole


def megabytes(count: int) -> str:
    """Return the bytes in words.

    >>> megabytes(MOST_FILE), megabytes(1500)
    ('200 MB', '1.46 KB')
    """
    return f"{count / 2**20:,.3g} MB" if count >= 2**20 else f"{count / 2**10:,.3g} KB"


def expect_file_size(name: str, count: int) -> None:
    """Raise UserError if the file is empty or too large."""
    if not count:
        raise UserError(f"{name} is empty.")
    if count > MOST_FILE:
        raise UserError(f"{name} may have at most {megabytes(MOST_FILE)}, got {megabytes(count)}.")


def expect_shape(name: str, K: int, n: int, d: int, bytes_per_value: int = 0) -> None:
    """Raise UserError if the instances or the weights of a learner would need too much memory."""
    if d > MOST_FEATURES:
        raise UserError(f"{name} may have at most {MOST_FEATURES:,} features, got {d:,}.")
    if K * d > MOST_WEIGHTS:
        raise UserError(f"{name}: classes × features may be at most {MOST_WEIGHTS:,}, got {K:,} × {d:,} = {K * d:,}.")
    if (needed := n * (d * bytes_per_value + LABEL)) > MOST_ARRAY:
        raise UserError(
            f"{name}: its {n:,} × {d:,} values and their labels would need {megabytes(needed)} of memory, at most "
            f"{megabytes(MOST_ARRAY)} are allowed; leave out rows or columns."
        )
