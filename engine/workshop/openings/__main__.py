"""Works out traps, beginnings of proofs and forced positions, and writes the file: ten minutes of a core."""

import base64
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np

from engine import openings
from engine.games import LineGame, Move, find
from engine.solver.book.book import Book, shipped_book
from engine.solver.book.positions import Positions
from engine.solver.book.retrieval import build
from engine.workshop.openings import proofs, traps


def packed(book: Book, plies: int) -> dict[str, Any]:
    """Returns the scores of the unfinished positions after ``plies`` moves that a book of so many plies does not know,
    as ``static/js/coach/openings/openings_model.js`` reads them: a function (``engine.solver.book.retrieval``) of their
    codes."""
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


def main() -> None:
    """Writes the file, and reports on the way."""
    game, book = find("connect4"), shipped_book()
    if not isinstance(game, LineGame) or book is None:
        raise SystemExit("The book of Connect Four is not there.")
    positions = list(traps.met(game))
    often = sorted(positions, key=lambda one: -one.share)
    found = [trap for one in often if (trap := traps.trap(book, one))]
    click.echo(f"{len(positions)} positions, {len(found)} traps", err=True)
    follower, begun = proofs.Follower(game), list[proofs.Begun]()
    for one in positions:
        if len(one.moves) <= proofs.PLIES and (start := follower.follow(one.moves)):
            begun.append(start)
            click.echo(f"\r{len(begun)} beginnings of proofs", nl=False, err=True)
    rows = {
        "traps": [[_text(one.moves), one.move, one.levels] for one in found],
        "proofs": [[_text(one.moves), _text(one.line), one.lines] for one in begun],
        "forced": packed(book, traps.PLIES),
    }
    Path(openings.__file__).with_name(openings.FILE).write_text(
        json.dumps(rows, separators=(",", ":")) + "\n", encoding="utf-8"
    )


def _text(moves: Iterable[Move]) -> str:
    return "".join(map(str, moves))


if __name__ == "__main__":
    main()
