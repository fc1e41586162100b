"""`python -m cspa_explore`, installed as `cspa-explore`."""

import sys

from cspa_explore.errors import UserError


def main() -> int:
    """Import the command line and run it; return the exit code."""
    try:
        from cspa_explore.cli import main as command_line
    except KeyboardInterrupt:  # during the imports
        return 130
    except UserError as error:  # CSPA_EXPLORE_CACHE names an unusable folder
        print(error, file=sys.stderr)
        return 2
    return command_line()


if __name__ == "__main__":
    sys.exit(main())
