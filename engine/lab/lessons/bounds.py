"""Holds lessons 22 and 23: searches that only ask a question, and values that are only bounds."""

from engine.lab.exercises.exercise import Field, Option
from engine.lab.lessons.lesson import Answers, Asked, Chosen, Facts, Fault, Figure, Lesson
from engine.text import text

ASKING = "(((15 2) (21 14)) ((22 20) (12 4)) ((19 25) (5 1)) ((18 16) (13 26)))"
"""A tree in which about one late move the answer is yes."""
BEST_FIRST = "(((18 16) (13 26)) ((15 2) (21 14)) ((22 20) (12 4)) ((19 25) (5 1)))"
MET_TWICE = "((4 (6 9)) ((6 9) 8) (7 10))"
"""A tree with a node that is cut, and met again where the whole value counts."""


def _only_a_question_fault(known: Facts, given: Answers) -> Fault:
    leaves, node = given["leaves"], known["node"]
    if leaves > known["key"]:
        told = "Fewer. The first leaf of {yes} is {leaf}, above {least}. That is a yes, and the rest cannot matter."
        return text(told, yes=known["yes"], leaf=known["leaf"], least=known["least"]), known["yes"]
    told = "More. At {node} Min moves: a yes at {yes} is not enough, so the search has to ask at {no} as well."
    return text(told, node=node, yes=known["yes"], no=known["no"]), known["no"]


def _flags(known: Facts) -> tuple[Option, ...]:
    value = known["value"]
    return (
        Option("exact", text("Exactly {value}", value=value)),
        Option("lower", text("{value} or more", value=value)),
        Option("upper", text("{value} or less", value=value)),
    )


def _flag_fault(known: Facts, chosen: str) -> Fault:
    last, value = known["last"], known["value"]
    if chosen == "exact":
        told = "The search left {last} after one leaf. The leaf that it skipped could be less than {value}."
        return text(told, last=last, value=value), last
    return text(
        "At {last} Min moves, and {value} is there to be taken. It is never more.", last=last, value=value
    ), last


LESSONS = (
    Lesson(
        22,
        "only-a-question",
        Figure("pvs", tree=ASKING, compare="alphabeta"),
        Asked(_only_a_question_fault, Field("leaves", "{node}", "Leaves")),
        own_practice="scout",
        then=("Put the best move first", Figure("pvs", tree=BEST_FIRST, compare="alphabeta")),
    ),
    Lesson(
        23,
        "bound-is-no-value",
        Figure("table", tree=MET_TWICE, compare="alphabeta"),
        Chosen(_flags, _flag_fault),
        own_practice="flags",
    ),
)
