"""Counts the numbers of lessons 12 and 13."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.deepening import search_to
from engine.search.parallel import parallel
from engine.search.parts.options import FULL, Options
from engine.search.parts.trace import Trace
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure, tree

DEEPENED = figure("deeper-and-deeper")
AIMA = tree("many-at-once")

DEEP = 6  # plies to which the searches from the empty board are compared
BRANCHING, PLIES = 5, 6  # moves in each state, and plies of the last iteration, of the game that the lesson asks about
SHARED = 4  # plies of the searches by one thread and by a thread for each move


@cache
def _deeper() -> Facts:
    game, state = games.position("tictactoe", "")
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


def _seen(method: str) -> dict[str, int]:
    """Returns the counts of a search of the tree, with threads that take turns, so that they are always the same."""
    counts: dict[str, int] = record(Problem.of_tree(AIMA), method)["counts"]
    return counts


@cache
def _threads() -> Facts:
    single, double = _seen("alphabeta"), _seen("parallel")
    game, state = games.position("tictactoe", "")
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


MADE = {
    "deeper-and-deeper": _deeper,
    "many-at-once": _threads,
}
"""What makes the numbers of each lesson."""
