"""Proves the value of a position: one certificate of the winner, or two of a draw."""

import json
import lzma
import os
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.coach.certificate import VERSION, Claim
from engine.coach.checker import parts
from engine.coach.proof_search import check_game
from engine.coach.proving.oracle import Oracle, SmallProofs, Value, value
from engine.coach.proving.strategy import Leaves, Strategy, Streams
from engine.games import GameError, LineGame, LineState, Move, Player
from engine.nets.net import Net
from engine.solver.solver import Solver

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


SAVE_SECONDS = 60.0
TELL_SECONDS = 0.2


class Progress(NamedTuple):
    """Tells how far a proof is."""

    claim: Claim | None  # None until the value is known
    positions: int  # of the proof so far
    done: float  # the share of the proof, from 0 to 1, by the replies at every branch


Tell = Callable[[Progress], None]


def claims(game: LineGame, state: LineState, found: Value) -> list[Claim]:
    """Returns the claims that make a value."""
    mover = game.to_move(state)
    if found.sign:
        return [Claim(mover if found.sign > 0 else mover.other, True)]
    return [Claim(Player.FIRST, False), Claim(Player.SECOND, False)]


def prove(
    game: LineGame, state: LineState, path: Path, *, table_mb: float, tell: Tell, net: Net | None = None
) -> list[Part]:
    """Writes the proof of a position's value into a file, and returns the certificates.

    After an interruption the file holds everything that is done, and the next call with the same arguments continues.
    Raises GameError if the game is over, or has no proofs, or the file holds the proof of another position, or the
    network is for another board.

    Args:
        tell: called from time to time.
        net: a network of the board which orders the solver's early moves. None: the network which ships, if one does.
    """
    check_game(game)
    if game.outcome(state) is not None:
        raise GameError("the game is over; there is nothing to prove")
    solver = Solver(game.width, game.height, game.connect, table_mb=table_mb, net=net)
    proof = _begun(game, state, path) or _begin(game, state, solver, tell)
    for number, part in enumerate(proof):
        if not part.finished:
            _Run(game, solver, path, proof, number, tell).finish()
    write(path, proof)
    return proof


def _begun(game: LineGame, state: LineState, path: Path) -> list[Part]:
    try:
        proof = read(path)
    except ValueError:
        raise GameError(f"{path} holds something else than proofs; give another file") from None
    wanted = head_of(game, state, Claim(Player.FIRST, False), None)
    if any(part.head.get(key) != wanted[key] for part in proof for key in ("rows", "connect")):
        raise GameError(f"{path} holds a proof of another position; give another file")
    return proof


def _begin(game: LineGame, state: LineState, solver: Solver, tell: Tell) -> list[Part]:
    """Returns empty certificates of all claims. A game that ends with the first move is proved immediately."""
    found = value(solver, state, lambda: tell(Progress(None, 0, 0.0)))
    heads = [
        head_of(game, state, claim, found.move if claim.side is game.to_move(state) else None)
        for claim in claims(game, state, found)
    ]
    for head in heads:
        if head["first"] and game.outcome(game.play(state, head["first"])) is not None:
            head["size"] = 1
            del head["packed"]
    return [Part(head, (b"", b"")) for head in heads]


class _Run:
    """Finishes the certificate ``number`` of a proof."""

    def __init__(self, game: LineGame, solver: Solver, path: Path, proof: list[Part], number: int, tell: Tell) -> None:
        self._game, self._solver, self._path, self._tell = game, solver, path, tell
        self._proof, self._number, self._saved, self._told = proof, number, time.monotonic(), 0.0
        said = proof[number].head["claim"]
        self._claim = Claim(Player(said["side"]), said["wins"])
        self._strategy: Strategy | None = None

    def finish(self) -> None:
        """Builds the certificate. If the work ends early, the file keeps everything that is done."""
        part = self._proof[self._number]
        oracle = Oracle(self._solver, self._claim.wins, self._wait)
        leaves = Leaves(self._game, self._claim.wins)
        try:
            done = Strategy(part.head, oracle, leaves, SmallProofs(self._game), part.streams, self._tick)
        except BaseException:
            self._save()
            raise
        self._proof[self._number] = Part({**part.head, "size": max(1, done.size)}, done.streams)

    def _tick(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._wait()
        if time.monotonic() > self._saved + SAVE_SECONDS:
            self._save()
            self._saved = time.monotonic()

    def _wait(self) -> None:
        at = self._strategy
        if time.monotonic() > self._told + TELL_SECONDS:
            self._told = time.monotonic()
            self._tell(Progress(self._claim, len(at.sizes) if at else 0, at.done if at else 0.0))

    def _save(self) -> None:
        if self._strategy:
            part = self._proof[self._number]
            self._proof[self._number] = part._replace(streams=self._strategy.streams)
            write(self._path, self._proof)
