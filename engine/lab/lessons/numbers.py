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
        Figure("minimax", tree=BETS),
        Asked(
            "play-it-safe",
            (Field("left", "{left}", "After the left move"), Field("right", "{right}", "After the right move")),
            lambda known: known["values"],
            _play_it_safe_fault,
        ),
        _play_it_safe,
        own_practice="values",
    ),
    Lesson(
        5,
        "little-memory",
        Figure("minimax", tree=COUNTED),
        Asked(
            "little-memory",
            (Field("states", "", "States"),),
            lambda known: {"states": known["key"]},
            _little_memory_fault,
        ),
        _little_memory,
    ),
)
