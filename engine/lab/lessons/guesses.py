"""Holds lessons 7, 15 and 16, in which a guess goes wrong: one feature, a loss put off, and moves left out."""

from functools import cache

from engine.games import find
from engine.games.game import Player
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after, taken
from engine.lab.trees import parse
from engine.text import listed, text

LINES_ALONE, CENTRE_ALONE, ALL = "1-0-0", "0-0-1", "4-3-1"
WEIGHED = Figure("alphabeta", game="tictactoe", moves="128", weights=LINES_ALONE, depth=3)
WEIGHED_PLIES = 2  # of a search in the games of all features against the lines alone
DELAY = "((-5 2) (((-6 4) (-6 6)) 1))"
"""The right move of Max gives up one, and moves a loss beyond the second ply."""
PUT_OFF = Figure("alphabeta", tree=DELAY, depth=2)
PRUNED = Figure("beam", game="tictactoe", moves="246", compare="alphabeta")


@cache
def _one_or_all() -> Facts:
    name, moves, depth = str(WEIGHED.game), WEIGHED.moves, WEIGHED.depth
    lines, _, centre = facts.features(find(name))
    chosen = {
        weights: facts.result(name, moves, "alphabeta", depth, weights).move
        for weights in (LINES_ALONE, CENTRE_ALONE, ALL)
    }
    replies = facts.move_values(name, f"{moves}{chosen[LINES_ALONE]}")
    numbers = facts.stored()
    return {
        **facts.sides(name, moves),
        "only": text(lines.name),
        "centre": text(centre.name),
        "depth": depth,
        "bad": chosen[LINES_ALONE],
        "bad_too": chosen[CENTRE_ALONE],
        "good": chosen[ALL],
        "key": max(replies, key=lambda move: replies[move]),
        "plies": WEIGHED_PLIES,
        "games": numbers["weighed won"] + numbers["weighed drawn"] + numbers["weighed lost"],
        "won": numbers["weighed won"],
        "lost": numbers["weighed lost"],
    }


def _one_or_all_fault(known: Facts, given: Answers) -> Fault | None:
    return facts.refuted(WEIGHED.moves, known["bad"], given["square"], known["side"])


@cache
def _put_off() -> Facts:
    tree = parse(DELAY)
    game = tree.game
    left, right = tree.children[0]
    worse = tree.children[right][0]
    state = game.play(game.play(game.initial(), 2), 1)
    values = facts.visits(DELAY, "minimax")
    return {
        "depth": PUT_OFF.depth,
        "left": show(values[tree.places[left].name].value),
        "node": tree.places[worse].name,
        "guess": show(game.evaluate(state, Player.FIRST)),
        "key": values[tree.places[right].name].value,
        "value": show(values[tree.places[right].name].value),
        "right": tree.places[right].name,
    }


def _put_off_fault(known: Facts, given: Answers) -> Fault:
    node = known["node"]
    if show(given["value"]) == known["guess"]:
        return text("That is the guess at {node}. Look at the leaves below it.", node=node), node
    told = "At {node} Max chooses, and below it Min. Take the values from the leaves up. You wrote {given}."
    return text(told, node=node, given=show(given["value"])), node


@cache
def _left_out() -> Facts:
    name, moves = str(PRUNED.game), PRUNED.moves
    found, full = facts.result(name, moves, "beam"), facts.result(name, moves, "alphabeta")
    values = facts.move_values(name, moves)
    good = [move for move, value in values.items() if value == max(values.values())]
    tried = sorted(one.move for one in found.moves)
    return {
        **facts.sides(name, moves),
        "values": values,
        "kept": len(tried),
        "moves": len(values),
        "beam": found.counts.nodes,
        "full": full.counts.nodes,
        "bad": found.move,
        "tried": listed([str(move) for move in tried]),
        "good": listed([str(move) for move in sorted(good)]),
        "key": min(good),
    }


def _left_out_fault(known: Facts, given: Answers) -> Fault | None:
    square, values = given["square"], known["values"]
    if square not in values:
        return taken(square), None
    if values[int(square)] == max(values.values()):
        return None
    line = facts.written(facts.line_after(str(PRUNED.game), PRUNED.moves, int(square)))
    told = "After square {square} {other} wins by {line}."
    return text(told, square=f"{square:g}", other=known["other"], line=line), after(square)


LESSONS = (
    Lesson(
        7,
        "one-or-all",
        WEIGHED,
        _one_or_all,
        Asked(_one_or_all_fault, Field("square", "after {bad}", "Square")),
        then=(
            "Give all features their weights",
            Figure("alphabeta", game="tictactoe", moves="128", weights=ALL, depth=3),
        ),
        link=("/student", "A program that learns its guesses"),
    ),
    Lesson(
        15,
        "put-off",
        PUT_OFF,
        _put_off,
        Asked(_put_off_fault, Field("value", "{right}", "Value")),
        then=("Search to the end", Figure("alphabeta", tree=DELAY)),
    ),
    Lesson(16, "left-out", PRUNED, _left_out, Asked(_left_out_fault, Field("square", "", "Square"))),
)
