"""Holds lessons 7, 15 and 16, in which a guess goes wrong: one feature, a loss put off, and moves left out."""

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after, taken
from engine.text import text

LINES_ALONE, CENTRE_ALONE, ALL = "1-0-0", "0-0-1", "4-3-1"
WEIGHED = Figure("alphabeta", game="tictactoe", moves="128", weights=LINES_ALONE, depth=3)
DELAY = "((-5 2) (((-6 4) (-6 6)) 1))"
"""The right move of Max gives up one, and moves a loss beyond the second ply."""
PUT_OFF = Figure("alphabeta", tree=DELAY, depth=2)
PRUNED = Figure("beam", game="tictactoe", moves="246", compare="alphabeta")


def _one_or_all_fault(known: Facts, given: Answers) -> Fault | None:
    return games.refuted(WEIGHED.moves, known["bad"], given["square"], known["side"])


def _put_off_fault(known: Facts, given: Answers) -> Fault:
    node = known["node"]
    if show(given["value"]) == known["guess"]:
        return text("That is the guess at {node}. Look at the leaves below it.", node=node), node
    told = "At {node} Max chooses, and below it Min. Take the values from the leaves up. You wrote {given}."
    return text(told, node=node, given=show(given["value"])), node


def _left_out_fault(known: Facts, given: Answers) -> Fault | None:
    square, values = given["square"], known["values"]
    if square not in values:
        return taken(square), None
    if values[int(square)] == max(values.values()):
        return None
    line = games.written(games.line_after(str(PRUNED.game), PRUNED.moves, int(square)))
    told = "After square {square} {other} wins by {line}."
    return text(told, square=f"{square:g}", other=known["other"], line=line), after(square)


LESSONS = (
    Lesson(
        7,
        "one-or-all",
        WEIGHED,
        Asked(_one_or_all_fault, Field("square", "after {bad}", "Square")),
        then=(
            "Give all features their weights",
            Figure("alphabeta", game="tictactoe", moves="128", weights=ALL, depth=3),
        ),
        link=("/student", "A program that learns its guesses"),
    ),
    Lesson(
        15,
        "put-off",
        PUT_OFF,
        Asked(_put_off_fault, Field("value", "{right}", "Value")),
        then=("Search to the end", Figure("alphabeta", tree=DELAY)),
    ),
    Lesson(16, "left-out", PRUNED, Asked(_left_out_fault, Field("square", "", "Square"))),
)
