"""Draws a tree as SVG for print: black on white, blank to be filled in, or with values and cuts. Max is a triangle
upwards, Min a triangle downwards, chance a circle, a leaf a square. Of many players each has a corner more than the one
before. A cut edge has two strokes."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from math import cos, pi, sin

from engine.lab.trees import Tree
from engine.lab.trees.tree import CHANCE, MAX, MIN, share_words, write
from engine.text import text

_LEAF_STEP, _LEVEL_STEP = 40.0, 68.0
_MARGIN = 40.0
_SIZE = 16.0
_SHORT = 4  # letters that fit into a node
_HALO = 'paint-order="stroke" stroke="#fff" stroke-width="3"'  # of words that reach over an edge


def picture(tree: Tree, beside: Mapping[int, str] | None = None, say: Callable[[str], str] = str) -> str:
    """Returns the tree as an SVG element. With ``beside``, words by the place of their node, values are filled in, and
    the nodes that have none are cut."""
    step, margin = _room(tree, beside)
    spots = _positions(tree, step)
    width = (len(tree.leaves) - 1) * step + 2 * margin
    height = max(y for _, y in spots) + 2 * _MARGIN
    filled = "A tree of {n} leaf with values and cuts: {tree}|A tree of {n} leaves with values and cuts: {tree}"
    blank = "A tree of {n} leaf: {tree}|A tree of {n} leaves: {tree}"
    label = say(
        text(filled if beside and len(beside) < len(tree.places) else blank, n=len(tree.leaves), tree=tree.text())
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(-margin)} {_n(-_MARGIN)} {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img" font-family="sans-serif" font-size="14">',
        f"<title>{escape(label)}</title>",
    ]
    for place in range(1, len(tree.places)):
        parts += _edge(tree, place, spots, beside)
    for place, spot in enumerate(spots):
        parts += _node(tree, place, spot, beside)
    return "\n".join([*parts, "</svg>"])


def _edge(tree: Tree, place: int, spots: list[tuple[float, float]], beside: Mapping[int, str] | None) -> Iterator[str]:
    here = tree.places[place]
    (x1, y1), (x2, y2) = spots[here.parent], spots[place]
    unseen = beside is not None and place not in beside
    dashes = ' stroke-dasharray="4 4"' if unseen else ""
    yield f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="#000"{dashes}/>'
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if here.share is not None:
        yield f'<text x="{_n(x + 5)}" y="{_n(y)}" font-size="11">{share_words(here.share)}</text>'
    if unseen and beside is not None and here.parent in beside:
        for dy in (0, 6):
            stroke = f"M{_n(x - 8)} {_n(y + dy)}L{_n(x + 8)} {_n(y + dy - 6)}"
            yield f'<path d="{stroke}" stroke="#000" stroke-width="2"/>'


def _node(tree: Tree, place: int, spot: tuple[float, float], beside: Mapping[int, str] | None) -> Iterator[str]:
    here, (x, y) = tree.places[place], spot
    s = _SIZE
    shapes = {
        MAX: f'<path d="M{_n(x)} {_n(y - s)}L{_n(x + s)} {_n(y + s)}L{_n(x - s)} {_n(y + s)}Z"',
        MIN: f'<path d="M{_n(x)} {_n(y + s)}L{_n(x + s)} {_n(y - s)}L{_n(x - s)} {_n(y - s)}Z"',
        CHANCE: f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(s)}"',
    }
    words = _words(tree, place)
    half = max(s, _width(words) / 2 + 3)
    square = f'<rect x="{_n(x - half)}" y="{_n(y - 12)}" width="{_n(2 * half)}" height="24"'
    shape = shapes.get(here.mover, square)
    if here.value is None and tree.game.sides > 2:
        shape = f'<path d="{_cornered(tree.player(place) + 2, spot)}"'
    yield f'{shape} fill="#fff" stroke="#000"/>'
    down = 5.0 if tree.game.sides > 2 else {MAX: 12.0, MIN: -3.0}.get(here.mover, 5.0)
    small = f' font-size="10" {_HALO}' if len(words) > _SHORT else ""
    yield f'<text x="{_n(x)}" y="{_n(y + down)}" text-anchor="middle"{small}>{escape(words)}</text>'
    if here.value is None and beside is not None and place in beside:
        yield f'<text x="{_n(x + half + 4)}" y="{_n(y + 5)}" font-weight="bold">{beside[place]}</text>'
    elif here.value is None and beside is None:
        yield f'<path d="M{_n(x + half + 4)} {_n(y + 7)}h18" stroke="#000"/>'


def _words(tree: Tree, place: int) -> str:
    here = tree.places[place]
    return here.name if here.value is None else write(tree.node(place))


def _width(words: str) -> float:
    """Returns about how wide words are at a node, where long ones are smaller."""
    return len(words) * (6.0 if len(words) > _SHORT else 8.0)


def _room(tree: Tree, beside: Mapping[int, str] | None) -> tuple[float, float]:
    """Returns the step from leaf to leaf and the margin beside the tree, in which the words at the nodes have room."""
    leaves = max(_width(_words(tree, leaf)) for leaf in tree.leaves)
    names = max(_width(_words(tree, place)) for place in tree.inner())
    values = max([len(words) * 8.0 for words in beside.values()]) if beside else 0.0
    right = max(_SIZE, names / 2) + values + 8
    return max(_LEAF_STEP, leaves + 14, (right + _SIZE) / 1.5), max(_MARGIN, leaves / 2 + 8, right)


def _cornered(corners: int, spot: tuple[float, float]) -> str:
    """Returns the path of a shape with so many corners, one of them on top."""
    turns, r = [2 * pi * i / corners for i in range(corners)], _SIZE + 3
    points = (f"{_n(spot[0] + r * sin(turn))} {_n(spot[1] - r * cos(turn))}" for turn in turns)
    return f"M{'L'.join(points)}Z"


def _n(number: float) -> str:
    """Returns a coordinate without needless decimals."""
    return f"{number:.1f}".removesuffix(".0")


def _positions(tree: Tree, step: float) -> list[tuple[float, float]]:
    """Returns x and y for each place. From leaf to leaf is one step, the first leaf is at x = 0, the root at y = 0."""
    across = [0.0] * len(tree.places)
    for column, leaf in enumerate(tree.leaves):
        across[leaf] = column * step
    for place in reversed(range(len(tree.places))):
        below = tree.children[place]
        if below:
            across[place] = (across[below[0]] + across[below[-1]]) / 2
    return [(x, len(place.path) * _LEVEL_STEP) for x, place in zip(across, tree.places, strict=True)]
