"""Holds the proofs of one board in memory, and a thread that brings them to the file of all tables and back."""

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.solver.proof_log.boards import Rows, keys
from engine.solver.proof_log.file import ProofFile
from engine.solver.proof_log.rows import (
    Board,
    Proof,
    chosen,
    dearest,
    merge,
    proof_of,
    says_more,
)

_log = logging.getLogger(__name__)

DEAR = 20_000
"""Positions from which a proof is kept: some two milliseconds of a search."""
PROVED_AGAIN = 0.01  # the part of the proofs that is proved again
_MOST_DOUBTS = 16_384
_YOUNG = 8_192  # rows that are looked through apart from the others, so that a few new ones cost little
_PIECE = 32_768
_WAITING = 16_384  # the most rows that wait for the thread
_PAUSE = 0.02  # seconds between two visits to the file
_LOOK_SECONDS = 5.0  # seconds after which the file is looked at for the rows of other processes


class ProofLog:
    """Finds and adds the proofs of one board, from any thread: those that cost ``least`` positions or more."""

    def __init__(self, file: ProofFile, least: int = DEAR) -> None:
        self.board, self.least = file.board, least
        self.doubtful: list[Rows] = []
        """Rows to be proved again, one each."""
        self._file = file
        self._old = self._young = _Sorted(self.board.empty())
        self._has_read = False
        self._queue: list[Rows] = []
        self._queued, self._lock, self.own_turn = 0, threading.Lock(), threading.Lock()
        self._fails = False
        self.wake = threading.Event()

    @property
    def rows(self) -> Rows:
        """Returns all proofs, the new ones last. A position may come twice, then with more bounds."""
        return np.concatenate([self._old.rows, self._young.rows])

    def find(self, own: int, mask: int) -> Proof | None:
        """Returns what is known of a position, as seen by the side to move, or None."""
        key, is_mirrored = self.board.key(own, mask)
        found = None
        for part in (self._old, self._young):
            at = int(np.searchsorted(part.keys, key))
            if at < len(part.keys) and part.keys[at] == key:
                one = proof_of(part.rows[at])
                found = one  # the young row knows all that the old one does
        if found and is_mirrored and found.move:
            found = found._replace(move=self.board.width + 1 - found.move)
        return found

    def pieces(self) -> Iterator[Rows]:
        """Yields all proofs, so many at a time that no slice of a search is late."""
        rows = self.rows
        for begin in range(0, len(rows), _PIECE):
            yield rows[begin : begin + _PIECE]

    def add(self, report: Rows, tag: int) -> None:
        """Takes the report of a search for the game of ``tag``. The file gets it soon."""
        if int(report[:, 3].max(initial=0)) < self.least:
            return
        self._put(self.board.of_report(report, self.least, today(), tag))

    def add_nodes(self, nodes: Any, tag: int) -> None:
        """Takes dear nodes of a tree, as far as their bounds are news: many cheap visits make a dear node."""
        if not len(nodes):
            return
        rows = self.board.of_nodes(nodes, today(), tag)
        for part in (self._old, self._young):
            rows = part.news_in(rows)
        if len(rows):
            self._put(rows)

    def _put(self, rows: Rows) -> None:
        with self._lock:
            if self._queued < _WAITING:
                self._queue.append(rows)
                self._queued += len(rows)
        self.wake.set()

    def sync(self) -> None:
        """Writes what waits, and reads what other processes have written. Only warns where the disk fails."""
        with self.own_turn:
            with self._lock:
                queue, self._queue, self._queued = self._queue, [], 0
            new, is_other = merge(np.concatenate([self.board.empty(), *queue]))[0], False
            try:
                new, is_other = self._file.sync(new)
                self._fails = False
            except OSError as error:
                if not self._fails:
                    _log.warning("the proofs of %s cannot be kept: %s", self.board.rules, error)
                self._fails = True
            if len(new) or is_other:
                self._take(new, is_other)

    def _take(self, new: Rows, is_other: bool) -> None:
        if is_other:
            merged, against = merge(new)
            self._old, self._young = _Sorted(merged), _Sorted(self.board.empty())
        else:
            merged, against = merge(np.concatenate([self._young.rows, self._old.same_as(new), new]))
            self._young = _Sorted(merged)
            if len(merged) > _YOUNG:
                self._old = _Sorted(dearest(merge(self.rows)[0], self._file.cap // self.board.row_bytes))
                self._young = _Sorted(self.board.empty())
        if len(against):
            _log.error("proofs of %s contradict each other, and are dropped: %d", self.board.rules, len(against))
            self._forget(against)
        if not is_other or not self._has_read:
            some = new[np.random.default_rng().random(len(new)) < PROVED_AGAIN]
            self.doubtful = [*self.doubtful, *(row[None] for row in some)][-_MOST_DOUBTS:]
        self._has_read = True

    def drop(self, row: Rows) -> None:
        """Forgets a proof that was found wrong, here and in the file."""
        _log.error("a proof of %s was wrong, and is dropped: %s", self.board.rules, proof_of(row[0]))
        with self.own_turn:
            self._forget(row)

    def _forget(self, rows: Rows) -> None:
        self._old, self._young = self._old.without(rows), self._young.without(rows)
        try:
            self._file.rewrite(drop=rows)
        except OSError as error:
            _log.warning("the proofs of %s cannot be kept: %s", self.board.rules, error)


class _Sorted:
    """Holds rows, each position once, in the order of their keys."""

    def __init__(self, rows: Rows) -> None:
        self.rows, self.keys = rows, keys(rows)

    def news_in(self, rows: Rows) -> Rows:
        """Returns the rows with a bound that is not known here."""
        if not len(self.keys):
            return rows
        at = np.minimum(np.searchsorted(self.keys, keys(rows)), len(self.keys) - 1)
        return chosen(rows, (self.keys[at] != keys(rows)) | says_more(rows, self.rows[at]))

    def same_as(self, rows: Rows) -> Rows:
        """Returns what is known here of the positions of ``rows``."""
        if not len(self.keys):
            return self.rows
        at = np.minimum(np.searchsorted(self.keys, keys(rows)), len(self.keys) - 1)
        return chosen(self.rows, at[self.keys[at] == keys(rows)])

    def without(self, dropped: Rows) -> "_Sorted":
        """Returns the other rows."""
        return _Sorted(self.rows[~np.isin(self.keys, keys(dropped))])


def today() -> int:
    """Returns the day of this machine's calendar, in days since 1970."""
    now = time.time()
    return int((now + time.localtime(now).tm_gmtoff) // 86_400)


class ProofLogs:
    """Opens the log of each board in ``folder``, of at most ``cap_mb`` MiB, and keeps them by one thread. ``least``
    counts the positions from which a proof is kept."""

    def __init__(self, folder: Path, cap_mb: float, least: int = DEAR) -> None:
        self._folder, self._cap, self._least = folder, int(cap_mb * 2**20), least
        self._logs: list[ProofLog] = []
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proofs", daemon=True)
        self._thread.start()

    def open(self, board: Board) -> ProofLog:
        """Returns the log of a board, with what its file holds."""
        log = ProofLog(ProofFile(self._folder, board, self._cap), self._least)
        log.wake = self._wake
        log.sync()
        self._logs.append(log)
        return log

    def doubtful(self) -> ProofLog | None:
        """Returns a log with a proof to be proved again, if there is one."""
        return next((log for log in list(self._logs) if log.doubtful), None)

    def _run(self) -> None:
        while True:
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            for log in list(self._logs):
                try:
                    log.sync()
                except Exception:
                    _log.exception("the proofs of %s could not be kept", log.board.rules)
            time.sleep(_PAUSE)
