"""Holds lessons 24 and 25: trees that grow a node a round, where random games go well, or where a proof is near."""

from functools import cache
from typing import Any

from engine.games import Game, Move, Player
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.search.best_first.monte_carlo import ROUNDS, uct
from engine.text import listed, text

TRAP = Figure("uct", game="tictactoe", moves="934", compare="alphabeta")
CERTIFIED = Figure("proof", game="connect4", moves="43542543233557373771515717111666", compare="alphabeta")
"""A puzzle whose certificate by the coach is the smallest proof."""
NEVER = 10**6  # more nodes than a tree has
BELOW = ((2, 1), (1, 2), (3, 1))
"""The proof number and the disproof number of each move of a node where Min moves."""
BACKED = (1, -1, 1, 1, -1)  # results of the rounds through a node, in their order


@cache
def _play_at_random() -> Facts:
    name, moves = str(TRAP.game), TRAP.moves
    game, state = facts.position(name, moves)
    run, found = record(Problem.of_game(name, moves), "uct"), facts.result(name, moves, "uct")
    best, bad = facts.result(name, moves, "alphabeta"), found.move or 0
    moved = zip(run["places"]["parent"], run["places"]["move"], strict=True)
    child = next(place for place, move in enumerate(moved) if move == (0, str(bad)))
    replies = facts.move_values(name, f"{moves}{bad}")
    side = game.to_move(state)
    *before, last = BACKED
    return {
        "side": game.player_names[side],
        "other": game.player_names[side.other],
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


def _play_at_random_fault(known: Facts, given: Answers) -> Fault | None:
    mean, total = given["mean"], known["total"]
    if abs(mean - known["key"]) < 0.005:  # two decimals will do
        return None
    if abs(mean - total / known["count"]) < 0.005:
        return text("The new round is a visit, too. Divide by {n}.", n=known["all"]), None
    told = "Add the new result to the sum, which makes {total}. Then divide by the {n} visits."
    return text(told, total=total, n=known["all"]), None


@cache
def _prove_it() -> Facts:
    name, moves = str(CERTIFIED.game), CERTIFIED.moves
    game, state = facts.position(name, moves)
    side, tree = game.to_move(state), facts.result(name, moves, "minimax").counts
    visits = record(Problem.of_game(name, moves), "proof")["visits"]
    roots = [visit for visit, above in enumerate(visits["parent"]) if above < 0]
    rounds = next(n for n, root in enumerate(roots, start=1) if visits["numbers"][root][0] == 0)
    nodes, lines, column = _smallest_proof(game, state, side)
    proofs, disproofs = zip(*BELOW, strict=True)
    return {
        "side": game.player_names[side],
        "other": game.player_names[side.other],
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


def _prove_it_fault(known: Facts, given: Answers) -> Fault | None:
    key = known["key"]
    if given["proof"] != key["proof"]:
        return text(
            "Min chooses here, so each move has to be proved. Add up the proof numbers {all}.", all=known["proofs"]
        ), None
    if given["disproof"] != key["disproof"]:
        told = "One move is enough for Min to disprove it. Take the least of the disproof numbers {all}."
        return text(told, all=known["disproofs"]), None
    return None


LESSONS = (
    Lesson(
        24,
        "play-at-random",
        TRAP,
        Asked(
            "play-at-random", (Field("mean", "", "Mean"),), lambda known: {"mean": known["key"]}, _play_at_random_fault
        ),
        _play_at_random,
        own_practice="visits",
    ),
    Lesson(
        25,
        "prove-it",
        CERTIFIED,
        Asked(
            "prove-it",
            (Field("proof", "", "Proof number"), Field("disproof", "", "Disproof number")),
            lambda known: known["key"],
            _prove_it_fault,
        ),
        _prove_it,
        own_practice="proofs",
        link=("/coach", "Puzzles with a proof"),
    ),
)
