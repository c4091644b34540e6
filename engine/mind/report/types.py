"""Defines the values in which the engine reports a mind's thinking to the page."""

from dataclasses import dataclass, field

from engine.games import Move, Score
from engine.mind.tree.advance import Kept


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a mind's answer: the chosen move, and the mind's knowledge at that moment."""

    ply: int  # plies played before the move
    move: Move
    value: float  # in [-1, 1], for the side to move
    score: Score | None  # the exact result, where proven
    nodes: int
    seconds: float  # the time from the question to the answer
    expected: Move | None = None  # the last opponent's move, as the mind had expected it (None: no opinion)
    slip: bool = False  # whether a level below the top passed over a better move in sight
    why: str = ""  # the reason for a choice among equal moves, as a sentence ("" without one)
    better: Move | None = None  # the better move of a slip
    kept: Kept = field(default=Kept(0, 0), compare=False)  # the part of the tree that the last move before has left


@dataclass(frozen=True, slots=True)
class MoveView:
    """Shows one legal move, for the side to move. Bounds are score numbers: 22 minus the winner's stones on a 7x6
    board, negative for a loss."""

    move: Move
    value: float  # in [-1, 1]
    low: int
    high: int
    proven: bool  # whether both bounds are equal
    words: str  # the proven result in words ("" without one)
    depth: int | None  # plies of the search behind ``value`` (None: to the end of the game)
    visits: int  # positions searched beneath the move
    refutation: Move | None  # the reply with a cutoff


@dataclass(frozen=True, slots=True)
class Digest:
    """Holds everything that the page shows of a mind, at one moment."""

    ply: int  # plies played
    seat: int | None  # the mind's seat at the table, or None
    pondering: bool  # whether the mind thinks on the opponent's time
    busy: bool  # whether the mind thinks at all
    solved: bool  # whether no move needs further search
    depth: int  # plies of the deepest finished iteration at the root
    nodes: int  # positions searched in the whole game, ``nodes_per_second`` on average
    nodes_per_second: int
    tree: int  # nodes of the explicit tree, of which the last advance ``kept`` and ``pruned`` so many
    kept: int
    pruned: int
    expected: Move | None  # the best move at the root, or None
    pv: tuple[Move, ...]  # the principal variation
    moves: tuple[MoveView, ...]
    recalled: int | None = None  # how many days ago the result of the root was proved in another game, if it was


@dataclass(frozen=True, slots=True)
class Why:
    """Answers "why not here?" with a legal line, which begins with the moves in question, and a sentence."""

    line: tuple[Move, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Shows one node of the tree's top. Value and bounds (score numbers) are for the side that made the move."""

    parent: int  # the place of the parent in the list (-1: the root)
    move: Move
    value: float  # in [-1, 1]
    low: int
    high: int
    proven: bool
    depth: int  # plies of the search behind ``value`` (0 without one)
    visits: int  # positions searched beneath the node
    share: float  # part of the root's visits that fell beneath the node
    refutation: Move | None  # the best reply, or the reply with a cutoff


@dataclass(frozen=True, slots=True)
class Preview:
    """Tells how a level would play a position, after ``ply`` moves (chance moves included), in ``words``. ``value`` is
    in [-1, 1], for the side to move, by the level's own search. ``blind`` is a sentence about a proven result beyond
    the level's horizon, or "". ``glance``: the thought was cut short, so the level itself may play otherwise."""

    level: int
    ply: int
    move: Move
    value: float
    words: str
    blind: str
    glance: bool = False
