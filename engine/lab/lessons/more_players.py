"""Holds lesson 28: games of more than two players."""

from engine.lab.exercises.exercise import Field
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.text import text

THREE = "(((<7 8 3> <8 2 0>) (<7 1 6> <3 7 3>)) ((<9 8 7> <0 1 4>) (<8 4 4> <1 9 4>)))"
"""A tree in which trust and mistrust choose different moves, and a tie of the third player decides."""


def _more_than_two_fault(known: Facts, given: Answers) -> Fault:
    told = "Player {n} moves at {node}, and can have {choices}. It takes the one with the greatest number in its place."
    return text(told, n=known["second"], node=known["asked"], choices=known["choices"]), known["asked"]


LESSONS = (
    Lesson(
        28,
        "more-than-two",
        Figure("maxn", tree=THREE, compare="paranoid"),
        Asked(
            _more_than_two_fault,
            Field("first", "{asked}", "The first player"),
            Field("second", "{asked}", "The second player"),
            Field("third", "{asked}", "The third player"),
        ),
        own_practice="vectors",
    ),
)
