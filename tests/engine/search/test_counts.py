"""Tests the cost of each option, to the node, on fixed trees and boards: no bound, count or guess changes unseen.

Without a beam and without extensions the value is the oracle's. The counts were found by walking the trees by hand. A
change meant to save work changes the counts, and says by how much.
"""

from dataclasses import astuple
from typing import Any

import pytest

from engine.games import Game, LineGame, find, parse
from engine.games.leaves import LeafTree
from engine.games.nim import Nim
from engine.search.catalogue import CATALOGUE, algorithm
from engine.search.deepening import deepening, run, search_to
from engine.search.parts.options import Options
from engine.search.parts.values import INFINITY, Bound
from engine.search.selective import SLICE, Search
from tests.engine.search.oracle import drive, oracle
from tests.trees import leaf_tree

GAMES: dict[str, tuple[Game[Any], str]] = {
    "tree": (LeafTree.of([float((i * i * 31 + i * 7) % 19 - 9) for i in range(81)], 3), ""),
    "nim": (Nim(8, 3), ""),
    "small": (LineGame(4, 4, 3, True), "231"),
    "board": (LineGame(5, 4, 4, True), "4322244112"),
}


TABLE, ALL = {"table": True}, {"table": True, "order": ("table", "killer", "history"), "quiescence": True}


@pytest.mark.parametrize(("name", "depth", "options", "line", "counts", "guesses"), [
    ("tree", 4, {}, "1333", (86, 50, 18, 0, 4), 0),
    ("tree", 4, TABLE, "1333", (78, 42, 14, 5, 4), 0),
    ("tree", 4, {"order": ("static",)}, "2331", (55, 27, 16, 0, 4), 0),
    ("tree", 4, {"order": ("killer",)}, "1333", (81, 45, 19, 0, 4), 0),
    ("tree", 4, {"order": ("history",)}, "1333", (82, 46, 19, 0, 4), 0),
    ("tree", 4, {"beam": 2}, "2331", (20, 8, 5, 0, 4), 12),
    ("tree", 3, {}, "233", (32, 21, 4, 0, 3), 21),
    ("tree", 3, {"singular": True}, "3132", (222, 182, 15, 0, 4), 76),
    ("nim", 8, TABLE | {"symmetry": False}, "131", (43, 9, 6, 15, 8), 0),
    ("nim", 8, TABLE, "131", (22, 3, 0, 11, 8), 0),
    ("nim", 8, TABLE | {"beam": 2}, "11213", (28, 7, 6, 4, 8), 15),
    ("nim", 6, TABLE | {"symmetry": False}, "131", (45, 15, 10, 9, 6), 5),
    ("nim", 5, TABLE, "13", (28, 11, 5, 5, 5), 8),
    ("small", 4, {}, "3322", (158, 99, 31, 0, 4), 85),
    ("small", 4, TABLE, "3322", (152, 93, 26, 5, 4), 83),
    ("small", 4, {"reduction": True}, "3322", (154, 100, 27, 0, 4), 96),
    ("small", 3, ALL, "33211", (107, 42, 35, 4, 6), 11),
    ("board", 3, {"quiescence": True}, "114", (82, 33, 29, 0, 6), 14),
    ("board", 3, {"singular": True}, "334", (154, 131, 7, 0, 4), 127),
    ("board", 3, {"reduction": True}, "334", (45, 30, 6, 0, 3), 31),
    ("board", 4, {"reduction": True}, "4553", (133, 81, 26, 0, 4), 77),
    ("board", 3, ALL, "114", (63, 23, 22, 1, 6), 4),
])  # fmt: skip
def test_what_an_option_costs(name, depth, options, line, counts, guesses) -> None:
    game, text = GAMES[name]
    state = parse(game, text)[1]
    search, player = Search(game, Options(**options)), game.to_move(state)
    pauses, (value, found) = drive(search.value(state, player, depth, -INFINITY, INFINITY, 0))
    assert ("".join(map(str, found)), astuple(search.counts), search.guesses) == (line, counts, guesses)
    assert len(pauses) == search.counts.nodes // SLICE
    if not options.keys() & {"quiescence", "singular", "beam"}:
        assert value == oracle(game, depth)(state, player)


@pytest.mark.parametrize(("name", "options", "counts", "moves"), [
    ("board", TABLE, (174, 107, 31, 2, 4), "4= 34, 1≤ 21, 5≤ 26, 3= 30"),
    ("board", TABLE | {"order": ("table",)}, (146, 87, 28, 3, 4), "4= 30, 1≤ 18, 5≤ 13, 3= 29"),
    ("board", ALL, (119, 45, 29, 10, 7), "1= 20, 4≤ 6, 5≤ 7, 3≤ 1"),
    ("small", ALL, (69, 21, 19, 10, 6), "3= 1, 2≤ 9, 1≤ 7, 4≤ 1"),
    ("small", TABLE | {"order": ("table",)}, (121, 70, 29, 2, 4), "3= 26, 2≤ 11, 1≤ 11, 4≤ 11"),
])  # fmt: skip
def test_what_iterations_cost(name, options, counts, moves) -> None:
    """Compares for each move the bound, and the nodes below the move in the last iteration."""
    game, text = GAMES[name]
    result = run(deepening(game, parse(game, text)[1], depth=4, options=Options(**options)))
    assert astuple(result.counts) == counts
    assert ", ".join(f"{one.move}{one.bound.value} {one.nodes}" for one in result.moves) == moves


@pytest.mark.parametrize(
    ("how", "bounds", "nodes"),
    [({}, "=≤≤=", 11), ({"ties": True}, "==≤=", 12), ({"every": True}, "====", 13), ({"floor": 2.0}, "≤≤≤=", 10)],
)
def test_which_root_moves_get_a_bound_only(how, bounds, nodes) -> None:
    """Takes moves worth 2, 2, 1 and 3."""
    tree = leaf_tree("[[2, 4], [2, 2], [1, 3], [3, 3]]")
    search, found = Search(tree, Options()), []
    assert list(search.root(tree.initial(), 2, [1, 2, 3, 4], found, **how)) == []
    assert ("".join(one.bound.value for one in found), search.counts.nodes) == (bounds, nodes)
    assert sum(one.nodes for one in found) == nodes - 1
    assert all(one.proven and one.depth == 2 and len(one.line) == 2 for one in found)
    if "floor" not in how:
        result = search_to(tree, tree.initial(), 2, **how)
        assert (result.move, result.moves[0].bound, result.counts.nodes) == (4, Bound.EXACT, nodes)


NODES = {
    "minimax": 980, "negamax": 980, "memo": 270, "twofold": 267, "alphabeta": 267, "worst": 841, "random": 289,
    "best": 98, "static": 118, "killer": 268, "history": 235, "table": 237, "symmetry": 161, "all": 104, "bias": 184,
    "expectiminimax": 980, "star1": 161, "star2": 63, "deepening": 160, "quiescence": 388, "singular": 1807,
    "reduction": 271, "beam": 37, "pvs": 231, "mtdf": 142, "uct": 341, "proof": 5850, "expectimax": 980,
    "retrograde": 335, "maxn": 980, "paranoid": 267,
}  # fmt: skip


def test_what_each_promises() -> None:
    searches = {"deepening", "quiescence", "singular", "reduction", "beam"}
    assert {name for name in CATALOGUE if not algorithm(name).exact} == searches | {"uct", "expectimax"}
    chance = {"expectimax", "parallel", "bias", "expectiminimax", "star1", "star2"}
    assert {name for name in CATALOGUE if algorithm(name).chance} == searches | chance


@pytest.mark.parametrize(("name", "nodes"), NODES.items())
def test_what_each_costs(name, nodes) -> None:
    """Counts on Tic-Tac-Toe after the centre and a corner, to four plies. With threads the counts vary."""
    game = find("tictactoe")
    assert CATALOGUE[name].function(game, parse(game, "51")[1], 4, None).counts.nodes == nodes
