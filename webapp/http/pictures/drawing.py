"""Draws a position as on the page at night: the board, the discs, the winning line, and the disc of the side to move. A
picture has no words, so it needs no language. It has 1200 by 630 pixels, the size of cards in messages and feeds."""

import re
from functools import cache

from engine.games import Game
from engine.games.bits import straight_lines
from webapp.common.paths import STATIC
from webapp.http.pictures.canvas import Canvas, Colour, colour
from webapp.play.game.state import GameState

SIZE = (1200, 630)
_EDGE = 30
_FRAME = 0.12
"""The part of a cell between the wells and the edge of the board."""
_IN_HAND = 0.94
"""The cells above the board, for the disc of the side to move."""
_TOKEN = re.compile(r"--([\w-]+): (?:light-dark\(#\w{6}, )?(#[0-9a-f]{6})\)?;")
_STROKE = "|"
"""The sign of a match in the text of a game without a board."""


@cache
def tokens() -> dict[str, Colour]:
    """Returns the page's colours at night by their names in css/shared/tokens.css. The first palette counts."""
    found: dict[str, Colour] = {}
    for name, value in _TOKEN.findall((STATIC / "css" / "shared" / "tokens.css").read_text(encoding="utf-8")):
        found.setdefault(name, colour(value))
    return found


def draw(state: GameState) -> bytes:
    """Returns the picture of a position as a PNG file."""
    canvas = Canvas(*SIZE, tokens()["table"])
    size = state.game.board_size()
    if size is None:
        _draw_matches(canvas, state.game.describe(state.position).count(_STROKE))
    else:
        DrawnBoard(canvas, state.game, *size).draw(state)
    _draw_brand(canvas, 66, SIZE[1] - 66, 15)
    return canvas.png()


class DrawnBoard:
    """Places the cells of a board on a canvas."""

    def __init__(self, canvas: Canvas, game: Game[object], columns: int, rows: int) -> None:
        self.canvas, self.columns, self.rows = canvas, columns, rows
        rules = getattr(game, "base", game)  # a game with chance wraps the board's rules
        self.drops, self.connect = bool(getattr(rules, "gravity", False)), int(getattr(rules, "connect", 2))
        self.marks = game.player_names[0] == "X"
        above = _IN_HAND if self.drops else 0
        wide, high = columns + 2 * _FRAME, rows + 2 * _FRAME + above
        # An even number of pixels: every disc is drawn alike, and the file is a third smaller.
        self.cell = int(min((SIZE[0] - 2 * _EDGE) / wide, (SIZE[1] - 2 * _EDGE) / high)) // 2 * 2
        self.left = (SIZE[0] - columns * self.cell) // 2
        self.top = round((SIZE[1] - high * self.cell) / 2 + (above + _FRAME) * self.cell)

    def centre(self, column: float, row: float) -> tuple[float, float]:
        """Returns the middle of a cell. Column 1 is the left one, row 1 the lowest."""
        return self.left + (column - 0.5) * self.cell, self.top + (self.rows - row + 0.5) * self.cell

    def draw(self, state: GameState) -> None:
        """Draws the board with everything on it."""
        paints, cell = tokens(), self.cell
        frame = _FRAME * cell
        wide, high = self.columns * cell + 2 * frame, self.rows * cell + 2 * frame
        for edge, paint in ((1.5, paints["slab-edge"]), (0.0, paints["slab"])):
            x, y = self.left - frame - edge, self.top - frame - edge
            self.canvas.slab(x, y, wide + 2 * edge, high + 2 * edge, wide / 34 + edge, paint)
        line = state.outcome.line if state.outcome else ()
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                self._well(column, row, paints["mark"] if (column, row) in line else None)
        for column, row, seat in state.discs:
            self.piece(*self.centre(column, row), seat)
        for first, *_, last in straight_lines(line, self.connect):
            for thick, paint in ((0.2, paints["ground"]), (0.1, paints["mark"])):
                self.canvas.line(self.centre(*first), self.centre(*last), thick * cell, paint)
        if self.drops and state.to_move is not None:
            x, _ = self.centre((self.columns + 1) // 2, 1)
            self.piece(x, self.top - frame - 0.53 * cell, state.to_move)

    def _well(self, column: int, row: int, ring: Colour | None) -> None:
        (x, y), ground = self.centre(column, row), tokens()["ground"]
        if self.marks:
            half = 0.44 * self.cell
            self.canvas.slab(x - half, y - half, 2 * half, 2 * half, 0.06 * self.cell, ground)
            return
        if ring:
            self.canvas.disc(x, y, 0.45 * self.cell, ring)
        self.canvas.disc(x, y, 0.41 * self.cell, ground)

    def piece(self, x: float, y: float, seat: int) -> None:
        """Draws a side's disc, cross or nought around a point."""
        paints, cell, canvas = tokens(), self.cell, self.canvas
        side = "second" if seat else "first"
        if self.marks and seat:
            canvas.ring(x, y, 0.235 * cell, 0.13 * cell, paints[side])
        elif self.marks:
            for way in (-0.21 * cell, 0.21 * cell):
                canvas.line((x - way, y - 0.21 * cell), (x + way, y + 0.21 * cell), 0.13 * cell, paints[side])
        else:
            canvas.disc(x, y, 0.4 * cell, paints[f"{side}-edge"])
            canvas.disc(x, y, 0.37 * cell, paints[side])
            if seat:
                canvas.disc(x, y, 0.09 * cell, paints[f"{side}-mark"])
            else:
                canvas.ring(x, y, 0.215 * cell, 0.055 * cell, paints[f"{side}-mark"])


def _draw_matches(canvas: Canvas, count: int) -> None:
    """Draws the matches of a heap in a row."""
    paints = tokens()
    step = min(52.0, (SIZE[0] - 240) / max(count, 1))
    left = (SIZE[0] - (count - 1) * step) / 2
    for number in range(count):
        x = left + number * step
        canvas.slab(x - 6, 210, 12, 220, 4, paints["second"])
        canvas.disc(x, 208, 13, paints["first"])


def _draw_brand(canvas: Canvas, x: float, y: float, step: float) -> None:
    """Draws the sign of the table around a point: four wells, one of them empty."""
    paints = tokens()
    canvas.slab(x - 2 * step, y - 2 * step, 4 * step, 4 * step, step, paints["slab-edge"])
    wells = ((-1, -1, "ground"), (1, -1, "first"), (-1, 1, "first"), (1, 1, "second"))
    for across, down, paint in wells:
        canvas.disc(x + across * 0.8 * step, y + down * 0.8 * step, 0.62 * step, paints[paint])
