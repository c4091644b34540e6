"""Says what a game gets: which searches, which players and which page."""

import random
from typing import Any

from engine.games import CHANCE, Game, GameError
from engine.search.catalogue import algorithms_for

_DEPTH, _GAMES = 2, 50


def gets(game: Game[Any]) -> list[str]:
    """Returns a sentence for each part: searches, players, page. A search counts if it plays two plies of the game."""
    able, refuse = [], []
    state = game.initial()
    for one in algorithms_for(game):
        try:
            one.function(game, state, _DEPTH, None)
            able.append(one.name)
        except GameError:
            refuse.append(one.name)
    found = [f"Searches: {', '.join(able) or 'none'}."]
    if refuse:
        found.append(f"These searches need two sides that take turns: {', '.join(refuse)}.")
    if any(_moves_again(game, random.Random(f"suits {number}")) for number in range(_GAMES)):
        found.append("Players: all levels; they look ahead without a tree, because one side can move twice in a row.")
    else:
        found.append("Players: all levels, with a tree that is kept between the turns.")
    if game.has_chance:
        found.append("A lot is drawn in this game, so values are expectations.")
    board = game.board_size()
    page = f"a board of {board[0]}x{board[1]} squares" if board else "the position as text, and a button for each move"
    return [*found, f"Page: /{game.name} with {page}."]


def _moves_again(game: Game[Any], rng: random.Random) -> bool:
    """Plays one game at random and tells whether a side moves twice in a row."""
    state = game.initial()
    while game.outcome(state) is None:
        mover = game.to_move(state)
        state = game.play(state, rng.choice(list(game.moves(state))))
        if mover is not CHANCE and game.outcome(state) is None and game.to_move(state) is mover:
            return True
    return False
