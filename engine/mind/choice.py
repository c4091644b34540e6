"""Reading a mind: its choice at a level, the digest it shows, and how likely it thinks each reply."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.games import CHANCE, Move
from engine.games.numbers import score_of
from engine.mind.levels import weak_play
from engine.mind.levels.level import Level
from engine.mind.levels.sampling import dice, draw
from engine.mind.report import book_lines
from engine.mind.report.types import Branch, Choice, Digest, MoveView
from engine.mind.search import shallow
from engine.mind.tree.kernels import CHANCE as CHANCE_NODE
from engine.mind.tree.snapshot import Picture
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, PROVEN_VALUE, value_of, words

if TYPE_CHECKING:
    from engine.mind.mind import Mind

_PV = 24


def child_value(tree: Tree | Picture, child: int, settled: float | None = None) -> float:
    """The value of a move for the side that makes it: proven if it is, else the opinion (0: none yet), or the
    ``settled`` one instead."""
    value = tree.value[child] if settled is None else settled
    if tree.flags[child] & CHANCE_NODE:
        return float(value)
    if tree.proven(child):
        return -value_of(tree.low[child])
    opinion = -float(value) if tree.depth[child] >= 0 else 0.0
    if tree.high[child] < 0:
        return max(opinion, PROVEN_VALUE)
    if tree.low[child] > 0:
        return min(opinion, -PROVEN_VALUE)
    return min(max(opinion, -PROVEN_VALUE), PROVEN_VALUE)


def weights(tree: Tree, nodes: Sequence[int], even: float, spread: float) -> dict[int, float]:
    """How much of the thinking each reply deserves: the likelier more (with probability ~ exp(value / spread)), but for
    the part that is dealt evenly."""
    values = {node: child_value(tree, node) for node in nodes}
    best = max(values.values())
    shares = {node: math.exp((value - best) / spread) for node, value in values.items()}
    total = sum(shares.values())
    return {node: (1 - even) * share / total + even / len(nodes) for node, share in shares.items()}


def guess(tree: Tree) -> Move | None:
    """The move that the tree thinks best at its root, or None while it has no opinion."""
    known = [c for c in tree.children(tree.root) if tree.depth[c] >= 0 or tree.high[c] < LIMIT or tree.low[c] > -LIMIT]
    if not known:
        return tree.best[tree.root] or None
    if tree.proven(tree.root) and tree.best[tree.root]:
        return int(tree.best[tree.root])
    # The values of the moves may be of different depths: where nobody is sure, the root's last iteration knows best.
    sure = {child: (tree.high[child] < 0) - (tree.low[child] > 0) for child in known}
    if tree.depth[tree.root] > 0 and sure.get(tree.child(tree.root, tree.best[tree.root])) == 0 == max(sure.values()):
        return int(tree.best[tree.root])
    return int(tree.move[max(known, key=lambda c: child_value(tree, c))])


def choose(mind: Mind, stop: Level, *, seconds: float, expected: Move | None) -> Choice:
    """The move that a mind of this level plays at its root, with what it knew."""
    tree, rng = mind.tree, dice(mind.seed, mind.moves)
    if tree is None or not tree.children(tree.root):
        if stop.horizon is None and (known := _by_heart(mind)):
            number = max(known.values())
            move = _hardest(mind, [move for move, worth in known.items() if worth == number], number)
            sure = score_of(mind.game, number, mind.ply, mind.player)
            return Choice(len(mind.moves), move, value_of(number), sure, 0, seconds, expected)
        values = weak_play.recalled(mind.game, mind.state, mind.ply, stop)
        values = values or shallow.values(mind.game, mind.state, min(stop.horizon or 4, 4))
        best = max(values.values())
        move = draw(values, stop.spread, rng)
        slip = values[move] < best - 0.05
        better = _best(values) if slip else None
        return Choice(len(mind.moves), move, values[move], None, 0, seconds, expected, slip, "", better)
    settled = mind.settled
    values = {int(tree.move[c]): child_value(tree, c, settled.get(c)) for c in tree.children(tree.root)}
    judged = values
    if stop.horizon is None:
        move = _perfect(mind, tree, values)
    else:
        judged = weak_play.recalled(mind.game, mind.state, mind.ply, stop) or values
        move = weak_play.pick(mind.game, mind.state, stop, judged, weak_play.misses(stop, rng), rng)
    child = tree.child(tree.root, move)
    score = None
    if child >= 0 and tree.proven(child):
        score = score_of(mind.game, -tree.low[child], mind.ply, mind.player)
    elif tree.proven(tree.root) and stop.horizon is None:
        score = score_of(mind.game, tree.low[tree.root], mind.ply, mind.player)
    why = _why(mind, tree, move, stop.horizon is None)
    slip = stop.horizon is not None and judged.get(move, 0.0) < max(judged.values()) - 0.05
    better = _best(judged) if slip else None
    return Choice(len(mind.moves), move, values.get(move, 0.0), score, mind.nodes, seconds, expected, slip, why, better)


def _best(values: dict[Move, float]) -> Move:
    return max(values, key=lambda move: values[move])


def _perfect(mind: Mind, tree: Tree, values: dict[Move, float]) -> Move:
    """A best move: proven where it is proven, quickest win, longest defence; equal moves are drawn by lot."""
    root = tree.root
    rng = dice(mind.seed, mind.moves)
    if tree.proven(root):
        number = tree.low[root]
        if tempting := mind.tempting():
            return draw(tempting, 0.0, rng)
        sure = [int(tree.move[c]) for c in tree.children(root) if -tree.high[c] >= number]
        if sure:
            return _hardest(mind, sure, number) if len(sure) > 1 else sure[0]
        if tree.best[root]:
            return int(tree.best[root])
    return draw(values, 0.0, rng)


def _hardest(mind: Mind, moves: list[Move], number: int) -> Move:
    """Among moves of one exact value, the one after which most replies are worse for the opponent, as far as the book
    says; what a search came by does not count, for the shared table decides what that is."""
    errors, book = {}, mind.book
    for move in sorted(moves):
        known = book_lines.known(book, mind.game.play(mind.state, move)) if book else {}
        errors[move] = float(sum(reply < -number for reply in known.values()))
    return draw(errors, 0.0, dice(mind.seed, mind.moves))


def _by_heart(mind: Mind) -> dict[Move, int]:
    """What the opening book says of the legal moves, if it knows them all."""
    known = mind.book.moves(mind.state) if mind.book else {}
    return known if len(known) == len(mind.game.moves(mind.state)) else {}


def _why(mind: Mind, tree: Tree, move: Move, perfect: bool) -> str:
    """One plain sentence for a move."""
    child = tree.child(tree.root, move)
    node, sign = (tree.root, 1) if perfect and tree.proven(tree.root) else (child, -1)
    low, high = (tree.low[node], tree.high[node]) if sign > 0 else (-tree.high[node], -tree.low[node])
    said = words(mind.game, low, high, mind.ply, mind.player) if node >= 0 else ""
    name = mind.game.move_words(move).capitalize()
    if said:
        return f"{name} {said}."
    if perfect and tree.ended(tree.root):
        return f"{name} is best on average, seen to the end of the game."
    depth = max(mind.depth, 1)
    return f"{name} looks best, {depth} {'move' if depth == 1 else 'moves'} ahead."


def _view(mind: Mind, tree: Tree, child: int) -> MoveView:
    low, high = -tree.high[child], -tree.low[child]
    proven = tree.proven(child)
    return MoveView(
        move=int(tree.move[child]),
        value=round(child_value(tree, child), 4),
        low=low,
        high=high,
        proven=proven,
        words=words(mind.game, low, high, mind.ply, mind.player),
        depth=None if proven or not -1 < tree.depth[child] < LIMIT else int(tree.depth[child]) + 1,
        visits=int(tree.visits[child]),
        refutation=int(tree.best[child]) or None,
    )


def variation(tree: Tree) -> tuple[Move, ...]:
    """The principal variation as far as the tree knows it."""
    first = guess(tree)
    return follow_best(tree, first) if first else ()


def follow_best(tree: Tree, move: Move) -> tuple[Move, ...]:
    """``move`` at the root, and best play or refutations after it, as far as the tree goes without a hole."""
    return (move, *best_line(tree, tree.child(tree.root, move)))


def best_line(tree: Tree, node: int) -> tuple[Move, ...]:
    """Best play or refutations from ``node`` on (-1: none), as far as the tree goes without a hole."""
    line: list[Move] = []
    while node >= 0 and len(line) < _PV - 1 and tree.best[node] and not tree.flags[node] & CHANCE_NODE:
        above = node
        line.append(int(tree.best[node]))
        node = tree.child(node, line[-1])
        # A chain of forced moves may lie between two nodes that a search reported: the moves in it are not known.
        if node >= 0 and tree.step and (tree.mask[node] ^ tree.mask[above]).bit_count() != 1:
            break
    return tuple(line)


def line_of(mind: Mind, move: Move) -> tuple[Move, ...]:
    """The answer to "why not here?": a legal line that begins with ``move``."""
    tree = mind.tree
    if tree is None or move not in mind.game.moves(mind.state):
        return ()
    line: list[Move] = []
    state = mind.state
    for step in follow_best(tree, move):
        if mind.game.outcome(state) is not None or step not in mind.game.moves(state):
            break
        line.append(step)
        state = mind.game.play(state, step)
    return tuple(line)


def top(picture: Picture, visited: int) -> list[Branch]:
    """What a picture of the top of the tree shows; ``visited``: positions searched beneath the root."""
    whole = max(1, picture.visits[0], visited)
    return [
        Branch(
            parent=parent,
            move=picture.move[node],
            value=round(child_value(picture, node), 4),
            low=-picture.high[node],
            high=-picture.low[node],
            proven=picture.proven(node),
            depth=picture.depth[node] if 0 < picture.depth[node] < LIMIT else 0,
            visits=picture.visits[node],
            share=round(min(1.0, picture.visits[node] / whole), 4),
            refutation=picture.best[node] or None,
        )
        for node, parent in enumerate(picture.parents)
    ]


def digest(mind: Mind, *, pondering: bool, busy: bool, seat: int | None) -> Digest:
    """What the page shows of a mind."""
    tree = mind.tree
    speed = int(mind.nodes / mind.busy_seconds) if mind.busy_seconds > 0 else 0
    if tree is None or mind.game.outcome(mind.state) is not None or mind.player is CHANCE:
        return Digest(
            len(mind.moves), seat, pondering, busy, False, 0, mind.nodes, speed, tree.size[tree.root] if tree else 0,
            mind.kept.kept, mind.kept.pruned, None, (), (),
        )  # fmt: skip
    root = tree.root
    children = sorted(tree.children(root), key=lambda c: tree.move[c])
    return Digest(
        ply=len(mind.moves),
        seat=seat,
        pondering=pondering,
        busy=busy,
        solved=all(map(tree.ended, (root, *children))),
        depth=mind.depth,
        nodes=mind.nodes,
        nodes_per_second=speed,
        tree=int(tree.size[root]),
        kept=mind.kept.kept,
        pruned=mind.kept.pruned,
        expected=guess(tree),
        pv=variation(tree),
        moves=tuple(_view(mind, tree, child) for child in children),
    )
