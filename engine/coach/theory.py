"""Names the rules by which a certificate holds, in the words of the theory of Connect Four, each with its proof.

A threat is odd or even by the row of its cell. Zugzwang: a side must move, and every move loses. Claimeven: a side
answers above and so gets a cell in an even row. Baseinverse: a line needs both of two cells that can be filled next, so
a side that answers takes one of them. The names are those of V. Allis, "A Knowledge-based Approach of Connect-Four"
(1988). A name is given only where the fields of the certificate prove it.
"""

from collections.abc import Sequence

from engine.coach.certificate import Answer, Branch, Certificate, Leaf, Node, Pair, Wait
from engine.coach.proof_play import Position
from engine.games import Cell
from engine.text import Text, joined, listed, text


def cell_name(cell: Cell) -> str:
    """Returns the name of a cell, such as e2: the column's letter and the row."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def cell_names(cells: Sequence[Cell]) -> list[str]:
    """Returns the names of cells."""
    return [cell_name(cell) for cell in cells]


def answered(pairs: Sequence[Pair]) -> Text:
    """Returns the answers in pairs: "a3 with a4, a5 with a6; b6 with c6, and the other way round"."""
    above = [text("{cell} with {other}", **_names(pair)) for pair in pairs if pair.above]
    level = [text("{cell} with {other}, and the other way round", **_names(p)) for p in pairs if not p.above]
    return joined([*([joined(above, ", ")] if above else []), *level], "; ")


def _names(pair: Pair) -> dict[str, str]:
    return {"cell": cell_name(pair.first), "other": cell_name(pair.second)}


def parity(wait: Wait) -> Text:
    """Returns the sentence which says whether a waiting line is an odd or an even threat."""
    row = wait.target[1]
    odd = row % 2 == 1
    return text("That is an odd threat, in row {n}." if odd else "That is an even threat, in row {n}.", n=row)


def claimeven(leaf: Leaf) -> tuple[Cell, ...]:
    """Returns the cells in even rows which the answers above bring. None where pairs only block."""
    return () if leaf.block else tuple(pair.second for pair in leaf.pairs if pair.above and pair.second[1] % 2 == 0)


def baseinverse(at: Position, leaf: Leaf) -> tuple[Pair, ...]:
    """Returns the pairs of cells to be filled next, both of which the side to move needs for one line."""
    game, state = at.game, at.state
    mine = {cell for cell, owner in game.cells(state) if owner is game.to_move(state).other}
    landing = {game.landing(state, move) for move in game.moves(state)}
    closed = {(wait.below[0], row) for wait in leaf.waits for row in range(wait.below[1], game.height + 1)}
    upper = () if leaf.block else tuple(pair.second for pair in leaf.pairs if pair.above)
    lost = {*mine, *closed, *upper, *(cell for pair in leaf.aside for cell in (pair.first, pair.second))}
    either = [pair for pair in leaf.pairs if not pair.above and {pair.first, pair.second} <= landing]
    lines = list(map(set, game.cell_lines))
    return tuple(pair for pair in either if any({pair.first, pair.second} <= line - lost == line for line in lines))


def rules(at: Position, leaf: Leaf) -> tuple[Text, ...]:
    """Returns the sentence that names the rules of a leaf without a waiting line, if there are any."""
    gains = [cell for cell in claimeven(leaf) if not leaf.line or cell in leaf.line]
    if baseinverse(at, leaf):
        return (text("The rules are claimeven and baseinverse." if gains else "The rule is baseinverse."),)
    return (text("The rule is claimeven."),) if gains else ()


def first_wait(nodes: Sequence[Node], place: int) -> Wait | None:
    """Returns the first waiting line at a node or below, from the left."""
    node = nodes[place]
    if not isinstance(node, Branch):
        return node.waits[0] if isinstance(node, Leaf) and node.waits else None
    below = (first_wait(nodes, one.node) for one in node.answers if one.node is not None)
    return next((wait for wait in below if wait), None)


def is_forced(nodes: Sequence[Node], place: int) -> bool:
    """Tests if, from a node on, every reply but one meets a complete line, to the end."""
    node = nodes[place]
    if not isinstance(node, Branch):
        return False
    on = [one.node for one in node.answers if one.node is not None]
    ends = [one.move for one in node.answers if one.node is None]
    return len(on) <= 1 < len(node.answers) and None not in ends and all(is_forced(nodes, one) for one in on)


def size(nodes: Sequence[Node], place: int) -> int:
    """Returns how many branches below a node are left to prove, at least 1."""
    node = nodes[place]
    if not isinstance(node, Branch):
        return 1
    return max(1, sum(size(nodes, one.node) for one in node.answers if one.node is not None))


def waiting(wait: Wait) -> dict[str, object]:
    """Returns the names of the cell on which a line waits, and of the line."""
    return {"cell": cell_name(wait.target), "cells": cell_names(wait.line)}


def both_of(pair: Pair) -> Text:
    """Names the cells of a pair."""
    return listed([cell_name(pair.first), cell_name(pair.second)])


def ends_of(at: Position, node: Branch) -> list[Position]:
    """Returns the position after each reply and its answer."""
    return [at.play(one.reply) if one.move is None else at.play(one.reply).play(one.move) for one in node.answers]


def cells_of(pairs: Sequence[Pair]) -> tuple[Cell, ...]:
    """Returns the cells of pairs, in their order on the board."""
    return tuple(sorted(cell for pair in pairs for cell in (pair.first, pair.second)))


def hardest_first(certificate: Certificate, replies: Sequence[Answer]) -> list[Answer]:
    """Orders replies: first the one that needs the longest proof, which a person would try."""

    def order(answer: Answer) -> tuple[int, bool, int]:
        place = answer.node or 0
        middle = abs(2 * answer.reply - len(certificate.rows[0]) - 1)
        return -size(certificate.nodes, place), first_wait(certificate.nodes, place) is None, middle

    return sorted(replies, key=order)
