"""Tests the measurement of several threads, by nodes: by the clock no test could decide."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from engine.bench import race, threads
from engine.games import parse
from engine.solver import team
from engine.solver.solver import Lent, Solver
from engine.solver.table import Words

HARD = parse(race.GAME, race.positions_of(race.HARD)[1])[1]


def test_searches_in_turns_find_the_score_of_one_search() -> None:
    alone, together = Solver(table_mb=8), Solver(table_mb=8)
    work = team.gather(together, HARD.own, HARD.mask, 3)
    assert isinstance(work, team.Team)
    work.run_in_turns(threads.SLICE)
    assert (work.low, work.high) == (alone.solve(HARD.own, HARD.mask).score,) * 2
    assert team.ALONE < work.longest < work.nodes


def test_nodes_in_turns_repeat_and_are_shared() -> None:
    solver = Solver(table_mb=8)
    one, two = (threads.by_nodes(solver, count) for count in (1, 2))
    found = threads.gain([HARD], one, two)
    assert found == threads.gain([HARD], one, two)
    assert found.several < found.one
    assert found.median == found.times


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
    work.run_in_turns(threads.SLICE)
    (one,), (other,) = used.values()
    assert one[0] == other[0] != 0
    assert one[1] != other[1]
    assert len(solver.lend()[0][0]) < len(solver.lend(2)[0][0])


def test_quick_positions_need_no_team() -> None:
    late = parse(race.GAME, race.random_positions(30, 1)[0])[1]
    solver = Solver(table_mb=1)
    assert threads.slowest(solver, late, 2) == solver.solve(late.own, late.mask).nodes


def test_the_command_prints_both_costs_and_refuses_unknown_sets() -> None:
    shown = CliRunner().invoke(threads.main, ["--count", "1", "--table-mb", "1"])
    assert "nodes, 2 threads" in shown.output
    refused = CliRunner().invoke(threads.main, ["--positions", "dawn"])
    assert refused.exit_code == 2
    assert "there is no set 'dawn'" in refused.stderr
