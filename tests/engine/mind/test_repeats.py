"""Tests that a seed repeats a game exactly, on boards too large to prove too, after other games and on any machine."""

from typing import Any

import pytest

from engine import Mind, Purpose
from engine.games import Game, find
from engine.games.formats.records import GameRecord
from engine.games.openings import random_opening
from engine.mind.plans.workbench import Budgets
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import LevelPlayer
from engine.players import play as play_one
from tests.engine.mind.checking import check_mind
from tests.engine.mind.minds import finish
from tests.games import each_game

BOARDS = ["connect4-8x7", "connect5", "gomoku7"]
SMALL = Budgets(large_board=6_000, no_gravity=4_000, no_gravity_horizon=2_000, textbook=100)
"""A small budget for each move."""


@pytest.fixture(params=[BOARDS[0], pytest.param(BOARDS[1], marks=pytest.mark.long), BOARDS[2]])
def large(request: pytest.FixtureRequest) -> Game[Any]:
    """Returns a board too large to prove."""
    return find(request.param)


def play(game: Game[Any], levels: tuple[int, int], start: tuple[int, ...], seed: int) -> GameRecord:
    """Plays one game of two levels with small budgets."""
    players = [LevelPlayer(game, level, SMALL) for level in levels]
    played = play_one(game, players, start, seed)
    for player in players:
        player.close()
    return played


def mind_of(game: Game[Any], level: int, *, shares_tables: bool = False) -> Mind:
    """Returns a mind with small budgets."""
    return Mind(game, level, 1, shares_tables=shares_tables, budgets=SMALL)


def chosen(mind: Mind, moves: tuple[int, ...], seconds: float = 0.008) -> tuple[int, int]:
    """Returns the mind's move after ``moves``, and the positions searched for the move."""
    mind.follow(moves)
    before = mind.nodes
    finish(mind, Purpose.CHOOSE, seconds)
    return mind.answer().move, mind.nodes - before


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game())
def test_a_game_is_repeated_with_other_games_between(name: str) -> None:
    game = find(name)
    start = random_opening(game, 10, 3) if name in BOARDS else ()
    once = play(game, (10, 6), start, 5)
    others = {play(game, sides, start, seed).moves for sides, seed in (((10, 6), 6), ((4, 10), 5))}
    assert others - {once.moves}, "other seeds play other games"
    assert play(game, (10, 6), start, 5) == once


@pytest.mark.slow
def test_a_choice_depends_on_the_moves_and_the_seed_alone(large: Game[Any]) -> None:
    line = play(large, (3, 3), random_opening(large, 4, 1), 1).moves
    whole = mind_of(large, 10)
    for ply in (5, 9, 14):
        fresh = {chosen(mind_of(large, 10), line[:ply], seconds) for seconds in (0.0, 0.003, 0.05)}
        assert len(fresh) == 1, "a slice may end anywhere"
        assert chosen(whole, line[:ply]) in fresh, "the choices before it are forgotten"


def test_it_neither_reads_nor_writes_what_others_have_found_out(large: Game[Any]) -> None:
    shared = KERNEL_CACHE.kernels_for(large)
    shared.clear()
    chosen(mind_of(large, 10), random_opening(large, 6, 1))
    assert not shared.table.any()
    at_a_table = mind_of(large, 10, shares_tables=True)
    chosen(at_a_table, random_opening(large, 6, 1))
    assert shared.table.any()


def test_a_level_that_is_raised_begins_with_tables_of_its_own(large: Game[Any]) -> None:
    line = random_opening(large, 8, 2)
    mind = mind_of(large, 4)
    chosen(mind, line)
    mind.level = 10
    assert chosen(mind, line) == chosen(mind_of(large, 10), line)
    check_mind(mind)
