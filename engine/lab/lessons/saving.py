"""Holds lessons 11, 14 and 17: transposition tables, the horizon effect, and the value of a quick win."""

from engine.lab.exercises.exercise import Field
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after
from engine.text import text

HEAP = Figure("memo", game="nim", moves="333331", compare="minimax")
HORIZON = Figure("alphabeta", game="tictactoe", moves="159", depth=1, compare="quiescence")
WINS = Figure("minimax", game="tictactoe", moves="1243")


def _once_is_enough_fault(known: Facts, given: Answers) -> Fault:
    if given["states"] > known["key"]:
        first, second = known["first"], known["second"]
        twin, same = after(second, first), after(first, second)
        told = "Too many. The node {twin} has the same heap of {heap} as {same}: it counts once."
        return text(told, twin=twin, heap=known["heap"], same=same), twin
    return text("Too few. All heaps from {left} down to the empty one can come up.", left=known["left"]), None


def _edge_of_sight_fault(known: Facts, given: Answers) -> Fault | None:
    return games.refuted(HORIZON.moves, known["bad"], given["square"], known["side"])


def _sooner_is_better_fault(known: Facts, given: Answers) -> Fault:
    line, slow = known["slow_line"], known["slow"]
    told = "If both play their best after square {square}, the line is {line}. Count all its plies."
    return text(told, square=slow, line=line), after(slow)


LESSONS = (
    Lesson(
        11,
        "once-is-enough",
        HEAP,
        Asked(_once_is_enough_fault, Field("states", "", "Different heaps")),
    ),
    Lesson(
        14,
        "edge-of-sight",
        HORIZON,
        Asked(_edge_of_sight_fault, Field("square", "after {bad}", "Square")),
    ),
    Lesson(
        17,
        "sooner-is-better",
        WINS,
        Asked(_sooner_is_better_fault, Field("plies", "after {slow}", "Plies")),
    ),
)
