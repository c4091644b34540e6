"""Engine against engine: one game, and a match of many.

Nothing here looks at a clock: each side thinks until its level has had its say, so a match is the same on every
machine, and a seed repeats it. Only an outside engine has so many seconds for an answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.arena import players
from engine.arena.pipe import ForfeitError
from engine.arena.players import RANDOM as RANDOM
from engine.arena.store import append, records
from engine.games import CHANCE, Game, GameError, Move, replay, write
from engine.games import Player as Side

MAX_FORFEITS = 3
"""A match ends after so many forfeited games in a row: that engine does not play."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: the names of both sides, its moves (drawn lots included), who won (None: a draw), and how an
    outside engine forfeited it ("": it was played to its end)."""

    first: str
    second: str
    moves: tuple[Move, ...]
    winner: Side | None
    forfeit: str = ""

    def points(self, level_is_first: bool) -> float:
        """1, a half or 0 for the side named."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Side.FIRST) == level_is_first)


def opening(game: Game[Any], plies: int, seed: int) -> tuple[Move, ...]:
    """Random first moves after which nobody has won and nobody can win at once, drawn by ``seed``."""
    rng = random.Random(f"opening {seed}")
    while True:
        state, moves = game.initial(), []
        for _ in range(plies):
            if game.outcome(state) is not None:
                break
            moves.append(_draw(game, state, rng))
            state = game.play(state, moves[-1])
        while game.outcome(state) is None and game.to_move(state) is CHANCE:
            moves.append(_draw(game, state, rng))
            state = game.play(state, moves[-1])
        if game.outcome(state) is None and game.is_quiet(state):
            return tuple(moves)


def play(
    game: Game[Any],
    sides: Sequence[int | players.Player],
    start: Sequence[Move] = (),
    seed: int = 0,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
) -> Played:
    """One game from the position after ``start``.

    Args:
        game: the rules.
        sides: the first and the second player; a number is a level (:data:`RANDOM` is the random mover).
        start: moves already made.
        seed: of all chance in it.
        show: called with every state and the move that led there.
    """
    seats = [players.seat(game, side) if isinstance(side, int) else side for side in sides]
    for place, player in enumerate(seats):
        player.begin(seed * 2 + place)
    rng = random.Random(f"lots {seed}")
    moves, state, forfeit = list(start), replay(game, start), ""
    if show:
        show(state, None)
    while game.outcome(state) is None:
        side = game.to_move(state)
        try:
            moves.append(_draw(game, state, rng) if side is CHANCE else seats[side].move(moves))
        except ForfeitError as error:
            forfeit = str(error)
            break
        state = game.play(state, moves[-1])
        if show:
            show(state, moves[-1])
    for player, given in zip(seats, sides, strict=True):
        if isinstance(given, int):
            player.close()
    end = game.outcome(state)
    winner = end.winner if end else game.to_move(state).other
    return Played(seats[0].name, seats[1].name, tuple(moves), winner, forfeit)


def match(
    game: Game[Any],
    first: players.Player,
    second: players.Player,
    starts: Iterable[tuple[tuple[Move, ...], bool]],
    seed: int = 1,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
    store: Path | None = None,
) -> Iterator[tuple[Played, bool]]:
    """Game after game, each with whether ``first`` had the first stone, as ``starts`` says.

    Games that the file ``store`` holds are read from it, all others are added to it; forfeits are played again.

    Raises:
        GameError: an outside engine has forfeited :data:`MAX_FORFEITS` games in a row, or cannot be started again.
    """
    forfeits = 0
    known = {record.get("name"): record for record in records(store)} if store else {}
    for number, (start, is_first) in enumerate(starts):
        sides = (first, second) if is_first else (second, first)
        name = f"{game.name} {sides[0].key} {sides[1].key} {write(game, start)} {seed * 10_000 + number}"
        if name in known:
            played = _read(game, sides, known[name]["moves"])
        else:
            played = play(game, sides, start, seed * 10_000 + number, show=show)
            if store and not played.forfeit:
                points = played.points(level_is_first=True)
                append(store, {"name": name, "points": points, "moves": list(played.moves)})
        yield played, is_first
        forfeits = forfeits + 1 if played.forfeit else 0
        if forfeits == MAX_FORFEITS:
            raise GameError(f"the match ends after {forfeits} forfeited games in a row: {played.forfeit}")


def _read(game: Game[Any], sides: Sequence[players.Player], moves: Sequence[Move]) -> Played:
    """A game that was played to its end before."""
    end = game.outcome(replay(game, moves))
    if end is None:
        raise GameError(f"the store of results holds a game that is not over: {write(game, moves)}")
    return Played(sides[0].name, sides[1].name, tuple(moves), end.winner)


def _draw(game: Game[Any], state: Any, rng: random.Random) -> Move:
    if game.to_move(state) is CHANCE:
        lots, shares = zip(*game.outcomes(state), strict=True)
        return int(rng.choices(lots, shares)[0])
    return int(rng.choice(list(game.moves(state))))
