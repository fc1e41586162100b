"""`python -m cspa_explore`, installed as `cspa-explore`."""

import sys

from cspa_explore.errors import UserError


def main() -> int:
    """Load the command line and run it; return the exit code."""
    try:
        from cspa_explore.cli import main as command_line
    except KeyboardInterrupt:  # while the libraries are loaded
        return 130
    except UserError as error:  # the folder for kernels
        print(error, file=sys.stderr)
        return 2
    return command_line()


if __name__ == "__main__":
    sys.exit(main())
