"""Holds lesson 24: a tree that grows one node a round, where random games go well."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.search.monte_carlo import ROUNDS, uct
from engine.text import text

TRAP = Figure("uct", game="tictactoe", moves="934", compare="alphabeta")
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


LESSONS = (
    Lesson(
        24,
        "play-at-random",
        "Play at random",
        TRAP,
        (
            "*Monte Carlo tree search* needs no evaluation. It plays games at random to the end, and takes the mean of "
            "the results. It works in rounds. *Selection* goes down the tree that is already there. *Expansion* adds "
            "a node. *Simulation* plays a random game from this node. *Backpropagation* adds the result to each node "
            "on the way back.",
            "Which way down? To a move with a good mean, but also to one that was seldom tried, for its mean may be "
            "wrong. *UCT* adds a bonus to each mean, and the bonus falls with the visits. So good moves are visited "
            "most, and the move with the most visits is played. Here {side} is to move. After {rounds} rounds square "
            "{bad} has {visits} visits, and a mean of {mean}: more wins than losses.",
            "But square {bad} is a trap. Only {winning} of {answers} answers wins for {other}, and random games mostly "
            "miss it. Alpha-beta looks at {nodes} states and takes square {good}. The mean is a guess, and it gets "
            "better with the rounds: with {more} of them the search takes square {good}, too. A narrow line of forced "
            "moves is what random games see last.",
        ),
        Asked(
            "A node has {count} visits, and its results add up to {sum}. The next round goes through it and brings "
            "{loss}. What is the mean now?",
            (Field("mean", "", "Mean"),),
            lambda known: {"mean": known["key"]},
            _play_at_random_fault,
            "Right: {total} divided by {all}.",
        ),
        _play_at_random,
        book="MCTS, UCT, playout or rollout, selection policy, exploration and exploitation, UCB1",
    ),
)
