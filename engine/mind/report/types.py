"""What a mind says of itself: the values that cross from the engine to whoever watches."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import Move, Score


@dataclass(frozen=True, slots=True)
class Choice:
    """A mind's answer: its move at ``ply``, and what it knew.

    ``value`` is in [-1, 1] for the side that moves; ``score`` is the exact result where it is proven. ``expected`` is
    the last opponent's move that the mind had expected (None: no opinion), ``seconds`` the time from the question to
    the answer, ``slip`` is true when a level below the top passed over a move that it knew to be ``better``.
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


@dataclass(frozen=True, slots=True)
class MoveView:
    """One legal move as the mind sees it; value and bounds are those of the side to move.

    ``low`` and ``high`` are proven bounds in the solver's numbers (22 minus the winner's stones on a 7x6 board,
    negative for a loss); ``depth`` is None where the opinion has none (a search to the end of the game);
    ``visits`` counts positions searched beneath the move; ``refutation`` is the reply that cuts it off.
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
    """Everything the page shows of a mind, at one moment; ``nodes`` are positions searched in the whole game,
    ``tree``, ``kept`` and ``pruned`` count nodes of the explicit tree (the last two: at the last advance)."""

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
    """The answer to "why not here?": a legal line that begins with the moves in question, and a sentence."""

    line: tuple[Move, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Branch:
    """One block of the picture of the tree's top: a node below ``parent`` (its place in the list; -1 for the root).

    ``value``, ``low`` and ``high`` are those of the side that made ``move``; ``share`` is the part of the root's
    visits that fell beneath; ``refutation`` is the reply that is best, or that cut the search here.
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
    """What a level would play at ``ply`` (drawn lots counted), and what it cannot see yet.

    ``value`` is in [-1, 1] for the side that moves, as the level sees it; ``words`` and ``blind`` are sentences, the
    latter "" where the level knows all that is known here.
    """

    level: int
    ply: int
    move: Move
    value: float
    words: str
    blind: str
