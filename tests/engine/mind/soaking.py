"""Ponders under a hard cap of memory, and compares every answer with the truth.

A mind for each board ponders and answers, game after game, with some moves taken back. Everything is counted in
positions, so a seed repeats a run. The judge is the book and another solver with a separate table, where these know
the truth soon enough.
"""

import math
import random
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.games import Game, Move
from engine.games.game import number_of, number_of_outcome
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_mind

SLICE = 80_000
JUDGE_NODES, JUDGE_MB = 1_000_000, 16.0
TAKEN_BACK = 0.15
"""The chance of a takeback of some moves."""


@dataclass
class SoakResult:
    """Counts the events of a run so far.

    ``nodes`` are positions searched, ``games`` games played, ``largest`` the most bytes of one mind's nodes,
    ``collapsed`` nodes collapsed into bounds, ``checked`` answers compared with the truth, ``wrong`` a sentence for
    each wrong answer.
    """

    nodes: int = 0
    games: int = 0
    largest: int = 0
    collapsed: int = 0
    checked: int = 0
    wrong: list[str] = field(default_factory=list)


def soak_minds(
    games: Sequence[Game[Any]], cap_mb: float, nodes: int = 10_000_000, first: int = 0, seed: int = 1
) -> Iterator[SoakResult]:
    """Ponders and answers without end, on every board by turns. Yields after every slice, always the same object.

    Args:
        games: boards with gravity, with compiled searches.
        cap_mb: the memory of each mind's tree, in MiB.
        nodes: the most positions of one pondering or one move.
        first: the most positions of the pondering at the very first position of each board.
        seed: draws openings, replies and takebacks.
    """
    out = SoakResult()
    seats = [_Seat(game, cap_mb, nodes, seed + place, out) for place, game in enumerate(games)]
    try:
        while True:
            for seat in seats:
                yield from seat.play(first if out.games < len(seats) else 0)
                check_mind(seat.mind)
                out.games += 1
    finally:
        for seat in seats:
            seat.mind.close()


class _Seat:
    """Plays one mind against random replies, and judges the mind's answers."""

    def __init__(self, game: Game[Any], cap_mb: float, nodes: int, seed: int, out: SoakResult) -> None:
        self.game, self.nodes, self.out = game, nodes, out
        self.rng = random.Random(f"{game.name} {seed}")
        self.mind = Mind(game, 10, seed, cap_mb=cap_mb, uses_book=False)
        self._book = book_of(game)
        self._judge = Solver(game.width, game.height, game.connect, table_mb=JUDGE_MB)  # type: ignore[attr-defined]
        self._collapsed = 0

    def play(self, first: int) -> Iterator[SoakResult]:
        """Plays one game, from a random opening to the end."""
        game, rng, mind = self.game, self.rng, self.mind
        moves = list(random_opening(game, rng.randrange(9), rng.randrange(1 << 20)))
        while True:
            mind.follow(moves)
            yield from self._think(Purpose.PONDER, max(first, self.nodes))
            first = 0
            digest = mind.digest()
            view = rng.choice(digest.moves)
            self._compare(moves, view.move, view.low, view.high)
            moves.append(digest.expected if digest.expected and rng.random() < 0.5 else view.move)
            mind.follow(moves)
            if game.outcome(mind.state) is not None:
                return
            finished = yield from self._think(Purpose.CHOOSE, self.nodes)
            choice = mind.answer()
            if choice.score is not None:
                number = number_of(game, choice.score, mind.ply)
                self._compare(moves, choice.move, number, number, best=finished)
            moves.append(choice.move)
            if game.outcome(game.play(mind.state, choice.move)) is not None:
                return
            if rng.random() < TAKEN_BACK:
                del moves[2 * rng.randrange(len(moves) // 2) :]

    def _think(self, purpose: Purpose, nodes: int) -> Generator[SoakResult, None, bool]:
        """Thinks for at most ``nodes`` positions, and returns whether no thinking is left."""
        mind, out = self.mind, self.out
        end, more = mind.nodes + nodes, True
        while more and mind.nodes < end:
            before = mind.nodes
            more = mind.work(purpose, math.inf, SLICE)
            out.nodes += mind.nodes - before
            if tree := mind.tree:
                out.largest = max(out.largest, tree.memory)
                out.collapsed += tree.collapsed - self._collapsed
                self._collapsed = tree.collapsed
            yield out
        return not more

    def _compare(self, moves: Sequence[Move], move: Move, low: int, high: int, *, best: bool = False) -> None:
        """Compares the stated bounds of a move with the truth. With ``best``, no other move may be better."""
        truth = self._exact_number(move)
        if truth is None:
            return
        self.out.checked += 1
        others = self.game.moves(self.mind.state) if best else ()
        better = any((other := self._exact_number(one)) is not None and other > truth for one in others)
        if better or not low <= truth <= high:
            line = ",".join(map(str, moves))
            self.out.wrong.append(f"{self.game.name} {line}: {move} is worth {truth}, not {low} to {high}")

    def _exact_number(self, move: Move) -> int | None:
        """Returns the exact number of a move for the side making the move, or None if the judge does not know soon."""
        game, mind = self.game, self.mind
        after = game.play(mind.state, move)
        outcome = game.outcome(after)
        if outcome is not None:
            return number_of_outcome(game, outcome, mind.ply + 1, mind.player)
        number = self._book.score(after) if self._book else None
        if number is None:
            search = self._judge.begin(after.own, after.mask)
            number = search.low if search.run(JUDGE_NODES) else None
        return None if number is None else -number
