"""Keeps the rows of one board in a file that several processes append to and read.

The file begins with a head: a magic word with the version, the board's rules, a check sum. Rows
follow, each with its own check sum. A record so names the rules and never the code. Appending and rewriting hold a lock
on a second file, which ends with the process. A process that died while writing leaves a torn row at the end, which the
next writer cuts off. A rewritten file is a new file: the others see that, and read it from its beginning.
"""

import logging
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from engine.solver.proof_log.boards import Rows, keys
from engine.solver.proof_log.rows import Board, chosen, dearest, merge, signed, sound, to_bytes

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_log = logging.getLogger(__name__)

_MAGIC = b"4TPROOF1"
HEAD_BYTES = 32
ENDING = ".proofs"
_LEFT = 0.75  # the part of the bound that a rewritten file may take


def head_of(board: Board) -> bytes:
    """Returns the first bytes of a board's file."""
    head = (_MAGIC + board.rules.encode()).ljust(HEAD_BYTES - 4, b"\0")
    return head + zlib.crc32(head).to_bytes(4, "little")


def board_of(head: bytes) -> Board | None:
    """Returns the board of a file with this head, None for another kind or version of file."""
    words = head[len(_MAGIC) : -4].rstrip(b"\0").decode("ascii", "replace").split(" ")
    with suppress(ValueError, IndexError):
        width, height = words[0].split("x")
        board = Board(int(width), int(height), int(words[2]))
        return board if head_of(board) == head else None
    return None


class ProofFile:
    """Appends to the file of ``board`` in ``folder``, and reads what is new in it. The file never has more than
    ``cap`` bytes: before, the cheapest proofs leave. One thread at a time uses an object. Raises OSError."""

    def __init__(self, folder: Path, board: Board, cap: int) -> None:
        self.board, self.path, self.cap = board, folder / f"{board.rules.replace(' ', '-')}{ENDING}", cap
        self._lock = self.path.with_suffix(".lock")
        self._head = head_of(board)
        self._seen, self._read_to = (0, 0), 0

    @property
    def most(self) -> int:
        """Returns the most rows of a file that was just rewritten."""
        return max(1, int((self.cap - HEAD_BYTES) * _LEFT) // self.board.row_bytes)

    def sync(self, new: Rows) -> tuple[Rows, bool]:
        """Appends ``new`` rows, and returns all that were not read before, by whichever process they were written.
        True: the file was another one, and these are all its rows."""
        with self._held(), self._opened() as file:
            size = self._mend(file)
            if len(new):
                if size + len(new) * self.board.row_bytes > self.cap:
                    self._rewrite(np.concatenate([self._rows(file, HEAD_BYTES), signed(new)]))
                else:
                    os.write(file, to_bytes(new))
        with self._opened() as file:
            found = os.fstat(file)
            is_other = self._seen != (found.st_dev, found.st_ino) or self._read_to > found.st_size
            if is_other:
                self._seen, self._read_to = (found.st_dev, found.st_ino), HEAD_BYTES
            rows = self._rows(file, self._read_to)
            self._read_to += len(rows) * self.board.row_bytes
        return self._without_damage(rows), is_other

    def rewrite(self, drop: Rows | None = None) -> None:
        """Rewrites the file: one row for each position, the dearest, without those of the positions in ``drop``."""
        with self._held(), self._opened() as file:
            self._mend(file)
            rows = self._rows(file, HEAD_BYTES)
            self._rewrite(rows if drop is None else rows[~np.isin(keys(rows), keys(drop))])

    def _without_damage(self, rows: Rows) -> Rows:
        good = sound(rows)
        if not good.all():
            _log.warning("%d of the proofs in %s are damaged, and are left out", int((~good).sum()), self.path)
            self.rewrite()
        return chosen(rows, good)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Holds the lock of the file, also against other processes."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
            else:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            yield file
        finally:
            os.close(file)

    def _mend(self, file: int) -> int:
        """Cuts off a torn last row, or empties a file with a damaged head. Returns the size in bytes."""
        size = os.fstat(file).st_size
        os.lseek(file, 0, os.SEEK_SET)
        head = os.read(file, HEAD_BYTES)
        if head != self._head:
            if not self._head.startswith(head):
                _log.warning("%s is damaged or of another version, and begins anew", self.path)
            os.ftruncate(file, 0)
            os.write(file, self._head)
            self._seen = (0, 0)
            return HEAD_BYTES
        whole = size - (size - HEAD_BYTES) % self.board.row_bytes
        if whole < size:
            os.ftruncate(file, whole)
        return whole

    def _rewrite(self, rows: Rows) -> None:
        kept, _ = merge(rows[sound(rows)] if len(rows) else rows)
        fresh = self.path.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(self._head + to_bytes(dearest(kept, self.most)))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self.path)

    def _rows(self, file: int, begin: int) -> Rows:
        os.lseek(file, begin, os.SEEK_SET)
        with open(file, "rb", closefd=False) as stream:
            return self.board.from_bytes(stream.read(self.cap))


def read_all(folder: Path) -> Iterator[tuple[Board, Rows, int]]:
    """Yields the board of each file in a folder, with its proofs and its bytes. Changes nothing: a damaged file counts
    as empty. Raises OSError."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        data = path.read_bytes()
        if board := board_of(data[:HEAD_BYTES]):
            rows = board.from_bytes(data[HEAD_BYTES:])
            yield board, merge(rows[sound(rows)])[0] if len(rows) else rows, len(data)
