"""Finds diagrams: searches from diagrams of follow-ups, and leaves out needless marks."""

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.coach import checker
from engine.coach import leaf as lf
from engine.coach.certificate import Certificate, Claim, Diagram, to_json
from engine.coach.diagram import SIGNS
from engine.coach.diagrams import improve, play
from engine.coach.proof_search import check_game, rows_of
from engine.games import LineGame, LineState, Move
from engine.kernels.words import array_of, joined, numbers, shape_of
from engine.search.deepening import run

POSITIONS = 24_000_000  # positions played for one diagram, at most: some 40 million a second
ROUND = 2_000_000  # positions of the first round. Each round tries all moves, from another diagram, and takes longer
PORTION = 200_000  # positions played between two pauses
TREE = 200_000  # positions of one play of all replies, at most. More make no picture that a person can use
_TABLE = 1 << 17
_ODD = 0.3  # the chance of a column with follow-ups in odd rows at the start
_FOLLOW_UP = 2  # the number of the follow-ups among the kinds of marks


def find(
    game: LineGame, state: LineState, claim: Claim, moves: Sequence[Move] = (), *, positions: int = POSITIONS
) -> Certificate | None:
    """Searches for a diagram as :func:`pursue` does, without pauses."""
    return run(pursue(game, state, claim, moves, positions=positions))


def pursue(
    game: LineGame, state: LineState, claim: Claim, moves: Sequence[Move] = (), *, positions: int = POSITIONS
) -> Generator[None, None, Certificate | None]:
    """Searches for a proof by one diagram, and yields after each portion. The same arguments give the same answer.
    ``moves`` are the first to try, and must neither end the game nor let the other side do so. At most so many
    ``positions`` are played. Raises GameError if the board has no certificates, at the first step."""
    search = Search(check_game(game), claim, positions)
    starts: list[tuple[Move | None, LineState]] = [(None, state)]
    if game.to_move(state) is claim.side:
        starts = [(move, game.play(state, move)) for move in moves]
    return (yield from search.find(state, starts))


def known(game: LineGame, state: LineState, claim: Claim, library: Iterable[Sequence[int]]) -> Certificate | None:
    """Returns a certificate by the first diagram of a library that keeps the claim in ``state``, or None."""
    search = Search(game, claim, 0)
    for diagram in library:
        marks = array_of(diagram, search.words)
        if search.holds(state, marks):
            return run(search.certificate(state, None, state, marks))
    return None


def quick_fault(certificate: Certificate) -> str:
    """Does what ``fault`` of ``certificate.py`` does. Diagrams are played some hundred times faster."""
    width, height, wins = len(certificate.rows[0]), len(certificate.rows), certificate.claim.wins
    words = LineGame(width, height, certificate.connect, True).words
    game = lf.geometry(width, height, certificate.connect, words)

    def play_all(me: checker.Side, you: checker.Side, taken: int, marks: tuple[int, ...]) -> int:
        if me.stones | you.stones != taken or taken.bit_count() == width * height:
            raise ValueError("cells are set aside, or the board is full")
        count = np.zeros(play.SEED + 1, np.int64)
        count[play.TREE], count[play.STAMP] = 1 << 60, 1
        stones, diagram = numbers((me.stones, you.stones), words), array_of(marks, words)
        if play.escape.of_words(words)(*stones, diagram, wins, True, game, *play.scratch(_TABLE, words), count):
            raise ValueError("a reply defeats the diagram")
        return 1

    return checker.fault(to_json(certificate), play_diagram=play_all)


class Search:
    """Searches for one diagram with some ``kinds`` of marks. ``left`` counts the positions that may still be played,
    ``random`` draws the seeds."""

    def __init__(self, game: LineGame, claim: Claim, positions: int, kinds: int = play.CLASSES, words: int = 0) -> None:
        self.game, self.claim, self.left, self.words = game, claim, positions, words or game.words
        self.geometry = lf.geometry(game.width, game.height, game.connect, self.words)
        self.table = play.scratch(_TABLE, self.words)
        self.pool = np.zeros((improve.POOL, improve.LENGTH), np.uint64), np.zeros(improve.POOL, np.int64)
        self.lost = np.zeros((2, improve.POOL), np.bool_)
        self.turns, self.old = (np.zeros(shape_of(shape, self.words), np.uint64) for shape in ((64, 2), (kinds,)))
        self.count = np.zeros(play.SEED + 1, np.int64)
        self.random = random.Random(0)

    def find(
        self, state: LineState, starts: list[tuple[Move | None, LineState]]
    ) -> Generator[None, None, Certificate | None]:
        """Returns a certificate with one of the first moves, or None."""
        for number, diagram in enumerate(_diagrams(self.game, self.random)):
            for move, after in list(starts):
                if self.left <= 0:
                    return None
                marks = array_of(diagram, self.words)
                if (yield from self.improve(after, marks, ROUND * (number + 1))):
                    return (yield from self.certificate(state, move, after, marks))
                if not self.count[play.TREE]:
                    starts.remove((move, after))
            if not starts:
                return None
        return None

    def certificate(
        self, state: LineState, move: Move | None, after: LineState, marks: Any
    ) -> Generator[None, None, Certificate]:
        """Returns the certificate of a state by a move and a diagram that holds after it. Yields after each cell."""
        rows = self._rows(after, (yield from self._tidied(after, marks)))
        board = rows_of(self.game, state)
        return Certificate(self.game.name, self.game.connect, board, self.claim, move, 1, (Diagram(rows),))

    def _stones(self, state: LineState) -> Iterator[np.uint64]:
        return numbers((state.own ^ state.mask, state.own), self.words)

    def improve(self, state: LineState, marks: Any, positions: int) -> Generator[None, None, bool]:
        """Changes a diagram, uint64[``kinds``], in place until it keeps the claim in ``state``, where the other side is
        to move, and returns whether it does. At most so many ``positions`` are played, beside ``left``. Yields after
        each portion."""
        count = self.count
        stamp = count[play.STAMP]
        count[:] = 0
        count[play.STAMP], count[play.TREE], count[play.SEED] = stamp, TREE, 1
        count[play.RANDOM] = self.random.getrandbits(62) | 1
        limit = min(positions, self.left)
        while count[play.WORK] < limit and count[play.TREE]:
            count[play.LIMIT] = min(limit, count[play.WORK] + PORTION)
            if improve.improve.of_words(self.words)(
                *self._stones(state), marks, self.claim.wins, self.geometry, *self.table, *self.pool, self.lost,
                self.turns, self.old, count,
            ):  # fmt: skip
                return True
            yield
        self.left -= int(count[play.WORK])
        return False

    def holds(self, state: LineState, marks: Any) -> bool:
        """Tests if a diagram keeps the claim, with the other side to move."""
        self.count[play.STAMP] += 1
        self.count[play.TREE] = TREE
        wins, table, escape = self.claim.wins, self.table, play.escape.of_words(self.words)
        return not escape(*self._stones(state), marks, wins, True, self.geometry, *table, self.count)

    def _tidied(self, state: LineState, marks: Any) -> Generator[None, None, Any]:
        """Returns marks without needless ones, with follow-ups where those do as well. Yields after each cell."""
        empty = self.game.full & ~state.mask
        marks &= array_of([empty], self.words)[0]
        for cell in array_of([1 << at for at in range(empty.bit_length()) if empty >> at & 1], self.words):
            yield
            without, following = marks & ~cell, marks & ~cell
            following[_FOLLOW_UP] |= cell
            for other in (without, following):
                if (marks & cell).any() and self.holds(state, other):
                    marks = other
                    break
        return marks

    def _rows(self, state: LineState, marks: Any) -> tuple[str, ...]:
        signs = [list(row) for row in rows_of(self.game, state)]
        for row in range(1, self.game.height + 1):
            for column in range(1, self.game.width + 1):
                cell = self.game.bit((column, row))
                if not state.mask & cell:
                    known = [kind[-(row % 2)] for kind, mark in zip(SIGNS, marks, strict=True) if joined(mark) & cell]
                    signs[-row][column - 1] = known[0] if known else "|."[row % 2]
        return tuple("".join(row) for row in signs)


def _diagrams(game: LineGame, rng: random.Random) -> Iterator[list[int]]:
    """Yields diagrams to start from, without an end: follow-ups in even rows, then in odd rows of some columns."""
    columns = [sum(game.bit((column, row)) for row in range(1, game.height + 1)) for column in range(1, game.width + 1)]
    even = sum(game.bit((column, row)) for column in range(1, game.width + 1) for row in range(2, game.height + 1, 2))
    odd = 0
    while True:
        yield [even ^ odd if kind == _FOLLOW_UP else 0 for kind in range(play.CLASSES)]
        odd = sum(column for column in columns if rng.random() < _ODD)
