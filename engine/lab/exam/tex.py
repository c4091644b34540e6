"""Writes a tree and whole sheets for LaTeX, with the package forest."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.games.trees import tree_tex
from engine.lab.trees import Tree
from engine.lab.trees.tree import share_words, write

_HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{adjustbox}
"""
_LAYOUT = r"""\setlength{\parindent}{0pt}
\pagestyle{plain}
"""
_SIGNS = str.maketrans({"≥": r"\ge", "≤": r"\le", "∞": r"\infty"})
_INFINITE = {"-inf": r"$-\infty$", "inf": r"$\infty$"}


def picture(tree: Tree, beside: Mapping[int, str] | None = None) -> str:
    """Returns the tree as a forest environment. With ``beside`` the words beside nodes and the cuts are filled in."""
    return tree_tex.picture(_node(tree, 0, beside))


def _node(tree: Tree, place: int, beside: Mapping[int, str] | None) -> str:
    here = tree.places[place]
    several = tree.game.sides > 2
    number = write(tree.node(place))
    words = here.name if here.value is None else number if several else f"${number}$"
    options = [tree_tex.player(tree.player(place)) if several and here.value is None else tree_tex.STYLES[here.mover]]
    if here.share is not None:
        options.append(tree_tex.share(share_words(here.share)))
    if beside is not None and place not in beside:
        options.append("cut" if here.parent in beside else "open")
    elif beside is not None and here.value is None:
        options.append(f"label={{right:${beside[place].translate(_SIGNS)}$}}")
    return tree_tex.node(words, options, [_node(tree, child, beside) for child in tree.children[place]])


class Item(NamedTuple):
    """Holds a question of a sheet, the answers with their labels if filled in, and the lines of a program."""

    question: str
    answers: Sequence[tuple[str, str]]
    code: Sequence[str] = ()


def sheet(title: str, drawing: str, questions: Sequence[Item]) -> str:
    """Returns one page: the tree, then each question with the answers, or with room to write."""
    items = []
    for question, answers, code in questions:
        room = r"\vspace{2.5cm}" if not answers else f"\\\\ {'; '.join(map(_answer, answers))}"
        items.append(f"\\item {escape(question)}{_listing(code)}{room}")
    body = "\n".join(items)
    return (
        f"\\section*{{{escape(title)}}}\n\\begin{{adjustbox}}{{max width=\\textwidth, center}}\n{drawing}\n"
        f"\\end{{adjustbox}}\n\n\\begin{{enumerate}}\n{body}\n\\end{{enumerate}}\n\\clearpage"
    )


def _listing(code: Sequence[str]) -> str:
    if not code:
        return ""
    lines = "\n".join(f"{number:2}  {line}" for number, line in enumerate(code, start=1))
    return f"\n\\begin{{verbatim}}\n{lines}\n\\end{{verbatim}}\n"


def document(title: str, sheets: Sequence[str]) -> str:
    """Returns a whole LaTeX document with a page for each sheet. The title stands in a comment."""
    head = f"% {title}\n{_HEAD}{tree_tex.PREAMBLE}{_LAYOUT}\\begin{{document}}\n"
    return head + "\n\n".join(sheets) + "\n\\end{document}\n"


def escape(text: str) -> str:
    """Returns plain words with the signs of LaTeX escaped."""
    return tree_tex.escaped(text).replace("<=", r"$\le$").replace("<", "$<$")


def _answer(answer: tuple[str, str]) -> str:
    label, value = answer
    return f"{escape(label)}{' = ' * bool(label)}{_INFINITE.get(value) or escape(value)}"
