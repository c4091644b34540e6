"""Tests searches which stop anywhere and go on from the same point, at little cost during the break."""

import random

import numpy as np
import pytest

from engine.games import LineGame, LineState, parse
from engine.solver import memory as k
from engine.solver.solver import Search, Solver

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


def test_a_search_killed_at_a_thousand_random_points_is_resumed_from_a_copy(whole: tuple[int, int, int, int]) -> None:
    """Copies the memory of a search into another Search object, which goes on from there."""
    rng = random.Random(1001)
    solver = Solver(table_mb=1)
    search = solver.begin(*at(TEXT))
    for point in sorted(rng.sample(range(1, whole[2]), 1000)):
        search.run(point - search.nodes)
        other = solver.begin(*at(TEXT))
        other._memory[:] = search._memory
        search = other
    assert search.run()
    assert result(search) == whole


def test_stopped_searches_side_by_side_over_one_table_find_the_same_scores() -> None:
    """Shares one table: entries of the other searches change the nodes, never the score."""
    rng = random.Random(7)
    solver = Solver(table_mb=1)
    texts = ["335662333565", "2416615552", "274552224131661", "5455174361263362", TEXT]
    searches = [solver.begin(*at(text)) for text in texts]
    while not all(search.exact for search in searches):
        search = rng.choice(searches)
        search.run(rng.randrange(1, 2000))
        assert search.low <= search.high
    assert [search.low for search in searches] == [-2, 4, 0, -1, -3]


def test_the_stop_word_is_read_before_every_node() -> None:
    """Sets a stop before the first node; the search reads the stop before every node."""
    search = Solver(table_mb=1).begin(*at(TEXT))
    for point in (0, 1, 777, 5000):
        search.run(point - search.nodes)
        search.stop[0] = 1
        assert not search.run()
        assert search.nodes == point
        search.stop[0] = 0


@pytest.mark.parametrize("board", [(7, 6, 4), (8, 7, 4), (21, 2, 3)])
def test_a_suspended_search_costs_kilobytes(board: tuple[int, int, int]) -> None:
    words = k.memory_words(board[0], board[1])
    assert words * np.dtype(np.uint64).itemsize < 64 * 1024


def test_a_full_log_stops_a_search_and_nothing_is_lost(whole: tuple[int, int, int, int]) -> None:
    search = Solver(table_mb=1).begin(*at(TEXT), report=1, log_rows=3)
    rows = 0
    while not search.run(997):
        rows += len(search.drain())
    rows += len(search.drain())
    assert result(search) == whole
    assert rows == whole[2]
