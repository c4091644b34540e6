"""Tests diagrams by a SAT solver: they are those of an exhaustive search, and where there is none it says so."""

import itertools
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

from engine.coach.certificate import Claim, fault
from engine.coach.diagram import cells_of, marked, marks_of
from engine.coach.diagrams.play import CLASSES
from engine.coach.diagrams.search import Search, find, known
from engine.coach.proving.oracle import keeps
from engine.games import LineGame, LineState, parse, replay
from engine.puzzles import shipped
from engine.solver.solver import Solver
from engine.workshop.cards import sat
from engine.workshop.cards.formula import BoundError, Formula
from engine.workshop.cards.sat import Sat, solve
from tests.engine.coach.test_certificates import CONNECT4

SMALL = LineGame(5, 4, 4, gravity=True)
OPEN = 8  # empty cells of the positions whose sheets are all tried
HARD = "1433554453342446"
"""Yellow, who is not to move, wins."""

DRAWN = "7147472514577554714545"


def positions(rng: random.Random, count: int) -> list[LineState]:
    """Returns positions of random games with few empty cells, where nobody can win with the next disc."""
    found = list[LineState]()
    while len(found) < count:
        state = SMALL.initial()
        while state.ply < SMALL.width * SMALL.height - OPEN and SMALL.outcome(state) is None:
            state = SMALL.play(state, rng.choice(SMALL.moves(state)))
        if SMALL.outcome(state) is None and SMALL.is_quiet(state):
            found.append(state)
    return found


def sheets(cells: Sequence[int], kinds: Sequence[int]) -> "itertools.product[tuple[int, ...]]":
    return itertools.product((*kinds, CLASSES), repeat=len(cells))


def marks_in(cells: Sequence[int], sheet: Sequence[int]) -> np.ndarray:
    marks = np.zeros(CLASSES, np.uint64)
    for cell, kind in zip(cells, sheet, strict=True):
        if kind < CLASSES:
            marks[kind] |= np.uint64(cell)
    return marks


class FewKinds(Formula):
    """Knows only some kinds of marks: with all of them nearly every position has a sheet."""

    def __init__(self, kinds: Sequence[int], empty: int) -> None:
        super().__init__(empty)
        for cell in cells_of(empty):
            for kind in set(range(CLASSES)) - set(kinds):
                self.add(-self._marks[cell][kind])


@pytest.mark.parametrize(("wins", "kinds"), [(False, (2, 3)), (True, (2,))])
@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.long)])
def test_there_is_a_sheet_exactly_where_trying_all_finds_one(
    monkeypatch: pytest.MonkeyPatch, wins: bool, kinds: tuple[int, ...], count: int
) -> None:
    monkeypatch.setattr(sat, "Formula", partial(FewKinds, kinds))
    solver, told = Solver(SMALL.width, SMALL.height, SMALL.connect, table_mb=1), list[bool]()
    for state in positions(random.Random(int(wins)), count):
        claim, mine = Claim(SMALL.to_move(state).other, wins), state.own ^ state.mask
        if keeps(solver, claim, mine, state.own):
            search, cells = Search(SMALL, claim, 0), list(cells_of(SMALL.full & ~state.mask))
            all_sheets = (marks_in(cells, sheet) for sheet in sheets(cells, kinds))
            there_is = any(search.holds(state, marks) for marks in all_sheets)
            found = Sat(SMALL, claim, partial(keeps, solver, claim)).find_after((mine, state.own), 1000)
            assert (found is not None) is there_is
            assert found is None or search.holds(state, np.array(found, np.uint64))
            told.append(there_is)
    assert {*told} == {False, True}


def test_a_formula_names_what_the_sheet_names() -> None:
    rng, cells, named = random.Random(3), [1, 2, 4, 8], 0
    for _ in range(60):
        sheet = [rng.randrange(CLASSES + 1) for _ in cells]
        playable = rng.randrange(1, 16)
        marks = [sum(cell for cell, kind in zip(cells, sheet, strict=True) if kind == one) for one in range(CLASSES)]
        expected = marked(marks, playable)
        for cell in cells_of(playable):
            with Formula(15) as one:
                for at, kind in zip(cells, sheet, strict=True):
                    for number in range(CLASSES):
                        one.add(one._marks[at][number] * (1 if number == kind else -1))
                one.add(one.name(playable, cell))
                assert one.solve(1000) is (cell == expected)
                named += cell == expected
    assert named > 20


def test_what_it_finds_is_a_certificate() -> None:
    state = parse(CONNECT4, DRAWN)[1]
    claim, solver = Claim(CONNECT4.to_move(state).other, False), Solver(table_mb=4)
    found = solve(CONNECT4, state, claim, solver, 20_000)
    assert found is not None
    assert fault(found) == ""
    assert solve(CONNECT4, state, claim, solver, 20_000) == found


def test_a_bound_is_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    state = parse(CONNECT4, HARD)[1]
    claim, solver = Claim(CONNECT4.to_move(state).other, True), Solver(table_mb=4)
    with pytest.raises(BoundError):
        solve(CONNECT4, state, claim, solver, 10)
    monkeypatch.setattr(sat, "CONFLICTS", 1)
    with pytest.raises(BoundError):
        solve(CONNECT4, state, claim, solver, 20_000)


def test_a_library_gives_the_diagram_that_holds() -> None:
    state = parse(CONNECT4, HARD)[1]
    claim = Claim(CONNECT4.to_move(state).other, True)
    found = find(CONNECT4, state, claim)
    assert found is not None
    (diagram,) = found.nodes
    empty, right = marks_of(("." * 7,) * 6), marks_of(diagram.rows)  # type: ignore[union-attr]
    assert known(CONNECT4, state, claim, [empty]) is None
    again = known(CONNECT4, state, claim, [empty, right])
    assert again is not None
    assert fault(again) == ""


def test_ctrl_c_waits_for_the_end_of_a_solution() -> None:
    heard = list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with Formula(0) as formula:
            nests = [[formula.unknown() for _ in range(8)] for _ in range(9)]  # nine pigeons in eight holes
            for nest in nests:
                formula.add(*nest)
            for one, other in itertools.combinations(nests, 2):
                for here, there in zip(one, other, strict=True):
                    formula.add(-here, -there)
            press = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
            assert not formula.solve(10_000_000)
            press.wait()
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.long
def test_most_puzzles_without_a_diagram_have_none() -> None:
    """Prints what the solver says of puzzles that no search has explained: see RESULTS.md."""
    game, solver, proofs = CONNECT4, Solver(table_mb=16), shipped.shipped_proofs()
    late = [one for one in shipped.shipped() if one.name not in proofs and len(one.moves) >= 15]
    told = Counter[str]()
    for puzzle in random.Random(3).sample(late, 40):
        state = replay(game, puzzle.moves)
        claim = Claim(game.to_move(state), puzzle.plies > 0)
        try:
            told["a diagram" if solve(game, game.play(state, puzzle.line[0]), claim, solver, 8_000) else "none"] += 1
        except BoundError:
            told["open"] += 1
    print(len(late), told)
    assert told["none"] > told["open"]
