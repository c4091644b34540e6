"""Tests games in which a side may move twice running: every search plays them."""

import pytest

from engine.games import Game, Outcome, Player
from engine.search.catalogue import CATALOGUE, algorithm
from engine.search.parts.trace import Trace
from tests.engine.search.oracle import oracle, states


class Kalah(Game[tuple[tuple[int, ...], Player]]):
    """Plays Kalah with two houses and two seeds in each: the last seed in one's own store gives another turn."""

    name, title, max_plies = "kalah", "Kalah", 40

    def initial(self):
        return (2, 2, 0, 2, 2, 0), Player.FIRST

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        pits, player = state
        return [move for move in (1, 2) if pits[3 * player + move - 1]]

    def play(self, state, move):
        pits, player = list(state[0]), state[1]
        at = 3 * player + move - 1
        seeds, pits[at] = pits[at], 0
        store = 3 * player + 2
        while seeds:
            at = (at + 1) % 6
            if at != 5 - 3 * player:
                pits[at], seeds = pits[at] + 1, seeds - 1
        opposite = 4 - at
        if pits[at] == 1 and at // 3 == player and at != store and pits[opposite]:
            pits[store], pits[at], pits[opposite] = pits[store] + 1 + pits[opposite], 0, 0
        return tuple(pits), player if at == store else player.other

    def outcome(self, state):
        pits, player = state
        if any(pits[3 * player : 3 * player + 2]):
            return None
        first, second = sum(pits[:3]), sum(pits[3:])
        return Outcome(None if first == second else Player.FIRST if first > second else Player.SECOND)

    def key(self, state):
        pits, player = state
        return (*pits[3:], *pits[:3]) if player else pits

    def evaluate(self, state, player):
        return (state[0][2] - state[0][5]) / 16 * (1 if player is Player.FIRST else -1)

    def is_quiet(self, state):
        return sum(state[0]) % 2 == 0 or state[0][0] == 0


KALAH = Kalah()
STATES = states(KALAH, 4)


def test_a_side_moves_twice_in_the_small_game() -> None:
    assert any(KALAH.to_move(KALAH.play(one, move)) is one[1] for one in STATES for move in KALAH.moves(one))


@pytest.mark.parametrize("depth", [None, 1, 2, 5])
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_algorithm_says_what_minimax_says(name, depth) -> None:
    """The searches that look further than the depth agree to the end of the game. A beam has two moves at most here.
    Random games and an opponent who errs agree with nothing."""
    one, value = algorithm(name), oracle(KALAH)
    if name in ("uct", "expectimax") or not (one.exact or depth is None):
        return
    for state in STATES:
        for trace in (None, Trace(KALAH, state[1])):
            found = one.function(KALAH, state, depth, trace)
            assert found.value == value(state, state[1], 99 if depth is None else depth)
            assert found.move in KALAH.moves(state)
            if trace is not None:
                assert trace.tree().value == found.value
