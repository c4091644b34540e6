"""Counts the numbers of lessons 24, 25 and 27."""

from functools import cache
from typing import Any

from engine.games import Game, Move, Player
from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.run import Problem, record
from engine.search.best_first.monte_carlo import ROUNDS, uct
from engine.search.parts.values import delay, outcome_value, plies_to_end
from engine.text import listed
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure

TRAP = figure("play-at-random")
CERTIFIED = figure("prove-it")
"""A puzzle whose certificate by the coach is the smallest proof."""
SCENE = figure("from-the-end")
"""A scene of the zugzwang trainer."""

NEVER = 10**6  # more nodes than a tree has
BELOW = ((2, 1), (1, 2), (3, 1))
"""The proof number and the disproof number of each move of a node where Min moves."""
BACKED = (1, -1, 1, 1, -1)  # results of the rounds through a node, in their order


@cache
def _play_at_random() -> Facts:
    name, moves = str(TRAP.game), TRAP.moves
    game, state = games.position(name, moves)
    run, found = record(Problem.of_game(name, moves), "uct"), facts.result(name, moves, "uct")
    best, bad = facts.result(name, moves, "alphabeta"), found.move or 0
    moved = zip(run["places"]["parent"], run["places"]["move"], strict=True)
    child = next(place for place, move in enumerate(moved) if move == (0, str(bad)))
    replies = games.move_values(name, f"{moves}{bad}")
    *before, last = BACKED
    return {
        **facts.sides(name, moves),
        "rounds": ROUNDS,
        "bad": bad,
        "visits": run["visits"]["place"].count(child),
        "mean": show(round(found.value, 2)),
        "answers": len(replies),
        "winning": sum(value == max(replies.values()) for value in replies.values()),
        "nodes": best.counts.nodes,
        "good": best.move,
        "more": next(n for n in range(2, 100) if uct(game, state, rounds=n * ROUNDS).move == best.move) * ROUNDS,
        "count": len(before),
        "sum": sum(before),
        "loss": last,
        "total": sum(BACKED),
        "all": len(BACKED),
        "key": sum(BACKED) / len(BACKED),
    }


@cache
def _prove_it() -> Facts:
    name, moves = str(CERTIFIED.game), CERTIFIED.moves
    game, state = games.position(name, moves)
    side, tree = game.to_move(state), facts.result(name, moves, "minimax").counts
    visits = record(Problem.of_game(name, moves), "proof")["visits"]
    roots = [visit for visit, above in enumerate(visits["parent"]) if above < 0]
    rounds = next(n for n, root in enumerate(roots, start=1) if visits["numbers"][root][0] == 0)
    nodes, lines, column = _smallest_proof(game, state, side)
    proofs, disproofs = zip(*BELOW, strict=True)
    return {
        **facts.sides(name, moves),
        "leaves": tree.leaves,
        "nodes": tree.nodes,
        "proof": nodes,
        "lines": lines,
        "column": column,
        "rounds": rounds,
        "seen": visits["note"][: roots[rounds]].count("over"),
        "proofs": listed([str(one) for one in proofs]),
        "disproofs": listed([str(one) for one in disproofs]),
        "least": min(proofs),
        "sum": sum(disproofs),
        "key": {"proof": sum(proofs), "disproof": min(disproofs)},
    }


def _smallest_proof(game: Game[Any], state: Any, side: Player) -> tuple[int, int, Move]:
    """Returns nodes, leaves and first move of the smallest proof that a side wins, more nodes than any if none is."""
    outcome = game.outcome(state)
    if outcome is not None:
        return (1 if outcome.value(side) > 0 else NEVER), 1, 0
    below = [(*_smallest_proof(game, game.play(state, move), side)[:2], move) for move in game.moves(state)]
    if game.to_move(state) is side:
        nodes, leaves, move = min(below)
        return 1 + nodes, leaves, move
    return 1 + sum(nodes for nodes, _, _ in below), sum(leaves for _, leaves, _ in below), 0


ODD_THREAT = "2151434576445544222552211116766"
"""The scene on the trainer's page about the odd threat."""
LOST_IN = (3, 5, 1)
"""In how many plies the game is lost after each move of a side that loses."""


@cache
def _from_the_end() -> Facts:
    name, moves = str(SCENE.game), SCENE.moves
    game, state = games.position(name, moves)
    found, side = facts.result(name, moves, "retrograde"), game.to_move(state)
    *waiting, forced, win = found.pv
    for move in waiting:
        state = game.play(state, move)
    (only,) = game.moves(state)
    end = game.outcome(game.play(game.play(state, only), win))
    if not only == forced == win or end is None or end.value(side.other) <= 0 or len(set(waiting)) != 1:
        raise ArithmeticError("the scene does not end in zugzwang")
    counts = {way: facts.result(name, ODD_THREAT, way).counts for way in ("retrograde", "minimax", "alphabeta")}
    values = [delay(outcome_value(game, end, side, 0), plies + 1) for plies in LOST_IN]
    return {
        **facts.sides(name, moves),
        "states": found.counts.nodes,
        "ends": found.counts.leaves,
        "waits": len(waiting),
        "column": waiting[0],
        "only": only,
        "plies": plies_to_end(found.value),
        **{way: count.nodes for way, count in counts.items()},
        "lost": listed([str(one) for one in LOST_IN]),
        "longest": max(LOST_IN),
        "key": plies_to_end(max(values)),
    }


MADE = {
    "play-at-random": _play_at_random,
    "prove-it": _prove_it,
    "from-the-end": _from_the_end,
}
"""What makes the numbers of each lesson."""
