"""Holds lessons 18 to 21 and 26: chance, an opponent who errs, thinking ahead, and programs with a slip."""

from fractions import Fraction
from functools import cache
from typing import Any

from engine.games import Game, Player
from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field, Option
from engine.lab.lessons import facts
from engine.lab.lessons.beginnings import BETS
from engine.lab.lessons.lesson import Answers, Asked, Chosen, Facts, Fault, Figure, Lesson, after
from engine.lab.mutants import MUTANTS
from engine.lab.run.making import KEPT
from engine.lab.trees import parse
from engine.search.bias import err_share
from engine.search.chance.expectimax import ERRS, expectimax
from engine.search.chance.expectiminimax import lots_of
from engine.search.parts.table import Table
from engine.search.parts.values import limits
from engine.text import listed, text

LOTS = "((5 8) {1/4: 6, 1/2: 1, 1/4: 7})"
DRAWS = Figure("bias", game="tictactoe", moves="214")
THINKING = Figure("all", game="tictactoe", moves="156", at="end")
PLAYED, UNEXPECTED = 2, 9
LEFT = Figure(KEPT, game="tictactoe", moves=f"{THINKING.moves}{PLAYED}", compare="all")
PONDERED = ("44534", 5)  # moves and depth of the position of Connect Four searched with a kept table
SLIPS = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"


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


def _dice_fault(known: Facts, given: Answers) -> Fault:
    lots, key, node = given["lots"], known["key"], known["lots"]
    if not (0 <= lots <= known["count"] and lots == int(lots)):
        whole = "Enter a whole number from 0 to {most}: so many lots are below {node}."
        return text(whole, most=known["count"], node=node), node
    most = known["most"][int(lots)]
    if lots < key:
        not_yet = "Not yet. If all other lots bring {high}, {node} is worth {most}: more than {alpha}."
        return text(not_yet, high=known["high"], node=node, most=most, alpha=known["alpha"]), node
    earlier = "Earlier. After lot {lot} {node} can be worth {most} at most, and that is too little."
    return text(earlier, lot=key, node=node, most=known["most"][key]), node


@cache
def _other_may_err() -> Facts:
    name, moves = str(DRAWS.game), DRAWS.moves
    game, state = facts.position(name, moves)
    values = facts.move_values(name, moves)
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


def _other_may_err_fault(known: Facts, chosen: str) -> Fault:
    counts = [
        text(
            "after square {move} {losing} of {replies} answers lose",
            move=move,
            losing=known["losing"][move],
            replies=known["replies"][move],
        )
        for move in known["equal"]
    ]
    return text("Count the answers: {counts}.", counts=listed(counts)), after(int(chosen))


@cache
def _thinking_on_your_time() -> Facts:
    name, moves = str(THINKING.game), THINKING.moves
    game, state = facts.position(name, moves)
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


def _thinking_fault(known: Facts, given: Answers) -> Fault:
    nodes, node = given["nodes"], after(known["played"])
    if nodes > known["kept"]:
        fewer = "Fewer. Each answer to square {played} is in the table: the search reads its value and looks no deeper."
        return text(fewer, played=known["played"]), None
    more = "More. The root counts, and so does each of the {moves} squares that {own} can take now."
    return text(more, moves=known["moves"], own=known["own"]), None if nodes < 1 else node


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
    Lesson(18, "dice", Figure("star1", tree=LOTS), _dice, Asked(_dice_fault, Field("lots", "{lots}", "Lots"))),
    Lesson(
        19,
        "other-may-err",
        DRAWS,
        _other_may_err,
        Chosen(
            lambda known: tuple(Option(str(move), text("Square {move}", move=move)) for move in known["equal"]),
            _other_may_err_fault,
        ),
    ),
    Lesson(
        20,
        "thinking-on-your-time",
        THINKING,
        _thinking_on_your_time,
        Asked(_thinking_fault, Field("nodes", "", "States")),
        then=("See what is left", LEFT),
    ),
    Lesson(
        21,
        "spot-the-bug",
        Figure("twofold", tree=SLIPS),
        _spot_the_bug,
        lambda *_: exercises.make("bug", shape="tree:min-moves-alpha"),
        own_practice="bug",
    ),
    Lesson(
        26,
        "bet-on-a-mistake",
        Figure("expectimax", tree=BETS, compare="minimax"),
        _bet_on_a_mistake,
        Asked(
            _bet_on_a_mistake_fault,
            Field("left", "{left}", "After the left move"),
            Field("right", "{right}", "After the right move"),
        ),
    ),
)
