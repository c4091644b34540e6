"""Holds what all scenes share: a page for a new person, random games, and the listener."""

import random
from collections.abc import Callable, Sequence

from engine.games import LineState, Move, replay
from tests.browser.table_page import TablePage
from tests.listener.oracle import Claim
from tests.listener.screen import Listener

SETTLE_MS = 400
"""The pause after an act: thoughts and words come in the next frames. What is heard is judged whenever it comes."""
LEVELS = (1, 3, 5, 7, 9, 10, 10, 10)

Open = Callable[[str], TablePage]


class Scene:
    """Plays with the random numbers of a seed. ``open_`` opens a page of a new person at a path."""

    def __init__(self, open_: Open, listener: Listener, seed: int) -> None:
        self.open, self.listener, self.rng = open_, listener, random.Random(seed)

    def choose(self, moves: Sequence[Move], often: float = 0.7) -> Move:
        """Returns a move of a person who often finds the best one."""
        oracle = self.listener.oracle
        numbers = oracle.numbers(replay(oracle.game, moves))
        best = [move for move, number in numbers.items() if number == max(numbers.values())]
        return self.rng.choice(best if self.rng.random() < often else list(numbers))

    def line(self, plies: int) -> list[Move]:
        """Returns a game by two people who often find the best move, so many moves long or to the end."""
        game, moves = self.listener.oracle.game, list[Move]()
        while len(moves) < plies and game.outcome(replay(game, moves)) is None:
            moves.append(self.choose(moves))
        return moves

    def state(self, moves: Sequence[Move]) -> LineState:
        """Returns the position after moves."""
        return replay(self.listener.oracle.game, moves)

    def hear(self, table: TablePage, moves: Sequence[Move], asked: Sequence[Move] | None = None) -> None:
        """Listens to the page once it has settled."""
        table.page.wait_for_timeout(SETTLE_MS)
        self.listener.hear(table.page, moves, asked=asked)

    def claimed(self, claim: Claim, text: str, moves: Sequence[Move], place: str = "library") -> None:
        """Judges a claim that was heard elsewhere than on a screen."""
        self.listener.report.sentences += 1
        self.listener.judge(claim, replay(self.listener.oracle.game, moves), place, text, moves)

    def blame(self, kind: str, place: str, text: str, why: str, moves: Sequence[Move] = ()) -> None:
        """Notes a fault."""
        self.listener.report.blame(kind, place, text, why, moves)
