"""Plays engine against engine: one game, a match of many games, and the openings of matches.

No clock is used: each side thinks as long as the level allows, in nodes, so a match is the same on every machine, and
an equal seed repeats every game. Only an outside engine has a time limit for an answer.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.arena import players
from engine.arena.jsonl import append_record, read_records
from engine.arena.pipe import ForfeitError
from engine.arena.players import RANDOM as RANDOM
from engine.games import CHANCE, Game, GameError, LineState, Move, replay, write
from engine.games import Player as Side
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import book_of
from engine.solver.solver import Solver

MAX_FORFEITS = 3  # forfeited games in a row that end a match


@dataclass(frozen=True, slots=True)
class Played:
    """Holds one finished game. ``moves`` include chance moves."""

    first: str
    second: str
    moves: tuple[Move, ...]
    winner: Side | None  # None: a draw
    forfeit: str = ""  # how an outside engine failed, as a sentence

    def points(self, level_is_first: bool) -> float:
        """Returns 1, 0.5 or 0 for the named side."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Side.FIRST) == level_is_first)


def random_opening(game: Game[Any], plies: int, seed: int) -> tuple[Move, ...]:
    """Draws random first moves by ``seed``, after which no side has won and no side can win with the next move."""
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
    """Plays one game from the position after ``start``.

    Args:
        sides: the first and the second player. A number is a level (:data:`RANDOM` is the random mover).
        seed: the seed of all randomness in the game.
        show: called with every state and the move before.
    """
    seats = [players.make_player(game, side) if isinstance(side, int) else side for side in sides]
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
    """Plays game after game from ``starts``: openings, each with whether ``first`` moves first.

    Args:
        show: called with every state and the move before.
        store: a file of results. Games in the file are not played again, new games are added, except forfeits.

    Yields:
        Each game, with whether ``first`` moved first.

    Raises:
        GameError: an outside engine has forfeited :data:`MAX_FORFEITS` games in a row, or cannot be started again.
    """
    forfeits = 0
    records = {record.get("name"): record for record in read_records(store)} if store else {}
    for number, (start, is_first) in enumerate(starts):
        sides = (first, second) if is_first else (second, first)
        name = f"{game.name} {sides[0].key} {sides[1].key} {write(game, start)} {seed * 10_000 + number}"
        if name in records:
            played = _finished(game, sides, records[name]["moves"])
        else:
            played = play(game, sides, start, seed * 10_000 + number, show=show)
            if store and not played.forfeit:
                points = played.points(level_is_first=True)
                append_record(store, {"name": name, "points": points, "moves": list(played.moves)})
        yield played, is_first
        forfeits = forfeits + 1 if played.forfeit else 0
        if forfeits == MAX_FORFEITS:
            raise GameError(f"the match ends after {forfeits} forfeited games in a row: {played.forfeit}")


def _finished(game: Game[Any], sides: Sequence[players.Player], moves: Sequence[Move]) -> Played:
    """Returns a game from the file of results."""
    end = game.outcome(replay(game, moves))
    if end is None:
        raise GameError(f"the store of results holds a game that is not over: {write(game, moves)}")
    return Played(sides[0].name, sides[1].name, tuple(moves), end.winner)


def _draw(game: Game[Any], state: Any, rng: random.Random) -> Move:
    if game.to_move(state) is CHANCE:
        lots, shares = zip(*game.outcomes(state), strict=True)
        return int(rng.choices(lots, shares)[0])
    return int(rng.choice(list(game.moves(state))))


PLIES = range(4, 9)  # plies of an opening with a known result. Each length is equally frequent

KINDS = ("random", "draws", "wins", "losses")


def openings(game: Game[Any], kind: str, seed: int, plies: int = 4) -> Iterator[tuple[tuple[Move, ...], bool]]:
    """Yields openings without end, each with whether the match's first player moves first.

    Args:
        kind: ``random``, ``draws`` (theoretical draws): each opening comes with both colours. ``wins``, ``losses``:
            theoretical wins or losses of the match's first player, with the right colour.
        plies: the length of random openings.

    Raises:
        GameError: ``kind`` needs an exact solver, and the game has none.
    """
    kernels = KERNEL_CACHE.kernels_for(game)
    solver = kernels.solver if kernels else None
    if kind != "random" and solver is None:
        raise GameError(f"{game.title} has no exact solver, so only random openings can be had")
    number = seed * 10_000
    while True:
        line = random_opening(game, plies if solver is None or kind == "random" else PLIES[number % len(PLIES)], number)
        number += 1
        if kind == "random" or solver is None:
            yield from ((line, True), (line, False))
            continue
        state = replay(game, line)
        if not isinstance(state, LineState):
            raise TypeError("a solver's states are those of a line game")
        score = _score(solver, game, state)
        if kind == "draws" and score == 0:
            yield from ((line, True), (line, False))
        elif kind != "draws" and score:
            mover_wins = (score > 0) == (kind == "wins")
            yield line, mover_wins == (game.to_move(state) == 0)


def _score(solver: Solver, game: Game[Any], state: LineState) -> int:
    """Returns the exact score number for the side to move, from the book if possible."""
    book = book_of(game)
    score = book.score(state) if book else None
    return solver.solve(state.own, state.mask).score if score is None else score
