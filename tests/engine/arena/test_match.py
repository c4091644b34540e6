"""Tests openings, matches of two players, and the ladder of the levels."""

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.arena.match import openings
from engine.arena.players import make_player
from engine.arena.ratings import Rating
from engine.files import append_record
from engine.games import GameError, find, replay
from engine.games.openings import random_opening
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import RANDOM, play
from engine.workshop.arena import ladder
from engine.workshop.pool import LocalPool
from tests.engine.mind.minds import kernels_of
from tests.games import each_game


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    KERNEL_CACHE.table_mb = 16


@pytest.mark.parametrize("name", each_game())
def test_an_opening_leaves_the_game_open(name: str) -> None:
    game = find(name)
    for seed in range(5):
        state = replay(game, random_opening(game, 2, seed))
        assert game.outcome(state) is None
        assert game.is_quiet(state)
        assert random_opening(game, 2, seed) == random_opening(game, 2, seed)


def test_a_match_is_repeated_by_its_seed_and_ends_by_the_rules() -> None:
    game = find("tictactoe")
    for seed in range(3):
        one, two = (play(game, (4, 2), (5,), seed) for _ in range(2))
        assert one == two
        outcome = game.outcome(replay(game, one.moves))
        assert one.winner is outcome.winner
        assert (one.moves[0], one.first, one.second) == (5, "level 4", "level 2")


def test_the_perfect_level_beats_the_random_mover_from_both_sides() -> None:
    game = find("connect4-5x4")
    points = 0.0
    for number in range(10):
        first = number % 2 == 0
        played = play(game, (10, RANDOM) if first else (RANDOM, 10), (), number)
        points += played.points(level_is_first=first)
        assert played.points(level_is_first=first) > 0
    assert points >= 9


def test_whoever_watches_sees_every_state() -> None:
    game = find("tictactoe")
    seen: list[Any] = []
    played = play(game, (RANDOM, RANDOM), (), 3, show=lambda state, move: seen.append((state, move)))
    assert [move for _, move in seen] == [None, *played.moves]
    assert game.outcome(seen[-1][0]) is not None


@pytest.mark.slow
def test_a_ladder_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "LEVELS", ladder.LEVELS[:2])
    store = tmp_path / "ladder.jsonl"
    wanted = ladder.pairings("tictactoe", 2)
    assert len(wanted) == 10  # both colours of two openings for neighbours, of one for the third pair
    assert len({pairing.name for pairing in wanted}) == 10
    assert not {pairing.name for pairing in wanted} & {pairing.name for pairing in ladder.pairings("tictactoe", 2, 2)}
    for pairing in wanted[:5]:
        append_record(store, ladder._play(pairing))
    store.write_text(store.read_text() + "\n" + store.read_text()[:20])  # the last line was cut short
    assert len(ladder.read(store)) == 5
    counts = list(ladder.run("tictactoe", 2, store, LocalPool(1)))
    assert (counts[0], counts[-1]) == ((5, 10), (10, 10))
    assert set(ladder.read(store)) == {pairing.name for pairing in wanted}
    assert [rating.player for rating in ladder.rate("tictactoe", store, 2)] == [0, 1, 2]
    assert ladder.rate("connect4", store, 2) == []


def test_results_of_other_settings_are_other_players(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ladder.pairings("connect4", 1)[-1].name
    changed = (*ladder.LEVELS[:8], replace(ladder.LEVELS[8], miss=0.02), ladder.LEVELS[9])
    monkeypatch.setattr("engine.mind.levels.level.LEVELS", changed)
    assert ladder.pairings("connect4", 1)[-1].name != before


def test_stops_that_a_game_cannot_tell_apart_are_one(tmp_path: Path) -> None:
    points = {0: 0, 1: 100, 2: 130, 3: 300, 9: 400, 10: 420}
    ratings = [Rating(number, float(value), 10.0, 100) for number, value in points.items()]
    assert ladder.distinct(ratings) == {"1": 100, "3": 300, "10": 420}
    unsure = [replace(rating, margin=150.0) if rating.player in (1, 3) else rating for rating in ratings]
    assert ladder.distinct(unsure) == {"1": 100, "3": 300, "10": 420}
    unsure = [replace(rating, margin=201.0) if rating.player == 3 else rating for rating in ratings]
    assert ladder.distinct(unsure) == {"1": 100, "10": 420}  # 3 may be no stronger than 1, and 9 no weaker than 10
    ladder.save(tmp_path / "ratings.json", "tictactoe", ratings)
    ladder.save(tmp_path / "ratings.json", "nim", ratings[:2])
    saved = json.loads((tmp_path / "ratings.json").read_text())
    assert saved == {"tictactoe": {"1": 100, "3": 300, "10": 420}, "nim": {"1": 100}}


@pytest.mark.parametrize("kind", ["draws", "wins", "losses"])
def test_openings_have_the_result_that_was_asked_for(kind: str) -> None:
    game = find("connect4-5x4")
    KERNEL_CACHE.table_mb = 16
    kernels = kernels_of(game)
    found = list(itertools.islice(openings(game, kind, 1), 12))
    assert found == list(itertools.islice(openings(game, kind, 1), 12))
    for line, is_first in found:
        state = replay(game, line)
        score = kernels.solver.solve(state.own, state.mask).score
        first_to_move = (game.to_move(state) == 0) == is_first
        assert {"draws": score == 0, "wins": (score > 0) == first_to_move, "losses": (score < 0) == first_to_move}[kind]
        assert kind == "draws" or score
    if kind == "draws":
        assert [is_first for _, is_first in found] == [True, False] * 6


def test_random_openings_come_in_pairs_and_results_need_a_solver() -> None:
    game = find("tictactoe")
    pairs = list(itertools.islice(openings(game, "random", 3, 2), 4))
    assert pairs[0][0] == pairs[1][0] != pairs[2][0]
    with pytest.raises(GameError, match="no exact solver"):
        next(openings(game, "draws", 1))


def test_the_simple_player_wins_blocks_or_takes_the_centre() -> None:
    game = find("connect4")
    player = make_player(game, "simple")
    for moves, move in (([], 4), ([4, 1, 4, 1, 4], 4), ([1, 7, 1, 7, 1, 7], 1)):
        player.begin(1)
        assert player.move(moves) == move
