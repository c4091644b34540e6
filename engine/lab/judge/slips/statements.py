"""Cuts a program into statements, and makes changes of them."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.program import Program
from engine.lab.judge.reading.scanning import BREAK, NAME, STRING, Defined, Word, depth
from engine.lab.judge.slips.words import Change


class Statement:
    """Holds one statement: its words, line and indent, the function that it stands in, and ``own``, the parameters."""

    def __init__(self, source: str, words: list[Word], indent: int, inside: Defined | None) -> None:
        self.source, self.words, self.line, self.indent, self.inside = source, words, words[0].line, indent, inside
        self.start, self.end = words[0].start, words[-1].end
        self.texts = [one.text for one in words]
        self.own = inside.parameters if inside is not None else []
        self.heads = self.texts[-1] == ":" or self.texts[0] in ("if", "for", "while", "else", "elif", "def", "class")

    def part(self, first: int, last: int | None = None) -> str:
        """Returns the text of the words from one place to before another."""
        words = self.words[first:last]
        return self.source[words[0].start : words[-1].end]

    def find(self, sign: str) -> int:
        """Returns the place of a sign outside of brackets, -1 if there is none."""
        deep = 0
        for at, text in enumerate(self.texts):
            if deep == 0 and text == sign:
                return at
            deep += depth(text)
        return -1

    def edited(self, edits: list[Any], how: str = "repair") -> Change:
        """Returns the change that makes some edits."""
        return Change(self.source, self.line, edits, how)

    def change(self, start: int, end: int, text: str, how: str = "repair") -> Change:
        """Returns the change that puts a text in the place of a part of the statement."""
        return self.edited([(start, end, text)], how)

    def over(self, first: int, last: int, text: str, how: str = "repair") -> Change:
        """Returns the change that puts a text in the place of the words from one to another."""
        return self.change(self.words[first].start, self.words[last].end, text, how)

    def marks(self) -> bool:
        """Tells whether an entry of a table is kept with a mark: a text, or one of two names by a condition."""
        value = self.words[self.find("=") :]
        return any(
            one.kind == STRING or (one.kind == NAME and after.text == "if")
            for one, after in zip(value, [*value[1:], value[-1]])  # noqa: B905 - the browser's Python has no strict
        )


def statements(program: Program) -> list[Statement]:
    """Returns the statements of a program in their order. One behind a colon in the same line is its own."""
    found: list[Statement] = []
    words: list[Word] = []
    inside: list[tuple[int, Defined]] = []
    heads = {one.start: one for one in program.functions}
    deep = 0
    for word in [*program.words, Word(BREAK, "\n", 0, len(program.source))]:
        if word.kind != BREAK and not (word.text == ";" and deep == 0):
            words.append(word)
            deep += depth(word.text)
            opens = words[0].text in ("def", "if", "for", "while", "else", "elif", "try", "with")
            if not (word.text == ":" and deep == 0 and opens):
                continue
        if words:
            begin = program.source.rfind("\n", 0, words[0].start) + 1
            gap = program.source[begin : words[0].start]
            indent = len(gap) if not gap.strip() else len(gap) - len(gap.lstrip()) + 1
            while inside and inside[-1][0] >= indent and words[0].text != "@":
                inside.pop()
            found.append(Statement(program.source, words, indent, inside[-1][1] if inside else None))
            if words[0].start in heads:
                inside.append((indent, heads[words[0].start]))
        words, deep = [], 0
    return found
