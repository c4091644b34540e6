"""Brings proofs of earlier searches, of any game and any process, from the log of the board into the tree."""

import time
from collections.abc import Iterator, Mapping

import numpy as np

from engine.games import LineState
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.proof_log.log import ProofLog, today
from engine.solver.proof_log.rows import Proof, Rows, dearest, empty, plies, proof_of

_SHARE = 8  # recalled nodes take at most this part (one over the number) of the tree's records
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
            if (child := tree.child(node, found.move)) >= 0:
                tree.tighten(child, -LIMIT, -found.low)

    def _rebuild(self, state: LineState) -> Iterator[None]:
        tree = self._tree
        most = tree.cap // _SHARE
        found = [empty()]
        for piece in self._proofs.pieces():
            found.append(dearest(self._proofs.board.below(piece, *state), most))
            yield
        rows = dearest(np.concatenate(found), most)
        for row in rows[np.argsort(plies(rows), kind="stable")]:  # parents first
            if row[1] == state.mask or tree.used >= tree.cap // 2 or not self._contains_root(row):
                continue
            for above in (tree.root, *tree.children(tree.root)):
                if self._link(above, row):  # else the order of moves that the tree tries first leads nowhere
                    break
            yield

    def _link(self, above: int, row: Rows) -> bool:
        """Links a proof below a node. False: no order of moves was found."""
        tree, found = self._tree, proof_of(row)
        if tree.mask[above] & ~int(row[1]):
            return False
        node, before = tree.add_node(), tree.used
        tree.own[node], tree.mask[node], tree.best[node] = int(row[0]), int(row[1]), found.move
        tree.low[node], tree.high[node] = found.low, found.high
        tree.attach(above, node)
        return tree.used >= before

    def _contains_root(self, row: Rows) -> bool:
        """Tells whether a position may still come: the root may have moved on meanwhile."""
        return not self._tree.mask[self._tree.root] & ~int(row[1])

    def _age(self, found: Proof | None) -> int | None:
        if found is None or found.low != found.high or not found.tag:
            return None
        apart = (found.tag - self._tag) % 255
        return max(0, today() - found.day) if _MINDS < apart < 255 - _MINDS else None
