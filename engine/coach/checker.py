"""Checks certificates by the rules and the statements of the theorems in ``leaf.py`` and ``aside.py`` alone."""

from engine.coach.certificate import Branch, Certificate, Leaf, Pair


def fault(certificate: Certificate) -> str:
    """Returns in one sentence why a certificate proves nothing; "" accepts the certificate."""
    try:
        return _Check(certificate).complaint
    except ValueError as error:
        return str(error)


class _Check:
    def __init__(self, given: Certificate) -> None:
        rows, k, ways = given.rows, given.connect, ((1, 0), (0, 1), (1, 1), (1, -1))
        self.need(rows and len({*map(len, rows)}) == 1 and {*"".join(rows)} <= {*".XO"} and k > 1, "there is no board")
        self.given, self.cells = given, [(c + 1, r) for c in range(len(rows[0])) for r in range(len(rows) + 1)]
        lines = ([(c + i * x, r + i * y) for i in range(k)] for c, r in self.cells if r for x, y in ways)
        self.lines = {frozenset(line) for line in lines if line[-1] in self.cells and line[-1][1]}
        self.me, self.you = "OX" if given.claim.side else "XO"
        board = {(c, r): rows[-r][c - 1] if r else "floor" for c, r in self.cells if not r or rows[-r][c - 1] != "."}
        self.need(all(r == 0 or (c, r - 1) in board for c, r in board), "a stone hangs in the air")
        board = board if given.first is None else self.drop(board, given.first, self.me)
        self.need(sum((x == "X") - (x == "O") for x in board.values()) == (self.me == "X"), "the wrong side is to move")
        self.complaint = "" if max(1, self.after(board, 0 if given.nodes else None)) == given.size else "a wrong size"

    def need(self, fine: object, otherwise: str) -> None:
        if not fine:
            raise ValueError(otherwise)

    def drop(self, board: dict[tuple[int, int], str], column: int | None, side: str) -> dict[tuple[int, int], str]:
        free = [cell for cell in self.cells if cell[0] == column and cell not in board]
        self.need(free or (column is None and len(board) == len(self.cells)), f"column {column} cannot be played")
        return {**board, **dict.fromkeys(free[:1], side)}

    def paired(self, board: dict[tuple[int, int], str], pairs: tuple[Pair, ...]) -> dict[tuple[int, int], str]:
        for (c, r), (d, s) in ((pair.first, pair.second) for pair in pairs):
            self.need(s == r + 1 if c == d else c < d and {(c, r - 1), (d, s - 1)} <= board.keys(), "a pair fails")
        cells, odd = [x for one in pairs for x in (one.first, one.second)], (len(self.cells) - len(board)) % 2
        self.need(len({*cells}) == len(cells) and {*cells} <= {*self.cells} - board.keys(), "the pairs overlap")
        return board | dict.fromkeys(cells, self.you) | {x.second: "nobody" for x in pairs if x.above and not odd}

    def after(self, board: dict[tuple[int, int], str], node: int | None) -> int:
        won, lost = (any(all(board.get(x) == s for x in line) for line in self.lines) for s in (self.me, self.you))
        self.need(not lost, "the other side completes a line")
        if won or len(board) == len(self.cells):
            mine = {x for x in [*board][:-1] if board[x] == self.me}  # before the last move
            left = [{x} for x in self.cells if x < [*board][-1] and x not in board and (x[0], x[1] - 1) in board]
            other = any(line - mine in left for line in self.lines) if won else self.given.claim.wins
            self.need(node is None and not other, "the game ends otherwise")  # of winning columns: in the leftmost
            return 0
        self.need(node in range(len(self.given.nodes)), "a position has no answers")
        full = self.paired(board, (at := self.given.nodes[node or 0]).aside)
        top = all((c, r + 1) in full or r == len(self.given.rows) for c, r in full.keys() - board.keys())
        self.need(not at.aside or (top and not self.given.claim.wins), "cells cannot be set aside")
        return self.leaf(full, at) if isinstance(at, Leaf) else self.branch(full, at)

    def branch(self, board: dict[tuple[int, int], str], at: Branch) -> int:
        replies = sorted({cell[0] for cell in self.cells if cell not in board})
        self.need(replies and [answer.reply for answer in at.answers] == replies, "a reply has no answer")
        after = (self.drop(self.drop(board, one.reply, self.you), one.move, self.me) for one in at.answers)
        return max(1, sum(map(self.after, after, (one.node for one in at.answers))))

    def leaf(self, board: dict[tuple[int, int], str], leaf: Leaf) -> int:
        mine, theirs = ({cell for cell in board if board[cell] == side} for side in (self.me, self.you))
        pairs, below = [{pair.first, pair.second} for pair in leaf.pairs], {wait.below for wait in leaf.waits}
        for (c, r), target, line in ((wait.below, wait.target, frozenset(wait.line)) for wait in leaf.waits):
            fits = not {(c, r), target} & board.keys() and target == (c, r + 1) and line - mine == {target}
            self.need(fits and line in self.lines and len({c for c, _ in below}) == len(leaf.waits), "no line waits")
        region = {x for x in self.cells if x not in board and not any((x[0], r) in below for r in range(x[1] + 1))}
        paired = self.paired(board, leaf.pairs).keys() - board.keys()
        self.need(paired == region or (leaf.block and not below and paired <= region), "an open cell has no answer")
        reach = region - {pair.second for pair in leaf.pairs if pair.above and not leaf.block}
        self.need([*leaf.reach] == sorted(reach) and leaf.count == len(region), "the open cells are counted wrongly")
        possible = [line for line in self.lines if line <= theirs | below | reach and len(line & below) <= 1]
        self.need(all(any(pair <= line for pair in pairs) for line in possible), "the other side may complete a line")
        follows = {*leaf.line} <= mine | (region - reach) and frozenset(leaf.line) in self.lines
        self.need(follows if leaf.line else leaf.waits or not self.given.claim.wins, "no line wins")
        return 1
