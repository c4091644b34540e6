"""Reads an arena's file of games: each byte once for the certificates, and in pieces for a download."""

import json
from collections import deque
from pathlib import Path
from threading import Lock

from engine.games.formats.records import GameRecord, from_json

PIECE = 256 << 10
"""The most bytes of games in one answer, and the most that are read at once."""
_FROM_THE_END = 16 << 20
"""Bytes at the end of the file that count for the certificates when a server starts."""
_SHOWN = 40
_NAMES_AT_MOST = 1000
_NO_GAME = ValueError, LookupError, TypeError, RecursionError


class GamesFile:
    """Reads a file that holds one game a line, as JSON, and may grow. Several threads may use one reader."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()
        self._at = 0
        self._last: dict[str, deque[bytes]] = {}

    def of(self, name: str) -> list[GameRecord]:
        """Returns the last games of a program, the latest first: none where there is no file."""
        with self._lock:
            try:
                self._read_on()
            except OSError:
                return []
            lines = list(self._last.get(name, ()))
        return [game for game in map(_game, reversed(lines)) if game is not None]

    def piece(self, before: int | None = None) -> tuple[bytes, int]:
        """Returns the whole lines that end before a byte (None: all), and where they begin. Raises OSError."""
        with self._file.open("rb") as file:
            size = file.seek(0, 2)
            end = size if before is None else min(max(0, before), size)
            begin = max(0, end - PIECE)
            file.seek(begin)
            body = file.read(end - begin)
        if begin:  # a part of a line is no game
            cut = body.find(b"\n")
            begin, body = (begin + cut, body[cut:]) if cut >= 0 else (begin, b"")
        return body.lstrip(b"\n"), begin

    def _read_on(self) -> None:
        with self._file.open("rb") as file:
            size = file.seek(0, 2)
            if size < self._at:  # another file
                self._at = 0
                self._last.clear()
            self._at = max(self._at, size - _FROM_THE_END)
            while self._at < size:
                file.seek(self._at)
                lines, end, rest = file.read(PIECE).rpartition(b"\n")
                for line in lines.split(b"\n"):
                    self._note(line)
                self._at += len(lines) + len(end)
                is_last = self._at + len(rest) >= size
                if self._note(rest) or not (end or is_last):
                    self._at += len(rest)
                elif is_last:
                    return  # a line that is being written

    def _note(self, line: bytes) -> bool:
        """Keeps a line with its players. Returns False for what is no game."""
        try:
            players = json.loads(line)["players"]
            names = {str(players[0]), str(players[1])}
        except _NO_GAME:
            return False
        for name in names:
            if name in self._last or len(self._last) < _NAMES_AT_MOST:
                self._last.setdefault(name, deque(maxlen=_SHOWN)).append(line)
        return True


def _game(line: bytes) -> GameRecord | None:
    try:
        return from_json(json.loads(line))
    except _NO_GAME:
        return None
