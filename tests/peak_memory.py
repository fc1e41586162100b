"""The largest memory that a process has used."""

import re
from pathlib import Path


def peak_megabytes(pid="self"):
    """Return the process's peak in MB. (`ru_maxrss` would count the memory of the parent at the fork, too.)"""
    return int(re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())[1]) / 1024
