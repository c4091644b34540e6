"""Writes files of certificates for ``engine.coach.checker``, and reads unfinished ones so that a run continues."""

import json
import lzma
import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.coach.certificate import VERSION, Claim
from engine.coach.checker import parts
from engine.coach.proving.strategy import Streams
from engine.games import LineGame, LineState, Move

_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]


class Part(NamedTuple):
    """Holds one certificate: the head, and two strings of bytes. An unfinished certificate has no size."""

    head: dict[str, Any]
    streams: Streams

    @property
    def finished(self) -> bool:
        """Tests if the certificate is complete."""
        return self.head["size"] is not None


def head_of(game: LineGame, state: LineState, claim: Claim, first: Move | None) -> dict[str, Any]:
    """Returns the head of a certificate to be packed. ``first`` is the side's first move, None without one."""
    rows = [line.replace(" ", "") for line in game.describe(state).splitlines()]
    said = {"side": int(claim.side), "wins": claim.wins}
    shared = {"version": VERSION, "game": game.name, "connect": game.connect, "rows": rows, "claim": said}
    return {**shared, "first": first, "size": None, "nodes": [], "packed": [0, 0]}


def write(path: Path, proof: Sequence[Part]) -> int:
    """Writes a file, whole or not at all. Returns the number of bytes."""
    data = b"".join(_line(part) + part.streams[0] + part.streams[1] for part in proof)
    packed = lzma.compress(data, format=lzma.FORMAT_XZ, filters=_FILTERS)
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(packed)
    os.replace(beside, path)
    return len(packed)


def read(path: Path) -> list[Part]:
    """Returns the certificates of a file, finished or not. None if there is no file."""
    if not path.exists():
        return []
    return [Part(head, (moves, shapes)) for head, moves, shapes in parts(path.read_bytes())]


def _line(part: Part) -> bytes:
    return json.dumps({**part.head, **_sums(part)}, separators=(",", ":")).encode() + b"\n"


def _sums(part: Part) -> dict[str, Any]:
    if "packed" not in part.head:
        return {}
    return {"packed": [*map(len, part.streams)], "sum": zlib.crc32(b"".join(part.streams))}
