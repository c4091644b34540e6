"""Teaches proof-number search: which leaf brings a proof nearest (Allis, van der Meulen, van den Herik 1994)?

A question with the answer yes or no makes a game an AND/OR tree. One side needs a single move that proves the answer,
the other needs all of its moves to fail. The proof number of a node counts the leaves that must still turn out yes to
prove it, the disproof number those that must turn out no. Each round goes to a leaf which counts in both.
"""

import math

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
    just_above,
    limits,
    make_result,
    mover,
    outcome_value,
    root_view,
)

Numbers = tuple[float, float, float]
"""The proof number, the disproof number, and the value that a proof or a disproof guarantees."""

NEW: Numbers = 1, 1, 0.0


def proof_numbers(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax, by questions. The first one is: is it a win, or the greatest payoff?
    Each answer bounds the value, and the next question is about the bound, until nothing is left to ask. The tree of a
    question is kept in memory. The arguments and errors are those of :func:`engine.search.minimax.minimax`."""
    root, counts = root_view(game, state, depth), Counts()
    exact = True
    tree: dict[Way, Numbers] = {}
    way: Way = ()

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        nonlocal exact, way
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        here = way = (*way, move) if move is not None else ()
        outcome = game.outcome(state)
        if outcome is not None or depth == 0:
            counts.leaves += 1
            exact = exact and outcome is not None
            v = estimate(game, state, root) if outcome is None else outcome_value(game, outcome, root, ply)
            tree[here] = (0, INFINITY, v) if v >= beta else (INFINITY, 0, v)
        elif here in tree:
            move = most_proving(state, here)
            visit(game.play(state, move), root, depth - 1, alpha, beta, ply + 1, move)
            tree[here] = numbers(state, here)
        else:
            counts.leaves += 1
            tree[here] = numbers(state, here)
        proof, disproof, v = tree[here]
        if trace is not None:
            trace.note_numbers(proof, disproof)
        return v, ()

    def numbers(state: S, here: Way) -> Numbers:
        """Returns the numbers of a node by those of its moves."""
        proofs, disproofs, values = zip(*(tree.get((*here, move), NEW) for move in game.moves(state)), strict=True)
        if mover(game, state) is root:  # an OR node: one move is enough for a proof
            proof, disproof = min(proofs), sum(disproofs)
            return proof, disproof, max(v for p, v in zip(proofs, values, strict=True) if p == proof)
        proof, disproof = sum(proofs), min(disproofs)  # an AND node: one move is enough for a disproof
        return proof, disproof, min(v for d, v in zip(disproofs, values, strict=True) if d == disproof)

    def most_proving(state: S, here: Way) -> Move:
        """Returns the move with the least number of what its side wants: a proof, or a disproof."""
        wanted = 0 if mover(game, state) is root else 1
        return min(game.moves(state), key=lambda move: tree.get((*here, move), NEW)[wanted])

    visit = value if trace is None else trace.watch(value, counts)
    low, high = -INFINITY, limits(game, root)[1]
    beta = SOLVED if decays(game) else high
    best: Found = low, ()
    while low < high:
        tree.clear()
        while 0 not in tree.get((), NEW)[:2]:
            visit(state, root, UNLIMITED if depth is None else depth, math.nextafter(beta, -INFINITY), beta, 0)
        proof, _, found = tree[()]
        if proof == 0:
            low, beta = found, just_above(found)
            best = found, line_of(game, state, tree)
        else:
            high = beta = found
    return make_result(root, best, counts, exact, depth)


def line_of(game: Game[S], state: S, tree: dict[Way, Numbers]) -> Way:
    """Returns a line of a proof that ends with the value of the proof."""
    line: Way = ()
    while game.outcome(state) is None:
        proved = [move for move in game.moves(state) if tree.get((*line, move), NEW)[::2] == (0, tree[line][2])]
        if not proved:
            break  # at the horizon
        line = (*line, proved[0])
        state = game.play(state, proved[0])
    return line
