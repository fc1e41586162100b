"""Settings shared by all tests."""

import os

from hypothesis import settings

# No deadline: a first call may compile. On CI the examples are the same every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
