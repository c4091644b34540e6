"""Tests iterative deepening over the kept tree, and the compiled search of gravity boards, against plain minimax."""

import random
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

from engine.games import CHANCE, Game, LineGame, LineState, all_games, find
from engine.games.game import number_of_outcome
from engine.mind.search import gravity_kernel
from engine.mind.search.deepening import Deepening
from engine.mind.search.kernels import Kernels
from engine.mind.search.leaf import NO_TABLE, UNLIMITED, Leaf, new_table
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, PROVEN, SCALE, value_of
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_tree
from tests.engine.mind.conftest import plain_number
from tests.engine.mind.minds import random_line
from tests.profiles import by_day


def deepen(
    game: Game[Any], state: Hashable, depth: int, wide: int = 1, ply: int = 0, leaf: Any = None, **how: Any
) -> tuple[Tree, Deepening[Any]]:
    """Returns the tree grown to a depth, with a compiled search below two plies or without one, and the search."""
    tree = Tree(16.0, game.height + 1 if leaf else 0)
    deepening: Deepening[Any] = Deepening(game, tree, leaf, *([8] if leaf else []))
    deepening.deadline = float("inf")
    for _ in deepening.grow(tree.root, state, ply, depth, wide, *([0] if leaf else []), **how):
        pass
    return tree, deepening


def random_state(game: Game[Any], rng: random.Random, plies: int) -> tuple[Any, int]:
    state = random_line(game, rng, plies)[1]
    return state, state.ply


def plain_value(game: Game[Any], state: Any, depth: int, ply: int) -> float:
    """Returns the oracle's value: depth-limited minimax without any pruning, the mean at chance states."""
    outcome = game.outcome(state)
    if outcome is not None:
        return value_of(number_of_outcome(game, outcome, ply, game.to_move(state)))
    if game.to_move(state) is CHANCE:  # for the side that moved into it
        return sum(-p * plain_value(game, game.play(state, lot), depth, ply) for lot, p in game.outcomes(state))
    if depth == 0:
        return game.evaluate(state, game.to_move(state))
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        chance = game.outcome(after) is None and game.to_move(after) is CHANCE
        values.append((1 if chance else -1) * plain_value(game, after, depth - 1, ply + 1))
    return max(values)


@pytest.mark.slow
@pytest.mark.parametrize("game", [LineGame(4, 4, 3, True), LineGame(3, 3, 3, False), LineGame(4, 3, 3, False)])
@pytest.mark.parametrize("depth", by_day([3, 1, 2, 4], 2))
def test_every_root_move_has_plain_minimaxs_value_at_that_depth(game: LineGame, depth: int) -> None:
    rng = random.Random(depth)
    for _ in range(12 if depth < 4 else 4):
        state, ply = random_state(game, rng, rng.randrange(6))
        tree, _ = deepen(game, state, depth, ply=ply)
        assert len(tree.children(tree.root)) == len(game.moves(state))
        for child in tree.children(tree.root):
            expected = -plain_value(game, game.play(state, tree.move[child]), depth - 1, ply + 1)
            if tree.proven(child):
                oracle = plain_number(game, game.play(state, tree.move[child]))
                assert tree.low[child] == oracle
            else:
                assert -tree.value[child] == pytest.approx(expected, abs=1e-6)
        check_tree(tree)


@pytest.mark.slow
def test_tic_tac_toe_is_proven_a_draw_with_every_reply() -> None:
    game = find("tictactoe")
    tree, _ = deepen(game, game.initial(), 9, 1)
    assert (tree.low[tree.root], tree.high[tree.root]) == (0, 0)
    assert len(tree.children(tree.root)) == 9
    for child in tree.children(tree.root):
        assert tree.low[child] == tree.high[child] == -0
        assert plain_number(game, game.play(game.initial(), tree.move[child])) == 0


@pytest.mark.slow
def test_every_bound_in_a_grown_tree_contains_the_truth() -> None:
    game = LineGame(4, 4, 3, True)
    rng = random.Random(9)
    for _ in range(10):
        state, ply = random_state(game, rng, 4)
        tree, _ = deepen(game, state, 6, 2, ply)
        todo = [(tree.root, state)]
        while todo:
            node, at = todo.pop()
            assert tree.low[node] <= plain_number(game, at) <= tree.high[node]
            todo += [(child, game.play(at, tree.move[child])) for child in tree.children(node)]


def test_a_search_interrupted_everywhere_ends_the_same() -> None:
    game = find("tictactoe")
    state = game.play(game.initial(), 1)
    whole, _ = deepen(game, state, 5)
    tree = Tree(16.0, 0)
    pieces = Deepening(game, tree, None)  # until is 0: every chance to yield is taken
    yields = sum(1 for _ in pieces.grow(tree.root, state, 1, 5, 1))
    assert yields > 100
    assert {tree.move[c]: tree.value[c] for c in tree.children(tree.root)} == {
        whole.move[c]: whole.value[c] for c in whole.children(whole.root)
    }


def test_values_of_sufficient_depth_are_not_searched_again() -> None:
    game = find("connect4-5x4")
    tree, deepening = deepen(game, game.initial(), 4, 2)
    child = tree.child(tree.root, 3)
    tree.advance(3)
    entered = deepening.nodes
    for _ in deepening.grow(child, game.play(game.initial(), 3), 1, 3, 1):
        pass
    # Depth 3 below the move is what depth 4 above it had looked at: only the widened first ply is walked again.
    assert deepening.nodes - entered <= 3 * (1 + 5)


CHANCE_GAMES = [name for name, game in all_games().items() if name.startswith("slippery")]


@pytest.mark.parametrize("name", CHANCE_GAMES)
def test_chance_nodes_are_valued_as_expectiminimax_values_them(name: str) -> None:
    game = find(name)
    state = game.initial()
    tree, _ = deepen(game, state, 2)
    assert len(tree.children(tree.root)) == len(game.moves(state))
    for child in tree.children(tree.root):
        after = game.play(state, tree.move[child])
        assert tree.value[child] == pytest.approx(plain_value(game, after, 1, 1), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", [(5, 4, 4), *(pytest.param(board, marks=pytest.mark.long) for board in [(7, 6, 4), (5, 5, 3)])]
)
@pytest.mark.parametrize("megabytes", [0, pytest.param(1, marks=pytest.mark.bounds)])
def test_the_compiled_search_is_plain_minimax_over_its_evaluation(board: tuple[int, int, int], megabytes: int) -> None:
    game = LineGame(*board, True)
    kernels = gravity_kernel.build(*board, megabytes > 0)
    rng = random.Random(1)

    def plain(state: LineState, depth: int) -> int:
        outcome = game.outcome(state)
        if outcome is not None:
            number = number_of_outcome(game, outcome, state.ply, game.to_move(state))
            return (PROVEN + 10 * abs(number)) * (1 if number > 0 else -1) if number else 0
        if depth == 0:
            return int(kernels.evaluate(np.uint64(state.own), np.uint64(state.mask)))
        return max(-plain(game.play(state, move), depth - 1) for move in game.moves(state))

    for _ in range(25):
        state, _ = random_state(game, rng, rng.randrange(game.max_plies - 4))
        for depth in range(4):
            # A new table for each: what a deeper search left there would answer better than minimax at this depth.
            table = new_table(megabytes) if megabytes else NO_TABLE
            job = Leaf(kernels, table, state, depth, -1.0, 1.0)
            assert round(job.result() * SCALE) == plain(state, depth), (state, depth)


@pytest.mark.slow
@pytest.mark.parametrize("remembers", [False, True])
def test_compiled_windows_return_bounds(remembers: bool) -> None:
    game, kernels = LineGame(5, 4, 4, True), gravity_kernel.build(5, 4, 4, remembers)
    rng = random.Random(4)
    for _ in range(60):
        leaf = Kernels(kernels, None, new_table(0.25)).leaf(remembers=remembers)  # type: ignore[arg-type]
        state, _ = random_state(game, rng, rng.randrange(10))
        alpha = rng.uniform(-1, 1)
        beta = min(1.0, alpha + rng.uniform(0.01, 0.5))
        value, exact = (leaf(state, 4, *window).result() for window in ((alpha, beta), (-1.0, 1.0)))
        if value <= round(alpha * 10_000) / 10_000:
            assert exact <= value
        elif value >= round(beta * 10_000) / 10_000:
            assert exact >= value
        else:
            assert exact == value


@pytest.mark.slow
@pytest.mark.parametrize("remembers", [False, True])
def test_a_leaf_job_interrupted_at_every_position_ends_the_same(remembers: bool) -> None:
    game, kernels = LineGame(5, 4, 4, True), gravity_kernel.build(5, 4, 4, remembers)
    rng = random.Random(2)
    for _ in range(20):
        state, _ = random_state(game, rng, rng.randrange(10))
        whole, pieces = (
            Kernels(kernels, None, new_table(1)).leaf(remembers=remembers)(state, 5, -1.0, 1.0)  # type: ignore[arg-type]
            for _ in range(2)
        )
        assert whole.run(UNLIMITED)
        turns = 1
        while not pieces.run(1):
            turns += 1
        assert (pieces.value, pieces.nodes) == (whole.value, whole.nodes)
        assert whole.nodes <= turns <= whole.nodes + 1


@pytest.mark.slow
@pytest.mark.bounds
def test_entries_of_other_positions_or_depths_give_no_value() -> None:
    """Compares with a search without a table: an entry of a shallower search, or of another position in the same place,
    must not answer, but a proof may."""
    game, kernels = LineGame(5, 4, 4, True), gravity_kernel.build(5, 4, 4, remembers=True)
    shared = Kernels(kernels, None, np.zeros((2, 2), np.uint64)).leaf(remembers=True)  # type: ignore[arg-type]
    rng = random.Random(6)
    for _ in range(40):  # two places for all positions
        state, _ = random_state(game, rng, rng.randrange(12))
        for depth in range(1, 6):
            value, alone = (
                leaf(state, depth, -1.0, 1.0).result()
                for leaf in (shared, Kernels(kernels, None).leaf())  # type: ignore[arg-type]
            )
            assert value == alone or abs(value) > 0.9


@pytest.mark.slow
def test_deeper_and_deeper_over_one_table_is_plain_minimax_at_each_depth() -> None:
    game = LineGame(5, 4, 4, True)
    kernels = Kernels(gravity_kernel.build(5, 4, 4, remembers=True), None, new_table(1))  # type: ignore[arg-type]
    plain, rng = Kernels(gravity_kernel.build(5, 4, 4), None).leaf(), random.Random(9)  # type: ignore[arg-type]
    for _ in range(150):
        kernels.table[:] = 0
        state, _ = random_state(game, rng, rng.randrange(3, 15))
        for depth in range(1, 6):
            value = kernels.leaf(remembers=True)(state, depth, -1.0, 1.0).result()
            assert value == plain(state, depth, -1.0, 1.0).result()


@pytest.mark.slow
def test_proofs_from_the_table_are_true() -> None:
    """Searches to many depths over one table: an end seen by another search is proven, but may not be the fastest."""
    game = LineGame(5, 4, 4, True)
    kernels = Kernels(gravity_kernel.build(5, 4, 4, remembers=True), Solver(5, 4, 4, table_mb=1), new_table(1))
    rng = random.Random(5)
    proven = 0
    for _ in range(300):
        state, ply = random_state(game, rng, rng.randrange(12))
        depth, every = rng.randrange(1, 7), rng.random() < 0.3
        tree, _ = deepen(game, state, depth, 1, ply, kernels.leaf(remembers=True), every=every)
        for child in tree.children(tree.root):
            after = game.play(state, tree.move[child])
            if game.outcome(after) is None:
                score = kernels.solver.solve(after.own, after.mask).score
                assert tree.low[child] <= score <= tree.high[child]
                proven += tree.low[child] > -LIMIT or tree.high[child] < LIMIT
    assert proven > 100


@pytest.mark.slow
@pytest.mark.bounds
def test_a_search_with_a_table_names_the_best_move() -> None:
    game, kernels = LineGame(5, 4, 4, True), gravity_kernel.build(5, 4, 4, remembers=True)
    rng, named = random.Random(3), 0
    for _ in range(60):
        state, _ = random_state(game, rng, rng.randrange(14))
        table = new_table(1)
        for _ in range(2):  # the second answer comes from the table
            job = Leaf(kernels, table, state, 4, -1.0, 1.0)
            value = job.result()
            if job.move:
                after = game.play(state, job.move)
                named += 1
                if game.outcome(after) is None:
                    assert -Leaf(kernels, NO_TABLE, after, 3, -1.0, 1.0).result() == value
    assert named > 60


@pytest.mark.slow
@pytest.mark.parametrize("remembers", [False, pytest.param(True, marks=pytest.mark.bounds)])
def test_the_search_for_best_moves_finds_all_of_plain_minimaxs_and_no_other(remembers: bool) -> None:
    game = LineGame(5, 4, 4, True)
    kernels = Kernels(gravity_kernel.build(5, 4, 4, remembers), None, new_table(1))  # type: ignore[arg-type]
    rng = random.Random(8)
    for depth in (1, 2, 3, 4) * 4:
        kernels.table[:] = 0
        state, ply = random_state(game, rng, rng.randrange(14))
        leads = []
        for every in (True, False):
            leaf = kernels.leaf(remembers=remembers and not every)
            tree, deepening = deepen(game, state, depth, 1, ply, leaf, every=every)
            values = {
                int(tree.move[child]): value_of(-tree.low[child]) if tree.proven(child) else round(-value, 4)
                for child, value in deepening.iteration_values[tree.root].items()
            }
            best = max(values.values())
            leads.append((best, {move for move, value in values.items() if value == best}))
            assert tree.best[tree.root] in leads[-1][1]
        assert leads[0] == leads[1]
