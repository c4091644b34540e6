"""Checks an opening book: positions against the moves, and against the solver."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine.games import Move
from engine.solver.book.book import Book
from engine.solver.book.positions import Positions
from engine.solver.solver import Solver


class Complaint(NamedTuple):
    """Reports a position, as the moves from the start, with a wrong score in the book."""

    moves: tuple[Move, ...]
    said: int | None
    true: int


def check(book: Book, solver: Solver, count: int, seed: int) -> Iterator[Complaint | None]:
    """Compares quiet positions of random games with the book's scores of the moves, or else with the solver. Every
    other position is of the last ply, which the solver checks. Above, each ply follows from the moves. Yields for each
    of ``count`` positions a complaint, or None if the score is right."""
    rng, positions, game = random.Random(seed), Positions(book.game), book.game
    while count > 0:
        state, line = game.initial(), list[Move]()
        for _ in range(book.plies if count % 2 else rng.randint(0, book.plies)):
            line.append(rng.choice(game.moves(state)))
            state = game.play(state, line[-1])
            if game.outcome(state) is not None:
                break
        if game.outcome(state) is not None or not positions.quiet(*state):
            continue
        count -= 1
        said, known = book.score(state), book.moves(state)
        true = max(known.values()) if len(known) == len(game.moves(state)) else solver.solve(*state).score
        yield None if said == true else Complaint(tuple(line), said, true)
