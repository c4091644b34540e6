"""Breaks one law of Game at a time, and reads the sentence."""

import inspect

import fourthought as ft
import pytest

from engine.games import Game, IllegalMoveError, Outcome, Player


class Race(Game):
    """Who first has taken ten steps has won; a move is one or two of them."""

    name, title, max_plies = "race", "A race to ten", 19

    def initial(self):
        return (0, 0, 0)

    def to_move(self, state):
        return Player(state[2])

    def moves(self, state):
        return () if self.outcome(state) else (1, 2)

    def play(self, state, move):
        if move not in self.moves(state):
            raise IllegalMoveError(f"{move} is no step; take 1 or 2")
        first, second, ply = state
        return (first + move, second, 1) if ply == 0 else (first, second + move, 0)

    def outcome(self, state):
        return Outcome(Player(1 - state[2])) if max(state[:2]) >= 10 else None


RACE = f"""from engine.games import Game, IllegalMoveError, Outcome, Player, register


{inspect.getsource(Race)}

register(Race())
"""
"""A file with this game, to be laid among the games."""


def test_a_game_that_keeps_the_laws_is_told_what_it_gets() -> None:
    report = ft.check_game(Race(), 50)
    assert report
    assert str(report).startswith("race keeps the laws of Game in 50 random games.\nSearches: minimax,")
    assert str(ft.check_game(Race(), 1)).startswith("race keeps the laws of Game in 1 random game.\n")


@pytest.mark.parametrize(
    ("law", "sentence"),
    [
        ({"name": "A Race"}, "name='A Race' is no short name"),
        ({"title": ""}, "title is missing"),
        ({"player_names": ("A", "a")}, "should be two different names"),
        ({"max_plies": 5}, "the game goes on after max_plies=5"),
        ({"moves": lambda self, state: (1, 2)}, "the game is over and there are still legal moves"),
        ({"moves": lambda self, state: (1, 1, 2)}, "should be different whole numbers"),
        ({"play": lambda self, state, move: Race.play(self, state, min(move, 1))}, "is accepted, though moves()"),
        ({"to_move": lambda self, state: 0}, "to_move returns 0 where a Player is due"),
        ({"key": lambda self, state: 1}, "only one of both wins with the next move"),
        ({"evaluate": lambda self, state, player: 0.5}, "the sum should be 0"),
        ({"evaluate": lambda self, state, player: 3 - 6 * player}, "strictly between -1 and 1"),
        ({"forced_moves": lambda self, state: (3,)}, "forced_moves returns [3]"),
        ({"outcomes": lambda self, state: [(1, 1.0)]}, "outcomes returns lots where"),
        ({"move_words": lambda self, move: "step"}, "give each move words of its own"),
        ({"cells": lambda self, state: [((1, 1), Player.FIRST)]}, "without a board; return board_size()"),
        ({"board_size": lambda self: (2, 1)}, "for buttons"),
        ({"describe": lambda self, state: ""}, "describe returns nothing"),
        ({"outcome": lambda self, state: Race.outcome(self, state) and 1}, "return Outcome(a player)"),
        ({"to_move": lambda self, state: 1 / 0}, "the rules raise ZeroDivisionError"),
    ],
)
def test_a_broken_law_is_named_with_the_moves_to_see_it(law: dict[str, object], sentence: str) -> None:
    report = ft.check_game(type("Broken", (Race,), law)(), 50)
    assert not report
    assert any(sentence in fault for fault in report.faults), report.faults
    assert not report.gets
