"""Holds lessons 8 to 10: cuts, the order of moves, and alpha-beta as one function."""

from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.text import text

SHALLOW_AND_DEEP = "((5 8) (3 9) (((4 2) 6) 7))"  # a tree with a shallow cut, then a deep one
UNSORTED = "(((30 40 24) (18 9 12) (44 1 22)) ((33 59 39) (6 51 36) (58 3 25)) ((11 29 28) (41 38 16) (4 8 55)))"


def _one_function_fault(known: Facts, given: Answers) -> Fault | None:
    for name, old in (("alpha", "beta"), ("beta", "alpha")):
        wanted = known["key"][name]
        if given[name] != wanted:
            turned = (
                "Min is to move at {node}, so the window turns round: the new {name} is minus the old {old}, "
                "and the old {old} is {bound}. You wrote {given}."
            )
            node = known["node"]
            return text(turned, node=node, name=name, old=old, bound=known[old], given=show(given[name])), node
    return None


LESSONS = (
    Lesson(
        8,
        "what-cannot-matter",
        Figure("twofold", tree=SHALLOW_AND_DEEP),
        lambda *_: exercises.make("cuts", tree=SHALLOW_AND_DEEP),
        own_practice="windows",
    ),
    Lesson(
        9,
        "order",
        Figure("alphabeta", tree=UNSORTED, compare="best"),
        lambda *_: exercises.make("order", tree=UNSORTED),
        own_practice="order",
    ),
    Lesson(
        10,
        "one-function",
        Figure("alphabeta", tree=SHALLOW_AND_DEEP, compare="twofold"),
        Asked(
            _one_function_fault, Field("alpha", "{node}", "alpha at {node}"), Field("beta", "{node}", "beta at {node}")
        ),
        own_practice="windows",
    ),
)
