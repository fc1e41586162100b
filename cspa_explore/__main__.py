"""`python -m cspa_explore`."""

import sys

from cspa_explore.cli import main

sys.exit(main())
