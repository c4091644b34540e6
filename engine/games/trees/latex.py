r"""Reads trees of LaTeX: those of the package ``forest``, as the lab and its sheets export them, and ``\Tree``."""

from __future__ import annotations

import re
from typing import Final

from engine.games.trees.draft import DEEPEST, Draft
from engine.games.trees.source import Source, is_unknown, mover_of

_BEGIN = re.compile(r"\\begin\{(forest|tikzpicture)\}|\\Tree\b|\\qtree\b")
_SHARE = re.compile(r"edge label\s*=\s*\{.*?node(?:\[[^\]]*\])?\{([^{}]*)\}", re.DOTALL)
_UNESCAPED: Final = (
    (r"\textbackslash{}", "\\"), (r"\textasciicircum{}", "^"), (r"\textasciitilde{}", "~"),
    (r"\max", "max"), (r"\min", "min"), (r"\bigtriangledown", "▽"), (r"\triangledown", "▽"),
    (r"\bigtriangleup", "△"), (r"\triangle", "△"),
    (r"\infty", "∞"), (r"\geq", ""), (r"\leq", ""), (r"\ge", ""), (r"\le", ""),
)  # fmt: skip


def is_latex(text: str) -> bool:
    """Tests if a text has a tree of LaTeX."""
    return bool(_BEGIN.search(text))


def read_latex(source: Source) -> Draft:
    """Returns the first tree of a text. Raises SlipError."""
    begin = _BEGIN.search(source.text)
    start = source.text.find("[", 0 if begin is None else begin.end())
    if start < 0:
        raise source.slip(len(source.text), "{sign} should stand here", sign=repr("["))
    return _Latex(source, start, dotted="Tree" in (begin[0] if begin else "")).node(0)


class _Latex:
    def __init__(self, source: Source, at: int, *, dotted: bool) -> None:
        self.source, self.text, self.at, self.dotted = source, source.text, at, dotted
        end = re.search(r"\\end\{", source.text[at:])
        self.end = at + end.start() if end else len(source.text)

    def node(self, level: int) -> Draft:
        if level > DEEPEST:
            raise self.source.slip(self.at, "the tree is more than {most} levels deep", most=DEEPEST)
        self.at += 1
        start = self.at
        if self.dotted:
            return self._dotted(level)
        words = self._words("[]")
        draft = Draft(start + len(words) - len(words.lstrip()))
        label, options = _split(words)
        self._label(draft, label, start)
        for option in options.split(","):
            draft.mover = draft.mover or mover_of(option.strip())
        share = _SHARE.search(options)
        if share:
            at = start + words.find(share[1], len(label))
            draft.share, draft.share_at = self.source.share(share[1], at), at
        self._below(draft, level)
        return draft

    def _below(self, draft: Draft, level: int) -> None:
        while True:
            self._go_on()
            if self.text[self.at] == "]":
                self.at += 1
                break
            if self.text[self.at] != "[":
                raise self.source.slip(self.at, "a '[' or a ']' should stand here")
            draft.branches.append(self.node(level + 1))
        if draft.branches:
            draft.value, draft.unknown = None, ""  # a value of an inner node is a result
        else:
            draft.mover = ""

    def _dotted(self, level: int) -> Draft:
        draft = Draft(self.at)
        if self.text[self.at : self.at + 1] == ".":
            self.at += 1
            at = self.at
            self._label(draft, self._word(), at)
            draft.mover = mover_of(draft.name)
            draft.name = "" if draft.mover else draft.name
        while True:
            self._go_on()
            sign = self.text[self.at]
            if sign == "]":
                self.at += 1
                return draft
            if sign == "[":
                draft.branches.append(self.node(level + 1))
                continue
            leaf, at = Draft(self.at), self.at
            self._label(leaf, self._word(), at)
            if not leaf.is_leaf:
                raise self.source.no_leaf(self.text[at : self.at], at)
            draft.branches.append(leaf)

    def _go_on(self) -> None:
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1
        if self.at >= self.end:
            told = "a bracket is open at the end; close every [ with ], every ( with ) and every { with }"
            raise self.source.slip(len(self.text[: self.end].rstrip()), told)

    def _label(self, draft: Draft, label: str, at: int) -> None:
        bare = label.strip()
        if bare.startswith("{") and bare.endswith("}"):
            bare = bare[1:-1]
        for part in re.split(r"\\\\", bare):
            plain = _unescaped(part)
            value = self.source.leaf(plain, at)
            if value is not None:
                draft.value = value
            elif plain and (plain == "?" or ("$" in part and is_unknown(plain))):
                draft.unknown = plain
            elif mover_of(plain) and not self.dotted:
                draft.mover = mover_of(plain)
            elif plain:
                draft.name, draft.at = plain, self.text.find(part, at)

    def _words(self, ends: str) -> str:
        """Returns the text up to one of the signs ``ends`` outside curly brackets."""
        depth, start, square = 0, self.at, 0
        while self.at < self.end and (depth or self.text[self.at] not in ends):
            if not depth and self.text[self.at] == ")" and "(" not in self.text[start : self.at]:
                raise self.source.slip(self.at, "{word} closes nothing here", word=repr(")"))
            if self.text[self.at] == "\\":
                self.at += 1
            elif self.text[self.at] == "{":
                depth += 1
            elif self.text[self.at] == "}":
                depth -= 1
                if depth < 0:
                    raise self.source.slip(self.at, "{word} closes nothing here", word=repr("}"))
            elif depth:
                square += {"[": 1, "]": -1}.get(self.text[self.at], 0)
                if square < 0 or (self.text[self.at] == ")" and "(" not in self.text[start : self.at]):
                    raise self.source.slip(self.at, "a '}' should stand before this bracket")
            self.at += 1
        if depth:
            raise self.source.slip(start, "a '{' in these words is never closed")
        return self.text[start : self.at]

    def _word(self) -> str:
        if self.text[self.at : self.at + 1] == "{":
            start = self.at
            self.at += 1
            self._words("}")
            self.at += 1
            return self.text[start : self.at]
        return self._words("[] \n\t")


def _split(words: str) -> tuple[str, str]:
    depth = 0
    for index, sign in enumerate(words):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and not depth:
            return words[:index], words[index + 1 :]
    return words, ""


def _unescaped(part: str) -> str:
    for tex, plain in _UNESCAPED:
        part = part.replace(tex, plain)
    return re.sub(r"\\([&%$#_{}])", r"\1", part.strip().strip("$")).strip()
