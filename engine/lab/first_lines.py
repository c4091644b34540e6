"""Begins a reader's own program: the first lines of each algorithm that the judge knows."""

from typing import Final

_LEAF: Final = "    if not isinstance(node, list):\n        return node\n"
_TWOFOLD: Final = "def alphabeta(node, alpha=float('-inf'), beta=float('inf'), maximizing=True):\n" + _LEAF
_ONE: Final = (
    "def {name}(node, alpha=float('-inf'), beta=float('inf'), colour=1):\n"
    "    if not isinstance(node, list):\n        return colour * node\n"
)
FIRST_LINES: Final = {
    "minimax": "def minimax(node, maximizing=True):\n" + _LEAF,
    "twofold": _TWOFOLD,
    "alphabeta": _ONE.format(name="negamax"),
    "memo": "def minimax(node, maximizing=True):\n" + _LEAF,
    "table": _ONE.format(name="negamax"),
    "pvs": _ONE.format(name="pvs"),
    "expectimax": "def expectimax(node, maximizing=True):\n" + _LEAF,
    "maxn": "def maxn(node, player=0):\n    if isinstance(node, tuple):\n        return node\n",
}
"""For each algorithm, by its name in the catalogue, the head of the function, and what it does with a leaf."""
