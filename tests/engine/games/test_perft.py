"""Compares numbers of paths by ply (perft) and the theory of Nim with the rules."""

from collections import Counter

import pytest

from engine.games import Game, IllegalMoveError, Outcome, Player, find, parse
from engine.games.nim import Nim
from engine.search.minimax import minimax


def layers(game: Game, depth: int):
    """Returns for each ply the number of paths and of distinct states. Finished games have no further plies."""
    paths = Counter({game.initial(): 1})
    for _ in range(depth):
        below = Counter()
        for state, count in paths.items():
            for move in game.moves(state):
                below[game.play(state, move)] += count
        paths = below
        yield paths


@pytest.mark.slow
@pytest.mark.parametrize("depth", [7, pytest.param(8, marks=pytest.mark.long)])
def test_connect_four_to_a_depth(depth: int) -> None:
    found = list(layers(find("connect4"), depth))
    assert [paths.total() for paths in found] == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234][:depth]
    assert [len(paths) for paths in found] == [7, 49, 238, 1120, 4263, 16422, 54859, 184275][:depth]


def test_tictactoe_to_the_end() -> None:
    game = find("tictactoe")
    found = list(layers(game, 9))
    assert [paths.total() for paths in found] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert 1 + sum(len(paths) for paths in found) == 5478
    over = [(state, count) for paths in found for state, count in paths.items() if game.outcome(state) is not None]
    assert sum(count for _, count in over) == 255168
    winners = Counter()
    for state, count in over:
        winners[game.outcome(state).winner] += count
    assert winners == {0: 131184, 1: 77904, None: 46080}


def test_tictactoe_has_765_positions_up_to_symmetry() -> None:
    game = find("tictactoe")
    keys = {game.key(state) for paths in layers(game, 9) for state in paths} | {game.key(game.initial())}
    assert len(keys) == 765


NIM = find("nim")


def test_a_game() -> None:
    state = parse(NIM, "3333333")[1]
    assert (NIM.outcome(state), NIM.moves(state)) == (Outcome(Player.FIRST), ())
    assert (NIM.describe(state), NIM.move_words(2)) == ("No matches are left.", "take 2")
    assert NIM.place_name(2) == "“take 2”"
    assert NIM.board_size() is None


@pytest.mark.parametrize("move", [0, 3])
def test_what_cannot_be_taken(move) -> None:
    with pytest.raises(IllegalMoveError, match="take 1 to 2"):
        NIM.play(parse(NIM, "3333331")[1], move)


@pytest.mark.parametrize("size", range(1, 13))
def test_multiples_of_four_are_lost(size) -> None:
    game = Nim(size, 3)
    result = minimax(game, game.initial())
    assert (result.value < 0) == (size % 4 == 0)
    if size % 4:
        assert result.move == size % 4
