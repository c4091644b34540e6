"""Cuts a Python program into words, and reads which functions it defines. The interpreter in the browser has no module
``ast`` or ``re`` of full size, so this reader does without."""

from __future__ import annotations

import json
from typing import Any

NAME, NUMBER, STRING, SIGN, BREAK = range(5)
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
_LONG = ("**=", "//=", "<<=", ">>=", "...")
_TWO = ("<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=", "//", "**", "<<", ">>", "%=", "&=", "|=")


class Word:
    """Holds one word: the kind, the text, the line counted from 1, and the place in the program."""

    def __init__(self, kind: int, text: str, line: int, start: int) -> None:
        self.kind, self.text, self.line, self.start = kind, text, line, start

    @property
    def end(self) -> int:
        """Returns the place after the word."""
        return self.start + len(self.text)


def depth(text: str) -> int:
    """Returns 1 for an opening bracket, -1 for a closing one, and 0 for any other word."""
    return (text in OPENING) - (text in CLOSING)


def closing(texts: list[str], at: int) -> int:
    """Returns the place of the bracket that closes the first one at or behind a place."""
    deep = 0
    for place in range(at, len(texts)):
        deep += depth(texts[place])
        if deep == 0 and texts[place] in CLOSING:
            return place
    return len(texts) - 1


def arguments_at(texts: list[str], at: int) -> list[tuple[int, int]]:
    """Returns where each argument of a call begins and ends whose bracket opens at a place."""
    found, start, deep, close = [], at + 1, 0, closing(texts, at)
    for place in range(at + 1, close + 1):
        if (texts[place] == "," and deep == 0) or place == close:
            if place > start:
                found.append((start, place))
            start = place + 1
        deep += depth(texts[place])
    return found


class Defined:
    """Describes a function of a program: name, parameters, defaults as text, line, place of ``def``, and place of the
    colon behind the head."""

    def __init__(
        self, name: str, parameters: list[str], texts: dict[str, str], line: int, start: int, body: int = -1
    ) -> None:
        self.name, self.parameters, self.line, self.start, self.body = name, parameters, line, start, body
        self.defaults, self.texts = list(texts), texts
        self.plain = {one: plain_name(one) for one in parameters}


def words_of(source: str) -> list[Word]:
    """Returns the words of a program without comments. A break is the end of a line outside of brackets."""
    found: list[Word] = []
    at, line, deep = 0, 1, 0
    while at < len(source):
        sign = source[at]
        if sign == "\n":
            if deep == 0:
                found.append(Word(BREAK, "\n", line, at))
            line, at = line + 1, at + 1
        elif sign in " \t\r\\":
            at += 1
        elif sign == "#":
            while at < len(source) and source[at] != "\n":
                at += 1
        else:
            kind, end = _word(source, at)
            text = source[at:end]
            deep = max(deep + depth(text), 0)
            found.append(Word(kind, text, line, at))
            line, at = line + text.count("\n"), end
    return found


def _word(source: str, at: int) -> tuple[int, int]:
    sign = source[at]
    if sign in "\"'":
        return STRING, _string_end(source, at)
    if _in_name(sign) and not sign.isdigit():
        end = at
        while end < len(source) and _in_name(source[end]):
            end += 1
        if end < len(source) and source[end] in "\"'" and end - at <= 2:
            return STRING, _string_end(source, end)
        return NAME, end
    if sign.isdigit() or (sign == "." and source[at + 1 : at + 2].isdigit()):
        end = at
        while end < len(source) and (_in_name(source[end]) or source[end] == "."):
            end += 1
        return NUMBER, end
    for size, known in ((3, _LONG), (2, _TWO)):
        if source[at : at + size] in known:
            return SIGN, at + size
    return SIGN, at + 1


def _in_name(sign: str) -> bool:
    return sign.isalpha() or sign.isdigit() or sign == "_" or ord(sign) > 127


def _string_end(source: str, at: int) -> int:
    mark = source[at : at + 3] if source[at : at + 3] in ('"""', "'''") else source[at]
    end = at + len(mark)
    while end < len(source):
        if source[end] == "\\":
            end += 2
        elif source[end : end + len(mark)] == mark:
            return end + len(mark)
        elif source[end] == "\n" and len(mark) == 1:
            return end
        else:
            end += 1
    return end


def triples(words: list[Word]) -> list[tuple[Word, Word, Word]]:
    """Returns each word with the two behind it."""
    return [(words[i], words[i + 1], words[i + 2]) for i in range(len(words) - 2)]


def functions_of(words: list[Word]) -> list[Defined]:
    """Returns the functions of a program in their order."""
    found = []
    for i, word in enumerate(words):
        first = i == 0 or words[i - 1].kind == BREAK
        if word.text == "def" and word.kind == NAME and first and i + 2 < len(words) and words[i + 2].text == "(":
            names, texts, at = _parameters(words, i + 3, ")")
            body = next((one.start for one in words[at:] if one.text == ":"), word.start)
            found.append(Defined(words[i + 1].text, names, texts, word.line, word.start, body))
    return found


def named(words: list[Word], at: int, name: str) -> Defined:
    """Returns the function of a ``lambda`` under the name that it is given."""
    names, texts, _ = _parameters(words, at + 1, ":")
    return Defined(name, names, texts, words[at].line, -1)


def _parameters(words: list[Word], at: int, end: str) -> tuple[list[str], dict[str, str], int]:
    names: list[str] = []
    texts: dict[str, str] = {}
    deep, expects, given = 0, True, False
    while at < len(words):
        text = words[at].text
        if deep == 0 and text == end:
            break
        deep += depth(text)
        if deep == 0 and text == ",":
            expects, given = True, False
        elif expects and words[at].kind == NAME:
            if words[at - 1].text not in ("*", "**"):
                names.append(text)
            expects = False
        elif deep == 0 and text == "=" and names and not given:
            given = True
            texts[names[-1]] = ""
        elif given:
            texts[names[-1]] += text
        at += 1
    return names, texts, at


def plain_name(name: str) -> str:
    """Returns a parameter's name in small letters without lines below."""
    return name.replace("_", "").lower()


def among(names: list[str], known: Any) -> list[str]:
    """Returns the names that are among the known ones, but for large letters and lines below."""
    return [name for name in names if plain_name(name) in known]


def unwrapped(source: str) -> str:
    """Returns the plain program. Lines that are no Python become comments, so every other line keeps its number."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\u00a0", " ")
    source = _from_notebook(source).replace(", /", "")  # parameters without names are given by their names as well
    lines = source.split("\n")
    fences = [at for at, line in enumerate(lines) if line.strip().startswith("```")]
    if fences:
        inside, open_ = [], False
        for at, line in enumerate(lines):
            open_ = open_ != (at in fences)
            inside.append(line if open_ and at not in fences else "# " + line)
        lines = inside
    return "\n".join(["# " + line if line.startswith(("%", "!")) else line for line in lines])


def _from_notebook(source: str) -> str:
    """Returns the code of a notebook's cells, or the source itself if it is none."""
    if not source.lstrip().startswith("{") or '"cells"' not in source:
        return source
    try:
        cells = json.loads(source)["cells"]
        codes = [one["source"] for one in cells if one["cell_type"] == "code"]
        return "\n".join([one if isinstance(one, str) else "".join(one) for one in codes])
    except (ValueError, KeyError, TypeError):
        return source
