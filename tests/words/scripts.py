"""Reads the page's scripts: the sentences that pass through ``t`` and ``tn``, and those that pass through neither."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<slash>/)
    |(?P<other>=>|===|!==|\S)
    |(?P<space>\s+)""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_REGEX = {"(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "=>", "===", "!==", "return", "", ">"}


@dataclass(frozen=True)
class Token:
    """Holds one part of a script."""

    kind: str
    text: str
    line: int

    @property
    def value(self) -> str:
        """Returns the contents of a string or of a template, in which every hole is ``{}``."""
        inner = self.text[1:-1] if self.kind == "string" else self.text
        return re.sub(r"\\u([0-9a-f]{4})|\\(.)", lambda m: chr(int(m[1], 16)) if m[1] else m[2], inner)


def tokens(code: str) -> list[Token]:
    """Returns the tokens of a script without comments. The parts of a template's holes come before the template."""
    found: list[Token] = []
    at, counted, line = 0, 0, 1
    while at < len(code):
        match = _TOKEN.match(code, at)
        assert match is not None, code[at : at + 40]
        kind, line, counted = str(match.lastgroup), line + code.count("\n", counted, at), at
        if kind == "slash" and (found[-1].text if found else "") in _BEFORE_REGEX and (regex := _REGEX.match(code, at)):
            found.append(Token("regex", regex[0], line))
            at = regex.end()
            continue
        if kind == "template":
            text, at = _template(code, at + 1, found)
            found.append(Token("template", text, line))
            continue
        if kind not in ("comment", "space"):
            found.append(Token(kind, match[0], line))
        at = match.end()
    return found


def _template(code: str, at: int, found: list[Token]) -> tuple[str, int]:
    """Returns the text of a template with holes as ``{}`` and the place after, and adds the tokens of the holes."""
    text = ""
    while code[at] != "`":
        if code.startswith("${", at):
            start, depth = at + 2, 1
            at = start
            while depth:
                if code[at] == "`":
                    at = _template(code, at + 1, [])[1] - 1
                depth += {"{": 1, "}": -1}.get(code[at], 0)
                at += 1
            found += tokens(code[start : at - 1])
            text += "{}"
            continue
        if code[at] == "\\":
            text += code[at]
            at += 1
        text += code[at]
        at += 1
    return text, at + 1


def sentences(path: Path) -> Iterator[str]:
    """Yields the sentences of a script that pass through ``t``, those with a count as "one|many"."""
    found = tokens(path.read_text("utf-8"))
    for i, token in enumerate(found[:-2]):
        if token.kind != "name" or found[i + 1].text != "(" or (i and found[i - 1].text in (".", "function")):
            continue
        if token.text in ("t", "key") and found[i + 2].kind == "string":
            yield found[i + 2].value
        if token.text == "tn":
            texts = [one.value for one in _arguments(found, i + 1) if one.kind == "string"][:2]
            yield "|".join(texts)


def _arguments(found: list[Token], at: int) -> Iterator[Token]:
    """Yields the tokens between the bracket at ``at`` and its end, on the first level alone."""
    depth = 0
    for token in found[at:]:
        depth += (token.text in "([{" and token.kind == "other") - (token.text in ")]}" and token.kind == "other")
        if depth == 0:
            return
        if depth == 1:
            yield token


WORDS = re.compile(
    r"[^\W\d_]{2,}[,:;.!?…’]? +(?:\{\} *)*[^\W\d_]{2,}"  # two words, holes between
    r"|^[^\W\d_a-z][a-zà-ÿ]+[.!?…]?$"  # one word with a capital
    r"|\{\} [a-z]{2,}|[a-z]{3,} \{\}"  # a word beside a hole
)
_TECHNICAL = frozenset(
    {
        "accept", "as", "autocomplete", "class", "className", "d", "enterkeyhint", "focusable", "href", "id",
        "inputmode", "name", "part", "path", "points", "preserveAspectRatio", "rel", "role", "slug", "transform",
        "type", "version", "viewBox",
    }
)  # fmt: skip
"""Attributes and properties that nobody reads."""
_FOR_PROGRAMS = frozenset(
    {
        "DOMException", "Error", "Range", "addEventListener", "byId", "closest", "createElement", "endsWith",
        "getAttribute", "getContext", "getPropertyValue", "import", "includes", "loadChoice", "matchMedia", "matches",
        "querySelector", "querySelectorAll", "removeEventListener", "saveChoice", "setProperty", "setVariable", "split",
        "startsWith",
    }
)  # fmt: skip
"""Functions whose texts nobody reads; an ``Error`` is for the programmer."""


def bare(path: Path) -> Iterator[tuple[int, str]]:
    """Yields line and text of each literal that looks like words and passes through neither ``t`` nor ``tn``."""
    found = tokens(path.read_text("utf-8"))
    callers: list[str] = []
    for i, token in enumerate(found):
        if token.kind == "other" and token.text in "([{":
            callers.append(found[i - 1].text if i and found[i - 1].kind == "name" and token.text == "(" else "")
        elif token.kind == "other" and token.text in ")]}" and callers:
            callers.pop()
        if token.kind not in ("string", "template") or not WORDS.search(token.value):
            continue
        caller = callers[-1] if callers else ""
        before, after = found[i - 1].text if i else "", found[i + 1].text if i + 1 < len(found) else ""
        key = found[i - 2].text.strip('"') if before == ":" and i > 1 else ""
        compared = before in ("===", "!==", "case") or after in ("===", "!==")
        if caller in ("t", "tn", "key") or caller in _FOR_PROGRAMS or key in _TECHNICAL or compared or before == "from":
            continue
        if caller in ("el", "svg", "set") and before == "(":
            continue  # the name of an element
        if after == ":" and before in ("{", ","):
            continue  # the name of a property
        yield token.line, token.value
