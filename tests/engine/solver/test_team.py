"""Tests a team of searches, by nodes in turns: by the clock no test could decide."""

import pytest

from engine.bench import race
from engine.games import parse
from engine.solver import team
from engine.solver.solver import Lent, Solved, Solver
from engine.solver.table import Words

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


def test_quick_positions_need_no_team() -> None:
    late = parse(race.GAME, race.random_positions(30, 1)[0])[1]
    found, alone = (
        team.gather(Solver(table_mb=1), late.own, late.mask, 2),
        Solver(table_mb=1).solve(late.own, late.mask),
    )
    assert isinstance(found, Solved)
    assert (found.score, found.nodes) == (alone.score, alone.nodes)
