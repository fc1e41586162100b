"""Print a digest of rows and losses per experiment, to the last bit: `python -m tests.golden.bits`.

The JSON files hold what is the same on every processor. On the same machine, two commits must also print the same
digests; compare their output with `diff`.
"""

from tests.golden.adapter import bits
from tests.golden.experiments import EXPERIMENTS


def main() -> None:
    """Print one line per experiment."""
    for name, made in EXPERIMENTS.items():
        print(bits(made), name)


if __name__ == "__main__":
    main()
