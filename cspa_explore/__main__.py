"""`python -m cspa_explore`."""

import sys

try:
    from cspa_explore.cli import main
except KeyboardInterrupt:  # while the libraries are loaded
    sys.exit(130)

sys.exit(main())
