"""Defines the values in which the engine reports a mind's thinking to the page."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games import Move, Score
from engine.mind.tree.advance import Kept


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a mind's answer: the chosen move, and the mind's knowledge at that moment.

    Args:
        ply: plies played before the move.
        value: in [-1, 1], for the side to move.
        score: the exact result, where proven.
        seconds: the time from the question to the answer.
        expected: the last opponent's move, as the mind had expected it; None: no opinion.
        slip: whether a level below the top passed over a better move in sight.
        why: the reason for a choice among equal moves, as a sentence; "" without one.
        better: the better move of a slip.
        kept: the part of the tree that the last move before has left.
    """

    ply: int
    move: Move
    value: float
    score: Score | None
    nodes: int
    seconds: float
    expected: Move | None = None
    slip: bool = False
    why: str = ""
    better: Move | None = None
    kept: Kept = field(default=Kept(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class MoveView:
    """Shows one legal move. Value and bounds are for the side to move.

    Args:
        value: in [-1, 1].
        low, high: proven bounds, as score numbers (22 minus the winner's stones on a 7x6 board, negative for a loss).
        proven: whether both bounds are equal.
        words: the proven result in words; "" without one.
        depth: plies of the search behind ``value``; None for a search to the end of the game.
        visits: positions searched beneath the move.
        refutation: the reply with a cutoff.
    """

    move: Move
    value: float
    low: int
    high: int
    proven: bool
    words: str
    depth: int | None
    visits: int
    refutation: Move | None


@dataclass(frozen=True, slots=True)
class Digest:
    """Holds everything that the page shows of a mind, at one moment.

    Args:
        ply: plies played.
        seat: the mind's seat at the table, or None.
        pondering: whether the mind thinks on the opponent's time.
        busy: whether the mind thinks at all.
        solved: whether no move needs further search.
        depth: plies of the deepest finished iteration at the root.
        nodes: positions searched in the whole game, ``nodes_per_second`` on average.
        tree: nodes of the explicit tree, of which the last advance ``kept`` and ``pruned`` so many.
        expected: the best move at the root, or None.
        pv: the principal variation.
    """

    ply: int
    seat: int | None
    pondering: bool
    busy: bool
    solved: bool
    depth: int
    nodes: int
    nodes_per_second: int
    tree: int
    kept: int
    pruned: int
    expected: Move | None
    pv: tuple[Move, ...]
    moves: tuple[MoveView, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """Answers "why not here?" with a legal line, which begins with the moves in question, and a sentence."""

    line: tuple[Move, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Shows one node in the picture of the tree's top. Value and bounds are for the side that made the move.

    Args:
        parent: the place of the parent in the list; -1 for the root.
        value: in [-1, 1].
        low, high: proven bounds, as score numbers; ``proven`` where both are equal.
        depth: plies of the search behind ``value``; 0 without one.
        visits: positions searched beneath the node.
        share: part of the root's visits that fell beneath the node.
        refutation: the best reply, or the reply with a cutoff.
    """

    parent: int
    move: Move
    value: float
    low: int
    high: int
    proven: bool
    depth: int
    visits: int
    share: float
    refutation: Move | None


@dataclass(frozen=True, slots=True)
class Preview:
    """Tells how a level would play a position, and which proven result lies beyond the level's horizon.

    Args:
        ply: moves played so far, chance moves included.
        value: in [-1, 1], for the side to move, by the level's own search.
        words: the move as a sentence.
        blind: a proven result beyond the level's horizon, as a sentence; "" without one.
    """

    level: int
    ply: int
    move: Move
    value: float
    words: str
    blind: str
