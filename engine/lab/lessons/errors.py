"""Holds lesson 26: an opponent who errs, and the numbers that a mean needs."""

from fractions import Fraction
from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.lessons.numbers import BETS
from engine.lab.trees import parse
from engine.search.chance.expectimax import ERRS, expectimax
from engine.text import text

SAME_ORDER = "((-3 3) (-2 1))"
"""The tree with another number for the greatest leaf, which is still the greatest."""


@cache
def _bet_on_a_mistake() -> Facts:
    tree, visits = parse(BETS), facts.visits(BETS, "expectimax")
    left, right = (tree.places[place].name for place in tree.children[0])
    leaves = {name: [one.value for one in visits[name].branches] for name in (left, right)}
    mean = {name: sum(values) / len(values) for name, values in leaves.items()}
    least = {name: min(values) for name, values in leaves.items()}
    # the share of mistakes at which both moves are worth the same
    even = Fraction(least[right] - least[left]) / Fraction(mean[left] - mean[right] + least[right] - least[left])
    game = parse(SAME_ORDER).game
    names = {place.move: place.name for place in tree.places if len(place.path) == 1}
    return {
        "share": round(1 / ERRS),
        "left": left,
        "right": right,
        "least": show(least[left]),
        "mean": show(mean[left]),
        "left_value": show(visits[left].value),
        "right_value": show(visits[right].value),
        "safe": names[facts.tree_result(BETS, "minimax").move or 0],
        "bold": names[facts.tree_result(BETS, "expectimax").move or 0],
        "every": round(1 / even),
        "old": show(max(tree.places[leaf].value or 0.0 for leaf in tree.leaves)),
        "new": show(max(parse(SAME_ORDER).places[leaf].value or 0.0 for leaf in tree.leaves)),
        "then": names[expectimax(game, game.initial()).move or 0],
        "worst": least,
        "key": {"left": mean[left], "right": mean[right]},
    }


def _bet_on_a_mistake_fault(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node = known[field]
        if given[field] == known["worst"][node]:
            worst = "{value} is the worst for Max. Now each answer is as likely as the others."
            return text(worst, value=show(given[field])), node
        if given[field] != known["key"][field]:
            mean = "Each answer at {node} is as likely as the others: take the mean of its leaves."
            return text(mean, node=node), node
    return None


LESSONS = (
    Lesson(
        26,
        "bet-on-a-mistake",
        Figure("expectimax", tree=BETS, compare="minimax"),
        Asked(
            "bet-on-a-mistake",
            (Field("left", "{left}", "After the left move"), Field("right", "{right}", "After the right move")),
            lambda known: known["key"],
            _bet_on_a_mistake_fault,
        ),
        _bet_on_a_mistake,
    ),
)
