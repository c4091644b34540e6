"""Tests the kept tree: advance and retreat, the memory cap, reports of searches, snapshots."""

import random

import numpy as np
import pytest

from engine.games import LineState, find
from engine.mind.tree.advance import Kept
from engine.mind.tree.kernels import PLAYED
from engine.mind.tree.records import Memory
from engine.mind.tree.tree import Tree
from tests.engine.mind.checking import check_tree

GAME = find("connect4")


def grown(seed: int, nodes: int, cap_mb: float = 1.0) -> tuple[Tree, dict[int, LineState]]:
    """Returns a tree of Connect Four positions, grown at random places, and the position of each node."""
    rng, tree = random.Random(seed), Tree(cap_mb, 7)
    states = {tree.root: GAME.initial()}
    leaves = [tree.root]
    while tree.used < nodes and leaves:
        node = leaves.pop(rng.randrange(len(leaves)))
        moves = [(m, GAME.play(states[node], m)) for m in GAME.moves(states[node])]
        if not moves:
            continue
        for child, (_, after) in zip(tree.expand(node, [(m, s.own, s.mask) for m, s in moves]), moves, strict=True):
            states[child] = after
            leaves.append(child)
    return tree, states


def test_a_subtree_survives_an_advance_bit_for_bit() -> None:
    tree, states = grown(1, 2_000)
    rng = random.Random(2)
    for node in tree.walk(tree.root):
        tree.value[node], tree.visits[node], tree.depth[node] = rng.random(), rng.randrange(1 << 40), rng.randrange(40)
        tree.low[node], tree.high[node], tree.best[node] = -rng.randrange(20), rng.randrange(20), rng.randrange(8)
    chosen = tree.child(tree.root, 4)

    def contents() -> list[tuple[object, ...]]:
        fields = (tree.value, tree.visits, tree.depth, tree.low, tree.high, tree.best, tree.move, tree.own, tree.mask)
        return sorted((node, tree.children(node), *(field[node] for field in fields)) for node in tree.walk(chosen))

    before, size, all_nodes = contents(), len(list(tree.walk(chosen))), tree.used
    after = states[chosen]
    assert tree.advance(4, after.own, after.mask) == Kept(size, all_nodes - 1 - size)
    assert tree.root == chosen
    assert contents() == before
    assert tree.used == size + 1  # the old root stays above as the way back
    check_tree(tree)


def test_a_move_taken_back_finds_its_tree_again() -> None:
    tree, states = grown(4, 1_000)
    chosen = tree.child(tree.root, 3)
    size = tree.size[chosen]
    tree.advance(3, states[chosen].own, states[chosen].mask)
    tree.retreat()
    other = GAME.play(GAME.initial(), 5)
    tree.advance(5, other.own, other.mask)
    tree.retreat()
    again = tree.child(tree.root, 3)
    assert again == chosen
    assert tree.flags[again] & PLAYED
    assert tree.size[again] == size
    check_tree(tree)


def test_at_the_cap_the_least_visited_collapse_and_the_principal_variation_stays() -> None:
    tree, states = grown(5, 3_000, cap_mb=0.25)
    rng = random.Random(6)
    for node in tree.walk(tree.root):
        tree.visits[node] = rng.randrange(1, 100)
    line, node = [], tree.root
    while tree.children(node):
        child = tree.children(node)[0]
        tree.best[node] = tree.move[child]
        line.append(child)
        node = child
    assert len(line) > 2
    assert tree.reserve(tree.cap // 2)
    assert tree.collapsed > 0
    check_tree(tree)
    nodes = set(tree.walk(tree.root))
    assert set(line) <= nodes
    assert all(tree.own[n] == states[n].own for n in line)
    assert tree.memory <= 0.25 * 2**20


def test_a_full_tree_raises_memory_error() -> None:
    tree = Tree(0.001, 0)
    for _ in range(tree.cap - 1):
        tree.add_node(tree.root, 1)
    with pytest.raises(MemoryError, match="cap"):
        tree.add_node(tree.root, 1)


def test_all_trees_together_have_a_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(0.1)
    monkeypatch.setattr("engine.mind.tree.records.MEMORY", memory)
    trees = [grown(seed, 500)[0] for seed in range(3)]
    assert memory.used == sum(tree.memory for tree in trees) <= memory.cap
    crowded = trees[0]
    grandchild = next(g for c in crowded.children(crowded.root) for g in crowded.children(c))
    for _ in range(2_000):  # no more is granted: the tree collapses below its own cap
        crowded.add_node(grandchild, 1)
    assert crowded.collapsed > 0
    assert crowded.memory < 0.1 * 2**20
    check_tree(crowded)
    for tree in trees:
        tree.close()
    assert memory.used == 0


def row(moves: str, low: int, high: int, best: int, work: int) -> list[int]:
    """Returns one row of a search's report."""
    state = GAME.initial()
    for move in moves:
        state = GAME.play(state, int(move))
    return [state.own, state.mask, state.ply | (low + 128) << 8 | (high + 128) << 16 | best << 24, work]


def test_a_report_is_linked_children_before_parents() -> None:
    tree = Tree(1.0, 7)
    pending = np.zeros(64, np.int32)
    report = np.array(
        [row("4411", -3, 127, 2, 50), row("442", -127, 2, 3, 60), row("44", 1, 127, 1, 300), row("41", -5, 5, 4, 70)],
        np.uint64,
    )
    waiting = tree.merge_report(tree.root, report, pending, 0)
    assert waiting == 2  # 44 and 41 wait for 4, which has not been left yet
    rest = np.array([row("4", -2, 127, 4, 900), row("", -127, 3, 4, 1000)], np.uint64)
    assert tree.merge_report(tree.root, rest, pending, waiting) == 0
    check_tree(tree)
    four = tree.child(tree.root, 4)
    assert (tree.low[four], tree.best[four], tree.visits[four]) == (-2, 4, 900)
    double = tree.child(four, 4)
    assert tree.low[double] == 1
    below = tree.child(double, 1)  # 4411 lies two plies below 44: a forced reply between
    assert tree.mask[below].bit_count() == 4
    assert tree.child(double, 2) >= 0
    assert tree.size[tree.root] == tree.used == 6


def test_reports_of_one_position_merge_their_bounds() -> None:
    tree = Tree(1.0, 7)
    pending = np.zeros(64, np.int32)
    first = np.array([row("44", -3, 127, 2, 50), row("4", -127, 3, 4, 60), row("", -5, 127, 4, 70)], np.uint64)
    second = np.array([row("44", -127, 2, 5, 10), row("4", -2, 127, 4, 20), row("", -127, 6, 4, 30)], np.uint64)
    for report in (first, second):
        assert tree.merge_report(tree.root, report, pending, 0) == 0
    check_tree(tree)
    assert tree.used == 3
    node = tree.child(tree.child(tree.root, 4), 4)
    # The second visit proved only "not above 2": the move that was best before stays so.
    assert (tree.low[node], tree.high[node], tree.visits[node], tree.best[node]) == (-3, 2, 60, 2)
    third = np.array([row("44", -1, 127, 6, 5), row("4", -127, 1, 4, 10), row("", -5, 127, 4, 20)], np.uint64)
    assert tree.merge_report(tree.root, third, pending, 0) == 0
    assert (tree.low[node], tree.high[node], tree.best[node]) == (-1, 2, 6)


def test_a_node_two_plies_below_proves_nothing_above() -> None:
    """Links 4411 two plies below 44. If 441 is left out because of a forced reply, 44 is worth as much. But a report
    also leaves out small subtrees, and then the other side need not play there."""
    tree = Tree(1.0, 7)
    pending = np.zeros(64, np.int32)
    report = np.array([row("4411", 3, 5, 2, 50), row("44", -127, 127, 1, 300), row("4", -127, 127, 4, 900)], np.uint64)
    assert tree.merge_report(tree.root, report, pending, 0) == 1
    tree.attach(tree.root, int(pending[0]))
    four = tree.child(tree.root, 4)
    double = tree.child(four, 4)
    (below,) = tree.children(double)
    assert (tree.mask[below] ^ tree.mask[double]).bit_count() == 2
    tree.tighten(below, 4, 5)
    assert (tree.low[double], tree.high[double]) == (-127, 127)
    tree.tighten(double, 2, 127)
    assert (tree.low[four], tree.high[four]) == (-127, 127)  # only one of its moves
    tree.tighten(four, -127, -1)
    assert (tree.low[tree.root], tree.high[tree.root]) == (1, 127)


def test_expanding_sets_the_missing_plies_between() -> None:
    tree = Tree(1.0, 7)
    pending = np.zeros(64, np.int32)
    report = np.array([row("4411", -3, 4, 2, 50), row("", -5, 127, 4, 70)], np.uint64)
    tree.merge_report(tree.root, report, pending, 0)
    children = [(m, GAME.play(GAME.initial(), m)) for m in range(1, 8)]
    nodes = tree.expand(tree.root, [(m, s.own, s.mask) for m, s in children])
    check_tree(tree)
    assert [tree.move[n] for n in nodes] == list(range(1, 8))
    assert all(tree.mask[n] == s.mask for n, (_, s) in zip(nodes, children, strict=True))
    assert sum(tree.size[n] for n in nodes) == 8  # seven replies, and 4411 beneath one of them


def test_stones_that_no_order_of_moves_can_have_placed_make_no_child() -> None:
    """Reports 4221 with every stone of 41: after 41 the first player cannot place the stone above the second's."""
    tree = Tree(1.0, 7)
    pending = np.zeros(64, np.int32)
    report = np.array([row("4221", -3, 127, 2, 50), row("41", -2, 127, 4, 60)], np.uint64)
    assert tree.merge_report(tree.root, report, pending, 0) == 2
    rest = np.array([row("", -5, 127, 4, 70)], np.uint64)
    assert tree.merge_report(tree.root, rest, pending, 2) == 0
    assert check_tree(tree) == 0
    assert sorted(tree.move[node] for node in tree.walk(tree.root) if node != tree.root) == [4]


def test_a_snapshot_holds_the_most_visited_parents_before_children() -> None:
    rng = random.Random(7)
    for limit in (1, 2, 7, 20, 400):
        tree = Tree(1.0, 0)
        for node in [tree.root, *(tree.add_node(tree.root, move) for move in (3, 1, 2, 5))]:
            for move in rng.sample(range(6, 20), 4):
                tree.visits[tree.add_node(node, move)] = rng.randrange(50)
        shown, chosen = tree.snapshot(2, limit), [(tree.root, -1, 0)]
        for place, (node, _, depth) in enumerate(chosen):
            if depth < 2:
                best = sorted(tree.children(node), key=lambda c: -tree.visits[c])[: limit - len(chosen)]
                chosen += [(c, place, depth + 1) for c in sorted(best, key=lambda c: tree.move[c])]
        assert shown.parents == [parent for _, parent, _ in chosen]
        assert shown.move == [tree.move[node] for node, _, _ in chosen]
        assert shown.visits == [tree.visits[node] for node, _, _ in chosen]


def test_a_freed_branch_is_taken_apart_as_its_nodes_are_taken() -> None:
    tree = Tree(1.0, 0)
    branch = [tree.add_node(tree.root, 1)]
    for move in range(1, 60):
        branch.append(tree.add_node(branch[(move - 1) // 2], move))
    assert (tree.drop(branch[0]), tree.used) == (60, 1)
    check_tree(tree)
    again = [tree.add_node(tree.root, move) for move in range(60)]
    assert set(again) == set(branch)
    check_tree(tree)
