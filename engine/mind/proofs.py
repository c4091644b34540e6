"""Proves results of moves within a small budget: bounds from a mind's tree, and from searches. The solver's exact
search proves where there is one, else the compiled search, else the textbook's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.games import Game, LineState, Move, plies
from engine.games.game import number_of, number_of_outcome
from engine.mind.mind import Mind
from engine.mind.search.kernels import KERNEL_CACHE
from engine.mind.search.leaf import LeafJob
from engine.mind.values import LIMIT, number_in
from engine.search.deepening import deepening
from engine.search.parts.values import Result
from engine.search.parts.values import score_of as textbook_score

PROOF_NODES, PROOF_READABLE = 120_000, 1_500  # positions for the proofs, by the compiled search and by the textbook's
_PORTION = 2_000  # positions searched for one move before the next move is searched


@dataclass(frozen=True, slots=True)
class ProvenBounds:
    """Holds the proven bounds of a move, as score numbers of the side to move, and the reply that proves ``high``."""

    low: int = -LIMIT
    high: int = LIMIT
    reply: Move | None = None

    def intersect(self, other: ProvenBounds) -> ProvenBounds:
        """Returns the bounds that both proofs give together."""
        reply = other.reply if other.high < self.high or self.reply is None else self.reply
        return ProvenBounds(max(self.low, other.low), min(self.high, other.high), reply)


class Proofs:
    """Finds proven ``bounds`` of the moves of one position, after ``moves``."""

    def __init__(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> None:
        self.game, self.state, self.moves = game, state, moves
        self.bounds = dict.fromkeys(game.moves(state), ProvenBounds())
        self._ply = plies(game, moves)

    def copy(self, prover: Mind) -> None:
        """Copies the proven bounds of the moves from a mind at the same position."""
        with prover.lock:
            tree = prover.tree
            if tree is None or prover.moves != self.moves or self.game.has_chance:
                return
            for child in tree.children(tree.root):
                bounds = ProvenBounds(-int(tree.high[child]), -int(tree.low[child]), int(tree.best[child]) or None)
                self.bounds[int(tree.move[child])] = bounds

    def search(self) -> Iterator[None]:
        """Searches for proofs of every move, one portion a step."""
        kernels = KERNEL_CACHE.kernels_for(self.game)
        if kernels is not None and isinstance(self.state, LineState):
            yield from self._solve(kernels.solver) if kernels.solver else self._deepen_compiled(kernels.leaf())
        elif not self.game.has_chance:
            yield from self._deepen_readable()

    def _solve(self, solver: Any) -> Iterator[None]:
        lanes = {move: solver.begin(*self.game.play(self.state, move)) for move in self.bounds}
        copied = dict(self.bounds)
        spent = 0
        while spent < PROOF_NODES:
            unproven = [m for m, bounds in self.bounds.items() if not lanes[m].exact and bounds.low < bounds.high]
            if not unproven:
                return
            move = min(unproven, key=lambda m: lanes[m].nodes)
            lane, before = lanes[move], lanes[move].nodes
            lane.run(_PORTION)
            spent += max(1, lane.nodes - before)
            self.bounds[move] = copied[move].intersect(ProvenBounds(-lane.high, -lane.low, lane.move or None))
            yield

    def _deepen_compiled(self, leaf: LeafJob) -> Iterator[None]:
        """Runs the compiled search of every move, one ply deeper at a time: the first end in sight is proven."""
        spent, open_moves = 0, dict[Move, LineState]()
        for move in self.bounds:
            after = self.game.play(self.state, move)
            if (end := self.game.outcome(after)) is None:
                open_moves[move] = after
            else:
                number = number_of_outcome(self.game, end, self._ply + 1, self.game.to_move(self.state))
                self.bounds[move] = self.bounds[move].intersect(ProvenBounds(number, number))
        for depth in range(1, self.game.max_plies - self._ply):
            for move, after in list(open_moves.items()):
                job, done = leaf(after, depth, -1.0, 1.0), False
                while not done:
                    if spent + job.nodes >= PROOF_NODES:
                        return
                    done = job.run(_PORTION)
                    yield
                spent += job.nodes
                number = number_in(-job.value) or 0
                if number:
                    del open_moves[move]
                    reply = job.move or next(iter(self.game.forced_moves(after)), None)
                    self.bounds[move] = self.bounds[move].intersect(ProvenBounds(number, number, reply))

    def _deepen_readable(self) -> Iterator[None]:
        """Runs the textbook's search, one ply deeper at a time."""
        for result in deepening(self.game, self.state, nodes=PROOF_READABLE, every=True):
            if isinstance(result, Result):
                for seen in result.moves:
                    score = textbook_score(self.game, seen.value, result.player, seen.proven)
                    if score is not None:
                        number = number_of(self.game, score, self._ply)
                        proof = ProvenBounds(number, number, seen.reply)
                        self.bounds[seen.move] = self.bounds[seen.move].intersect(proof)
            yield
