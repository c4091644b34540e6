"""Holds lessons 12 and 13: iterative deepening, and a search shared by threads."""

from engine.lab.exercises.exercise import Field
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.text import text

DEEPENED = Figure("deepening", game="tictactoe", depth=3, compare="alphabeta")
AIMA = "((3 12 8) (2 4 6) (14 5 2))"
THREADS = Figure("parallel", tree=AIMA, compare="alphabeta")


def _deeper_fault(known: Facts, given: Answers) -> Fault:
    if given["leaves"] >= known["last"]:
        return text("Fewer. The last iteration alone reaches {last} leaves.", last=known["last"]), None
    told = "Each iteration reaches {moves} times as many leaves as the one before. Add them up from {moves} on."
    return text(told, moves=known["moves"]), None


def _threads_fault(known: Facts, given: Answers) -> Fault | None:
    node, key = known["second"], known["key"]
    if given["single"] != key["single"]:
        told = "One thread knows {sure} by {first} when it enters {node}. Count its leaves again."
        return text(told, sure=known["sure"], first=known["first"], node=node), node
    if given["double"] != key["double"]:
        told = (
            "The second thread enters {node} before {first} is done. It does not know {sure} yet, so it cuts nothing."
        )
        return text(told, sure=known["sure"], first=known["first"], node=node), node
    return None


LESSONS = (
    Lesson(12, "deeper-and-deeper", DEEPENED, Asked(_deeper_fault, Field("leaves", "", "Leaves"))),
    Lesson(
        13,
        "many-at-once",
        THREADS,
        Asked(_threads_fault, Field("single", "{second}", "One thread"), Field("double", "{second}", "Two threads")),
    ),
)
