"""Counts the numbers of lessons 11, 14 and 17."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.mutants import MUTANTS
from engine.lab.mutants.judge import DECAY
from engine.search.parts.values import STEP, plies_to_end
from engine.text import text
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure

HEAP = figure("once-is-enough")
HORIZON = figure("edge-of-sight")
WINS = figure("sooner-is-better")

WAYS = ("alphabeta", "singular", "reduction", "beam")
WAYS_DEPTH = 4  # plies in Connect Four, where the ways to bend the horizon are compared


@cache
def _once_is_enough() -> Facts:
    game, state = games.position("nim", HEAP.moves)
    numbers = facts.stored()
    first, second = sorted(game.moves(state))[:2]
    twin = game.play(game.play(state, second), first)
    different, waiting = {game.key(state)}, [state]
    while waiting:
        here = waiting.pop()
        below = [game.play(here, move) for move in game.moves(here)]
        waiting += [child for child in below if game.key(child) not in different]
        different |= {game.key(child) for child in below}
    return {
        "left": game.key(state),
        "least": min(game.moves(state)),
        "most": max(game.moves(state)),
        "first": first,
        "second": second,
        "heap": game.key(twin),
        "nodes": facts.result("nim", HEAP.moves, "minimax").counts.nodes,
        "key": len(different),
        "plain": numbers["tictactoe minimax"],
        "memo": numbers["tictactoe memo"],
        "all": numbers["tictactoe all"],
    }


@cache
def _edge_of_sight() -> Facts:
    name, moves, depth = str(HORIZON.game), HORIZON.moves, HORIZON.depth
    found = {method: facts.result(name, moves, method, depth) for method in ("alphabeta", "quiescence")}
    nodes = {f"{way}_nodes": facts.result("connect4", "", way, WAYS_DEPTH).counts.nodes for way in WAYS}
    bad = found["alphabeta"].move
    replies = games.move_values(name, f"{moves}{bad}")
    return {
        **facts.sides(name, moves),
        "depth": depth,
        "bad": bad,
        "good": found["quiescence"].move,
        "key": max(replies, key=lambda move: replies[move]),
        "ways_depth": WAYS_DEPTH,
        **nodes,
    }


@cache
def _sooner_is_better() -> Facts:
    values = games.move_values(str(WINS.game), WINS.moves)
    wins = {move: plies_to_end(value) for move, value in values.items() if value > 0}
    quick, slow = min(wins, key=lambda move: wins[move]), max(wins, key=lambda move: wins[move])
    slip = MUTANTS["window-unscaled"]
    trial = slip.trial(slip.tree)
    return {
        **facts.sides(str(WINS.game), WINS.moves),
        "step": text("{one}/{parts}", one=show(1), parts=round(1 / STEP)),
        "whole": show(1),
        "quick": quick,
        "quick_plies": wins[quick],
        "slow": slow,
        "key": wins[slow],
        "slow_line": games.written((slow, *games.line_after(str(WINS.game), WINS.moves, slow))),
        "factor": show(DECAY),
        "tree": slip.tree.text(),
        "wrong": show(trial.value),
        "right": show(trial.true_value),
    }


MADE = {
    "once-is-enough": _once_is_enough,
    "edge-of-sight": _edge_of_sight,
    "sooner-is-better": _sooner_is_better,
}
"""What makes the numbers of each lesson."""
