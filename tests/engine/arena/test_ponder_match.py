from __future__ import annotations

from dataclasses import asdict
from itertools import islice, pairwise
from pathlib import Path

import pytest

from engine.arena.jsonl import read_records
from engine.arena.pondering import match as ponder_match
from engine.arena.pondering.match import Match, Result, pairs, run
from engine.arena.sprt import judge
from engine.games import Player, find, replay
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE

GAME = find("connect4-5x4")


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    KERNEL_CACHE.warm_up(GAME)


def test_openings_are_paired_and_only_one_side_ponders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: dict[int, set[Purpose]] = {}
    whole = Mind.work

    def work(mind: Mind, purpose: Purpose, *limits: float) -> bool:
        worked.setdefault(mind.seed, set()).add(purpose)
        return whole(mind, purpose, *limits)

    monkeypatch.setattr(Mind, "work", work)
    results = list(islice(run(Match(GAME.name, 200), GAME, tmp_path / "games.jsonl"), 4))
    assert [result.ponders for result in results] == [Player.FIRST, Player.SECOND] * 2
    assert results[0].moves[:4] == results[1].moves[:4]
    assert results[0].moves[:4] != results[2].moves[:4]
    for result in results:
        ponderer = 2 * result.number + result.ponders
        assert Purpose.PONDER in worked[ponderer]
        assert worked[2 * result.number + 1 - result.ponders] == {Purpose.CHOOSE}
        end = GAME.outcome(replay(GAME, result.moves))
        assert end is not None
        assert result.points == (0.5 if end.winner is None else float(end.winner is result.ponders))
        assert 0 <= result.hits <= result.asked


def test_a_match_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, match = tmp_path / "games.jsonl", Match(GAME.name, 200)
    first = list(islice(run(match, GAME, store), 3))
    played: list[int] = []
    whole = ponder_match._play
    monkeypatch.setattr(ponder_match, "_play", lambda *args: played.append(args[2]) or whole(*args))
    assert list(islice(run(match, GAME, store), 4))[:3] == first
    assert played == [3]


def test_a_seed_repeats_every_game(tmp_path: Path) -> None:
    match = Match(GAME.name, 200, seed=7)
    once, again = (list(islice(run(match, GAME, tmp_path / name), 2)) for name in ("once", "again"))
    assert once == again


@pytest.mark.parametrize("match", [Match(GAME.name, 300), Match(GAME.name, 0, 0.0005)])
def test_pondering_gets_no_more_than_the_other_side_took(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Purpose, float, float]] = []
    whole = ponder_match._Clock.think

    def think(clock: ponder_match._Clock, purpose: Purpose, budget: float) -> float:
        spent = whole(clock, purpose, budget)
        asked.append((purpose, budget, spent))
        return spent

    monkeypatch.setattr(ponder_match._Clock, "think", think)
    list(islice(run(match, GAME, tmp_path / "games.jsonl"), 2))
    assert {budget for purpose, budget, _ in asked if purpose is Purpose.CHOOSE} == {match.budget}
    pondered = [(before, turn) for before, turn in pairwise(asked) if turn[0] is Purpose.PONDER]
    assert len(pondered) > 4
    for (purpose, _, spent), (_, budget, _) in pondered:
        assert (purpose, budget) == (Purpose.CHOOSE, spent)


def test_each_side_has_a_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, ...]] = []
    whole = ponder_match._play

    def play(match: Match, game: object, number: int, kernels: tuple[object, ...]) -> Result:
        seen.append(tuple(id(table) for side in kernels for table in (side.solver._big, side.table)))  # type: ignore[attr-defined]
        return whole(match, game, number, kernels)  # type: ignore[arg-type]

    monkeypatch.setattr(ponder_match, "_play", play)
    next(run(Match(GAME.name, 200), GAME, tmp_path / "games.jsonl"))
    assert len(set(seen[0])) == 4


def test_only_whole_pairs_count() -> None:
    results = [Result(number, (), points, 0, 0) for number, points in enumerate((1.0, 0.5, 1.0))]
    assert pairs(results) == [1.5]


def test_the_published_match_was_played_by_the_rules_and_is_passed() -> None:
    game, results = find("connect4-8x7"), []
    for record in read_records(Path(__file__).with_name("ponder-match.jsonl")):
        assert record["match"] == asdict(Match(game.name))
        results.append(Result(**{**record["played"], "moves": tuple(record["played"]["moves"])}))
    assert [result.number for result in results] == list(range(len(results)))
    for result in results:
        end = game.outcome(replay(game, result.moves))
        assert end is not None
        assert result.points == (0.5 if end.winner is None else float(end.winner is result.ponders))
        assert result.moves[:4] == results[result.number // 2 * 2].moves[:4]
    assert judge(pairs(results), 0.0, 30.0).passed
