"""Starts a server without compiled kernels in little memory: ``python -m tests.release.cold 300 448`` (Linux, root).

Each number is a limit in MiB for the server and its processes together, by a control group. Prints whether the server
lives, when it is ready, and how many of its processes the kernel has ended.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.server import TableServer

_V1, _V2 = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")


@contextmanager
def group(mib: int) -> Iterator[Path]:
    """Yields a control group with a limit of memory, which is empty at the end."""
    top, limit = (_V1, "memory.limit_in_bytes") if _V1.exists() else (_V2, "memory.max")
    folder = top / f"fourthought-{os.getpid()}-{mib}"
    folder.mkdir()
    try:
        (folder / limit).write_text(str(mib << 20))
        yield folder
    finally:
        folder.rmdir()


def kills(folder: Path) -> int:
    """Returns how many processes of a group the kernel has ended for want of memory."""
    file = folder / ("memory.oom_control" if folder.parent == _V1 else "memory.events")
    found = re.search(r"^oom_kill (\d+)$", file.read_text(), re.MULTILINE)
    return int(found[1]) if found else 0


def start(mib: int) -> tuple[bool, float, int]:
    """Returns whether the server lives, the seconds until it is ready, and the processes that were ended."""
    with group(mib) as inside, tempfile.TemporaryDirectory() as name:
        before = Path("/proc/self/cgroup").read_text()
        path = re.search(r"^(?:\d+:memory:|0::)(.*)$", before, re.MULTILINE)
        assert path is not None
        os.environ["XDG_CACHE_HOME"] = name
        (inside / "cgroup.procs").write_text(str(os.getpid()))
        try:
            began, server = time.monotonic(), TableServer(Path(name))
        finally:
            (inside.parent / path[1].lstrip("/") / "cgroup.procs").write_text(str(os.getpid()))
        try:
            server.wait_until_ready()
            return True, time.monotonic() - began, kills(inside)
        except AssertionError:
            return False, time.monotonic() - began, kills(inside)
        finally:
            server.stop()
            time.sleep(1.0)


def main() -> None:
    print("| limit | the server lives | ready after | processes ended by the kernel and started again |")
    print("|---:|---|---:|---:|")
    for mib in map(int, sys.argv[1:] or ("300", "448")):
        lives, seconds, ended = start(mib)
        print(f"| {mib} MiB | {'yes' if lives else 'no'} | {seconds:.0f} s | {ended} |", flush=True)


if __name__ == "__main__":
    main()
