"""Counts the numbers of lessons 18 to 21 and 26."""

from fractions import Fraction
from functools import cache
from typing import Any

from engine.games import Game, Player
from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.mutants import MUTANTS
from engine.lab.trees import parse
from engine.search.bias import err_share
from engine.search.chance.expectimax import ERRS, expectimax
from engine.search.chance.expectiminimax import lots_of
from engine.search.parts.table import Table
from engine.search.parts.values import limits
from engine.text import listed
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure, following, tree

LOTS = tree("dice")
DRAWS = figure("other-may-err")
THINKING = figure("thinking-on-your-time")
LEFT = following("thinking-on-your-time")
PLAYED, UNEXPECTED = 2, 9
BETS = tree("bet-on-a-mistake")

PONDERED = ("44534", 5)  # moves and depth of the position of Connect Four searched with a kept table


@cache
def _dice() -> Facts:
    tree = parse(LOTS)
    game = tree.game
    low, high = limits(game, game.to_move(game.initial()))
    sure, lots = tree.children[0]
    state = game.play(game.initial(), tree.places[lots].move)
    chances = [chance for _, chance in lots_of(game, state)]
    seen = [tree.places[leaf].value or 0.0 for leaf in tree.children[lots]]
    most = [
        sum(chance * value for chance, value in zip(chances[:count], seen, strict=False)) + sum(chances[count:]) * high
        for count in range(len(chances) + 1)
    ]
    alpha = facts.visits(LOTS, "star1")[tree.places[sure].name].value
    return {
        "lots": tree.places[lots].name,
        "sure": tree.places[sure].name,
        "low": show(low),
        "high": show(high),
        "alpha": show(alpha),
        "most": [show(value) for value in most],
        "count": len(chances),
        "key": next(count for count, value in enumerate(most) if value <= alpha),
    }


@cache
def _other_may_err() -> Facts:
    name, moves = str(DRAWS.game), DRAWS.moves
    game, state = games.position(name, moves)
    values = games.move_values(name, moves)
    equal = sorted(move for move, value in values.items() if value == max(values.values()))
    shares = {move: err_share(game, game.play(state, move), None, Table()) for move in equal}
    replies = {move: len(game.moves(game.play(state, move))) for move in equal}
    sums = {move: _summed(game, game.play(state, move), game.to_move(state)) for move in equal}
    return {
        "one": show(1),
        "sums": listed([show(sums[move]) for move in equal]),
        "summed": max(sums, key=lambda move: sums[move]),
        **facts.sides(name, moves),
        "equal": equal,
        "squares": listed([str(move) for move in equal]),
        "replies": replies,
        "losing": {move: round(shares[move] * replies[move]) for move in equal},
        "key": facts.result(name, moves, "bias").move,
    }


def _summed(game: Game[Any], state: Any, player: Player) -> int:
    outcome = game.outcome(state)
    if outcome is not None:
        return (outcome.value(player) > 0) - (outcome.value(player) < 0)
    return sum(_summed(game, game.play(state, move), player) for move in game.moves(state))


@cache
def _thinking_on_your_time() -> Facts:
    name, moves = str(THINKING.game), THINKING.moves
    game, state = games.position(name, moves)
    expected = facts.thinking_ahead(name, f"{moves}{PLAYED}")
    other = facts.thinking_ahead(name, f"{moves}{UNEXPECTED}")
    numbers = facts.stored()
    return {
        "own": game.player_names[game.to_move(state).other],
        "side": game.player_names[game.to_move(state)],
        "last": moves[-1],
        "played": PLAYED,
        "unexpected": UNEXPECTED,
        "moves": len(game.moves(game.play(state, PLAYED))),
        "other_kept": other["kept"],
        "other_afresh": other["afresh"],
        "c4_depth": PONDERED[1],
        "c4_kept": numbers["pondered kept"],
        "c4_afresh": numbers["pondered afresh"],
        "key": expected["kept"],
        **expected,
    }


@cache
def _spot_the_bug() -> Facts:
    return {"count": len(MUTANTS)}


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


MADE = {
    "dice": _dice,
    "other-may-err": _other_may_err,
    "thinking-on-your-time": _thinking_on_your_time,
    "spot-the-bug": _spot_the_bug,
    "bet-on-a-mistake": _bet_on_a_mistake,
}
"""What makes the numbers of each lesson."""
