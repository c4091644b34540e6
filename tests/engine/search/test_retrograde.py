"""Tests the table made from the end back: against minimax, and its states against a list made another way."""

from hypothesis import given

from engine.games import find, parse
from engine.search.minimax import minimax
from engine.search.parts.drawing import size
from engine.search.parts.trace import Trace
from engine.search.retrograde import retrograde
from tests.engine.search.oracle import trees
from tests.profiles import costly
from tests.trees import leaf_tree

CONNECT4 = find("connect4")


def following(game, state, plies: int, found: set) -> set:
    """Returns the states after ``state``, by going down all ways."""
    found.add(state)
    if plies and game.outcome(state) is None:
        for move in game.moves(state):
            following(game, game.play(state, move), plies - 1, found)
    return found


def same(game, state, depth=None) -> None:
    plain, found = minimax(game, state, depth), retrograde(game, state, depth)
    assert (found.value, found.move, found.pv, found.exact) == (plain.value, plain.move, plain.pv, plain.exact)


@costly(60)
@given(tree=trees(depth=3))
def test_it_looks_no_farther_than_its_horizon(tree) -> None:
    for depth in range(4):
        same(tree, tree.initial(), depth)


def test_it_values_each_state_once_and_after_all_that_follow() -> None:
    game, state = CONNECT4, parse(CONNECT4, "633334221226366367765555552211111")[1]
    entered: list = []

    class Watcher(Trace):
        def enter(self, *call, **more):
            assert game.outcome(call[0]) is not None or {game.play(call[0], m) for m in game.moves(call[0])} <= seen
            seen.add(call[0])
            entered.append(call[0])
            super().enter(*call, **more)

    seen: set = set()
    trace = Watcher(game, game.to_move(state))
    found = retrograde(game, state, None, trace)
    assert len(entered) == len(seen) == found.counts.nodes
    assert seen == following(game, state, 99, set())
    assert trace.tree().state == state
    assert trace.tree().value == found.value


def test_a_state_that_several_ways_lead_to_is_one_entry() -> None:
    tree = leaf_tree("[[3, 5], [3, 5], [3, 5]]")  # the root, one node of Min, two leaves
    trace = Trace(tree, tree.to_move(tree.initial()))
    assert retrograde(tree, tree.initial(), None, trace).counts.nodes == size(trace.tree()) == 4
    assert [one.move for one in trace.tree().branches] == [1]
    assert minimax(tree, tree.initial()).counts.nodes == 10
