"""Brings proofs of earlier searches, of any game and any process, from the log of the board into the tree."""

import time
from collections.abc import Iterator, Mapping

import numpy as np

from engine.games import LineState
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.proof_log.log import ProofLog, today
from engine.solver.proof_log.rows import Proof, dearest, plies, proof_of, stones_of

_SHARE = 8  # recalled nodes take at most this part (one over the number) of the tree's records
_TRIES = 64  # the most nodes below which a proof is tried
_MINDS = 2
"""The minds of one game have tags that differ by at most so much."""


def tag_of(seed: int) -> int:
    """Returns the tag of a game, by the seed of one of its minds: one of 255, so that no tag tells a game."""
    return 1 + seed % 255


class Recall:
    """Recalls the proofs of one mind, whose game has ``tag``."""

    def __init__(self, proofs: ProofLog, tree: Tree, tag: int) -> None:
        self._proofs, self._tree, self._tag = proofs, tree, tag
        self._recalled: dict[LineState, Proof] = {}
        self._looked: LineState | None = None
        self._steps: Iterator[None] | None = None
        self.days_ago: int | None = None
        """How many days ago the result of the root was proved in another game. None: in this one, or not known."""

    def look(self, state: LineState, replies: Mapping[int, LineState]) -> None:
        """Enters what the log knows of the root ``state`` and its ``replies``, once for every root."""
        if state == self._looked:
            return
        tree, self._looked = self._tree, state
        before, self._recalled = self._recalled, {}
        for node, position in ((tree.root, state), *replies.items()):
            if found := before.get(position) or (None if tree.proven(node) else self._proofs.find(*position)):
                self._enter(node, found)
                self._recalled[position] = found
        self.days_ago = self._age(self._recalled.get(state))
        self._steps = self._steps or self._rebuild(state)

    def rebuild(self, deadline: float) -> bool:
        """Links what the log knows of later positions below the first root of a tree, until ``deadline``
        (time.perf_counter). True while there is more. A recalled node counts no visits: nothing was searched for this
        game."""
        return any(time.perf_counter() >= deadline for _ in self._steps or ())

    def _enter(self, node: int, found: Proof) -> None:
        tree = self._tree
        tree.tighten(node, found.low, found.high)
        if found.move and not tree.best[node]:
            tree.best[node] = found.move
            child = tree.after(node, found.move)
            if child >= 0:
                tree.tighten(child, -LIMIT, -found.low)

    def _rebuild(self, state: LineState) -> Iterator[None]:
        tree = self._tree
        most = tree.cap // _SHARE
        found = [self._proofs.board.empty()]
        for piece in self._proofs.pieces():
            found.append(dearest(self._proofs.board.below(piece, *state), most))
            yield
        rows = dearest(np.concatenate(found), most)
        there = set(tree.records[tree.boards].tolist())
        for row in rows[np.argsort(plies(rows), kind="stable")]:  # parents first
            (own, mask), proof = stones_of(row), proof_of(row)
            if mask == state.mask or tree.used >= tree.cap // 2:
                continue
            waiting, tries = [tree.root], 1 if tuple(np.delete(row, (2, 3)).tolist()) in there else _TRIES
            while waiting and tries:
                above, tries = waiting.pop(), tries - 1
                if not self._leads_to(above, own, mask):
                    continue
                if self._link(above, own, mask, proof):
                    break
                waiting += tree.children(above)  # the order of moves that the tree tries first leads nowhere
            yield

    def _leads_to(self, above: int, own: int, mask: int) -> bool:
        """Tells whether a position holds every stone of a node."""
        before = self._tree.mask[above]
        ours = own if (mask.bit_count() - before.bit_count()) % 2 == 0 else own ^ mask
        return mask & before == before and ours & before == self._tree.own[above]

    def _link(self, above: int, own: int, mask: int, proof: Proof) -> bool:
        """Links a proof below a node. False: no order of moves was found, or a node there has the proof now."""
        tree = self._tree
        node = tree.add_node()
        tree.own[node], tree.mask[node], tree.best[node] = own, mask, proof.move
        tree.low[node], tree.high[node] = proof.low, proof.high
        before = tree.used
        tree.attach(above, node)
        return tree.used == before

    def _age(self, found: Proof | None) -> int | None:
        if found is None or found.low != found.high or not found.tag:
            return None
        apart = (found.tag - self._tag) % 255
        return max(0, today() - found.day) if _MINDS < apart < 255 - _MINDS else None
