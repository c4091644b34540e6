"""Holds lessons 2 and 5: what the numbers at the leaves mean, and how little memory a search needs."""

from functools import cache

from engine.games import find
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.beginnings import BRANCHING, COUNTED, PLIES
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.trees import parse
from engine.text import text

BETS = "((-3 10) (-2 1))"


@cache
def _play_it_safe() -> Facts:
    tree, visits = parse(BETS), facts.visits(BETS, "minimax")
    left, right = (tree.places[place] for place in tree.children[0])
    leaves = [[tree.places[leaf].value or 0.0 for leaf in tree.children[place]] for place in tree.children[0]]
    return {
        "loss": show(-min(leaves[0])),
        "gain": show(max(leaves[0])),
        "small_loss": show(-min(leaves[1])),
        "small_gain": show(max(leaves[1])),
        "zero": 0,
        "nodes": {"left": left.name, "right": right.name},
        "left": left.name,
        "right": right.name,
        "values": {"left": visits[left.name].value, "right": visits[right.name].value},
        "best": show(facts.tree_result(BETS, "minimax").value),
    }


def _play_it_safe_fault(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node, value = known["nodes"][field], known["values"][field]
        if given[field] != value:
            least = "At {node} Min moves and gives as little as it can: {value}. You wrote {given}."
            return text(least, node=node, value=show(value), given=show(given[field])), node
    return None


@cache
def _little_memory() -> Facts:
    connect4 = find("connect4")
    return {
        "open": parse(COUNTED).game.max_plies + 1,
        "nodes": facts.tree_result(COUNTED, "minimax").counts.nodes,
        "moves": BRANCHING,
        "plies": PLIES,
        "key": BRANCHING * PLIES,
        "c4": len(connect4.moves(connect4.initial())) * connect4.max_plies,
    }


def _little_memory_fault(known: Facts, given: Answers) -> Fault | None:
    states, key, plies = given["states"], known["key"], known["plies"]
    if states == key:
        return None
    if states > key:
        return text("Fewer. Only the open line counts, and the moves beside it. All else is forgotten."), None
    more = "More. The open line has {plies} states, and each has {moves} moves, all made at once."
    return text(more, plies=plies, moves=known["moves"]), None


LESSONS = (
    Lesson(
        2,
        "play-it-safe",
        "Play it safe",
        Figure("minimax", tree=BETS),
        (
            "Here each move of Max is a bet. After the left move Max can win {gain} or lose {loss}. After the right "
            "move Max can win {small_gain} or lose {small_loss}. The number at a leaf is its *utility*: what this end "
            "of the game is worth to Max.",
            "A state where the game is over is a *terminal state*. What Max wins there, Min loses, so the sum of both "
            "is always {zero}. Such a game is a *zero-sum game*. This is why one number at each leaf is enough.",
            "Minimax expects an *optimal opponent*, who never errs. So it does not hope for {gain}. It compares what "
            "is sure after each move, and takes the greater: it plays safe. Against somebody who errs, the left move "
            "may bring more.",
        ),
        Asked(
            "What is Max sure of after each of the two moves?",
            (Field("left", "{left}", "After the left move"), Field("right", "{right}", "After the right move")),
            lambda known: known["values"],
            _play_it_safe_fault,
            "Right. {best} is the greater, so Max takes the right move.",
        ),
        _play_it_safe,
        practice="values",
        book="utility or payoff function, terminal test, zero-sum game, optimal play, maximin",
    ),
    Lesson(
        5,
        "little-memory",
        "Little memory",
        Figure("minimax", tree=COUNTED),
        (
            "Minimax is one function that calls itself. To find the value of a node, it asks for the value of each "
            "node below. This is *recursion*. It goes down to a leaf, comes back, and takes the next branch. To come "
            "back for the next branch is *backtracking*.",
            "So the search goes down before it goes across. This order is called *depth-first*. Only one line is open "
            "at a time, from the root to the present node. Here it has at most {open} nodes, though the tree has "
            "{nodes}.",
            "With b moves in each state and m plies, the time grows as b to the power m. Books write O(b^m). The "
            "memory grows only as b times m, or O(bm): a search keeps the open line, and the moves of each state on "
            "it. In Connect Four these are at most {c4} states.",
        ),
        Asked(
            "A game has {moves} moves in each state, and lasts {plies} plies. The search makes all moves of a state at "
            "once, and keeps them while the state is open. How many states does it keep at most? The root does not "
            "count.",
            (Field("states", "", "States"),),
            lambda known: {"states": known["key"]},
            _little_memory_fault,
            "Right: {moves} times {plies}. The whole tree would never fit.",
        ),
        _little_memory,
        book="depth-first search, backtracking search, recursion, time complexity O(b^m), space complexity O(bm)",
    ),
)
