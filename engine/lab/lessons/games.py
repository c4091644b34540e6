"""Says what moves of a game are worth, and how it goes on, for lessons about a position."""

from typing import Any

from engine.games import Game
from engine.lab.lessons.lesson import Fault, after, taken
from engine.lab.run.problem import Problem
from engine.search.deepening import search_to
from engine.search.parts.drawing import value_words
from engine.search.parts.options import Options
from engine.search.parts.table import Table
from engine.text import text


def position(name: str, moves: str, weights: str = "") -> tuple[Game[Any], Any]:
    """Returns a game with the lab's evaluation, by ``weights``, and the state after ``moves``."""
    problem = Problem.of_game(name, moves, weights)
    return problem.game, problem.state


def move_values(name: str, moves: str) -> dict[int, float]:
    """Returns the exact value of each move for the side to move, immediate wins included."""
    game, state = position(name, moves)
    table = Table()
    found = search_to(game, state, None, options=Options(table=True), table=table, every=True)
    return {one.move: one.value for one in found.moves}


def line_after(name: str, moves: str, move: int) -> tuple[int, ...]:
    """Returns best play after ``move`` in a position."""
    game, state = position(name, moves)
    found = search_to(game, state, None, options=Options(table=True, symmetry=False), every=True)
    return next(one.line[1:] for one in found.moves if one.move == move)


def outcome_words(name: str, moves: str, value: float) -> str:
    """Returns a value for the side to move as words: "X wins in 2 moves", "draw"."""
    game, state = position(name, moves)
    return value_words(game, value, game.to_move(state))


def refuted(moves: str, bad: int, square: float, side: str) -> Fault | None:
    """Returns why a square does not win after a bad move of ``side`` at Tic-Tac-Toe, None if it does."""
    replies = move_values("tictactoe", f"{moves}{bad}")
    if square not in replies:
        return taken(square), after(bad)
    value = replies[int(square)]
    if value > 0:
        return None
    reply = line_after("tictactoe", f"{moves}{bad}", int(square))[0]
    words = outcome_words("tictactoe", f"{moves}{bad}", value)
    result = text("a draw") if words == "0" else words
    told = "After square {square} {side} answers {reply}: {result}. Look for two threats at once."
    return text(told, square=f"{square:g}", side=side, reply=reply, result=result), after(bad, square)


def written(moves: tuple[int, ...]) -> str:
    """Returns moves as people read them: "4 5 3"."""
    return " ".join(map(str, moves))
