"""Tests searches which stop anywhere and continue from the same point, at little cost during the break."""

import random

import numpy as np
import pytest

from engine.games import LineGame, LineState, parse
from engine.solver import memory as k
from engine.solver import team
from engine.solver.machine import Lent
from engine.solver.search import Search
from engine.solver.solver import Solver
from engine.solver.table import Words
from engine.workshop.bench import race

GAME = LineGame(7, 6, 4, True)
TEXT = "32751571231557"


def at(text: str) -> LineState:
    return parse(GAME, text)[1]


def result(search: Search) -> tuple[int, int, int, int]:
    return search.low, search.high, search.nodes, search.move


@pytest.fixture(scope="module")
def whole() -> tuple[int, int, int, int]:
    search = Solver(table_mb=1).begin(*at(TEXT))
    assert search.run()
    return result(search)


def test_a_thousand_stops_at_random_points_change_nothing(whole: tuple[int, int, int, int]) -> None:
    rng = random.Random(1000)
    points = sorted(rng.sample(range(1, whole[2]), 1000))
    search = Solver(table_mb=1).begin(*at(TEXT))
    for point in points:
        assert not search.run(point - search.nodes)
        assert search.nodes == point
    assert search.run()
    assert result(search) == whole


def test_the_stop_word_is_read_before_every_node() -> None:
    """Sets a stop before the first node. The search reads the stop before every node."""
    search = Solver(table_mb=1).begin(*at(TEXT))
    for point in (0, 1, 777, 5000):
        search.run(point - search.nodes)
        search.stop[0] = 1
        assert not search.run()
        assert search.nodes == point
        search.stop[0] = 0


@pytest.mark.parametrize("board", [(7, 6, 4), (8, 7, 4), (21, 2, 3)])
def test_a_suspended_search_costs_kilobytes(board: tuple[int, int, int]) -> None:
    words = k.layout(board[0], board[1]).size
    assert words * np.dtype(np.uint64).itemsize < 64 * 1024


def test_a_full_log_stops_a_search_and_nothing_is_lost(whole: tuple[int, int, int, int]) -> None:
    search = Solver(table_mb=1).begin(*at(TEXT), report=1, log_rows=3)
    rows = 0
    while not search.run(997):
        rows += len(search.drain())
    rows += len(search.drain())
    assert result(search) == whole
    assert rows == whole[2]


HARD = parse(race.GAME, race.positions_of(race.HARD)[1])[1]


def in_turns(work: team.Team) -> None:
    """Searches in this thread alone: two searches in turns get 500 nodes each."""
    while work.low < work.high:
        for number in range(2):
            work.turn(number, 500)


def test_searches_in_turns_find_the_score_of_one_search() -> None:
    found, nodes = [], []
    for _ in range(2):
        work = team.gather(Solver(table_mb=8), HARD.own, HARD.mask, 2)
        assert isinstance(work, team.Team)
        in_turns(work)
        found += [work.low, work.high]
        nodes.append(work.nodes)
    assert {*found} == {Solver(table_mb=8).solve(HARD.own, HARD.mask).score}
    assert nodes[0] == nodes[1] > team.ALONE


def test_searches_of_a_team_share_a_table_for_late_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(table_mb=8)
    used: dict[int, set[tuple[int, int]]] = {}
    call = solver.call

    def noted(memory: Words, log: Words, jobs: Words, stop: Words, busy: Words, tables: Lent | None) -> int:
        used.setdefault(id(memory), set()).add((id(tables[0]), id(tables[1])) if tables else (0, 0))
        return call(memory, log, jobs, stop, busy, tables)

    work = team.gather(solver, HARD.own, HARD.mask, 2)
    assert isinstance(work, team.Team)
    monkeypatch.setattr(solver, "call", noted)
    in_turns(work)
    solver.give_back(work._lent)
    (one,), (other,) = used.values()
    assert one[0] == other[0] != 0
    assert one[1] != other[1]
    assert len(solver.lend()[0][0]) < len(solver.lend(2)[0][0])
