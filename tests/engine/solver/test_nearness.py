"""Tests the judgement of shared tables with made-up seconds: no clock decides."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.games import GameError, LineGame, parse
from engine.nets import kernel as nets
from engine.nets import shipped
from engine.solver import learnt_order, nearness, team
from engine.solver.memory import C_INFO, C_MASK, C_OWN, CHILD, HEAD, layout
from engine.solver.nearness import COMPARE, DOUBTS, FAR, REST, SLICE, Nearness
from engine.solver.solver import Solver
from tests.engine.nets.test_file import small_net

USUAL = 0.01
"""Seconds of a slice without the shared table."""


def shared_slices(judge: Nearness, count: int, times: float) -> list[bool]:
    """Returns for each slice whether the slice shared, if sharing takes so many times as long."""
    found = []
    for _ in range(count):
        found.append(judge.shares())
        judge.note(found[-1], SLICE, USUAL * (times if found[-1] else 1))
    return found


def test_near_cores_share_all_slices_but_those_that_tell_the_usual_speed() -> None:
    found = shared_slices(Nearness(), 2 * COMPARE, 1.05)
    assert [number for number, shared in enumerate(found, start=1) if not shared] == [1, COMPARE, 2 * COMPARE]


def test_far_cores_try_again_after_a_rest_and_doubt_less_long() -> None:
    found = shared_slices(Nearness(), 1 + DOUBTS + REST + 1 + REST + 1, 1.4)
    assert found == [False] + DOUBTS * [True] + REST * [False] + [True] + REST * [False] + [True]


def test_short_slices_tell_nothing() -> None:
    judge = Nearness()
    shared_slices(judge, 1, 1.0)
    for _ in range(2 * DOUBTS):
        judge.note(True, SLICE // 2 - 1, 100 * FAR * USUAL)
    assert judge.shares()


@pytest.mark.parametrize("near", [True, False])
def test_a_team_finds_the_score_wherever_its_cores_are(near: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (nearness, team):
        monkeypatch.setattr(module, "SLICE", 200)
    monkeypatch.setattr(team, "ALONE", 0)
    asked = []

    def shares(_judge: Nearness) -> bool:
        asked.append(near if len(asked) % 3 else not near)
        return asked[-1]

    monkeypatch.setattr(Nearness, "shares", shares)
    solver, game = Solver(table_mb=1), LineGame(7, 6, 4, True)
    for text in ("2531276566711153", "2416615552"):
        state = parse(game, text)[1]
        alone = Solver(table_mb=1).solve(state.own, state.mask)
        assert team.solve(solver, state.own, state.mask, 2).score == alone.score
    assert len(set(asked)) == 2


BOARD = (5, 4, 4)
GAME = LineGame(*BOARD, True)


@pytest.fixture
def nothing_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Takes the files of all networks away."""
    monkeypatch.setattr(shipped, "path_of", lambda name: tmp_path / f"{name}.net")
    caches = shipped._read, learnt_order.shipped_network
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


def test_children_come_in_the_order_of_value_and_place() -> None:
    network = learnt_order.network_for(*BOARD, small_net(GAME))
    arrays = network.arrays()
    memory, slots, ply = np.zeros(layout(5, 4).size, np.uint64), int(HEAD) + 100, 3
    children = [parse(GAME, text)[1] for text in ("1122", "2233", "33445", "4455", "551")]
    for index, state in enumerate(children):
        at = slots + index * int(CHILD)
        memory[[at + int(C_OWN), at + int(C_MASK)]] = state.own, state.mask
        memory[at + int(C_INFO)] = state.ply << 8 | index
    total, behind = nets.build(*BOARD, True).total, int(arrays[4][nets.UNIT]) * learnt_order.PLACE >> 5
    scores = []
    for index, state in enumerate(children):
        value = total(np.uint64(state.own), np.uint64(state.mask), arrays)
        scores.append((-value if (state.ply - ply) % 2 else value) - index * behind)
    learnt_order.build(*BOARD, learnt=True)(memory, slots, len(children), ply, arrays)
    found = [int(memory[slots + place * int(CHILD) + int(C_INFO)]) & 255 for place in range(len(children))]
    assert found == sorted(range(len(children)), key=lambda index: -scores[index])
    assert found != list(range(len(children)))


def test_the_network_that_ships_saves_half_of_the_nodes() -> None:
    solved = Solver(table_mb=4).solve(*parse(LineGame(7, 6, 4, True), "32164625")[1])
    assert (solved.score, solved.nodes) == (11, 793), "1,728 nodes without the network"


@pytest.mark.usefixtures("nothing_ships")
def test_without_its_file_a_board_keeps_the_order_of_others(caplog: pytest.LogCaptureFixture) -> None:
    assert learnt_order.network_for(7, 6, 4, None) is None
    (said,) = caplog.messages
    assert "connect4.net" in said


def test_a_network_for_another_board_is_refused() -> None:
    with pytest.raises(GameError, match="the network is for 5x4, the board is 6x4"):
        Solver(6, 4, 4, net=small_net(GAME))
