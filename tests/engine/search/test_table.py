"""Tests the transposition table: each state evaluated once, symmetric ones as one, and true entries."""

from collections import Counter

import pytest

from engine.games import LineGame, Outcome, Player, find, replay
from engine.games.nim import Nim
from engine.search.deepening import deepening, run
from engine.search.memo import memo
from engine.search.parts.table import Entry, Table
from engine.search.parts.values import Bound
from tests.engine.search.oracle import SMALL, oracle, small_value, states
from tests.trees import leaf_tree

TICTACTOE = find("tictactoe")


class Counted(LineGame):
    """Counts for each state the calls of ``moves``, one for each search of the state, and the evaluations."""

    def __init__(self, *rules):
        super().__init__(*rules)
        self.asked, self.guessed = Counter(), Counter()

    def moves(self, state):
        self.asked[state] += 1
        return super().moves(state)

    def evaluate(self, state, player):
        self.guessed[state] += 1
        return super().evaluate(state, player)


@pytest.mark.parametrize(("symmetry", "unfinished", "final"), [(False, 4520, 958), (True, 627, 138)])
def test_memo_evaluates_each_state_once(symmetry, unfinished, final) -> None:
    """Counts 5,478 positions, or 765 up to symmetry. Every visit after the first is a hit."""
    game = Counted(3, 3, 3, False)
    result = memo(game, game.initial(), symmetry=symmetry)
    assert set(game.asked.values()) == {1}
    assert len(game.asked) == len({game.key(s) if symmetry else s for s in states(TICTACTOE, 9)}) == unfinished
    assert result.counts.leaves == final
    assert result.counts.nodes == unfinished + final + result.counts.table_hits
    assert (result.value, result.move, result.exact, result.counts.depth) == (0, 1, True, 9)
    assert game.outcome(replay(game, result.pv)) == Outcome(None) if not symmetry else replay(game, result.pv)


def test_memo_leads_on_from_what_it_has_met_before() -> None:
    tree = leaf_tree("[[[2, 1], 0], [[2, 1]]]")
    result = memo(tree, tree.initial())
    assert (result.value, result.pv) == (2, (2, 1, 1))
    assert (result.counts.nodes, result.counts.leaves, result.counts.table_hits) == (8, 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_entries_serve_later_searches_of_other_states(step) -> None:
    """Counts a stored win from the stored state: met at another ply, the win is equally far."""
    table = Table()
    run(deepening(SMALL, SMALL.initial(), table=table))
    for state in states(SMALL, 3)[::step]:
        result = run(deepening(SMALL, state, table=table))
        assert result.value == small_value(state, SMALL.to_move(state))
        assert result.exact
    nim, table = Nim(9, 3), Table()
    for size in (9, 7, 8, 5):
        start = nim.initial()._replace(left=size)
        assert run(deepening(nim, start, table=table)).value == oracle(nim)(start, Player.FIRST)


def known(value: float, bound: Bound, depth: int = 3, proven: bool = False) -> Entry:
    return Entry("state", depth, value, bound, 1, proven)


def test_a_guess_never_replaces_what_is_proven() -> None:
    table = Table()
    proven, guess = known(0.0, Bound.EXACT, proven=True), known(0.25, Bound.EXACT, depth=9)
    table.store("key", guess)
    table.store("key", proven)
    table.store("key", guess)
    assert table.get("key") == proven
    better = known(0.0, Bound.LOWER, proven=True)
    table.store("key", better)
    assert table.get("key") == better
    assert table.get("other") is None


def test_a_full_table_forgets_the_older_half() -> None:
    table = Table(capacity=10)
    for i in range(10):
        table.store(i, known(0.0, Bound.EXACT))
    assert len(table) == 10
    table.store(3, known(0.5, Bound.EXACT))
    assert len(table) == 10
    table.store(10, known(0.0, Bound.EXACT))
    assert len(table) == 5
    assert [table.get(i) is not None for i in range(11)] == [False] * 6 + [True] * 5
