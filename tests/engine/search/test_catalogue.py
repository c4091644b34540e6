"""Tests that every name of the catalogue stands for the named algorithm: the cost on one board, and the promises."""

import pytest

from engine.games import find, parse
from engine.search.catalogue import CATALOGUE, algorithm
from engine.search.deepening import search_to
from engine.search.options import FULL

NODES = {
    "minimax": 980, "negamax": 980, "memo": 270, "twofold": 267, "alphabeta": 267, "worst": 841, "random": 289,
    "best": 98, "static": 118, "killer": 268, "history": 235, "table": 237, "symmetry": 161, "all": 104, "bias": 184,
    "expectiminimax": 980, "star1": 161, "star2": 63, "deepening": 160, "quiescence": 388, "singular": 1807,
    "reduction": 271, "beam": 37,
}  # fmt: skip


def test_what_each_promises() -> None:
    searches = {"deepening", "quiescence", "singular", "reduction", "beam"}
    assert {name for name in CATALOGUE if not algorithm(name).exact} == searches
    chance = {"parallel", "bias", "expectiminimax", "star1", "star2"}
    assert {name for name in CATALOGUE if algorithm(name).chance} == searches | chance


@pytest.mark.parametrize(("name", "nodes"), NODES.items())
def test_what_each_costs(name, nodes) -> None:
    """Counts on Tic-Tac-Toe after the centre and a corner, to four plies; with threads the counts vary."""
    game = find("tictactoe")
    assert CATALOGUE[name].function(game, parse(game, "51")[1], 4, None).counts.nodes == nodes


def test_depth_zero_is_quiet_too() -> None:
    game = find("connect4-5x4")
    state = parse(game, "22334")[1]
    assert CATALOGUE["deepening"].function(game, state, 0, None) == search_to(game, state, 0, options=FULL)
