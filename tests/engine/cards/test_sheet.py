"""Plays whole games of the largest board by its cards: against chance, the longest resistance, a level, BitBully."""

import random
from functools import cache
from typing import Any

import pytest

from engine.arena.players import make_player
from engine.cards.play import CardPlayer, shipped_card_players
from engine.games import LineGame, LineState, Player, replay
from engine.solver.book.book import shipped_book
from engine.solver.solver import Solver

GAME = LineGame(7, 6, 4, True)
FREE = 4
"""Replies by chance before the longest resistance begins, so that games differ."""


@cache
def sheet() -> CardPlayer:
    return shipped_card_players(GAME)[Player.FIRST]


@cache
def solver() -> Solver:
    return Solver(7, 6, 4, table_mb=64)


def score(state: LineState) -> int:
    """Returns the exact score number of the side to move."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return -GAME.max_plies if outcome.winner is not None else 0
    book = shipped_book()
    known = book.score(state) if book else None
    return solver().solve(*state).score if known is None else known


def longest(state: LineState, rng: random.Random) -> int:
    """Returns a reply after which the win takes longest."""
    moves = list(GAME.moves(state))
    rng.shuffle(moves)
    return min(moves, key=lambda move: score(GAME.play(state, move)))


def winner(seed: int, resist: bool) -> Player | None:
    rng, moves = random.Random(seed), list[int]()
    free = rng.randrange(FREE + 1)
    while (outcome := GAME.outcome(state := replay(GAME, moves))) is None:
        if len(moves) % 2 == 0:
            moves.append(sheet().move(moves))
        elif resist and len(moves) >= 2 * free:
            moves.append(longest(state, rng))
        else:
            moves.append(rng.choice(list(GAME.moves(state))))
    return outcome.winner


@pytest.mark.parametrize("count", [100, pytest.param(600, marks=pytest.mark.long)])
def test_every_game_against_chance_is_won(count: int) -> None:
    assert {winner(seed, False) for seed in range(count)} == {Player.FIRST}


@pytest.mark.parametrize("count", [20, pytest.param(400, marks=pytest.mark.long)])
def test_every_game_against_the_longest_resistance_is_won(count: int) -> None:
    assert {winner(seed, True) for seed in range(count)} == {Player.FIRST}


@pytest.mark.parametrize("count", [2, pytest.param(100, marks=pytest.mark.long)])
def test_every_game_against_level_10_is_won(count: int) -> None:
    opponent, winners = make_player(GAME, 10), set[Player | None]()
    for seed in range(count):
        moves = list[int]()
        opponent.begin(seed)
        while (outcome := GAME.outcome(replay(GAME, moves))) is None:
            moves.append(opponent.move(moves) if len(moves) % 2 else sheet().move(moves))
        winners.add(outcome.winner)
    opponent.close()
    assert winners == {Player.FIRST}


@pytest.mark.parametrize("count", [2, pytest.param(100, marks=pytest.mark.long)])
def test_every_game_against_bitbully_is_won(count: int) -> None:
    """Plays against another perfect player, with its own book, which resists as long as it can."""
    bitbully: Any = pytest.importorskip("bitbully", reason="pip install bitbully")
    games = set[tuple[int, ...]]()
    for seed in range(count):
        rng, board, moves = random.Random(seed), bitbully.Board(), list[int]()
        opponent, free = bitbully.BitBully(tie_break="random", rng=rng), 2 * (seed % (FREE + 1))
        while (outcome := GAME.outcome(state := replay(GAME, moves))) is None:
            if len(moves) % 2 == 0:
                moves.append(sheet().move(moves))
            elif len(moves) > free:
                moves.append(opponent.best_move(board) + 1)
            else:
                moves.append(rng.choice(list(GAME.moves(state))))
            assert board.play(moves[-1] - 1)
        assert outcome.winner is Player.FIRST
        assert board.has_win()
        games.add(tuple(moves))
    assert len(games) > count // 2
