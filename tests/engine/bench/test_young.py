"""Tests the measurement of young networks: the rating fits the points, and the shares of losses add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pytest

from engine.arena.regret import JudgedPosition
from engine.bench.young import Entrant, by_network, points, rating, spread
from engine.games import LineGame, Move, Player, Score, find, replay
from engine.learn.learner import Learner, Settings

GAME = find("connect4-5x4")


def test_the_rating_explains_the_points() -> None:
    assert rating({500: 10.0}, 20) == pytest.approx(500, abs=1)
    assert rating({400: 10.0, 600: 10.0}, 20) == pytest.approx(500, abs=1)
    assert rating({0: 100.0}, 100) < rating({0: 1000.0}, 1000)
    assert rating({500: 15.0}, 20) > 600


def test_a_network_of_no_games_finds_the_forced_win_and_the_losses_are_sorted() -> None:
    assert isinstance(GAME, LineGame)
    net = Learner(GAME, Settings(games=1, seed=1)).net()
    chances = by_network(GAME, net, 1)
    assert chances([1, 2, 1, 2, 1, 2]) == {1: 1.0, 2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0}
    scores = {1: Score(Player.FIRST, 1, Player.FIRST), 2: Score(Player.FIRST, 3, Player.FIRST)}
    won = JudgedPosition((1, 2, 1, 2, 1, 2), scores)
    one = Entrant("one", lambda moves: {1: 0.5, 2: 0.5})
    kept, lost, *shares, same = spread(GAME, [won], one)
    assert (kept, lost, shares, same) == (1.0, 1.0, [0.5, 0.5, 0.0, 0.0, 0.0], 0.5)
    certain = Entrant("certain", lambda moves: {1: 1.0})
    assert spread(GAME, [won], certain)[-1] == 1.0


def test_both_players_begin_in_turn() -> None:
    low, high = (Entrant(best.__name__, partial(_always, best)) for best in (min, max))
    assert points(GAME, low, high, 6) + points(GAME, high, low, 6) == 6


def _always(best: Callable[[Iterable[Move]], Move], moves: Sequence[Move]) -> dict[Move, float]:
    return {best(GAME.moves(replay(GAME, moves))): 1.0}
