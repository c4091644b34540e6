"""Tests the ladder of the levels: what was played is kept, and levels that cannot be told apart share a place."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.arena.ratings import Rating
from engine.files import append_record
from engine.workshop.arena import ladder
from engine.workshop.pool import LocalPool


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
