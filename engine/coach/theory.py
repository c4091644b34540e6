"""Names the rules by which a certificate holds, in the words of the theory of Connect Four, each with its proof.

A threat is odd or even by the row of its cell. Zugzwang: a side must move, and every move loses. Claimeven: a side
answers above and so gets a cell in an even row. Baseinverse: a line needs both of two cells that can be filled next, so
a side that answers takes one of them. The names are those of V. Allis, "A Knowledge-based Approach of Connect-Four"
(1988). A name is given only where the fields of the certificate prove it.
"""

from collections.abc import Iterator, Sequence

from engine.coach.certificate import Branch, Leaf, Node, Pair, Wait
from engine.coach.proof_play import Position
from engine.games import Cell

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def cell_name(cell: Cell) -> str:
    """Returns the name of a cell, such as e2: the column's letter and the row."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def listed(cells: Sequence[Cell], joint: str = "and") -> str:
    """Returns the names of cells as a person lists them: "a5, b6 and c6"."""
    names = [cell_name(cell) for cell in cells]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}"


def answered(pairs: Sequence[Pair]) -> str:
    """Returns the answers in pairs: "a3 with a4, a5 with a6; b6 with c6, and the other way round"."""
    above, either = (
        [f"{cell_name(one.first)} with {cell_name(one.second)}" for one in pairs if one.above is kind]
        for kind in (True, False)
    )
    return "; ".join([*([", ".join(above)] if above else []), *(f"{one}, and the other way round" for one in either)])


def parity(wait: Wait) -> str:
    """Returns the sentence which says whether a waiting line is an odd or an even threat."""
    row = wait.target[1]
    return f" That is an {'odd' if row % 2 else 'even'} threat, in row {row}."


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
    lines = [set(line) for line in _lines(game.width, game.height, game.connect)]
    return tuple(pair for pair in either if any({pair.first, pair.second} <= line - lost == line for line in lines))


def _lines(width: int, height: int, connect: int) -> Iterator[tuple[Cell, ...]]:
    """Yields the cells of every line of a board."""
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            for right, up in _DIRECTIONS:
                line = tuple((column + right * n, row + up * n) for n in range(connect))
                if line[-1][0] <= width and 0 < line[-1][1] <= height:
                    yield line


def rules(at: Position, leaf: Leaf) -> str:
    """Returns the sentence that names the rules of a leaf without a waiting line, or ""."""
    gains = [cell for cell in claimeven(leaf) if not leaf.line or cell in leaf.line]
    names = [*(["claimeven"] if gains else []), *(["baseinverse"] if baseinverse(at, leaf) else [])]
    return f" The rule is {names[0]}." if len(names) == 1 else " The rules are claimeven and baseinverse." * bool(names)


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


def threat_name(at: Position, cells: Sequence[Cell], me: str, you: str, four: str, complete: bool) -> str:
    """Returns the sentence that names how a line is completed after every reply of ``you``, or "".

    Args:
        at: the position, ``you`` to move.
        cells: where ``me`` completes a line.
        complete: every legal reply is one of these.
    """
    landing = {at.game.landing(at.state, move) for move in at.game.moves(at.state)}
    now = [cell for cell in cells if cell in landing]
    if len(now) > 1:
        return f" That is a double threat: {you} has one move against two."
    if len(now) == 1 and cells == (now[0], (now[0][0], now[0][1] + 1)):
        return " One cell lies above the other: these are stacked threats."
    if now or not complete:
        return ""
    if len(landing) == 1:
        return f" {you} must fill {cell_name(min(landing))}: that is zugzwang."
    return f" Every move of {you} opens a {four}: that is zugzwang."
