"""Runs the tests in several processes (``pytest --workers 4``), which share one collection.

Every worker is a fork of the process that has imported and collected all tests. Workers which are programs of their
own, as those of pytest-xdist, import and collect everything once more each: ten seconds of processor time a worker,
twenty where no module is compiled yet. Where a system cannot fork, all tests run in one process.
"""

import contextlib
import multiprocessing
import os
import struct
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from itertools import groupby
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

from tests.browser.servers import shared
from tests.groups import group_of, is_dear

_NUMBER = struct.Struct("=H")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    parser.addoption("--workers", type=int, default=1, help="processes that share the tests (default: 1)")
    parser.addoption("--after", type=int, help="a pipe: one worker alone works before the other end is closed")


@pytest.hookimpl
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Runs all tests by workers where several are asked for. Else pytest runs the tests."""
    count = session.config.getoption("--workers")
    if count < 2 or session.testsfailed or session.config.option.collectonly or not hasattr(os, "fork"):
        return None
    in_browser = (item for item in session.items if item.get_closest_marker("browser"))
    wanted = {name for item in in_browser for name in getattr(item, "fixturenames", ())}
    with tempfile.TemporaryDirectory(prefix="fourthought-tests-") as folder, shared(wanted, Path(folder)):
        died = _Workers(session, count, Path(folder)).run()
    if died:
        raise session.Interrupted("a worker has died, so some tests may not have run")
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    return True


def in_groups(items: Sequence[pytest.Item]) -> list[list[pytest.Item]]:
    """Returns the tests by group: the dear ones first, else in the order of each group's first test."""
    names = {name: place for place, name in reversed(list(enumerate(group_of(item.nodeid) for item in items)))}
    dear = {group_of(item.nodeid) for item in items if is_dear(item.nodeid)}
    ordered = sorted(items, key=lambda item: (group_of(item.nodeid) not in dear, names[group_of(item.nodeid)]))
    return [list(group) for _, group in groupby(ordered, key=lambda item: group_of(item.nodeid))]


class Queue:
    """Holds the numbers below ``count`` in a pipe, from which a free process takes the next number."""

    def __init__(self, count: int) -> None:
        self._reader, writer = os.pipe()
        os.write(writer, b"".join(map(_NUMBER.pack, range(count))))
        os.close(writer)

    def __iter__(self) -> Iterator[int]:
        """Takes number after number until none is left."""
        while taken := os.read(self._reader, _NUMBER.size):
            yield _NUMBER.unpack(taken)[0]

    def clear(self) -> None:
        """Takes all numbers that are left."""
        for _ in self:
            pass

    def close(self) -> None:
        """Closes the pipe of this process."""
        os.close(self._reader)


class _Workers:
    """Starts the workers, with a temporary folder each, and passes their reports on to pytest."""

    def __init__(self, session: pytest.Session, count: int, folder: Path) -> None:
        self._session, self._hook = session, session.config.hook
        self._groups = in_groups(session.items)
        self._queue = Queue(len(self._groups))
        self._stop = multiprocessing.get_context("fork").Event()
        self._running = dict(self._start(folder / str(number), alone=not number) for number in range(count))
        self._last: dict[Connection, pytest.Item] = {}

    def run(self) -> bool:
        """Waits for all workers, and returns whether one has died.

        After the failures allowed by ``--maxfail`` each worker ends with the running test.
        """
        died = False
        try:
            while self._running:
                for line in wait(list(self._running)):
                    assert isinstance(line, Connection)
                    died |= not self._hear(line)
                if self._session.shouldfail or self._session.shouldstop:
                    self._stop.set()
        finally:
            self._stop.set()
            self._queue.clear()
            self._queue.close()
            for process in self._running.values():
                process.join()
        return died

    def _start(self, folder: Path, alone: bool) -> tuple[Connection, Any]:
        folder.mkdir()
        context = multiprocessing.get_context("fork")
        line, other = context.Pipe(duplex=False)
        after = None if alone else self._session.config.getoption("--after")
        process = context.Process(target=self._work, args=(folder, other, after))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # NumPy's threads for matrices survive a fork
            process.start()
        other.close()
        return line, process

    def _hear(self, line: Connection) -> bool:
        """Passes on one message of a worker. Reports a failure and returns False if the worker has died."""
        try:
            kind, said = line.recv()
        except EOFError:
            return self._end(line)
        if kind == "begin":
            self._last[line] = self._session.items[said]
        elif kind == "report":
            report = self._hook.pytest_report_from_serializable(config=self._session.config, data=said)
            self._hook.pytest_runtest_logreport(report=report)
        else:
            item = self._last[line]
            self._hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def _end(self, line: Connection) -> bool:
        process = self._running.pop(line)
        process.join()
        if process.exitcode == 0:
            return True
        item = self._last.get(line, self._session.items[0])
        words = f"The worker ended with code {process.exitcode}; further tests of this file may not have run."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", words, "call")
        self._hook.pytest_runtest_logreport(report=report)
        return False

    # --- inside a worker ---

    def _work(self, folder: Path, line: Connection, after: int | None) -> None:
        if after is not None:
            os.read(after, 1)
        config = self._session.config
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)  # each worker has separate temporary folders
        config.pluginmanager.unregister(name="terminalreporter")
        capture = config.pluginmanager.getplugin("capturemanager")
        capture.stop_global_capturing()  # the file of the process before
        capture.start_global_capturing()
        config.pluginmanager.register(_Reporter(config, line))
        places = {item: place for place, item in enumerate(self._session.items)}
        items = (item for number in self._queue for item in self._groups[number])
        item = next(items, None)
        while item is not None:
            then = None if self._stop.is_set() else next(items, None)
            line.send(("begin", places[item]))
            config.hook.pytest_runtest_protocol(item=item, nextitem=then)
            item = then
        with contextlib.suppress(OSError):
            line.close()


class _Reporter:
    """Sends the reports of a worker's tests to the process that started the worker."""

    def __init__(self, config: pytest.Config, line: Connection) -> None:
        self._config, self._line = config, line

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Sends a report."""
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("report", data))

    def pytest_runtest_logfinish(self) -> None:
        """Tells that a test has ended."""
        self._line.send(("finish", None))
