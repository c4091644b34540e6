"""Writes trees for LaTeX with the package ``forest``: what the forms of trees, runs and sheets have in common."""

from collections.abc import Iterable, Sequence
from typing import Final

STYLES: Final = ("max", "min", "chance", "leaf")
"""The styles of nodes, in the order of the movers of a tree of the lab. Of edges there are ``open`` and
``cut``."""

PREAMBLE: Final = r"""\usepackage[T1]{fontenc}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  default preamble={for tree={align=center}},
  max/.style={draw, isosceles triangle, shape border rotate=90, inner sep=1pt, minimum size=8mm},
  min/.style={draw, isosceles triangle, shape border rotate=270, inner sep=1pt, minimum size=8mm},
  chance/.style={draw, circle, inner sep=2pt, minimum size=8mm},
  player/.style={draw, regular polygon, regular polygon sides=#1, inner sep=1pt, minimum size=9mm},
  leaf/.style={draw, rectangle, inner sep=3pt, minimum size=6mm},
  open/.style={edge={dashed}},
  cut/.style={open, edge label={node[midway, sloped, fill=white, inner sep=1pt]{$\parallel$}}},
}
"""
_ESCAPED: Final = str.maketrans(
    {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    | {sign: f"\\{sign}" for sign in "&%$#_{}"}
)


def escaped(words: str) -> str:
    """Returns plain words with the signs of LaTeX escaped."""
    return words.translate(_ESCAPED)


def player(number: int) -> str:
    """Returns the style of a node of one of more than two players, counted from 1: each has a corner more."""
    return f"player={number + 2}"


def share(words: str) -> str:
    """Returns the option of a node that writes a chance beside the edge above it."""
    return f"edge label={{node[midway, right, font=\\scriptsize]{{{escaped(words)}}}}}"


def node(label: str, options: Sequence[str], below: Iterable[str]) -> str:
    """Returns a node with the nodes ``below``. The label and the options are LaTeX."""
    lines = "".join(f"\n{one}" for one in below).replace("\n", "\n  ")
    return f"[{{{label}}}, {', '.join(options)}{lines}]"


def picture(root: str) -> str:
    """Returns the environment of a tree."""
    return f"\\begin{{forest}}\n{root}\n\\end{{forest}}"


def document(root: str) -> str:
    """Returns a document of the tree alone."""
    begin, end = r"\begin{document}", r"\end{document}"
    return f"\\documentclass[border=4mm]{{standalone}}\n{PREAMBLE}{begin}\n{picture(root)}\n{end}\n"
