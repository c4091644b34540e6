"""Reads trees of lines: a node on each line, and its branches below it, farther to the right."""

from __future__ import annotations

import re
from typing import Final

from engine.games.trees.draft import Draft
from engine.games.trees.source import Source, mover_in, mover_of

_RAIL: Final = r"[ │┃|├└┌─━╰╭`+*•·>\\]"
_LEAD = re.compile(rf"(?:{_RAIL}|-(?=[-\s])|-(?=[^\d.∞i]))*(?:-(?=\s))?\s*")
_SHARE = re.compile(r"([0-9.]+(?:/[0-9]+)?\s?%|[0-9]+/[0-9]+|0?\.[0-9]+|1)\s*:?(?=\s|:)\s*")
_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[^\s()\[\]:=,\"]+|[:=]|[()\[\],]|\"")
_NEARLY = re.compile(r"[0-9]/|/[0-9]|%\Z|[0-9]\.[0-9]")
"""Finds a word before a colon that was meant to be a probability."""
_BULLET = re.compile(r"(?:[*•·]|-)\s")


def read_lines(source: Source) -> Draft:
    """Returns the tree of indented lines. Raises SlipError."""
    open_nodes: list[tuple[int, Draft]] = []  # the column and the node of each line above, from the root on
    root: Draft | None = None
    at = 0
    for line in source.text.split("\n"):
        start, at = at, at + len(line) + 1
        lead = _LEAD.match(line)
        column = 0 if lead is None else lead.end()
        if not line.strip() or column >= len(line.rstrip()) or line.lstrip().startswith("#"):
            continue
        draft = _Line(source, line, start, column).draft()
        column = _column(line, column)
        while open_nodes and open_nodes[-1][0] >= column:
            left = open_nodes.pop()[0]
            if left > column and (not open_nodes or open_nodes[-1][0] < column):
                raise source.slip(start + column, "this line begins in no column of a line above it")
        if root is None:
            root = draft
        elif not open_nodes:
            raise source.slip(draft.at, "a second root stands here; every line but the first is farther to the right")
        else:
            above = open_nodes[-1][1]
            if above.is_leaf and not above.name:
                above.name, above.value, above.unknown = above.unknown, None, ""
                if not above.name:
                    raise source.slip(draft.at, "this line stands below a leaf, which has no branches")
            above.value, above.unknown = None, ""  # a value of an inner node is a result
            above.branches.append(draft)
        open_nodes.append((column, draft))
    if root is None:
        raise source.slip(0, "there is no leaf; give numbers such as 3 5 2 9, or nested lists such as [[3,5],[2,9]]")
    return root


def _column(line: str, column: int) -> int:
    """Returns the column where a line counts as begun: at the bullet, if there is one."""
    bullet = _BULLET.match(line.lstrip())
    return len(line) - len(line.lstrip()) if bullet else column


class _Line:
    """Reads one line: a probability, a mover, a name and a value, each of which may be missing."""

    def __init__(self, source: Source, line: str, start: int, column: int) -> None:
        self.source, self.line, self.start, self.column = source, line.rstrip(), start, column

    def draft(self) -> Draft:
        draft, rest = Draft(self.start + self.column), self.column
        share = _SHARE.match(self.line, rest)
        if share and share.end() < len(self.line) and not (share[1] == "1" and ":" not in share[0]):
            draft.share, draft.share_at = self.source.share(share[1], self.start + rest), self.start + rest
            rest = share.end()
        draft.at = self.start + rest
        words = [(match[0], self.start + match.start()) for match in _WORD.finditer(self.line, rest)]
        if not share and len(words) > 1 and words[1][0] == ":" and _NEARLY.search(words[0][0]):
            self.source.share(*words[0])  # which says what is wrong with it
        for word, at in words:
            if word == '"':
                raise self.source.quote(at)
        self._paired(words)
        words = [(word, at) for word, at in words if word not in ("(", ")", "[", "]", ",")]
        if not words:
            raise self.source.slip(draft.at, "the name of a node or a number should stand here")
        self._fill(draft, words)
        return draft

    def _fill(self, draft: Draft, words: list[tuple[str, int]]) -> None:
        sign = next((index for index, (word, _) in enumerate(words) if word in (":", "=")), None)
        if sign is not None:
            self._valued(draft, words, sign)
            words = words[:sign]
        elif not words[-1][0].startswith('"') and len(words) <= 2:
            said = words[-1]
            if self._value(draft, *said, must=len(words) == 1 and said[0][:1] in "-+.0123456789"):
                words = words[:-1]
        for word, at in words:
            quoted = len(word) > 1 and word[0] == word[-1] == '"'
            if not quoted and mover_of(word) and not draft.mover:
                draft.mover = mover_of(word)
            elif word.lower() != "leaf" or quoted:
                self._named(draft, word, at, quoted=quoted)
        if draft.is_leaf:
            draft.mover = ""

    def _valued(self, draft: Draft, words: list[tuple[str, int]], sign: int) -> None:
        if sign == 0:
            raise self.source.slip(words[0][1], "a name should stand before {sign}", sign=repr(words[0][0]))
        if sign == 1 and words[1][0] == ":" and words[0][0][:1] in ".0123456789":
            self.source.share(*words[0])
        behind = words[sign + 1 :]
        if len(behind) > 1 or (not behind and words[sign][0] == "="):
            at = behind[1][1] if behind else words[sign][1] + 1
            raise self.source.slip(at, "one value should stand behind {sign}", sign=repr(words[sign][0]))
        if behind:
            self._value(draft, *behind[0], must=True)

    def _named(self, draft: Draft, word: str, at: int, *, quoted: bool) -> None:
        if draft.name:
            template = "{word} follows the name {name}; put a name of two words between quotation marks"
            raise self.source.slip(at, template, word=repr(word[:30]), name=repr(draft.name[:30]))
        draft.name, draft.at = (word[1:-1] if quoted else word), at
        draft.mover = draft.mover or ("" if quoted else mover_in(word))

    def _paired(self, words: list[tuple[str, int]]) -> None:
        """Raises SlipError for a bracket without its partner in the line."""
        open_at: list[tuple[str, int]] = []
        for word, at in words:
            if word in ("(", "["):
                open_at.append((word, at))
            elif word in (")", "]"):
                if not open_at or open_at[-1][0] + word not in ("()", "[]"):
                    raise self.source.slip(at, "{word} closes nothing here", word=repr(word))
                open_at.pop()
        if open_at:
            raise self.source.slip(open_at[-1][1], "{word} is not closed in this line", word=repr(open_at[-1][0]))

    def _value(self, draft: Draft, word: str, at: int, *, must: bool) -> bool:
        if not draft.take(self.source, word, at) and must:
            raise self.source.no_leaf(word, at)
        return draft.is_leaf
