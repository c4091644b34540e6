"""Holds lessons 24, 25 and 27: trees that grow a node a round, where random games go well or a proof is near, and a
table of an endgame, made from the end backwards."""

from functools import cache
from typing import Any

from engine.games import Game, Move, Player
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.search.best_first.monte_carlo import ROUNDS, uct
from engine.search.parts.values import delay, outcome_value, plies_to_end
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


SCENE = Figure("retrograde", game="connect4", moves="633334221226366367765555552211111", compare="alphabeta", at="end")
"""A scene of the zugzwang trainer."""
ODD_THREAT = "2151434576445544222552211116766"
"""The scene on the trainer's page about the odd threat."""
LOST_IN = (3, 5, 1)
"""In how many plies the game is lost after each move of a side that loses."""


@cache
def _from_the_end() -> Facts:
    name, moves = str(SCENE.game), SCENE.moves
    game, state = facts.position(name, moves)
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


def _from_the_end_fault(known: Facts, given: Answers) -> Fault:
    if given["plies"] == known["longest"]:
        return text("The move itself is a ply, too."), None
    return text("A side that loses chooses the move after which it lasts longest. Then add the move itself."), None


LESSONS = (
    Lesson(
        24,
        "play-at-random",
        TRAP,
        _play_at_random,
        Asked(_play_at_random_fault, Field("mean", "", "Mean")),
        own_practice="visits",
    ),
    Lesson(
        25,
        "prove-it",
        CERTIFIED,
        _prove_it,
        Asked(_prove_it_fault, Field("proof", "", "Proof number"), Field("disproof", "", "Disproof number")),
        own_practice="proofs",
        link=("/coach", "Puzzles with a proof"),
    ),
    Lesson(
        27,
        "from-the-end",
        SCENE,
        _from_the_end,
        Asked(_from_the_end_fault, Field("plies", "", "Plies")),
        own_practice="distances",
        link=("/coach/zugzwang", "The zugzwang trainer"),
    ),
)
