"""Tests the courses that ship: puzzles rise in difficulty, and every example shows what the sentence says."""

import itertools
import json
import re
from typing import Any

import pytest

from engine.games import Cell, LineState, Player, replay
from engine.puzzles import shipped
from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import BEGINNERS, Puzzle, Theme, from_row
from engine.text import from_wire
from engine.workshop.puzzles.selection import explained, rising

GAME = connect_four()
COURSES = {course["slug"]: course for course in json.loads(shipped.read("courses.json"))["courses"]}


def puzzles_of(slug: str) -> list[Puzzle]:
    return [from_row(row) for row in json.loads(shipped.read(f"course-{slug}.json"))["puzzles"]]


@pytest.mark.slow
def test_every_theme_has_a_course_of_its_own_puzzles() -> None:
    assert list(COURSES) == [theme.slug for theme in Theme]
    names = [name for course in COURSES.values() for name in course["names"]]
    assert len(set(names)) == len(names)
    known, every = {puzzle.name: puzzle for puzzle in shipped.shipped()}, shipped.shipped_proofs()
    for theme in Theme:
        puzzles = puzzles_of(theme.slug)
        assert 8 <= len(puzzles) <= 12
        assert [puzzle.name for puzzle in puzzles] == COURSES[theme.slug]["names"]
        assert all(known[puzzle.name] == puzzle and explained(puzzle) and puzzle.themes & theme for puzzle in puzzles)
        assert all(bool(puzzle.themes & BEGINNERS) == bool(theme & BEGINNERS) for puzzle in puzzles)
        assert all(one.rating <= other.rating for one, other in itertools.pairwise(puzzles))
        proofs = json.loads(shipped.read(f"course-{theme.slug}.json"))["proofs"]
        assert proofs == {name: every[name] for name in COURSES[theme.slug]["names"]}


def test_a_course_takes_one_puzzle_of_each_tenth_and_leaves_the_hardest_out() -> None:
    plain = [Puzzle((1,), 5, (1,), (), Theme.QUIET_MOVE, rating, 5) for rating in range(100)]
    assert [puzzle.rating for puzzle in rising(plain)] == list(range(0, 80, 8))
    assert len(rising(plain[:9])) == 9
    assert rising([]) == ()


def completes(state: LineState, player: Player, *cells: Cell) -> bool:
    """Returns whether a player's discs on free cells would complete a four through the last one."""
    mine, cell = {at for at, owner in GAME.cells(state) if owner is player} | {*cells}, cells[-1]
    directions = ((1, 0), (0, 1), (1, 1), (1, -1))
    runs = ([(cell[0] + n * x, cell[1] + n * y) for n in range(k, k + 4)] for x, y in directions for k in range(-3, 1))
    return any(mine.issuperset(run) for run in runs)


def scene(slug: str) -> tuple[LineState, Player, dict[str, list[Cell]], list[list[Cell]], str]:
    """Returns an example's position, the solver, the marked cells of each kind, the pairs, and the text."""
    example: dict[str, Any] = COURSES[slug]["example"]
    state = replay(GAME, tuple(map(int, example["moves"])))
    marks = {mark["kind"]: [(column, row) for column, row in mark["cells"]] for mark in example["marks"]}
    pairs = [[(c, r) for c, r in pair] for mark in example["marks"] for pair in mark["pairs"]]
    text = " ".join(from_wire(example["said"]))
    solver = GAME.to_move(state) if re.match(r"\w+ to move", text) else GAME.to_move(state).other
    assert GAME.player_names[solver] == text.split()[0]
    return state, solver, marks, pairs, text


def landings(state: LineState) -> list[Cell]:
    return [GAME.landing(state, move) for move in GAME.moves(state)]


@pytest.mark.parametrize("slug", COURSES)
def test_the_marks_of_an_example_are_what_the_text_says(slug: str) -> None:
    state, solver, marks, pairs, text = scene(slug)
    taken = {cell for cell, _ in GAME.cells(state)}
    column = int(found.group(1)) if (found := re.search(r"column (\d)", text, re.IGNORECASE)) else 0
    if slug in ("win-at-once", "must-block"):
        (free,) = set(marks["four"]) - taken
        assert free in landings(state)
        assert free[0] == column
        assert completes(state, solver if slug == "win-at-once" else solver.other, free)
    elif slug == "do-not-hand-over":
        for cell in marks["forbidden"]:
            after = GAME.play(state, cell[0])
            assert GAME.landing(state, cell[0]) == cell
            assert completes(after, solver.other, (cell[0], cell[1] + 1))
        assert {cell[0] for cell in marks["forbidden"]} == set(GAME.moves(state)) - {column}
    elif slug == "double-threat":
        assert len(marks["threats"]) == 2
        assert all(cell in landings(state) and completes(state, solver, cell) for cell in marks["threats"])
    elif slug == "stacked-threats":
        lower, upper = marks["threats"]
        assert upper == (lower[0], lower[1] + 1)
        assert lower in landings(state)
        assert completes(state, solver, lower)
        assert completes(state, solver, upper)
    elif slug == "block-and-counter":
        before = replay(GAME, tuple(map(int, COURSES[slug]["example"]["moves"]))[:-1])
        ((gained,), (denied,)) = marks["threats"], marks["reach"]
        assert completes(state, solver, gained)
        assert not completes(before, solver, gained)
        (last,) = taken - {cell for cell, _ in GAME.cells(before)}
        assert completes(before, solver.other, last, denied)
        assert not completes(before, solver.other, denied)
    elif slug == "only-move-draw":
        assert all(cell not in taken for pair in pairs for cell in pair)
        assert len({cell for pair in pairs for cell in pair}) == 2 * len(pairs)
    else:
        (free,) = set(marks["wait"]) - taken
        assert len(marks["wait"]) == 4
        assert completes(state, solver, free)
        if slug != "quiet-move":
            assert marks["forbidden"] == [(free[0], free[1] - 1)]
            assert slug == "do-not-spoil" or free[1] % 2 == (slug == "odd-threat")


@pytest.mark.parametrize("slug", COURSES)
def test_the_example_is_no_puzzle_of_the_course(slug: str) -> None:
    assert not any(COURSES[slug]["example"]["moves"].startswith(name) for name in COURSES[slug]["names"])
