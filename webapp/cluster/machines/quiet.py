"""Tells the jobs of a machine how long no move has been due there, by the time of a file.

Workers and host of a machine are children of one node of Ray and inherit the name of the file. Times count from the
start of the machine.
"""

import math
import os
import time
from pathlib import Path

VARIABLE = "FOURTHOUGHT_QUIET_FILE"


def note(quiet: float) -> None:
    """Notes for how many seconds no move has been due, infinite before the first. Does nothing without a file."""
    if name := os.environ.get(VARIABLE):
        path, moment = Path(name), max(0.0, time.monotonic() - quiet)
        if not path.exists():
            path.touch(mode=0o600)
        os.utime(path, (moment, moment))


def seconds() -> float:
    """Returns for how many seconds no move has been due, infinite before the first and without a host."""
    try:
        moment = Path(os.environ[VARIABLE]).stat().st_mtime
    except (KeyError, OSError):
        return math.inf
    return time.monotonic() - moment if moment else math.inf
