"""Tests the slippery boards: where a stone may land, and with which probability."""

from fractions import Fraction

import pytest

from engine.games import CHANCE, GameError, IllegalMoveError, LineGame, Player, find, parse
from engine.games.chance import SlipperyGame

CONNECT, MARKS = find("slippery-connect4"), find("slippery-tictactoe")


def lots(game, moves: str) -> dict[int, float]:
    return {lot: pytest.approx(chance) for lot, chance in game.outcomes(parse(game, moves)[1])}


@pytest.mark.parametrize(("game", "moves", "expected"), [
    (CONNECT, "4", {4: 0.8, 3: 0.1, 5: 0.1}),
    (CONNECT, "1", {1: 0.8, 2: 0.2}),
    (CONNECT, "7", {7: 0.8, 6: 0.2}),
    (CONNECT, "1-11-11-11-11-11-12", {2: 0.8, 3: 0.2}),
    (MARKS, "5", {5: 0.8, 2: 0.05, 4: 0.05, 6: 0.05, 8: 0.05}),
    (MARKS, "1", {1: 0.8, 2: 0.1, 4: 0.1}),
    (MARKS, "9", {9: 0.8, 8: 0.1, 6: 0.1}),
    (MARKS, "6", {6: 0.8, 3: 0.2 / 3, 5: 0.2 / 3, 9: 0.2 / 3}),
    (MARKS, "2-24-41", {1: 1.0}),
    (MARKS, "2-21", {1: 0.8, 4: 0.2}),
])  # fmt: skip
def test_lots(game, moves, expected) -> None:
    assert lots(game, moves) == expected


def test_a_turn_is_an_aim_and_a_lot() -> None:
    state = CONNECT.initial()
    assert CONNECT.to_move(state) is Player.FIRST
    aimed = CONNECT.play(state, 4)
    assert CONNECT.to_move(aimed) is CHANCE
    assert CONNECT.cells(aimed) == ()
    assert "aimed at column 4" in CONNECT.describe(aimed)
    landed = CONNECT.play(aimed, 5)
    assert CONNECT.to_move(landed) is Player.SECOND
    assert (CONNECT.cells(landed), CONNECT.board_size()) == ((((5, 1), Player.FIRST),), (7, 6))


def test_a_full_column_is_no_aim_and_no_landing() -> None:
    state = parse(CONNECT, "1-11-11-11-11-11-1")[1]
    with pytest.raises(IllegalMoveError, match="column 1 is full"):
        CONNECT.play(state, 1)
    with pytest.raises(IllegalMoveError, match="what is aimed at column 2 cannot land at 1"):
        CONNECT.play(CONNECT.play(state, 2), 1)


@pytest.mark.parametrize("slip", [0, 0.5, 1])
def test_any_probability_of_a_slip(slip) -> None:
    game = SlipperyGame(LineGame(4, 4, 3, True), slip)
    state = game.play(game.initial(), 2)
    assert sum(Fraction(chance) for _, chance in game.outcomes(state)) == 1
    assert dict(game.outcomes(state)).get(2, 0) == 1 - slip
    assert set(game.moves(state)) == {0: {2}, 0.5: {1, 2, 3}, 1: {1, 3}}[slip]


@pytest.mark.parametrize("slip", [-0.1, 1.5, float("nan")])
def test_what_is_no_probability(slip) -> None:
    with pytest.raises(GameError, match="is no probability; a slip has one from 0 to 1"):
        SlipperyGame(LineGame(4, 4, 3, True), slip)
