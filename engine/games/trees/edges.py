"""Reads lists of edges: ``A -> B``, ``A B``, ``A: B C``, with an action or a probability, and values ``D = 3``."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from engine.games.trees.draft import Draft
from engine.games.trees.graph import Edge, Graph
from engine.games.trees.source import CHANCE, Source, mover_of

_ARROW: Final = ("->", "→", "-->", "=>", "--")
_PART = re.compile(r"\"(?:[^\"\\]|\\.)*\"|-->|->|→|=>|--(?=\s)|[(){}\[\],:=;]|(?:(?!->|→|=>)[^\s(){}\[\],:=;\"])+|\"")
_SKIPPED: Final = ("(", ")", "{", "}", "[", "]", ",", ";")
Word = tuple[str, int]


def read_edges(source: Source) -> Draft:
    """Returns the tree of a list of edges. Raises SlipError."""
    graph, at = Graph(source), 0
    for line in re.split(r"(\n)", source.text):
        start, at = at, at + len(line)
        if not line.strip() or line.lstrip().startswith(("#", "//", "%")):
            continue
        parts = [(m[0], start + m.start()) for m in _PART.finditer(line)]
        for word, place in parts:
            if word == '"':
                raise source.quote(place)
        for several in _split(parts):
            _read_line(graph, several)
    return graph.tree()


def _split(parts: list[Word]) -> list[list[Word]]:
    """Returns the edges of a line: several if a comma or a semicolon separates whole edges."""
    pieces = [[*piece] for apart, piece in groupby(parts, lambda word: word[0] in (",", ";")) if not apart]
    whole = all(any(word in (*_ARROW, "=") for word, _ in piece) for piece in pieces)
    return pieces if whole else [parts]


def _read_line(graph: Graph, parts: list[Word]) -> None:
    words = [part for part in parts if part[0] not in _SKIPPED]
    signs = [index for index, (word, _) in enumerate(words) if word in (*_ARROW, ":", "=")]
    if not words:
        return
    if not signs:
        _columns(graph, words)
    elif words[signs[0]][0] in (":", "=") and len(signs) == 1:
        _named(graph, words, signs[0])
    else:
        _chain(graph, words)


def _columns(graph: Graph, words: list[Word]) -> None:
    """Reads ``above below``, ``above action below``, ``above below 1/2`` or ``above 1/2 below``, or a value."""
    source = graph.source
    if len(words) > 3 or len(words) < 2:
        raise source.slip(words[-1][1], "a line of two words is wanted: a node and the node below it")
    (first, at), last = words[0], words[-1]
    if mover_of(first) and len(words) == 2:  # "max A": the mover of a node
        graph.node(plain(last), last[1]).mover = mover_of(first)
        return
    if source.leaf(first, at) is not None:
        raise source.slip(at, "an edge begins at a node with a name, and {word} is a number", word=repr(first[:30]))
    share, below, middle = None, last, words[1]
    if len(words) == 3 and _is_share(last) and (source.leaf(*middle) is None or not _is_share(middle)):
        share, below = last, middle
    elif len(words) == 3 and _is_share(middle):
        share = middle
    _join(graph, words[0], below, share)


def _named(graph: Graph, words: list[Word], sign: int) -> None:
    """Reads ``D = 3``, ``D: 3``, ``A: B C`` or ``A = max``."""
    if sign not in (1, 2) or sign == len(words) - 1:
        raise graph.source.slip(
            words[sign][1], "a name should stand before {sign}, and a value behind it", sign=repr(words[sign][0])
        )
    behind = words[sign + 1 :]
    above = words[sign - 1]
    node = graph.node(plain(above), above[1])
    if sign == 2:
        node.mover = mover_of(words[0][0])
        if not node.mover:
            raise graph.source.slip(words[0][1], "one name should stand before {sign}", sign=repr(words[sign][0]))
    if len(behind) == 1 and mover_of(behind[0][0]):
        node.mover = mover_of(behind[0][0])
    elif len(behind) == 1 and (words[sign][0] == "=" or graph.source.leaf(*behind[0]) is not None):
        word, at = behind[0]
        if not node.take(graph.source, word, at):
            raise graph.source.no_leaf(word, at)
    else:
        for one in behind:
            _join(graph, above, one, None)


def _chain(graph: Graph, words: list[Word]) -> None:
    """Reads ``A -> B``, ``A -> B -> 3``, ``A -> B: 1/2`` or ``A -> B C``."""
    source, above, ready, last, share_next = graph.source, words[0], False, words[0], False
    for word, at in words[1:]:
        if word in _ARROW:
            if ready:
                raise source.slip(at, "a node should stand between two arrows")
            above, ready = last, True
        elif word in (":", "="):
            share_next = True
        elif share_next:
            edge = graph.edges[plain(above)][-1] if graph.edges.get(plain(above)) else None
            if edge is None or not _is_share((word, at)):
                raise source.slip(at, "{word} is not a probability; write 1/4 or 0.25", word=repr(word[:30]))
            edge.share, edge.at, share_next = source.share(word, at), at, False
            graph.node(plain(above), at).mover = CHANCE
        elif not ready and _is_share((word, at)) and word != "1" and graph.edges.get(plain(above)):
            edge = graph.edges[plain(above)][-1]
            edge.share, edge.at = source.share(word, at), at
        else:
            _join(graph, above, (word, at), None)
            last, ready = (word, at), False
    if ready or share_next:
        raise source.slip(words[-1][1] + len(words[-1][0]), "a node should follow the arrow")


def _join(graph: Graph, above: Word, below: Word, share: Word | None) -> None:
    if above[0] in _ARROW or below[0] in _ARROW:
        raise graph.source.slip(
            above[1] if above[0] in _ARROW else below[1], "a name should stand on each side of the arrow"
        )
    quoted = below[0].startswith('"')
    to = plain(below) if quoted else graph.fresh(*below)
    chance = None if share is None else graph.source.share(*share)
    graph.join(plain(above), above[1], Edge(to, below[1] if share is None else share[1], chance))


def plain(word: Word) -> str:
    """Returns a name without its quotation marks."""
    said = word[0]
    return said[1:-1] if len(said) > 1 and said[0] == said[-1] == '"' else said


def _is_share(word: Word) -> bool:
    return bool(re.fullmatch(r"[0-9]+/[0-9]+|0?\.[0-9]+|[0-9.]+%|1", word[0]))
