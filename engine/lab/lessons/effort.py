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


def _deeper_fault(known: Facts, given: Answers) -> Fault | None:
    leaves, key = given["leaves"], known["key"]
    if leaves == key:
        return None
    if leaves >= known["last"]:
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
    Lesson(
        12,
        "deeper-and-deeper",
        "Deeper and deeper",
        DEEPENED,
        (
            "How deep should a search look? Nobody knows in advance how long a depth takes. *Iterative deepening* "
            "searches to depth {one}, then a ply deeper, and so on. When the time is up, it plays the best move of the "
            "last search that it finished.",
            "Each of these searches is an *iteration*. It starts at the root, which sounds like waste. But a tree "
            "grows so fast that, without cuts, the last iteration costs more than all before it. And each one leaves a "
            "table and a best move. The next one tries this move first, and cuts more.",
            "From the empty board of Tic-Tac-Toe to depth {deep}, all iterations together visit {all} states. The same "
            "search without the iterations before visits {direct}, and plain alpha-beta {plain}. So the search can "
            "stop at any time, and pays little for it. The figure shows the last of {depth} iterations.",
        ),
        Asked(
            "A game has {moves} moves in each state. Without any cut, an iteration to depth {plies} reaches {last} "
            "leaves. How many leaves did all iterations before it reach together?",
            (Field("leaves", "", "Leaves"),),
            lambda known: {"leaves": known["key"]},
            _deeper_fault,
            "Right: {key}, and {last} in the last iteration alone.",
        ),
        _deeper,
        book="iterative deepening search, anytime algorithm, killer move heuristic",
    ),
    Lesson(
        13,
        "many-at-once",
        "Many at once",
        THREADS,
        (
            "A computer can work at several things at the same time, each in a *thread*. The simplest way to share a "
            "search is one thread for each move of the root. Each searches its own branch, and the best branch wins.",
            "But alpha-beta lives on what it has seen. One thread visits {single} nodes of this tree: it is sure of "
            "{sure} by {first}, and so it cuts at {second}. Two threads enter {first} and {second} together. The "
            "second one knows no bound yet. They visit {double} nodes, with {cuts} cuts.",
            "From the empty board of Tic-Tac-Toe to depth {depth}, one thread visits {few} states, and {threads} "
            "threads visit {many}: one for each move, with the greatest value so far shared among all. So good "
            "programs search the first move in one thread. Only when a bound is known do the other threads start.",
        ),
        Asked(
            "How many leaves does one thread look at, and how many do two threads look at?",
            (Field("single", "{second}", "One thread"), Field("double", "{second}", "Two threads")),
            lambda known: known["key"],
            _threads_fault,
            "Right. The threads gain time only if they gain more than the cuts that they lose.",
        ),
        _threads,
        book="parallel search, root splitting, young brothers wait",
    ),
)
