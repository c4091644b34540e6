"""Finds the positions of the first moves in which most levels throw the result away, from the levels' own odds."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games import LineGame, LineState, Move, replay
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import WeakPlayer, weak_player
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import Book

PLIES = 8
"""The positions have fewer moves than this: a trap is one of the first eight moves."""
REACHED = 1 / 2000
"""A position counts if the levels, each playing itself, reach it in so many games."""
MOST = 6
"""In a trap at least so many of the ten levels go wrong more often than not."""
_RATED = tuple(range(1, 10))  # level 10 never goes wrong

Odds = dict[Move, float]


@dataclass(frozen=True, slots=True)
class Met:
    """Holds a position of the first moves: the moves there, how often each level comes here, and each level's odds."""

    moves: tuple[Move, ...]
    state: LineState
    reached: tuple[float, ...]
    odds: tuple[Odds, ...]

    @property
    def share(self) -> float:
        """Returns how often the levels come here, on average."""
        return sum(self.reached) / len(self.reached)


@dataclass(frozen=True, slots=True)
class Trap:
    """Holds a position, the move that most levels throw the result away with, and how many levels do."""

    moves: tuple[Move, ...]
    move: Move
    levels: int


def players(game: LineGame) -> list[WeakPlayer]:
    """Returns a player for each level below the top."""
    KERNEL_CACHE.load(game)
    found = [weak_player(game, find_level(number)) for number in _RATED]
    if not all(found):
        raise ValueError("the odds of the levels are known on boards with gravity only")
    return [player for player in found if player]


def met(game: LineGame, plies: int = PLIES, least: float = REACHED) -> Iterator[Met]:
    """Yields the positions of the first ``plies`` moves that the levels reach in at least the share ``least`` of their
    games, the earlier first. A position and its mirror image count as one."""
    levels = players(game)
    row: dict[LineState, tuple[tuple[Move, ...], list[float]]] = {game.initial(): ((), [1.0] * len(levels))}
    for _ in range(plies):
        following: dict[LineState, tuple[tuple[Move, ...], list[float]]] = {}
        for moves, reached in row.values():
            if sum(reached) < least * len(reached):
                continue
            state = replay(game, moves)
            odds = tuple(level.chances(moves) for level in levels)
            yield Met(moves, state, tuple(reached), odds)
            for move in game.moves(state):
                after = game.play(state, move)
                if game.outcome(after) is None:
                    _, sums = following.setdefault(game.key(after), ((*moves, move), [0.0] * len(levels)))
                    for place, chances in enumerate(odds):
                        sums[place] += reached[place] * chances.get(move, 0.0)
        row = following


def trap(book: Book, position: Met) -> Trap | None:
    """Returns the trap of a position, or None. Nothing can be thrown away in a lost position."""
    scores = book.moves(position.state)
    best = max(_sign(score) for score in scores.values())
    wrong = [move for move, score in scores.items() if _sign(score) < best]
    if best < 0 or not wrong:
        return None
    fallen = sum(sum(odds.get(move, 0.0) for move in wrong) > 0.5 for odds in position.odds)
    if fallen < MOST:
        return None
    taken = {move: sum(odds.get(move, 0.0) for odds in position.odds) for move in wrong}
    return Trap(position.moves, max(wrong, key=lambda move: (taken[move], -move)), fallen)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
