"""Reads trees in Graphviz's language DOT: ``digraph { A -> B; B -> 3; C [label="7"] }``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from engine.games.trees.draft import Draft
from engine.games.trees.graph import Edge, Graph
from engine.games.trees.source import Cursor, Source, is_unknown, mover_in, mover_of

_TOKEN = re.compile(
    r"\s*(?:(?P<skip>//[^\n]*|\#[^\n]*|/\*.*?\*/)|(?P<word>\"(?:[^\"\\]|\\.)*\"|->|--|[\[\](){};,=]|(?:(?!->|--)[^\s\[\](){};,=\"])+|\"))",
    re.DOTALL,
)
_SHAPES = {"triangle": "max", "invtriangle": "min"}
_HEAD = re.compile(r"\s*(strict\s+)?(di)?graph\b", re.IGNORECASE)
_LINES = re.compile(r"\\[nlr]|\n")


class _Word(NamedTuple):
    word: str
    at: int

    @property
    def said(self) -> str:
        quoted = len(self.word) > 1 and self.word[0] == self.word[-1] == '"'
        return self.word[1:-1].replace('\\"', '"') if quoted else self.word


Attributes = dict[str, _Word]


def is_dot(text: str) -> bool:
    """Tests if a text begins as a graph of Graphviz."""
    return bool(_HEAD.match(text)) and "{" in text


def read_dot(source: Source) -> Draft:
    """Returns the tree of a DOT text. Raises SlipError."""
    return _Dot(source).tree()


class _Dot(Cursor):
    def __init__(self, source: Source) -> None:
        found = (match for match in _TOKEN.finditer(source.text) if match["word"])
        super().__init__(source, [_Word(match["word"], match.start("word")) for match in found])
        for one, two in zip(self.tokens, [*self.tokens[1:], _Word("", len(source.text))], strict=True):
            close = one.word[0] == '"' and two.at == one.at + len(one.word) and re.match(r"\w", two.word)
            if one.word == '"' or close or (one.word[0] == '"' and "\n" in one.word):
                raise source.quote(one.at)
        self.edges: list[tuple[_Word, _Word, Attributes]] = []
        self.about: dict[str, Attributes] = {}

    def tree(self) -> Draft:
        while self.peek() not in ("{", ""):
            self.at += 1
        self.take("{")
        self.statements()
        if self.peek():
            told = "{word} comes after the end of the tree; one list holds it all"
            raise self.source.slip(self.place, told, word=repr(self.peek()[:30]))
        above = {one.said for one, _, _ in self.edges}
        graph, leaves = Graph(self.source), set(self.about) - above
        for one, to, attributes in self.edges:
            known = to.said in above or to.said in leaves or to.word.startswith('"')
            name = to.said if known else graph.fresh(to.said, to.at)
            share = self._share(attributes)
            place = attributes["label"].at if "label" in attributes else to.at
            graph.join(one.said, one.at, Edge(name, place, share))
        for name, attributes in self.about.items():
            if name in graph.drafts or not self.edges:
                self._describe(graph.node(name, attributes["\0"].at), attributes)
        return graph.tree()

    def statements(self) -> None:
        while self.peek() not in ("}", ""):
            self.statement()
            self.skip(";", ",")
        self.take("}")

    def statement(self) -> None:
        if self.peek() == "subgraph":
            self.at += 1
            if self.peek() != "{":
                self.at += 1
        group = self.group()
        if self.peek() == "=":
            self.at += 1
            self.wanted("a value should follow the equals sign")
            return
        pairs = []
        while self.peek() in ("->", "--"):
            self.at += 1
            following = self.group()
            pairs += [(one, to) for one in group for to in following]
            group = following
        attributes = self.attributes()
        for one, to in pairs:
            self.edges.append((one, to, attributes))
        if not pairs:
            for one in group:
                if one.word.lower() not in ("graph", "node", "edge"):
                    self.about.setdefault(one.said, {"\0": one}).update(attributes)

    def group(self) -> list[_Word]:
        """Returns one id, or those between curly brackets, which may have statements of their own."""
        if self.peek() != "{":
            return [self.wanted("the name of a node should stand here")]
        self.at += 1
        found = []
        while self.peek() != "}":
            found.append(self.wanted("a name or a closing '}' should stand here"))
            if self.peek() in ("->", "--", "["):
                self.at -= 1
                found.pop()
                self.statement()
            self.skip(";", ",")
        self.at += 1
        return found

    def attributes(self) -> Attributes:
        found: Attributes = {}
        while self.peek() == "[":
            self.at += 1
            while self.peek() != "]":
                key = self.wanted("a name or a closing ']' should stand here")
                self.take("=")
                found[key.said.lower()] = self.wanted("a value should follow the equals sign")
                self.skip(",", ";")
            self.at += 1
        return found

    def wanted(self, missing: str) -> _Word:
        """Returns the next id. Raises SlipError with the words ``missing`` if there is none."""
        if self.peek() in ("", "->", "--", *"[](){};,="):
            raise self.source.slip(self.place, missing)
        self.at += 1
        return self.tokens[self.at - 1]  # type: ignore[no-any-return]

    def _share(self, attributes: Attributes) -> Fraction | None:
        for key in ("probability", "prob", "p", "chance"):
            if key in attributes:
                return self.source.share(attributes[key].said, attributes[key].at)
        label = attributes.get("label")
        if label is None or not re.fullmatch(r"\s*([0-9]+/[0-9]+|[01]?\.[0-9]+|[0-9.]+\s*%)\s*", label.said):
            return None
        return self.source.share(label.said, label.at)

    def _describe(self, draft: Draft, attributes: Attributes) -> None:
        shape = attributes.get("shape")
        draft.mover = _SHAPES.get(shape.said, "") if shape else ""
        for key in ("mover", "player", "side", "type", "xlabel"):
            if key in attributes:
                said = attributes[key]
                known = mover_of(said.said) if key in ("type", "xlabel") else self.source.side(said.said, said.at)
                draft.mover = known or draft.mover
        for key in ("value", "utility", "payoff"):
            if key in attributes:
                self._value(draft, attributes[key])
        if "label" not in attributes:
            return
        label = attributes["label"]
        parts = [
            part.strip() for line in _LINES.split(label.said) for part in re.split(r"\s=\s|: ", line) if part.strip()
        ]
        for part in parts:
            if mover_of(part) and len(parts) > 1:
                draft.mover = mover_of(part)
            elif self.source.leaf(part, label.at) is not None or (part == "?" or (is_unknown(part) and part.islower())):
                self._value(draft, _Word(part, label.at))
                draft.name = draft.name if len(parts) > 1 else ""
            else:
                draft.name, draft.at = part, self.source.text.find(part, label.at)
                draft.mover = draft.mover or mover_in(part)
        if not parts:
            draft.name = ""

    def _value(self, draft: Draft, word: _Word) -> None:
        if not draft.take(self.source, word.said, word.at):
            raise self.source.slip(word.at, "{word} is not a number", word=repr(word.said[:30]))
