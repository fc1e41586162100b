"""How long a table as large as MNIST takes to read: 60,000 rows of 784 pixels and a label, as text."""

import time

from cspa_explore.datasets.readers.whole_file import read_file

ROWS, PIXELS = 60_000, 784
MOST = 15.0  # seconds of processor time, which leaves 5 s for the first run


def reading() -> dict[str, float]:
    """Print and return the seconds of processor time that reading the table takes."""
    row = ",".join(["128"] * PIXELS)
    content = b"".join(f"{row},{label}\n".encode() for label in "xyz") * (ROWS // 3)
    start = time.process_time()
    read_file(content, "images.csv")
    seconds = time.process_time() - start
    verdict = "holds" if seconds <= MOST else "DOES NOT HOLD"
    print(f"\nReading a table of {ROWS:,} images takes {seconds:.1f} s: wanted <= {MOST:g} s, {verdict}.", end="")
    return {"seconds": seconds, "megabytes": len(content) / 1e6}
