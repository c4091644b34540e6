"""Describes a mind's thinking for the page: the digest of every move, and the top of the search tree."""

from collections.abc import Mapping

from engine.games import CHANCE, Move
from engine.mind.report.types import Branch, Digest, MoveView
from engine.mind.root import Root, Worth
from engine.mind.tree.reading import child_value, principal_variation
from engine.mind.tree.snapshot import Snapshot
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, words


def digest(root: Root, *, pondering: bool, busy: bool, seat: int | None) -> Digest:
    """Returns the digest of a mind at ``root``, for ``seat`` at its table, if any. ``pondering`` tells whether the mind
    thinks on the opponent's time, ``busy`` whether it thinks at all."""
    tree = root.tree
    speed = int(root.nodes / root.busy_seconds) if root.busy_seconds > 0 else 0
    if tree is None or root.game.outcome(root.state) is not None or root.player is CHANCE:
        return Digest(
            len(root.moves), seat, pondering, busy, False, 0, root.nodes, speed, tree.size[tree.root] if tree else 0,
            root.kept.kept, root.kept.pruned, None, (), (),
        )  # fmt: skip
    children = sorted(tree.children(tree.root), key=lambda c: tree.move[c])
    worth = root.worth
    return Digest(
        ply=len(root.moves),
        seat=seat,
        pondering=pondering,
        busy=busy,
        solved=all(map(tree.is_final, (tree.root, *children))),
        depth=root.depth,
        nodes=root.nodes,
        nodes_per_second=speed,
        tree=int(tree.size[tree.root]),
        kept=root.kept.kept,
        pruned=root.kept.pruned,
        expected=root.best,
        pv=principal_variation(tree, root.best),
        moves=tuple(_view(root, tree, child, worth[int(tree.move[child])]) for child in children),
        recalled=root.recalled,
    )


def top(snapshot: Snapshot, visited: int, worth: Mapping[Move, Worth]) -> list[Branch]:
    """Returns the branches of a copy of the tree's top, with the ``worth`` and the positions ``visited`` there."""
    whole = max(1, snapshot.visits[0], visited)
    shown = [
        worth[snapshot.move[node]]
        if parent == 0
        else Worth(round(child_value(snapshot, node), 4), -snapshot.high[node], -snapshot.low[node])
        for node, parent in enumerate(snapshot.parents)
    ]
    proving = dict[int, list[Move]]()  # the replies that prove what is known of a node
    for node, parent in enumerate(snapshot.parents):
        if parent >= 0 and -LIMIT < snapshot.low[parent] <= -snapshot.high[node]:
            proving.setdefault(parent, []).append(snapshot.move[node])
    known = [node == 0 or low <= -LIMIT for node, low in enumerate(snapshot.low)]  # else no other reply is named
    replies = [
        min(proving.get(node, [best if known[node] else 0]), key=best.__ne__) for node, best in enumerate(snapshot.best)
    ]
    return [
        Branch(
            parent=parent,
            move=snapshot.move[node],
            value=shown[node].value,
            low=shown[node].low,
            high=shown[node].high,
            proven=shown[node].low == shown[node].high,
            depth=snapshot.depth[node] if 0 < snapshot.depth[node] < LIMIT else 0,
            visits=snapshot.visits[node],
            share=round(min(1.0, snapshot.visits[node] / whole), 4),
            refutation=replies[node] or None,
        )
        for node, parent in enumerate(snapshot.parents)
    ]


def _view(root: Root, tree: Tree, child: int, worth: Worth) -> MoveView:
    proven = worth.low == worth.high
    return MoveView(
        move=int(tree.move[child]),
        value=worth.value,
        low=worth.low,
        high=worth.high,
        proven=proven,
        words=words(root.game, worth.low, worth.high, root.ply, root.player),
        depth=None if proven or not -1 < tree.depth[child] < LIMIT else int(tree.depth[child]) + 1,
        visits=int(tree.visits[child]),
        refutation=root.reply(int(tree.move[child])),
    )
