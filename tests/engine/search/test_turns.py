"""Tests games in which a side may move twice running: general searches play such games, short forms refuse."""

import pytest
from hypothesis import given

from engine.games import GameError, Player
from engine.games.leaves import LeafTree, TreeState
from engine.search.alphabeta import alphabeta
from engine.search.bias import biased
from engine.search.deepening import deepening, run, search_to
from engine.search.minimax import minimax, negamax
from engine.search.options import Options
from engine.search.parallel import parallel
from tests.engine.search.oracle import oracle
from tests.engine.search.trees import trees
from tests.profiles import costly


class TwoMovesEach(LeafTree):
    """Gives each side two moves running: Max, Max, Min, Min, Max, ..., as far as the tree goes."""

    def initial(self):
        return TreeState(self.root, (Player.FIRST, 0))

    def to_move(self, state):
        return state.player[0]

    def play(self, state, move):
        plies = state.player[1] + 1
        return TreeState(state.node.branches[move - 1], (Player(plies // 2 % 2), plies))


@pytest.mark.slow
@costly(150)
@given(trees())
def test_the_general_searches_play_them(tree) -> None:
    game = TwoMovesEach(tree.root)
    state, value = game.initial(), oracle(game)
    true = value(state, Player.FIRST)
    for depth in (None, 1, 2, 3):
        plain = minimax(game, state, depth)
        assert plain.value == value(state, Player.FIRST, 99 if depth is None else depth)
        for options in (Options(), Options(table=True, order=("static", "killer", "history"))):
            assert search_to(game, state, depth, options=options).value == plain.value
        assert biased(game, state, depth).value == plain.value
        assert parallel(game, state, depth).value == plain.value
    assert run(deepening(game, state)).value == true


@pytest.mark.parametrize("algorithm", [negamax, alphabeta])
def test_the_short_forms_refuse_them(algorithm) -> None:
    game = TwoMovesEach(LeafTree.parse("1 2 3 4").root)
    with pytest.raises(GameError, match="needs two sides that take turns"):
        algorithm(game, game.initial())
