"""Plays stored games of the published ladders again: after a change of a search, each level still plays the same moves,
so the published ratings still hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.arena import ladder
from engine.arena.match import RANDOM
from engine.games import find
from engine.mind.search.kernels import KERNEL_CACHE

STORED: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("ladder-games.jsonl").read_text().splitlines()
]
OPENING = 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games", "highest", "step"),
    [
        ("connect4", 10, 10, 2),
        ("slippery-tictactoe", 10, 10, 2),
        ("gomoku7", 4, 7, 2),
        ("connect4-8x7", 8, 8, 2),
        ("connect5", 7, 7, 2),
        pytest.param("gomoku7", 9, 9, 1, marks=pytest.mark.long),
        pytest.param("connect4-8x7", 20, 10, 1, marks=pytest.mark.long),
        pytest.param("connect5", 20, 10, 1, marks=pytest.mark.long),
        pytest.param("connect4", 20, 10, 1, marks=pytest.mark.long),
        pytest.param("slippery-tictactoe", 20, 10, 1, marks=pytest.mark.long),
        pytest.param("gomoku7", 10, 10, 1, marks=pytest.mark.long),  # the highest level thinks for half a minute
    ],
)
def test_every_level_plays_its_stored_games_again(name: str, games: int, highest: int, step: int) -> None:
    """Plays every ``step``-th stored game of the levels up to ``highest``; a long run plays all of them."""
    KERNEL_CACHE.table_mb = 16
    KERNEL_CACHE.warm_up(find(name))
    stored = {record["name"]: record for record in STORED if record["name"].split()[0] == name}
    pairings = [pair for pair in ladder.pairings(name, OPENING + 1) if pair.name in stored]
    assert len(pairings) == len(stored), "the settings of a level have changed, but not its games"
    wanted = [pair for pair in pairings if max(pair.first, pair.second) <= highest][::step]
    assert len(wanted) == games
    assert {side for pair in wanted for side in (pair.first, pair.second)} == {RANDOM, *range(1, highest + 1)}
    for pair in wanted:
        assert ladder._play(pair) == stored[pair.name], pair.name
