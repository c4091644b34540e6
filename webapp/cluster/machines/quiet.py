"""Tells the jobs of a machine how long no move has been due there, by the time of a file. The host writes the file
beside the node of Ray, whose workers inherit the name. Times count from the start of the machine."""

import math
import os
import time
from pathlib import Path

VARIABLE = "FOURTHOUGHT_QUIET_FILE"


def note(path: Path, quiet: float) -> None:
    """Notes in a file for how many seconds no move has been due, infinite before the first."""
    moment = max(0.0, time.monotonic() - quiet)
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
