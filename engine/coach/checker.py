"""Checks certificates by the rules and the statements of the theorems in ``leaf.py``; shares no code with either."""

from engine.coach.certificate import Branch, Certificate, Leaf


def fault(certificate: Certificate) -> str:
    """Returns in one sentence why a certificate proves nothing; "" accepts the certificate."""
    try:
        _Check(certificate)
    except ValueError as error:
        return str(error)
    return ""


def _need(fine: object, otherwise: str) -> None:
    if not fine:
        raise ValueError(otherwise)


class _Check:
    def __init__(self, given: Certificate) -> None:
        rows, k, ways = given.rows, given.connect, ((1, 0), (0, 1), (1, 1), (1, -1))
        _need(rows and len({*map(len, rows)}) == 1 and {*"".join(rows)} <= {*".XO"} and k > 1, "the board has no shape")
        self.given, self.cells = given, [(c + 1, r + 1) for c in range(len(rows[0])) for r in range(len(rows))]
        lines = ([(c + i * x, r + i * y) for i in range(k)] for c, r in self.cells for x, y in ways)
        self.lines, self.sizes = {frozenset(line) for line in lines if line[-1] in self.cells}, dict[object, int]()
        self.me, self.you = "OX" if given.claim.side else "XO"
        board = {(c, r): rows[-r][c - 1] for c, r in self.cells if rows[-r][c - 1] != "."}
        _need(all(r == 1 or (c, r - 1) in board for c, r in board), "a stone hangs in the air")
        waits, odd = given.first is None, 2 * "".join(rows).count("X") - len(board)
        _need(odd == (waits == (self.me == "X")), "the wrong side is to move")
        start = board if waits else self.drop(board, given.first, self.me)
        _need(max(1, self.after(start, 0 if given.nodes else None)) == given.size, "the branches are counted wrongly")

    def drop(self, board: dict[tuple[int, int], str], column: int | None, side: str) -> dict[tuple[int, int], str]:
        free = [cell for cell in self.cells if cell[0] == column and cell not in board]
        _need(free, f"column {column} cannot be played")
        return {**board, free[0]: side}

    def after(self, board: dict[tuple[int, int], str], node: int | None) -> int:
        won, lost = (any(all(board.get(x) == s for x in line) for line in self.lines) for s in (self.me, self.you))
        _need(not lost, "the other side completes a line")
        if won or len(board) == len(self.cells):
            _need(node is None and (won or not self.given.claim.wins), "the game is over, and the certificate is not")
            return 0
        _need(node in range(len(self.given.nodes)), "a position has no answers")
        at, key = self.given.nodes[node or 0], (node, frozenset(board.items()))
        if key not in self.sizes:
            self.sizes[key] = self.leaf(board, at) if isinstance(at, Leaf) else self.branch(board, at)
        return self.sizes[key]

    def branch(self, board: dict[tuple[int, int], str], at: Branch) -> int:
        size, replies = 0, sorted({cell[0] for cell in self.cells if cell not in board})
        _need([answer.reply for answer in at.answers] == replies, "a reply has no answer")
        for reply, move, node in ((answer.reply, answer.move, answer.node) for answer in at.answers):
            then = self.drop(board, reply, self.you)
            over = len(then) == len(self.cells) and move is None
            size += self.after(then if over else self.drop(then, move, self.me), node)
        return max(1, size)

    def leaf(self, board: dict[tuple[int, int], str], leaf: Leaf) -> int:
        mine, theirs = ({cell for cell in board if board[cell] == side} for side in (self.me, self.you))
        pairs, below = [{pair.first, pair.second} for pair in leaf.pairs], {wait.below for wait in leaf.waits}
        for (c, r), target, line in ((wait.below, wait.target, frozenset(wait.line)) for wait in leaf.waits):
            fits = r > 0 and (c, r) not in board and target == (c, r + 1) and line - mine == {target}
            _need(fits and line in self.lines and len({c for c, _ in below}) == len(leaf.waits), "a line does not wait")
        region = {x for x in self.cells if x not in board and not any((x[0], r) in below for r in range(x[1] + 1))}
        for (c, r), (d, s) in ((pair.first, pair.second) for pair in leaf.pairs):
            free = {(c, r - 1), (d, s - 1)} <= board.keys() | {(c, 0), (d, 0)}
            _need(s == r + 1 if c == d else c < d and free, "a pair gives no answer")
        paired = {cell for pair in pairs for cell in pair}
        _need(len(paired) == 2 * len(pairs) and paired <= region, "the pairs overlap, or leave the open cells")
        _need(not below if leaf.block else paired == region, "an open cell has no answer")
        reach = region - {pair.second for pair in leaf.pairs if pair.above and not leaf.block}
        _need([*leaf.reach] == sorted(reach) and leaf.count == len(region), "the open cells are counted wrongly")
        possible = [line for line in self.lines if line <= theirs | below | reach and len(line & below) <= 1]
        _need(all(any(pair <= line for pair in pairs) for line in possible), "the other side may complete a line")
        follows = {*leaf.line} <= mine | (region - reach) and frozenset(leaf.line) in self.lines
        _need(follows if leaf.line else leaf.waits or not self.given.claim.wins, "no line wins")
        return 1
