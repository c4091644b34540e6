"""Compares the search for cards with the same rules in plain Python: how replies go, and what the pool holds."""

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from engine.cards.check import Board, Card, RefusedError, Stones
from engine.cards.making import kernel, search_kernel
from engine.coach.certificate import Claim
from engine.coach.diagrams import play
from engine.games import LineGame, Player
from engine.workshop.cards.board import Position
from engine.workshop.cards.sharing import KINDS, Replies, Sharer

BOARDS = [(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4), (4, 6, 4), (5, 5, 4), (3, 10, 3)]
CASES = [(*size, wins) for size in BOARDS for wins in (False, True)]


def positions(board: Board, rng: random.Random, many: int) -> Iterator[Stones]:
    """Yields positions in which neither side has a line, and the side to move cannot complete one."""
    while many:
        mine = yours = 0
        for _ in range(rng.randrange(board.width * board.height - 2)):
            if not board.completing(mine) & board.landing(mine | yours):
                mine, yours = yours, mine | rng.choice(cells(board.landing(mine | yours)))
        if not board.completing(mine) & board.landing(mine | yours):
            many -= 1
            yield mine, yours


def cells(word: int) -> list[int]:
    return [1 << bit for bit in range(64) if word >> bit & 1]


def diagram(board: Board, rng: random.Random) -> list[int]:
    """Returns a card in which few cells bear the same mark."""
    marks = [0] * KINDS
    for cell in cells(board.cells):
        marks[rng.randrange(KINDS)] |= cell
    return marks


def keeps(board: Board, at: Stones, marks: Sequence[int], wins: bool) -> bool:
    card = Card(board, "f" * board.width * board.height)
    card.marks = [*marks]
    try:
        card.keep(at, wins)
    except RefusedError:
        return False
    return True


def played(
    board: Board, at: Stones, line: Sequence[int], marks: Sequence[int], wins: bool
) -> tuple[bool, list[list[int]]]:
    """Returns whether a line defeats the side, and the turns as the kernel writes them."""
    mine, yours = at
    turns, left = list[list[int]](), [*line]
    while True:
        playable, dangers = board.landing(mine | yours), board.completing(yours)
        some = cells(playable & dangers)
        if not some:
            named = [lone for mark in marks if len(lone := cells(playable & mark)) == 1][:1]
            some = named[0] if named else []
            turns.append([playable, some[0] if some else 0, mine, yours, len(line) - len(left)])
        if len(some) != 1:
            return True, turns
        mine |= some[0]
        replies, lines = board.landing(mine | yours), board.completing(mine)
        if not replies or dangers & replies:
            return wins or bool(replies), turns
        reply = lines & replies
        while not reply and left:
            reply = board.column(left.pop(0) + 1) & replies
        reply = reply or replies & -replies
        if len(cells(reply)) > 1 or lines & board.landing(mine | yours | reply):
            return False, turns
        yours |= reply
        if not board.landing(mine | yours):
            return wins, turns


@pytest.mark.parametrize(("width", "height", "connect", "wins"), CASES)
def test_all_replies_are_played_as_the_checker_plays_them(width: int, height: int, connect: int, wins: bool) -> None:
    board, rng, seen = Board(width, height, connect), random.Random(width * height), set[int]()
    use, line = Replies(LineGame(width, height, connect, True), Claim(Player.FIRST, wins)), np.zeros(32, np.uint64)
    for at in positions(board, rng, 150):
        marks = diagram(board, rng)
        use.count[play.TREE], use.count[play.STAMP], line[:] = 1 << 40, use.count[play.STAMP] + 1, 0
        state = kernel.replies_that_defeat(
            *map(np.uint64, at), np.array(marks, np.uint64), wins, use.geometry, use.columns, use.keys, use.stack, line,
            use.count,
        )  # fmt: skip
        assert (state == kernel.NONE) == keeps(board, at, marks, wins)
        assert (state == kernel.SOME) == played(board, at, line.tolist(), marks, wins)[0]
        seen.add(state)
    assert kernel.SOME in seen
    assert kernel.NONE in seen or wins


@pytest.mark.parametrize(("width", "height", "connect", "wins"), CASES)
def test_the_pool_knows_how_each_line_goes_with_the_marks_of_now(
    width: int, height: int, connect: int, wins: bool
) -> None:
    board, rng, found = Board(width, height, connect), random.Random(width * height), 0
    game, claim = LineGame(width, height, connect, True), Claim(Player.FIRST, wins)
    sharer, states = Sharer(game, claim), 0
    for at in positions(board, rng, 30):
        roots = [at, at] if rng.random() < 0.5 else [at]
        for most in (0, 300, 3_000):
            card = sharer.card([Position(*root) for root in roots], (0,) * KINDS, most)
            marks, lines, count = sharer.marks.tolist(), sharer.lines, sharer.count
            weights = 0
            for number in range(count[play.LINES]):
                root = roots[lines[search_kernel.ROOT, number]]
                lost, turns = played(board, root, sharer.pool[number].tolist(), marks, wins)
                assert lines[search_kernel.LOST, number] == lost
                assert sharer.turns[number, : lines[search_kernel.TURNS, number]].tolist() == turns
                weights += lost * lines[search_kernel.WEIGHT, number]
                states += 1
            assert count[play.COUNT] == weights
            assert card is None or all(keeps(board, root, marks, wins) for root in roots)
            found += card is not None
    assert states > 5_000
    assert found or wins
