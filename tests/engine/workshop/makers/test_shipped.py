"""Tests the puzzles that ship: the files are whole, the puzzles differ, most have a proof, and samples are sound."""

import gzip
import itertools
import json
import random
from collections import Counter

import pytest

from engine.games import replay
from engine.puzzles import shipped
from engine.puzzles.judge import Judge, connect_four
from engine.puzzles.puzzle import BEGINNERS, Puzzle, Theme
from engine.puzzles.solution import classify
from engine.workshop.puzzles import shipping
from engine.workshop.puzzles.check import check, faults, proof_fault, remake
from engine.workshop.puzzles.selection import explained
from tests.profiles import is_long

GAME = connect_four()


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return list(shipped.shipped())


def test_the_files_are_whole_and_in_the_order_of_the_ratings(puzzles: list[Puzzle]) -> None:
    index = json.loads(shipped.read("index.json"))
    assert index["count"] == len(puzzles) == sum(chunk["count"] for chunk in index["chunks"])
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    at = 0
    for chunk in index["chunks"]:
        part = puzzles[at : at + chunk["count"]]
        at += chunk["count"]
        assert (part[0].rating, part[-1].rating) == (chunk["low"], chunk["high"])
        assert chunk["themes"] == [sum(bool(puzzle.themes & theme) for puzzle in part) for theme in Theme]
    for name in shipped.names():
        assert len(shipped.read(name)) < 600_000
    with pytest.raises(FileNotFoundError):
        shipped.read("../maker.py")


@pytest.mark.long  # by day a sample is made again, below
def test_the_files_follow_from_the_puzzles_and_proofs(puzzles: list[Puzzle]) -> None:
    content = shipping.files(puzzles, shipped.shipped_proofs(), shipped.seed())
    assert content.keys() == shipped.names()
    for name in shipped.names():
        assert shipping.as_text(content[name]) == shipped.read(name).decode(), name


def test_every_wrong_move_at_every_turn_is_refuted_by_legal_play(puzzles: list[Puzzle]) -> None:
    for puzzle in random.Random(3).sample(puzzles, 300):
        assert len(puzzle.later) == len(puzzle.line) // 2
        for turn, wrong in enumerate((puzzle.wrong, *puzzle.later)):
            before = puzzle.moves + puzzle.line[: 2 * turn]
            state = replay(GAME, before)
            assert [one.move for one in wrong] == sorted(set(GAME.moves(state)) - {puzzle.line[2 * turn]})
            for one in wrong:
                assert one.score < 0 or (one.score == 0 and puzzle.plies)
                end = GAME.outcome(replay(GAME, (*before, one.move, *one.refutation)))
                assert end is None or end.winner is (GAME.to_move(state).other if one.score else None)
                assert one.refutation


def test_five_thousand_ship_and_a_first_visit_fetches_few_of_them(puzzles: list[Puzzle]) -> None:
    assert len(puzzles) >= 5000
    packed = {
        name: len(gzip.compress(shipped.read(name)))
        for name in shipped.names()
        if name.startswith(("puzzles-", "index", "daily"))
    }
    chunks = [size for name, size in packed.items() if name.startswith("puzzles-")]
    assert len(chunks) >= 40
    assert packed["index.json"] + packed["daily.json"] + max(chunks) <= 16 * 1024


def test_no_two_puzzles_are_the_same_or_mirror_images_and_most_are_explained(puzzles: list[Puzzle]) -> None:
    keys = Counter(GAME.key(replay(GAME, puzzle.moves)) for puzzle in puzzles)
    assert max(keys.values()) == 1
    assert sum(map(explained, puzzles)) >= 0.8 * len(puzzles)
    hard = [puzzle for puzzle in puzzles if puzzle.rating > 1200]
    assert sum(map(explained, hard)) >= 0.4 * len(hard) > 300
    proofs = shipped.shipped_proofs()
    assert {puzzle.name for puzzle in puzzles if explained(puzzle)} == proofs.keys()
    for puzzle in puzzles if is_long() else puzzles[::16]:
        state = replay(GAME, puzzle.moves)
        assert classify(GAME, state) == puzzle.themes & BEGINNERS
        assert {puzzle.line[0], *(wrong.move for wrong in puzzle.wrong)} == set(GAME.moves(state))
        replay(GAME, puzzle.moves + puzzle.line)


def test_every_day_has_three_puzzles_within_reach(puzzles: list[Puzzle]) -> None:
    strengths = json.loads(shipped.read("daily.json"))["strengths"]
    assert len(strengths) == 3
    for easier, harder in itertools.pairwise(strengths):
        assert max(puzzles[place].rating for place in easier) <= min(puzzles[place].rating for place in harder)
    every = [place for strength in strengths for place in strength]
    assert len(set(every)) == len(every) >= 3 * 260
    assert all(explained(puzzles[place]) and not puzzles[place].for_beginners for place in every)
    assert {(puzzles[place].plies + 1) // 2 for place in every} == {2, 3, 4, 5, 6}
    for day in zip(*strengths, strict=True):
        lengths = [puzzles[place].plies for place in day]
        assert lengths[0] < lengths[1] < lengths[2]
        assert lengths[0] in {3, 5}  # two or three moves


def test_a_sample_is_sound_and_comes_again_from_the_seed(puzzles: list[Puzzle]) -> None:
    judge, proofs = Judge(GAME, table_mb=16), shipped.shipped_proofs()
    for puzzle in random.Random(5).sample([one for one in puzzles if len(one.moves) >= 20], 3):
        assert faults(judge, puzzle) == []
        assert proof_fault(GAME, puzzle, proofs.get(puzzle.name)) == ""
    # The latest positions are the cheapest to make again.
    source = max(puzzles, key=lambda puzzle: len(puzzle.moves)).source
    assert remake([source], shipped.seed(), puzzles) == []


@pytest.mark.long
def test_all_are_sound_without_book_and_theorem(puzzles: list[Puzzle]) -> None:
    assert [sentence for _, found in check(puzzles, shipped.shipped_proofs()) for sentence in found] == []
