"""Packs the scores that the page's book leaves out: positions at its last ply where the next move is forced. A book
holds quiet positions alone. Of a forced one the rules name the move, and the score is that of the position after the
move. Behind the last ply of a book that position is missing, and so is one column of many an opening."""

import base64
from dataclasses import asdict
from typing import Any

import numpy as np

from engine.solver.book.book import Book
from engine.solver.book.positions import Positions
from engine.solver.book.retrieval import build


def packed(book: Book, plies: int) -> dict[str, Any]:
    """Returns the scores of the unfinished positions after ``plies`` moves that a book of so many plies does not know,
    as ``static/js/coach/openings/book.js`` reads them: a function (``engine.solver.book.retrieval``) of their codes."""
    positions, short = Positions(book.game), book.first(plies)
    *_, level = positions.levels(plies)
    found = dict[int, int]()
    for code in map(int, level):
        state = positions.state(code)
        if short.score(state) is None:
            score = book.score(state)
            if score is None:
                raise ValueError("the book ends before the forced moves do")
            found[code] = score
    low = min(found.values())
    width = (max(found.values()) - low).bit_length()
    values = np.array([score - low for score in found.values()], dtype=np.uint8)
    made = build(np.array([*found], dtype=np.uint64), values, width)
    return {"low": low, **asdict(made.shape), "slots": base64.b64encode(made.packed).decode()}
