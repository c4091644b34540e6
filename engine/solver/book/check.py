"""Checking an opening book: positions against their moves, and against the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine.games import Move
from engine.solver.book.book import Book
from engine.solver.book.positions import Positions
from engine.solver.solver import Solver


class Complaint(NamedTuple):
    """A position, as its moves, of which the book says another score than it has."""

    moves: tuple[Move, ...]
    said: int | None
    true: int


def check(book: Book, solver: Solver, count: int, seed: int) -> Iterator[Complaint | None]:
    """Compare quiet positions of random games with what the book says of their moves, or else solve them again.

    Every other position is one of the last ply: those are solved again. Above, each ply follows from its moves.

    Yields:
        For each of ``count`` positions a complaint, or None if all is well.
    """
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
