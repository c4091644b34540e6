"""Holds lessons 24, 25 and 27: trees that grow a node a round, where random games go well or a proof is near, and a
table of an endgame, made from the end backwards."""

from engine.lab.exercises.exercise import Field
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.text import text

TRAP = Figure("uct", game="tictactoe", moves="934", compare="alphabeta")
CERTIFIED = Figure("proof", game="connect4", moves="43542543233557373771515717111666", compare="alphabeta")
"""A puzzle whose certificate by the coach is the smallest proof."""


def _play_at_random_fault(known: Facts, given: Answers) -> Fault | None:
    mean, total = given["mean"], known["total"]
    if abs(mean - known["key"]) < 0.005:  # two decimals will do
        return None
    if abs(mean - total / known["count"]) < 0.005:
        return text("The new round is a visit, too. Divide by {n}.", n=known["all"]), None
    told = "Add the new result to the sum, which makes {total}. Then divide by the {n} visits."
    return text(told, total=total, n=known["all"]), None


def _prove_it_fault(known: Facts, given: Answers) -> Fault | None:
    key = known["key"]
    if given["proof"] != key["proof"]:
        return text(
            "Min chooses here, so each move has to be proved. Add up the proof numbers {all}.", all=known["proofs"]
        ), None
    if given["disproof"] != key["disproof"]:
        told = "One move is enough for Min to disprove it. Take the least of the disproof numbers {all}."
        return text(told, all=known["disproofs"]), None
    return None


SCENE = Figure("retrograde", game="connect4", moves="633334221226366367765555552211111", compare="alphabeta", at="end")
"""A scene of the zugzwang trainer."""


def _from_the_end_fault(known: Facts, given: Answers) -> Fault:
    if given["plies"] == known["longest"]:
        return text("The move itself is a ply, too."), None
    return text("A side that loses chooses the move after which it lasts longest. Then add the move itself."), None


LESSONS = (
    Lesson(
        24,
        "play-at-random",
        TRAP,
        Asked(_play_at_random_fault, Field("mean", "", "Mean")),
        own_practice="visits",
    ),
    Lesson(
        25,
        "prove-it",
        CERTIFIED,
        Asked(_prove_it_fault, Field("proof", "", "Proof number"), Field("disproof", "", "Disproof number")),
        own_practice="proofs",
        link=("/coach", "Puzzles with a proof"),
    ),
    Lesson(
        27,
        "from-the-end",
        SCENE,
        Asked(_from_the_end_fault, Field("plies", "", "Plies")),
        own_practice="distances",
        link=("/coach/zugzwang", "The zugzwang trainer"),
    ),
)
