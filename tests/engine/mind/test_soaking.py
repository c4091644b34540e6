"""Ponders under a hard cap of memory and compares answers with the truth: for a moment, at night for hours.

A mind for each board ponders and answers, game after game, with some moves taken back. Everything is counted in
positions, so a seed repeats a run. The judge is the book and a solver with a table of its own, where these know soon.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.games import Game, Move, find
from engine.games.game import number_of, number_of_outcome
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_mind

SMALL, TALL, WIDE = find("connect4-5x4"), find("connect4"), find("connect4-8x7")
SLICE = 80_000
JUDGE_NODES = 1_000_000


class Seat:
    """Plays one mind against random replies, and judges the mind's answers."""

    def __init__(self, game: Game[Any], cap_mb: float, nodes: int) -> None:
        self.game, self.cap_mb, self.nodes = game, cap_mb, nodes
        self.rng, self.book = random.Random(game.name), book_of(game)
        self.mind = Mind(game, 10, 1, cap_mb=cap_mb, uses_book=False)
        self.judge = Solver(game.width, game.height, game.connect, table_mb=16.0)  # type: ignore[attr-defined]
        self.checked, self.collapsed, self.wrong = 0, 0, list[str]()

    def play(self, first: int) -> None:
        """Plays a game from a random opening, with ``first`` positions at least of pondering before the first move."""
        game, rng, mind = self.game, self.rng, self.mind
        moves = list(random_opening(game, rng.randrange(9), rng.randrange(1 << 20)))
        while True:
            mind.follow(moves)
            self.think(Purpose.PONDER, max(first, self.nodes))
            first, digest = 0, mind.digest()
            view = rng.choice(digest.moves)
            self.compare(moves, view.move, view.low, view.high)
            moves.append(digest.expected if digest.expected and rng.random() < 0.5 else view.move)
            mind.follow(moves)
            if game.outcome(mind.state) is not None:
                break
            finished, choice = self.think(Purpose.CHOOSE, self.nodes), mind.answer()
            if choice.score is not None:
                number = number_of(game, choice.score, mind.ply)
                self.compare(moves, choice.move, number, number, best=finished)
            moves.append(choice.move)
            if game.outcome(game.play(mind.state, choice.move)) is not None:
                break
            if rng.random() < 0.15:  # some moves are taken back
                del moves[2 * rng.randrange(len(moves) // 2) :]
        check_mind(mind)

    def think(self, purpose: Purpose, nodes: int) -> bool:
        """Thinks for at most ``nodes`` positions, and returns whether no thinking is left."""
        end, more = self.mind.nodes + nodes, True
        while more and self.mind.nodes < end:
            more = self.mind.work(purpose, math.inf, SLICE)
            if tree := self.mind.tree:
                assert tree.memory <= self.cap_mb * 2**20
                self.collapsed = max(self.collapsed, tree.collapsed)
        return not more

    def compare(self, moves: Sequence[Move], move: Move, low: int, high: int, *, best: bool = False) -> None:
        """Compares the stated bounds of a move with the truth. With ``best``, no other move may be better."""
        truth = self.number(move)
        if truth is None:
            return
        self.checked += 1
        others = self.game.moves(self.mind.state) if best else ()
        better = any((other := self.number(one)) is not None and other > truth for one in others)
        if better or not low <= truth <= high:
            self.wrong.append(f"{self.game.name} {moves}: {move} is worth {truth}, not {low} to {high}")

    def number(self, move: Move) -> int | None:
        """Returns the exact number of a move for the side making it, or None if the judge does not know soon."""
        mind, after = self.mind, self.game.play(self.mind.state, move)
        if (outcome := self.game.outcome(after)) is not None:
            return number_of_outcome(self.game, outcome, mind.ply + 1, mind.player)
        number = self.book.score(after) if self.book else None
        if number is None:
            search = self.judge.begin(after.own, after.mask)
            number = search.low if search.run(JUDGE_NODES) else None
        return None if number is None else -number


def soaked(games: list[Any], cap_mb: float, nodes: int, first: int, whole: int) -> list[Seat]:
    """Plays a game on every board by turns, until ``whole`` positions were searched."""
    seats = [Seat(game, cap_mb, nodes) for game in games]
    while sum(seat.mind.nodes for seat in seats) < whole:
        for seat in seats:
            seat.play(0 if seat.mind.nodes else first)
    for seat in seats:
        seat.mind.close()
    return seats


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "cap_mb", "nodes", "whole", "collapsed"),
    [
        ([SMALL, TALL], 0.05, 300_000, 6_000_000, 100),
        pytest.param([TALL, WIDE], 1.0, 10_000_000, 1_500_000_000, 10_000, marks=pytest.mark.long),
        pytest.param([TALL, WIDE], 16.0, 10_000_000, 3_000_000_000, 0, marks=pytest.mark.long),
    ],
)
def test_at_the_cap_nothing_outgrows_it_and_what_is_said_is_true(
    games: list[Any], cap_mb: float, nodes: int, whole: int, collapsed: int
) -> None:
    seats = soaked(games, cap_mb, nodes, whole // 8, whole)
    assert sum(seat.collapsed for seat in seats) >= collapsed
    assert sum(seat.checked for seat in seats) > 20
    assert [wrong for seat in seats for wrong in seat.wrong] == []


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = Mind.answer

    def worst(mind: Mind, **asked: Any) -> Any:
        return replace(truly(mind, **asked), move=min(mind.digest().moves, key=lambda view: view.value).move)

    monkeypatch.setattr(Mind, "answer", worst)
    assert soaked([SMALL], 0.1, 300_000, 0, 1_000_000)[0].wrong
