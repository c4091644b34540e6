"""Counts the numbers of lessons 7, 15 and 16, in which a guess goes wrong."""

from functools import cache

from engine.games import find
from engine.games.game import Player
from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.trees import parse
from engine.text import listed, text
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure, tree

LINES_ALONE, CENTRE_ALONE, ALL = "1-0-0", "0-0-1", "4-3-1"
WEIGHED = figure("one-or-all")
DELAY = tree("put-off")
"""The right move of Max gives up one, and moves a loss beyond the second ply."""
PUT_OFF = figure("put-off")
PRUNED = figure("left-out")

WEIGHED_PLIES = 2  # of a search in the games of all features against the lines alone


@cache
def _one_or_all() -> Facts:
    name, moves, depth = str(WEIGHED.game), WEIGHED.moves, WEIGHED.depth
    lines, _, centre = facts.features(find(name))
    chosen = {
        weights: facts.result(name, moves, "alphabeta", depth, weights).move
        for weights in (LINES_ALONE, CENTRE_ALONE, ALL)
    }
    replies = games.move_values(name, f"{moves}{chosen[LINES_ALONE]}")
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


@cache
def _left_out() -> Facts:
    name, moves = str(PRUNED.game), PRUNED.moves
    found, full = facts.result(name, moves, "beam"), facts.result(name, moves, "alphabeta")
    values = games.move_values(name, moves)
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


MADE = {
    "one-or-all": _one_or_all,
    "put-off": _put_off,
    "left-out": _left_out,
}
"""What makes the numbers of each lesson."""
