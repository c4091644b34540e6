"""Writes all events of a game as one value, and reads the value: column after column, compressed.

A compressor finds little to repeat in a short game. So the compressor begins with a text of the usual events (zlib's
preset dictionary), which makes the values a quarter smaller. The first byte names the format. A released format never
changes, for rows of all releases stay readable.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec

_FORMAT = b"\x01"
_USUAL = (
    b'{"kind":"resigned","seat":1,"spent":0.0}{"kind":"undone","ply":1}{"kind":"rematched","game_id":"'
    b'{"kind":"moved","ply":11,"seat":1,"move":5,"lots":[],"answer":{"expected":5,"seconds":0.0316,"nodes":689,"kept":1,'
    b'"pruned":6,"proven":true,"words":"Yellow wins in 1 move","why":"Column 5 wins in 1.","slip":false,"depth":0,'
    b'"foreseen":false,"share":0.1429,"dropped":12,"better":null,"waited":0.0},"spent":0.0}'
    b'{"kind":"moved","ply":0,"seat":0,"move":4,"lots":[],"answer":null,"spent":0.0}'
    b'{"kind":"created","game":"connect4","seats":[{"kind":"human"},{"kind":"engine","level":5}],"start":[],"seed":'
    b'8778620445302850183,"keys":[null,"controls":[],"per_minute":40.0,"rematch_of":null,"analysis":false,"clock":null,'
    b'"pie":false,"with_help":false,"newcomers":null,"wins":[0,0]}'
)
"""The dictionary of this format; a change of one letter makes all values of this format unreadable."""


class StoredEvent(msgspec.Struct, frozen=True):
    """Holds the columns of a row of ``game_event`` from which all other columns follow.

    Args:
        data: the event as JSON, exactly as stored.
        request_id: the request that caused the event.
        line: of a move: takebacks and redos before.
        at: milliseconds since 1970, UTC.
    """

    data: str
    request_id: str | None
    line: int | None
    at: int


class _Columns(msgspec.Struct, frozen=True, array_like=True):
    """Holds a game by columns; of the times the first one, and the steps from each to the next."""

    data: list[str]
    request_ids: list[str | None]
    lines: list[int | None]
    times: list[int]


def pack(events: Sequence[StoredEvent]) -> bytes:
    """Returns the events 1, 2, 3 ... of a game as one value."""
    times = [event.at for event in events]
    steps = [later - earlier for earlier, later in pairwise([0, *times])]
    columns = _Columns(
        [event.data for event in events],
        [event.request_id for event in events],
        [event.line for event in events],
        steps,
    )
    compressor = zlib.compressobj(9, zdict=_USUAL)
    return _FORMAT + compressor.compress(msgspec.msgpack.encode(columns)) + compressor.flush()


def unpack(value: bytes) -> list[StoredEvent]:
    """Returns the events of a game.

    Raises:
        ValueError: the value has a format of a newer release.
    """
    if value[:1] != _FORMAT:
        raise ValueError(f"the packed game has the unknown format {value[0] if value else None}")
    plain = zlib.decompressobj(zdict=_USUAL).decompress(value[1:])
    columns = msgspec.msgpack.decode(plain, type=_Columns)
    rows = zip(columns.data, columns.request_ids, columns.lines, accumulate(columns.times), strict=True)
    return [StoredEvent(*row) for row in rows]
