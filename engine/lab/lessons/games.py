"""Says what moves of a game are worth, and why an answer about a position is wrong, by the names of the lessons."""

from typing import Any

from engine.games import Game
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Option
from engine.lab.lessons.lesson import Answers, Facts, Fault, after, taken
from engine.lab.run.problem import Problem
from engine.search.deepening import search_to
from engine.search.parts.drawing import value_words
from engine.search.parts.options import Options
from engine.search.parts.table import Table
from engine.text import listed, text


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


def written(moves: tuple[int, ...]) -> str:
    """Returns moves as people read them: "4 5 3"."""
    return " ".join(map(str, moves))


def _refuted(known: Facts, given: Answers) -> Fault | None:
    """Returns why a square does not win after a bad move at Tic-Tac-Toe, None if it does."""
    moves, bad, square = known["figure"].moves, known["bad"], given["square"]
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
    return text(told, square=f"{square:g}", side=known["side"], reply=reply, result=result), after(bad, square)


_one_or_all = _edge_of_sight = _refuted


def _real_game(known: Facts, given: Answers) -> Fault | None:
    moves = known["figure"].moves
    values: dict[int, float] = known["values"]
    if given["cross"] not in values:
        return taken(given["cross"]), None
    cross = int(given["cross"])
    if values[cross] < max(values.values()):
        reply = line_after("tictactoe", moves, cross)[0]
        words = outcome_words("tictactoe", moves, values[cross])
        told = "After square {square} O takes square {reply}: {words}."
        return text(told, square=cross, reply=reply, words=words), after(cross)
    below = move_values("tictactoe", f"{moves}{cross}")
    if given["nought"] not in below:
        told = "Square {square} is not free after square {before}."
        return text(told, square=show(given["nought"]), before=cross), after(cross)
    nought = int(given["nought"])
    if below[nought] < max(below.values()):
        words = outcome_words("tictactoe", f"{moves}{cross}", below[nought])
        reply = line_after("tictactoe", f"{moves}{cross}", nought)[0]
        told = "If O takes square {square}, X takes square {reply}: {words}."
        return text(told, square=nought, reply=reply, words=words), after(cross, nought)
    return None


def _stop_early(known: Facts, given: Answers) -> Fault:
    depth, left = given["depth"], known["left"]
    if not (1 <= depth <= left and depth == int(depth)):
        return text("Enter a whole number from 1 to {most}: so many plies are left.", most=left), None
    if depth > known["key"]:
        early = "At depth {depth} the search is right already, and at every greater depth."
        return text(early, depth=known["key"]), None
    bad = next(one for one in known["wrong"] if one >= depth)
    move = known["chosen"][bad]
    line = written(line_after("tictactoe", known["figure"].moves, move))
    loses = "At depth {depth} the search takes square {square}, and loses by {line}."
    return text(loses, depth=bad, square=move, line=line), after(move)


def _left_out(known: Facts, given: Answers) -> Fault | None:
    square, values = given["square"], known["values"]
    if square not in values:
        return taken(square), None
    if values[int(square)] == max(values.values()):
        return None
    line = written(line_after("tictactoe", known["figure"].moves, int(square)))
    told = "After square {square} {other} wins by {line}."
    return text(told, square=f"{square:g}", other=known["other"], line=line), after(square)


def _sooner_is_better(known: Facts, given: Answers) -> Fault:
    line, slow = known["slow_line"], known["slow"]
    told = "If both play their best after square {square}, the line is {line}. Count all its plies."
    return text(told, square=slow, line=line), after(slow)


def _other_may_err(known: Facts, chosen: str) -> Fault:
    counts = [
        text(
            "after square {move} {losing} of {replies} answers lose",
            move=move,
            losing=known["losing"][move],
            replies=known["replies"][move],
        )
        for move in known["equal"]
    ]
    return text("Count the answers: {counts}.", counts=listed(counts)), after(int(chosen))


def _other_may_err_options(known: Facts) -> tuple[Option, ...]:
    return tuple(Option(str(move), text("Square {move}", move=move)) for move in known["equal"])
