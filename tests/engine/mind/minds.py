"""Prepares minds, kernels and random positions for tests, and judges small boards by plain minimax."""

import random
from functools import lru_cache
from typing import Any

from engine.games import Game, Move, find, parse
from engine.games.game import number_of_outcome
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE


def kernels_of(game: Game[Any]) -> Any:
    """Returns the compiled searches of a game, or None for a game without."""
    return KERNEL_CACHE.kernels_for(game)


def finish(thinker: Any, *how: Any) -> None:
    """Works until nothing is left to do. ``how`` goes to ``work``, for a mind CHOOSE by default."""
    if isinstance(thinker, Mind) and not how:
        how = (Purpose.CHOOSE,)
    while thinker.work(*how):
        pass


def mind_at(game: Game[Any], moves: Any, level: int = 10, seed: int = 1, **how: Any) -> Mind:
    """Returns a new mind at the position after ``moves``."""
    mind = Mind(game, level, seed, **how)
    mind.follow(moves)
    return mind


def answer_of(game: Game[Any], level: int, seed: int, moves: Any, seconds: float = 0.008, **how: Any) -> Move:
    """Returns the move of a new mind that has thought to the end, in slices of ``seconds``."""
    mind = mind_at(game, moves, level, seed, **how)
    finish(mind, Purpose.CHOOSE, seconds)
    move = mind.answer().move
    mind.close()
    return move


def thought(name: str, moves: str, level: int = 10) -> Mind:
    """Returns a mind that has analysed a position to the end."""
    mind = mind_at(find(name), parse(find(name), moves)[0], level)
    finish(mind, Purpose.ANALYSE)
    return mind


def random_line(game: Game[Any], rng: random.Random, plies: int) -> tuple[list[int], Any]:
    """Returns at most ``plies`` random moves that do not end the game, and the state after them."""
    while True:
        state, line = game.initial(), list[int]()
        while len(line) < plies and game.moves(state):
            line.append(rng.choice(list(game.moves(state))))
            state = game.play(state, line[-1])
        if game.outcome(state) is None:
            return line, state


@lru_cache(1 << 18)
def plain_number(game: Game[Any], state: Any, ply: int | None = None) -> int:
    """Returns the score number by plain minimax to the end: the oracle for small boards, and with ``ply`` for any game
    without chance."""
    outcome, ply = game.outcome(state), state.ply if ply is None else ply
    if outcome is not None:
        return number_of_outcome(game, outcome, ply, game.to_move(state))
    return max(-plain_number(game, game.play(state, move), ply + 1) for move in game.moves(state))
