"""Plays games by the cards that ship: the side always gets what its cards promise."""

import random

import pytest

from engine.arena.players import make_player
from engine.cards.check import RefusedError
from engine.cards.play import SHIPPED, CardPlayer, shipped_card_players
from engine.commands.solve import board_called
from engine.games import GameError, LineGame, Player, find, replay

BOARDS = sorted(path.stem for path in SHIPPED.glob("*.cards"))


def result(game: LineGame, cards: CardPlayer, seed: int) -> Player | None:
    """Returns the winner of a game between the cards and random replies."""
    rng, moves = random.Random(seed), list[int]()
    while game.outcome(state := replay(game, moves)) is None:
        mine = game.to_move(state) is cards.side
        moves.append(cards.move(moves) if mine else rng.choice(list(game.moves(state))))
    outcome = game.outcome(state)
    assert outcome
    return outcome.winner


@pytest.mark.parametrize("size", BOARDS)
def test_the_cards_keep_their_promise_in_games(size: str) -> None:
    game = board_called(size)
    players = shipped_card_players(game)
    for side, cards in players.items():
        allowed = {side} if len(players) == 1 else {side, None}
        for seed in range(20):
            assert result(game, cards, seed) in allowed


def test_a_move_from_elsewhere_leaves_the_opening() -> None:
    game = board_called("6x4")
    with pytest.raises(RefusedError, match="the side has left the opening"):
        shipped_card_players(game)[Player.SECOND].move([1, 1, 2])


def test_no_cards_ship_for_other_games() -> None:
    assert shipped_card_players(board_called("12x4")) == {}
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
