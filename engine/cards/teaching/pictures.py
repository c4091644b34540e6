"""Draws positions and cards as SVG, small: a deck holds a thousand of them."""

from engine.cards.check import Board, Stones

_CELL, _RIM = 20, 3
_SLAB, _HOLE, _INK, _FILLS = "#2f62a8", "#f7f5ef", "#1b1b1b", ("#d64545", "#e8b923")


def picture(board: Board, at: Stones, second: bool, signs: str = "", cell: int = 0) -> str:
    """Returns a picture. ``at`` are the stones of the side of the cards, which is ``second``, and of the other.
    ``signs`` are a card's, row by row from the top ("" for none). ``cell`` bears a ring (0 for none)."""
    width, height = board.width * _CELL, board.height * _CELL
    places = [[list[str](), list[str]()] for _ in range(3)]
    texts = list[str]()
    for column in range(board.width):
        for row in range(board.height):
            bit = 1 << column * board.step + row
            x, y = column * _CELL + _CELL // 2, (board.height - row) * _CELL - _CELL // 2
            owner = 1 + int(second) if at[0] & bit else 2 - int(second) if at[1] & bit else 0
            places[owner][0].append(_circle(x, y, 8))
            places[owner][1].append(_circle(x, y, 2))
            if signs and not owner:
                sign = signs[(board.height - 1 - row) * board.width + column]
                if sign != "|."[1 - row % 2]:  # that sign means nothing in its row
                    texts.append(f'<text x="{x}" y="{y + 5}">{"−" if sign == "-" else sign}</text>')
            if bit == cell:
                texts.append(f'<path d="{_circle(x, y, 7)}" fill="none" stroke="{_INK}" stroke-width="2.5"/>')
    discs = "".join(f'<path d="{"".join(places[one + 1][0])}" fill="{_FILLS[one]}"/>' for one in (0, 1))
    # The second player's discs have a dot, so that the colour alone tells nothing.
    dots = f'<path d="{"".join(places[2][1])}" fill="{_INK}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_RIM} {-_RIM} {width + 2 * _RIM} {height + 2 * _RIM}" '
        f'width="{2 * (width + 2 * _RIM)}" font-family="monospace" font-size="15" text-anchor="middle">'
        f'<rect x="{-_RIM}" y="{-_RIM}" width="{width + 2 * _RIM}" height="{height + 2 * _RIM}" rx="5" '
        f'fill="{_SLAB}"/><path d="{"".join(places[0][0])}" fill="{_HOLE}"/>{discs}{dots}{"".join(texts)}</svg>'
    )


def _circle(x: int, y: int, r: int) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
