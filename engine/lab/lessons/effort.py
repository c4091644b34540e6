"""Holds lessons 12 and 13: iterative deepening, and a search shared by threads."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.deepening import search_to
from engine.search.parallel import parallel
from engine.search.parts.options import FULL, Options
from engine.search.parts.trace import Trace
from engine.text import text

DEEPENED = Figure("deepening", game="tictactoe", depth=3, compare="alphabeta")
DEEP = 6  # plies to which the searches from the empty board are compared
BRANCHING, PLIES = 5, 6  # moves in each state, and plies of the last iteration, of the game that the lesson asks about
AIMA = "((3 12 8) (2 4 6) (14 5 2))"
SHARED = 4  # plies of the searches by one thread and by a thread for each move
THREADS = Figure("parallel", tree=AIMA, compare="alphabeta")


@cache
def _deeper() -> Facts:
    game, state = facts.position("tictactoe", "")
    return {
        "deep": DEEP,
        "all": facts.result("tictactoe", "", "deepening", DEEP).counts.nodes,
        "direct": search_to(game, state, DEEP, options=FULL).counts.nodes,
        "plain": facts.result("tictactoe", "", "alphabeta", DEEP).counts.nodes,
        "depth": DEEPENED.depth,
        "one": show(1),
        "moves": BRANCHING,
        "plies": PLIES,
        "last": BRANCHING**PLIES,
        "key": sum(BRANCHING**ply for ply in range(1, PLIES)),
    }


def _deeper_fault(known: Facts, given: Answers) -> Fault:
    if given["leaves"] >= known["last"]:
        return text("Fewer. The last iteration alone reaches {last} leaves.", last=known["last"]), None
    told = "Each iteration reaches {moves} times as many leaves as the one before. Add them up from {moves} on."
    return text(told, moves=known["moves"]), None


def _seen(method: str) -> dict[str, int]:
    """Returns the counts of a search of the tree, with threads that take turns, so that they are always the same."""
    counts: dict[str, int] = record(Problem.of_tree(AIMA), method)["counts"]
    return counts


@cache
def _threads() -> Facts:
    single, double = _seen("alphabeta"), _seen("parallel")
    game, state = facts.position("tictactoe", "")
    shared = {
        threads: parallel(
            game, state, SHARED, threads=threads, options=Options(), trace=Trace(game, game.to_move(state))
        ).counts.nodes
        for threads in (1, len(game.moves(state)))
    }
    tree, visits = parse(AIMA), facts.visits(AIMA, "alphabeta")
    first, second = (tree.places[place].name for place in tree.children[0][:2])
    return {
        "single": single["nodes"],
        "double": double["nodes"],
        "cuts": double["cuts"],
        "first": first,
        "second": second,
        "sure": show(visits[first].value),
        "depth": SHARED,
        "threads": len(game.moves(state)),
        "many": shared[len(game.moves(state))],
        "few": shared[1],
        "key": {"single": single["leaves"], "double": double["leaves"]},
    }


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
    Lesson(12, "deeper-and-deeper", DEEPENED, _deeper, Asked(_deeper_fault, Field("leaves", "", "Leaves"))),
    Lesson(
        13,
        "many-at-once",
        THREADS,
        _threads,
        Asked(_threads_fault, Field("single", "{second}", "One thread"), Field("double", "{second}", "Two threads")),
    ),
)
