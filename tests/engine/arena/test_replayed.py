"""Plays stored games of the published ladders again: after a change of a search, each level still plays the same moves,
so the published ratings still hold."""

from __future__ import annotations

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


@pytest.mark.parametrize(("name", "games"), [("connect4", 20), ("slippery-tictactoe", 20), ("gomoku7", 10)])
def test_every_level_plays_its_stored_games_again(name: str, games: int) -> None:
    KERNEL_CACHE.table_mb = 16
    KERNEL_CACHE.warm_up(find(name))
    stored = {record["name"]: record for record in STORED if record["name"].split()[0] == name}
    wanted = [pair for pair in ladder.pairings(name, OPENING + 1) if pair.name in stored]
    assert len(wanted) == len(stored) == games, "the settings of a level have changed, but not its games"
    assert {side for pair in wanted for side in (pair.first, pair.second)} == {RANDOM, *range(1, 11)}
    for pair in wanted:
        assert ladder._play(pair) == stored[pair.name], pair.name
