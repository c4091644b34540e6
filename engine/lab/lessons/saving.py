"""Holds lessons 11, 14 and 17: transposition tables, the horizon effect, and the value of a quick win."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after
from engine.lab.mutants import MUTANTS
from engine.lab.mutants.judge import DECAY
from engine.search.parts.values import STEP, plies_to_end
from engine.text import text

HEAP = Figure("memo", game="nim", moves="333331", compare="minimax")
HORIZON = Figure("alphabeta", game="tictactoe", moves="159", depth=1, compare="quiescence")
WAYS = ("alphabeta", "singular", "reduction", "beam")
WAYS_DEPTH = 4  # plies in Connect Four, where the ways to bend the horizon are compared
WINS = Figure("minimax", game="tictactoe", moves="1243")


@cache
def _once_is_enough() -> Facts:
    game, state = facts.position("nim", HEAP.moves)
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


def _once_is_enough_fault(known: Facts, given: Answers) -> Fault:
    if given["states"] > known["key"]:
        first, second = known["first"], known["second"]
        twin, same = after(second, first), after(first, second)
        told = "Too many. The node {twin} has the same heap of {heap} as {same}: it counts once."
        return text(told, twin=twin, heap=known["heap"], same=same), twin
    return text("Too few. All heaps from {left} down to the empty one can come up.", left=known["left"]), None


@cache
def _edge_of_sight() -> Facts:
    name, moves, depth = str(HORIZON.game), HORIZON.moves, HORIZON.depth
    found = {method: facts.result(name, moves, method, depth) for method in ("alphabeta", "quiescence")}
    nodes = {f"{way}_nodes": facts.result("connect4", "", way, WAYS_DEPTH).counts.nodes for way in WAYS}
    bad = found["alphabeta"].move
    replies = facts.move_values(name, f"{moves}{bad}")
    return {
        **facts.sides(name, moves),
        "depth": depth,
        "bad": bad,
        "good": found["quiescence"].move,
        "key": max(replies, key=lambda move: replies[move]),
        "ways_depth": WAYS_DEPTH,
        **nodes,
    }


def _edge_of_sight_fault(known: Facts, given: Answers) -> Fault | None:
    return facts.refuted(HORIZON.moves, known["bad"], given["square"], known["side"])


@cache
def _sooner_is_better() -> Facts:
    values = facts.move_values(str(WINS.game), WINS.moves)
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
        "slow_line": facts.written((slow, *facts.line_after(str(WINS.game), WINS.moves, slow))),
        "factor": show(DECAY),
        "tree": slip.tree.text(),
        "wrong": show(trial.value),
        "right": show(trial.true_value),
    }


def _sooner_is_better_fault(known: Facts, given: Answers) -> Fault:
    line, slow = known["slow_line"], known["slow"]
    told = "If both play their best after square {square}, the line is {line}. Count all its plies."
    return text(told, square=slow, line=line), after(slow)


LESSONS = (
    Lesson(
        11,
        "once-is-enough",
        HEAP,
        _once_is_enough,
        Asked(_once_is_enough_fault, Field("states", "", "Different heaps")),
    ),
    Lesson(
        14,
        "edge-of-sight",
        HORIZON,
        _edge_of_sight,
        Asked(_edge_of_sight_fault, Field("square", "after {bad}", "Square")),
    ),
    Lesson(
        17,
        "sooner-is-better",
        WINS,
        _sooner_is_better,
        Asked(_sooner_is_better_fault, Field("plies", "after {slow}", "Plies")),
    ),
)
