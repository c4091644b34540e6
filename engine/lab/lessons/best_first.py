"""Holds lessons 24 and 25: trees that grow a node a round, where random games go well, or where a proof is near."""

from functools import cache

from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.best_first.monte_carlo import ROUNDS, uct
from engine.text import listed, text

TRAP = Figure("uct", game="tictactoe", moves="934", compare="alphabeta")
PROVED = "(((0 0) (1 0)) ((1 0 0) (0 1)) ((0 1) 0))"
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
    tree, run = parse(PROVED), record(Problem.of_tree(PROVED), "proof")
    proofs, disproofs = zip(*BELOW, strict=True)
    return {
        "one": show(1),
        "leaves": len(tree.leaves),
        "nodes": len(tree.places),
        "proof": _proof_size(tree.root, True),
        "rounds": run["visits"]["parent"].count(-1),
        "seen": run["visits"]["note"].count("over"),
        "proofs": listed([str(one) for one in proofs]),
        "disproofs": listed([str(one) for one in disproofs]),
        "least": min(proofs),
        "sum": sum(disproofs),
        "key": {"proof": sum(proofs), "disproof": min(disproofs)},
    }


def _proof_size(node: Node, maximise: bool) -> int:
    """Returns the nodes of the smallest proof that a node of leaves 0 and 1 is worth 1, or more than any if none is."""
    if not isinstance(node, Choice):
        return 1 if node == 1 else NEVER
    below = [_proof_size(branch, not maximise) for branch in node.branches]
    return 1 + (min(below) if maximise else sum(below))


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
    ),
    Lesson(
        25,
        "prove-it",
        Figure("proof", tree=PROVED, compare="alphabeta"),
        Asked(
            "prove-it",
            (Field("proof", "", "Proof number"), Field("disproof", "", "Disproof number")),
            lambda known: known["key"],
            _prove_it_fault,
        ),
        _prove_it,
        link=("/coach", "Puzzles with a proof"),
    ),
)
