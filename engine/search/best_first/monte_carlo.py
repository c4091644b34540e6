"""Teaches Monte Carlo tree search: a tree grown by random games, most where they go well (Coulom 2006).

Each round has four steps. Select: go down the tree by upper confidence bounds (UCT, Kocsis and Szepesvári 2006).
Expand: add one node. Simulate: play a random game from there. Back up: add its result to every node on the way.
"""

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from engine.games import Game, Move, Player, S
from engine.search.parts.trace import Trace, Way
from engine.search.parts.values import (
    INFINITY,
    SOLVED,
    UNLIMITED,
    Counts,
    Found,
    Result,
    decays,
    estimate,
    limits,
    make_result,
    mover,
    outcome_value,
    root_view,
)

ROUNDS = 100


@dataclass(slots=True)
class Node:
    """Counts the visits of a node of the tree, and adds up the results for the root's side."""

    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """Returns the mean of all results."""
        return self.total / self.visits


def uct(
    game: Game[S],
    state: S,
    depth: int | None = None,
    trace: Trace[S] | None = None,
    *,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Result:
    """Returns the most visited move after some rounds, and the mean of its results. The same seed gives the same games.
    The move is a guess: it need not be the best one. ``depth`` ends random games early: there the game's evaluation
    counts. A node is counted once a visit, states of random games are not. The other arguments and the errors are those
    of :func:`engine.search.minimax.minimax`."""
    root, counts, random = root_view(game, state, depth), Counts(), Random(seed)
    low, high = limits(game, root)
    scale = SOLVED if decays(game) else 1.0  # a mean is a guess, and every guess is less than a win that is proven
    tree: dict[Way, Node] = {}
    way: Way = ()
    result = 0.0  # of the present round

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window is for the trace to show: nothing is pruned
        nonlocal way, result
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        here = way = (*way, move) if move is not None else ()
        node, outcome = tree.setdefault(here, Node()), game.outcome(state)
        if node.visits and depth and outcome is None:
            move = select(state, here)
            visit(game.play(state, move), root, depth - 1, -INFINITY, INFINITY, ply + 1, move)
        else:
            counts.leaves += 1
            result = simulate(state, depth, ply)
        node.visits += 1
        node.total += result
        return node.mean if outcome is None else outcome_value(game, outcome, player, ply), ()

    def select(state: S, here: Way) -> Move:
        """Returns the first move not tried, or the move of the greatest mean with a bonus for few visits."""
        sign = 1 if mover(game, state) is root else -1

        def promise(move: Move) -> float:
            below = tree.get((*here, move))
            if below is None:
                return INFINITY
            return sign * below.mean + (high - low) * sqrt(log(tree[here].visits) / (2 * below.visits))

        return max(game.moves(state), key=promise)

    def simulate(state: S, depth: int, ply: int) -> float:
        """Plays a random game to its end, or to the horizon, and returns its value."""
        while (outcome := game.outcome(state)) is None:
            mover(game, state)
            if depth == 0:
                return estimate(game, state, root)
            state = game.play(state, random.choice(game.moves(state)))
            depth, ply = depth - 1, ply + 1
        return scale * outcome_value(game, outcome, root, ply)

    visit = value if trace is None else trace.watch(value, counts)
    for _ in range(rounds):
        visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    line = most_visited(game, state, tree)
    best = tree[line[:1]].mean, line
    return make_result(root, best, counts, False, depth)


def most_visited(game: Game[S], state: S, tree: dict[Way, Node]) -> Way:
    """Returns the line of the moves visited most, as far as the tree reaches."""
    line: Way = ()
    while game.outcome(state) is None and (moves := [m for m in game.moves(state) if (*line, m) in tree]):
        line = (*line, max(moves, key=lambda move: tree[*line, move].visits))
        state = game.play(state, line[-1])
    return line
