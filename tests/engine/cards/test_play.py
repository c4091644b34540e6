"""Plays games by the cards that ship: the side always gets what its cards promise."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import fourthought as ft
import pytest

from engine.arena.players import make_player
from engine.cards.check import RefusedError
from engine.cards.play import SHIPPED, shipped_sheets
from engine.commands.solve import board_called
from engine.games import GameError, LineGame, Player, find, replay

BOARDS = sorted(path.stem for path in SHIPPED.glob("*.cards"))


def by_chance(moves: list[int], game: LineGame, rng: random.Random) -> int:
    """Replies by chance."""
    return rng.choice(list(game.moves(replay(game, moves))))


def with_resistance(moves: list[int], game: LineGame, rng: random.Random) -> int:
    """Replies as the exact solver holds out longest, by chance among equals."""
    return int(rng.choice(ft.analyse("".join(map(str, moves))).best))


def by_level_10(moves: list[int], game: LineGame, rng: random.Random) -> int:
    """Replies as level 10."""
    player = _level_10(game)
    if len(moves) < 2:
        player.begin(rng.getrandbits(30))
    return player.move(moves)


@cache
def _level_10(game: LineGame) -> Any:
    return make_player(game, "10")


def result(size: str, side: Player, seed: int, reply: Callable[..., int] = by_chance) -> Player | None:
    """Returns the winner of a game against the cards, which play a side."""
    game, rng = board_called(size), random.Random(seed)
    sheet, moves = shipped_sheets(game)[side], list[int]()
    while game.outcome(state := replay(game, moves)) is None:
        moves.append(sheet.move(moves) if game.to_move(state) is side else reply(moves, game, rng))
    outcome = game.outcome(state)
    assert outcome
    return outcome.winner


@pytest.mark.parametrize("size", BOARDS)
def test_the_cards_keep_their_promise_in_games(size: str) -> None:
    sheets = shipped_sheets(board_called(size))
    for side in sheets:
        allowed = {side} if len(sheets) == 1 else {side, None}
        for seed in range(20):
            assert result(size, side, seed) in allowed


@pytest.mark.long
@pytest.mark.parametrize(("reply", "games"), [(by_chance, 334), (by_level_10, 333), (with_resistance, 333)])
def test_the_cards_win_a_thousand_games(reply: Callable[..., int], games: int) -> None:
    assert [seed for seed in range(games) if result("7x6", Player.FIRST, seed, reply) is not Player.FIRST] == []


def test_a_move_from_elsewhere_leaves_the_opening() -> None:
    game = board_called("6x4")
    with pytest.raises(RefusedError, match="the side has left the opening"):
        shipped_sheets(game)[Player.SECOND].move([1, 1, 2])


def test_no_cards_ship_for_other_games() -> None:
    assert shipped_sheets(board_called("12x4")) == {}
    with pytest.raises(GameError, match="no cards ship"):
        make_player(find("tictactoe"), "sheet")


def test_the_player_of_cards_plays_simply_without_cards() -> None:
    game, rng = board_called("6x4"), random.Random(1)
    player = make_player(game, "sheet")
    player.begin(1)
    moves: list[int] = []
    while game.outcome(replay(game, moves)) is None:
        moves.append(player.move(moves) if len(moves) % 2 == 0 else rng.choice(list(game.moves(replay(game, moves)))))
    player.close()
    assert len(moves) > 6
