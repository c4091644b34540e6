"""Tests ratings from results, and the regret of the levels in judged positions."""

from xml.etree import ElementTree

import numpy as np
import pytest

from engine.arena.contest.verdicts import JudgedPosition
from engine.arena.ratings import SCALE, Rating
from engine.games import GameError, find, replay
from engine.workshop.arena.ratings import fit, ladder_svg
from engine.workshop.arena.regret import positions, record, table
from tests.engine.mind.minds import plain_number


def test_two_players_get_the_rating_of_their_score() -> None:
    low, high = fit({(0, 1): (25.0, 100)}, anchor=0, prior=0.0)
    assert low.points == 0
    assert high.points == pytest.approx(SCALE * np.log(3), abs=1e-3)
    # The standard error of a logit is 1 / sqrt(n p (1 - p)).
    assert high.margin == pytest.approx(1.96 * SCALE / np.sqrt(100 * 0.25 * 0.75), rel=1e-3)


def test_known_strengths_are_found_again() -> None:
    true = [0, 150, 320, 400]
    results = {}
    for a in range(4):
        for b in range(a + 1, 4):
            expected = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
            results[a, b] = (1000 * expected, 1000)
    found = fit(results, anchor=0, prior=0.0)
    assert [rating.points for rating in found] == pytest.approx(true, abs=0.5)
    assert all(rating.games == 3000 for rating in found)


def test_whoever_won_everything_stays_finite() -> None:
    found = fit({(0, 1): (0.0, 10), (1, 2): (0.0, 10)}, anchor=0)
    points = [rating.points for rating in found]
    assert points == sorted(points)
    assert points[-1] < 2000


def test_the_figure_is_a_picture_of_the_ratings() -> None:
    ratings = [Rating(0, 0.0, 0.0, 10), Rating(1, 120.4, 30.0, 10), Rating(2, 260.0, 28.0, 10)]
    svg = ElementTree.fromstring(ladder_svg("Connect Four", {0: "random", 1: "level 1", 2: "level 2"}, ratings))
    bars = [float(bar.get("width", "0")) for bar in svg.iter("{http://www.w3.org/2000/svg}rect")]
    assert bars == sorted(bars)
    assert len(bars) == 3
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "120 ± 30" in texts
    assert "level 2" in texts


def test_positions_are_judged_exactly_and_the_perfect_level_regrets_nothing() -> None:
    game = find("connect4-5x4")
    judged = [one for one in positions(game, 20, 1) if len(one.moves) > 11]
    assert judged
    for one in judged[:2]:
        state = replay(game, one.moves)
        numbers = {move: -plain_number(game, game.play(state, move)) for move in game.moves(state)}
        order = sorted(numbers, key=lambda move: (numbers[move], move))
        assert [one.scores[move].sign for move in order] == [(n > 0) - (n < 0) for n in sorted(numbers.values())]
    perfect, weak = table(game, judged, levels=[10, 1])
    assert (perfect.kept, perfect.plies) == (1.0, 0.0)
    assert weak.kept < 1
    assert weak.plies > 0
    assert record(game, judged, [perfect])["levels"] == {"10": {"kept": 1.0, "plies": 0.0}}


def test_the_same_seed_judges_the_same_positions() -> None:
    game = find("connect4-5x4")
    one, two, other = (list(positions(game, 3, seed)) for seed in (5, 5, 6))
    assert one == two != other
    assert all(isinstance(position, JudgedPosition) for position in one)


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(GameError, match="no exact solver"):
        next(positions(find("tictactoe"), 1))
