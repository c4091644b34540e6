"""Draws a position as SVG."""

from html import escape
from typing import Any

from engine.games.game import Game, Move, Player

FIRST, SECOND, RACK, HOLE, RING = "#d64545", "#e8b923", "#2f62a8", "#f7f5ef", "#1b1b1b"
_CELL = 40


def svg_of(game: Game[Any], state: Any, last: Move | None, size: int) -> str:
    """Returns a picture of a state, ``size`` pixels wide; the winning cells have a ring.

    Args:
        last: the last move, for the words that a screen reader says.
    """
    board = game.board_size()
    if board is None:
        return _text(game.describe(state).splitlines(), size)
    width, height = board
    outcome = game.outcome(state)
    line = outcome.line if outcome else ()
    owners = dict(game.cells(state))
    said = f"{game.title}, {len(owners)} stones" + (f", last move {last}" if last is not None else "")
    parts = [_head(width * _CELL, height * _CELL, size, said)]
    parts.append(f'<rect width="100%" height="100%" rx="6" fill="{RACK}"/>')
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            x, y = (column - 0.5) * _CELL, (height - row + 0.5) * _CELL
            owner = owners.get((column, row))
            fill = HOLE if owner is None else FIRST if owner is Player.FIRST else SECOND
            ring = f' stroke="{RING}" stroke-width="4"' if (column, row) in line else ""
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.4 * _CELL:g}" fill="{fill}"{ring}/>')
            if owner is Player.SECOND:  # not by colour alone
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{RING}"/>')
    return "".join([*parts, "</svg>"])


def _text(lines: list[str], size: int) -> str:
    height = 24 * max(len(lines), 1)
    rows = (f'<text x="8" y="{24 * row + 18}">{escape(words)}</text>' for row, words in enumerate(lines))
    head = _head(320, height, size, " ".join(lines))
    return f'{head}<g font-family="monospace" font-size="15" fill="currentColor">{"".join(rows)}</g></svg>'


def _head(width: int, height: int, size: int, words: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{size}" '
        f'height="{round(size * height / width)}" role="img" aria-label="{escape(words)}">'
    )
