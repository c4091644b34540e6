"""Plays random games of advance, undo, redo, ponder and choose: no node is leaked or used twice.

The whole run is twenty thousand games: ``python -m pytest -m long tests/engine/mind/test_games.py``.
"""

import math
import random

import pytest

from engine.games import CHANCE, find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from tests.engine.mind.checking import check_mind

NODES = 30
"""Positions of a slice; counted, not timed, so a seed repeats the games on any machine."""

GAMES = ("tictactoe", "connect4-5x4", "slippery-tictactoe", "connect4")


class Hand:
    """Plays random games with one mind, as people at the table do: back, forth, and on."""

    def __init__(self, name: str, seed: int) -> None:
        self.rng, self.game = random.Random(f"{name} {seed}"), find(name)
        # Room for some hundred nodes at the least, so that there are collapses as well.
        self.mind = Mind(self.game, self.rng.choice((3, 6, 10)), seed, cap_mb=self.rng.choice((0.04, 0.3)))
        self.line: list[int] = []
        self.ahead: list[int] = []
        self.undone = self.redone = self.remembered = 0

    def play(self) -> None:
        """Plays one game from the empty board to the end."""
        self.line, self.ahead = [], []
        self._follow()
        while self.game.outcome(self.mind.state) is None:
            act = self.rng.random()
            if self.line and act < 0.15:
                keep = self.rng.randrange(len(self.line))
                self.line, self.ahead = self.line[:keep], self.line[keep:]
                self.undone += 1
            elif self.ahead and act < 0.4:
                self.line.append(self.ahead.pop(0))
                self.redone += 1
            else:
                self.line.append(self._move())
                self.ahead = []
            self._follow()
            for _ in range(self.rng.randrange(3)):
                self.mind.work(self.rng.choice(list(Purpose)), math.inf, NODES)
        check_mind(self.mind)

    def _move(self) -> int:
        if self.game.to_move(self.mind.state) is CHANCE:
            return self.rng.choice([lot for lot, _ in self.game.outcomes(self.mind.state)])
        if self.rng.random() < 0.3:
            return self.mind.glance().move  # perhaps before a slice
        return self.rng.choice(list(self.game.moves(self.mind.state)))

    def _follow(self) -> None:
        self.remembered += self.mind.follow(self.line).remembered > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long), *GAMES[2:]])
def test_random_games_leave_no_node_behind(name: str) -> None:
    played(name, 25 if name != "connect4" else 8)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_five_thousand_random_games_of_each_leave_no_node_behind(name: str) -> None:
    played(name, 5_000)


def played(name: str, games: int) -> None:
    undone = redone = remembered = 0
    for seed in range(0, games, 10):
        hand = Hand(name, seed)
        for _ in range(min(10, games - seed)):
            hand.play()
        undone, redone, remembered = undone + hand.undone, redone + hand.redone, remembered + hand.remembered
        hand.mind.close()
    assert undone > games / 3
    assert redone > games / 20
    assert remembered > games / 10


def test_a_leak_would_be_seen() -> None:
    hand = Hand("connect4-5x4", 1)
    hand.play()
    tree = hand.mind.tree
    tree.add_node()  # in use, and nowhere
    with pytest.raises(AssertionError, match="hang nowhere"):
        check_mind(hand.mind)
