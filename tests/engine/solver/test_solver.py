"""Tests the solver against known scores, and the promises: resumable, stoppable, bounded."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.games import LineGame, LineState, parse
from engine.solver import team
from engine.solver.search import Search
from engine.solver.solver import Solver
from engine.solver.window import COSTLY, next_window
from tests.waiting import wait_until

GAME = LineGame(7, 6, 4, True)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mb=8)


def at(text: str) -> LineState:
    return parse(GAME, text)[1]


def test_a_window_is_decided_and_bounds_are_kept(solver: Solver) -> None:
    state = at("32751571231557")  # -3
    search = solver.begin(*state)
    for alpha, above in [(-8, True), (4, False), (-4, True), (-3, False)]:
        search.aim(alpha)
        while not search.step(500):
            pass
        assert (search.low > alpha) is above
        assert (search.high <= alpha) is not above
        assert search.low <= -3 <= search.high
    assert search.exact
    before = search.nodes
    search.aim(-4)
    assert search.step(0)
    assert search.nodes == before


def test_searches_side_by_side_in_threads(solver: Solver) -> None:
    solver.clear()
    texts = ["32751571231557", "335662333565", "2416615552", "274552224131661", "5455174361263362"]
    searches = [solver.begin(*at(text), report=50, log_rows=5) for text in texts]

    def finish(search: Search) -> int:
        while not search.run(700):
            search.drain()
        return search.low

    with ThreadPoolExecutor(len(texts)) as pool:
        assert list(pool.map(finish, searches)) == [-3, -2, 4, 0, -1]


def test_stop_word_ends_a_running_step(solver: Solver) -> None:
    solver.clear()
    search = solver.begin(*at(""), report=50, log_rows=100_000)
    thread = threading.Thread(target=search.run)
    thread.start()
    wait_until(search.log.any)  # the kernel has written a row
    search.stop[0] = 1
    thread.join()
    assert not search.exact
    search.stop[0] = 0
    assert not search.run(1000)
    assert search.nodes >= 1000


def test_log_has_children_before_parents(solver: Solver) -> None:
    solver.clear()
    search = solver.begin(*at("32751571231557"), report=100, log_rows=7)
    rows = []
    while not search.run():
        assert search.logged == 7
        rows += search.drain()
    rows += search.drain()
    assert rows[-1].mask == search.mask
    assert len(rows) > 20
    for row in rows:
        assert row.nodes >= 100
        assert row.low <= row.high
        state = LineState(row.own, row.mask)
        assert state.ply == row.ply
        exact = solver.solve(row.own, row.mask).score
        assert row.low <= exact <= row.high
        if row.move and row.low > -((40 - row.ply) // 2):
            reply = GAME.play(state, row.move)
            assert -solver.solve(*reply).score >= row.low


@pytest.mark.parametrize("text", ["32751571231557", "722763", "4455", "7422341735647741166133573473242566"])
@pytest.mark.parametrize("alone", [0, team.ALONE])
def test_threads_find_the_same_score_and_a_best_move(
    solver: Solver, text: str, alone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(team, "ALONE", alone)
    state = at(text)
    solver.clear()
    together = team.solve(solver, *state, threads=3)
    assert together.score == solver.solve(*state).score
    assert together.move is not None
    reply = GAME.play(state, together.move)
    assert -solver.solve(*reply).score == together.score


def test_a_finished_game_has_the_last_movers_score(solver: Solver) -> None:
    solved = solver.solve(*at("1212121"))
    assert (solved.score, solved.move) == (-18, None)


@pytest.mark.parametrize("size", [(7, 6, 2), (12, 10, 4), (7, 6, 6), (0, 6, 4)])
def test_impossible_boards_are_refused(size: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="there is no solver for"):
        Solver(*size)


@pytest.mark.parametrize("megabytes", [0.001, 1, 3])
def test_every_table_size_is_right(megabytes: float) -> None:
    small = Solver(table_mb=megabytes)
    for text, score in [("32751571231557", -3), ("2416615552", 4), ("243335424257", 12)]:
        assert small.solve(*at(text)).score == score


@pytest.mark.parametrize(("nodes", "most"), [(0, 11), (COSTLY, 12)])
def test_windows_end_at_the_score(nodes: int, most: int) -> None:
    for score in range(-18, 19):
        low, high, windows = -18, 18, 0
        while low < high:
            goal = int(next_window(low, high, nodes))
            assert low <= goal < high
            low, high = (goal + 1, high) if score > goal else (low, goal)
            windows += 1
        assert low == score
        assert windows <= most


def test_a_costly_search_goes_one_window_at_a_time_from_a_draw() -> None:
    for low, high, cheap, costly in [(1, 9, 3, 1), (-9, -1, -4, -2), (2, 9, 4, 2), (4, 9, 4, 4), (-9, 9, 0, 0)]:
        assert (next_window(low, high, COSTLY - 1), next_window(low, high, COSTLY)) == (cheap, costly)


def test_no_thread_is_started_for_a_short_search(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda _: pytest.fail("a thread was started"))
    text = "7422341735647741166133573473242566"
    together, alone = team.solve(solver, *at(text), threads=4), solver.solve(*at(text))
    assert (together.score, together.move) == (alone.score, alone.move)
    assert together.nodes < team.ALONE
