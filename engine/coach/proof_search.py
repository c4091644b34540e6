"""Finds certificates: runs the search of ``proof_kernel.py`` with a growing bound, and writes the tree as values."""

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple

import numpy as np

from engine.coach import aside
from engine.coach import leaf as lf
from engine.coach import proof_kernel as kernel
from engine.coach.certificate import Answer, Branch, Certificate, Claim, Leaf, Pair, Wait
from engine.games import Cell, Game, GameError, LineGame, LineState, Move
from engine.kernels.words import joined, numbers, shape_of
from engine.search.deepening import run
from engine.text import Text, text

Scores = Callable[[LineState], Mapping[Move, int]]  # returns the exact score number of every move for the side to move

BUDGETS = (1, 2, 3, 4, 6, 8, 10, 14, 20, 30)  # the bounds of the size, tried one after the other
POSITIONS = 150_000  # positions searched for one certificate, at most
PORTION = 1_500  # positions searched between two pauses: some milliseconds


class Finding(NamedTuple):
    """Reports a search: the proof or None, the reason why there is none, and the positions searched."""

    certificate: Certificate | None
    reason: Text | None
    positions: int


_TABLE = 1 << 16


def find(
    game: LineGame,
    state: LineState,
    claim: Claim,
    *,
    scores: Scores | None = None,
    lines: int = BUDGETS[-1],
    positions: int = POSITIONS,
) -> Finding:
    """Searches for the smallest proof of a claim, of at most ``lines``, in at most so many ``positions``. The same
    arguments give the same finding. By ``scores`` no false claim is searched, and no move with a worse result. Raises
    GameError if the game is over, or has no gravity, or no lines of 3 to 5."""
    return run(pursue(game, state, claim, scores=scores, lines=lines, positions=positions, portion=positions))


def pursue(
    game: LineGame,
    state: LineState,
    claim: Claim,
    *,
    scores: Scores | None = None,
    lines: int = BUDGETS[-1],
    positions: int = POSITIONS,
    portion: int = PORTION,
    words: int = 0,
) -> Generator[None, None, Finding]:
    """Searches for a proof as :func:`find` does, yields after each portion, and returns the finding. Raises GameError
    as :func:`find` does, at the first step.

    Args:
        scores: exact scores of moves, or their signs. It returns no moves for a position without known scores.
        portion: how many positions are searched between two pauses. It must exceed the plies of the board, because
            every continued search first goes down to where the last one ended.
        words: the words of a board; 0: as few as hold it.
    """
    check_game(game)
    if game.outcome(state) is not None:
        raise GameError("the game is over; there is nothing to prove")
    return (yield from _Finder(game, claim, scores, positions, portion, words or game.words).find(state, lines))


def rows_of(game: LineGame, state: LineState) -> tuple[str, ...]:
    """Returns the board from the top row down: X began, O is second, a dot is empty."""
    return tuple(game.describe(state).replace(" ", "").split("\n"))


def check_game(game: Game[Any]) -> LineGame:
    """Returns a board with certificates, and raises GameError for any other game."""
    if type(game) is not LineGame or not game.gravity or not 3 <= game.connect <= 5:
        raise GameError(f"{game.title} has no proofs of this kind; boards where discs drop have some, such as connect4")
    return game


class _Stones(NamedTuple):
    """Holds a board of the search: stones of P, of L, and neutral ones (see ``aside.py``)."""

    p: int
    o: int
    nobody: int = 0

    @property
    def mask(self) -> int:
        return self.p | self.o | self.nobody


class _Finder:
    def __init__(
        self, game: LineGame, claim: Claim, scores: Scores | None, positions: int, portion: int, words: int
    ) -> None:
        self.game, self.claim, self.scores, self.positions, self.portion = game, claim, scores, positions, portion
        self.words = words
        self.geometry = lf.geometry(game.width, game.height, game.connect, words)
        self.table = np.zeros((_TABLE, 2), np.uint64)
        self.stack, self.out = (np.zeros(shape_of(shape, words), np.uint64) for shape in (kernel.STACK, (lf.WORDS,)))
        self.prove, self.entry = kernel.prove.of_words(words), kernel.entry.of_words(words)
        self.count = np.array([0, portion], np.int64)
        self.nodes: list[Leaf | Branch] = []
        self.sizes: dict[_Stones, tuple[int, int]] = {}

    def find(self, state: LineState, lines: int) -> Generator[None, None, Finding]:
        """Returns the certificate of a position, or the reason why there is none. Yields after each portion."""
        mine = self.game.to_move(state) is self.claim.side
        p, o = (state.own, state.own ^ state.mask) if mine else (state.own ^ state.mask, state.own)
        stones = _Stones(p, o)
        known = self.scores(state) if self.scores is not None else {}
        best = max(known.values(), default=None)
        if best is not None and not self._keeps(best if mine else -best):
            return Finding(None, text("The claim is not true."), 0)
        self._mark(state, mine)
        landing = [cell for cell in self._landing(p | o) if best is None or known.get(self._column(cell)) == best]
        wins = self._wins(p, sum(landing)) if mine else 0
        if wins:
            return Finding(self._certificate(p, o, self._column(wins), 1), None, 0)
        for budget in [*(budget for budget in BUDGETS if budget < lines), lines]:
            if (yield from self._try(stones, mine, budget)):
                break
            if self._searched >= self.positions:
                return Finding(None, text("This needs counting: no small proof was found in time."), self._searched)
        else:
            return Finding(None, text("This needs counting: there is no short proof."), self._searched)
        searched, self.count[kernel.LIMIT] = self._searched, kernel.UNLIMITED
        first = self._best_move(stones, budget) if mine else 0
        over = p | o | first == self.game.full
        size = 1 if over else self._node(_Stones(p | first, o), budget)[1]
        return Finding(self._certificate(p, o, self._column(first) if mine else None, size), None, searched)

    @property
    def _searched(self) -> int:
        return int(self.count[kernel.NODES])

    def _keeps(self, score: int) -> bool:
        return score > 0 if self.claim.wins else score >= 0

    def _mark(self, state: LineState, mine: bool) -> None:
        """Enters the moves that lose the claim into the table."""
        game, scores = self.game, self.scores
        starts = [state] if mine else [game.play(state, reply) for reply in game.moves(state)]
        for start in starts:
            if scores is None or game.outcome(start) is not None:
                continue
            for move, score in scores(start).items():
                if not self._keeps(score):
                    after = game.play(start, move)
                    stones = _Stones(after.own ^ after.mask, after.own)
                    filled = self._filled(stones, self._set_aside(stones))
                    kernel.mark_false.of_words(self.words)(self.table, *numbers(filled, self.words))

    def _try(self, stones: _Stones, mine: bool, budget: int) -> Generator[None, None, int]:
        """Returns the least size of a proof, or 0. Yields after each portion. A search called again continues where
        the last one ended, because the table holds everything that was decided."""
        while True:
            limit = min(self._searched + self.portion, self.positions)
            self.count[kernel.LIMIT] = limit
            size = self._prove(stones, mine, budget)
            if size or self._searched < limit or limit == self.positions:
                return size
            yield

    def _prove(self, stones: _Stones, mine: bool, budget: int) -> int:
        return int(
            self.prove(
                *numbers(stones, self.words), mine, budget, self.claim.wins, self.geometry, self.table, self.stack,
                self.out, self.count,
            )
        )  # fmt: skip

    # --- cells set aside ---

    def _set_aside(self, stones: _Stones) -> tuple[Pair, ...]:
        """Returns the pairs which the search sets aside, with L to move."""
        if self.claim.wins:
            return ()
        aside.set_aside.of_words(self.words)(*numbers(stones, self.words), self.geometry, self.out)
        new, pairs, single = joined(self.out[aside.MINE] | self.out[aside.NOBODY]), list[Pair](), list[Cell]()
        for column in range(1, self.game.width + 1):
            run = [cell for cell in self._cells(new) if cell[0] == column]
            if len(run) % 2:
                single.append(run.pop(0))
            pairs += map(Pair, run[::2], run[1::2])
        pairs += map(Pair, single[::2], single[1::2])
        return tuple(sorted(pairs, key=_order))

    def _filled(self, stones: _Stones, pairs: tuple[Pair, ...]) -> _Stones:
        first = sum(self.game.bit(pair.first) for pair in pairs)
        second = sum(self.game.bit(pair.second) for pair in pairs)
        if (self.game.full & ~stones.mask).bit_count() % 2:
            return stones._replace(o=stones.o | first | second)
        return stones._replace(o=stones.o | first, nobody=stones.nobody | second)

    # --- the tree as values ---

    def _best_move(self, stones: _Stones, budget: int) -> int:
        """Returns the cell of P's move with the smallest proof. P cannot complete a line immediately."""
        row = self.entry(self.table, *numbers(stones, self.words))
        if not int(row) & 255:
            self._prove(stones, True, budget)
            row = self.entry(self.table, *numbers(stones, self.words))
        if not int(row) & 255:
            self.table.fill(0)  # a move known to be false had the row
            self._prove(stones, True, budget)
            row = self.entry(self.table, *numbers(stones, self.words))
        return 1 << int(row >> 16) - 1

    def _node(self, stones: _Stones, budget: int) -> tuple[int, int]:
        """Writes the position with L to move and everything below. Returns the number of the node and the size."""
        if stones in self.sizes:
            return self.sizes[stones]
        place = len(self.nodes)
        self.nodes.append(Branch(()))
        pairs = self._set_aside(stones)
        filled = self._filled(stones, pairs)
        leaf = lf.leaf.of_words(self.words)
        if leaf(*numbers(filled, self.words), self.claim.wins, self.geometry, self.out):
            self.nodes[place], size = self._leaf(stones, filled, pairs), 1
        else:
            answers, total = [], 0
            for reply in self._landing(filled.mask):
                answer, more = self._answer(filled._replace(o=filled.o | reply), self._column(reply), budget)
                answers.append(answer)
                total += more
            self.nodes[place], size = Branch(tuple(answers), pairs), max(1, total)
        self.sizes[stones] = place, size
        return place, size

    def _answer(self, stones: _Stones, reply: Move, budget: int) -> tuple[Answer, int]:
        """Returns the answer to a reply that is on the board already, and the size below."""
        full = self.game.full
        if stones.mask == full:
            return Answer(reply, None, None), 0
        wins = self._wins(stones.p, sum(self._landing(stones.mask)))
        cell = wins or self._best_move(stones, budget)
        if wins or stones.mask | cell == full:
            return Answer(reply, self._column(cell), None), 0
        place, size = self._node(stones._replace(p=stones.p | cell), budget)
        return Answer(reply, self._column(cell), place), size

    def _leaf(self, stones: _Stones, filled: _Stones, aside: tuple[Pair, ...]) -> Leaf:
        """Returns the leaf that the kernel has just written for ``filled``, the board after ``aside``. Pairs set
        aside of an even number of cells join the pairs which cover all open cells."""
        game, p = self.game, stones.p
        closed, lower, block, count = map(joined, self.out[: lf.PAIRS + 1])
        pairs = [Pair(*self._cells(joined(word))) for word in self.out[lf.FIRST : lf.FIRST + count]]
        pairs += [Pair((c, r), (c, r + 1)) for c, r in self._cells(lower)]
        if block:
            words = {pair: game.bit(pair.first) | game.bit(pair.second) for pair in pairs}
            pairs = lf.needed(game.lines, p | filled.nobody, words)
        elif all(pair.above for pair in aside):
            pairs, lower, filled, aside = [*pairs, *aside], lower | filled.o & ~stones.o, stones, ()
        guards = sum(1 << c * (game.height + 1) + game.height for c in range(game.width))
        region = game.full & ~filled.mask & ~(guards - closed)
        upper = 0 if block else lower << 1
        line = () if closed else next((self._cells(w) for w in game.lines if not w & ~(p | upper)), ())
        waits = tuple(self._wait(p, c, r) for c, r in self._cells(closed))
        reach = self._cells(region & ~upper)
        return Leaf(bool(block), tuple(sorted(pairs, key=_order)), waits, line, reach, region.bit_count(), aside)

    def _wait(self, p: int, column: int, row: int) -> Wait:
        target = self.game.bit((column, row + 1))
        line = next(word for word in self.game.lines if word & target and not word & ~(p | target))
        return Wait((column, row + 1), (column, row), self._cells(line))

    def _certificate(self, p: int, o: int, first: Move | None, size: int) -> Certificate:
        game, own = self.game, o if first is None else p
        rows = rows_of(game, LineState(own, p | o))
        return Certificate(game.name, game.connect, rows, self.claim, first, size, tuple(self.nodes))

    # --- bits ---

    def _landing(self, mask: int) -> list[int]:
        """Returns the cell that each open column fills next, from the left."""
        bottom = joined(self.geometry[lf.BOTTOM])
        return [1 << i for i in _bits((mask + bottom) & self.game.full & ~mask)]

    def _wins(self, stones: int, landing: int) -> int:
        """Returns the leftmost of the cells that completes a line of ``stones`` immediately, or 0."""
        found = self.game.holes(stones, ~landing)
        return found & -found

    def _column(self, cell: int) -> Move:
        return (cell.bit_length() - 1) // (self.game.height + 1) + 1

    def _cells(self, word: int) -> tuple[Cell, ...]:
        step = self.game.height + 1
        return tuple((i // step + 1, i % step + 1) for i in _bits(word))


def _bits(word: int) -> list[int]:
    return [i for i in range(word.bit_length()) if word >> i & 1]


def _order(pair: Pair) -> tuple[Cell, Cell]:
    return pair.first, pair.second
