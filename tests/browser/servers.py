"""Starts the servers of the browser tests: once for all workers, before these part, or for one process alone."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.server import TableServer

SETTINGS: Mapping[str, Mapping[str, float]] = {
    "server": {"ponder_seconds": 0.0},
    "hasty": {"away": 0.5, "stand_in": 1.5, "claim": 3.0},
}
"""The settings of each, by the name of the fixture."""
_SHARED: dict[str, TableServer] = {}


@contextmanager
def started(name: str, folder: Path) -> Iterator[TableServer]:
    """Provides a server that is ready: the one for all workers, or one of this process."""
    with ExitStack() as stack:
        server = _SHARED.get(name) or stack.enter_context(_running(name, folder))
        server.wait_until_ready()
        yield server


@contextmanager
def shared(names: set[str], folder: Path) -> Iterator[None]:
    """Starts the named servers. This process and the processes that it forks share them."""
    with ExitStack() as stack:
        for name in sorted(names & SETTINGS.keys()):
            (folder / name).mkdir()
            _SHARED[name] = stack.enter_context(_running(name, folder / name))
        try:
            yield
        finally:
            _SHARED.clear()


@contextmanager
def _running(name: str, folder: Path) -> Iterator[TableServer]:
    # What one test's game has proved would be known in the next one's.
    server = TableServer(folder, threads=1, proofs="off", **SETTINGS[name])
    try:
        yield server
    finally:
        server.stop()
