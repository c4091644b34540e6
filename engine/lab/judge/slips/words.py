"""Changes one word of a program at a time: if the changed program is right, the slip stood in that line. The changes
are those that turn a usual slip into what was meant: another comparison, the other of two names, the other sign,
``not``, ``True`` for ``False``, a name for another, an operation left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.lab.judge.reading.program import DEPTHS, Program
from engine.lab.judge.reading.scanning import BREAK, NAME, NUMBER, SIGN, STRING, Word, among, plain_name, triples
from engine.lab.judge.reading.sides import SIDES

_SIGNS = {
    "<": (">", "<=", ">="),
    ">": ("<", ">=", "<="),
    "<=": ("<", ">=", ">"),
    ">=": (">", "<=", "<"),
    "==": ("!=", "<=", ">="),
    "!=": ("==",),
    "+": ("-",),
    "-": ("+", ""),
    "*": ("+", "/"),
    "/": ("*",),
    "+=": ("=", "-="),
    "-=": ("+=", "="),
}
_OTHERS = (("max", "min"), ("any", "all"), ("True", "False"), ("and", "or"), ("break", "pass"))
_NAMES: dict[str, tuple[str, ...]] = {"not": ("",), "continue": ("break",)}
for _one, _other in _OTHERS:
    _NAMES[_one], _NAMES[_other] = (_other,), (_one,)
_KEYWORDS = (
    *("def", "return", "if", "else", "elif", "for", "in", "while", "import", "from", "as", "is", "None", "lambda"),
    *("class", "try", "except", "with", "yield", "print", "range", "enumerate", "isinstance", "list", "len", "float"),
)
_OPERATIONS = ("+", "-", "*", "/", "%", "//")
_ENDS = (",", ")", ":", "]", "\n", "if", "else", "<", ">", "<=", ">=", "==")


class Change:
    """Holds one change: the edits (start, end and text), the line, how it is told, and the line as it was and will be.
    ``how`` is the code of a sentence. ``repair`` is empty where the change is more than that one line."""

    def __init__(self, source: str, line: int, edits: list[Any], how: str = "repair") -> None:
        self.edits, self.line, self.how = sorted(edits, key=lambda one: one[0]), line, how
        start, end = self.edits[0][0], self.edits[-1][1]
        begin, stop = source.rfind("\n", 0, start) + 1, source.find("\n", end)
        stop = stop if stop >= 0 else len(source)
        parts, done = [], begin
        for first, last, text in self.edits:
            parts.append(source[done:first] + text)
            done = last
        self.slip, self.repair = source[begin:stop].strip(), ("".join(parts) + source[done:stop]).strip()
        if how == "missing":
            self.repair = self.edits[0][2].strip().split("\n")[0]
        elif how in ("without", "deeper", "shallower", "before"):
            lines = source.split("\n")
            self.slip = lines[line - 1].strip()
            self.repair = self.slip
        elif "\n" in self.slip or (how == "line"):
            self.how, self.repair = "line", ""


def repairs(program: Program, lines: list[int], decay: float = 1.0) -> list[Change]:
    """Returns the changes, the likely first: a line, a word for another, a word more or less; ``lines`` first."""
    words, variables = program.words, _variables(program.words)
    parted = {words[i].text for i in range(len(words) - 1) if words[i + 1].text in ("[", ".")}
    ranked: list[tuple[int, int, Change]] = []
    for i, word in enumerate(words):
        if any(one.start <= word.start < one.body for one in program.functions):
            continue
        for rank, start, end, text in _changes(words, i, variables, parted):
            change = Change(program.source, word.line, [(start, end, text)])
            ranked.append((rank * 2 + (word.line not in lines), len(ranked), change))
    first, at = (0, -1) if decay != 1.0 else (2, len(ranked))
    ranked += [(first, at, one) for one in _of_lines(program, decay)]
    ranked.sort(key=lambda one: one[:2])
    return [change for _, _, change in ranked]


def _variables(words: list[Word]) -> list[str]:
    found: list[str] = []
    for i, word in enumerate(words[:-1]):
        after, before = words[i + 1].text, words[i - 1].text if i else ""
        bound = after in ("=", ",", ")", "in", ":") or before == ","
        if word.kind == NAME and bound and word.text not in found and word.text not in (*_KEYWORDS, *_NAMES):
            found.append(word.text)
    return found


def _changes(words: list[Word], i: int, variables: list[str], parted: set[str]) -> Iterator[tuple[int, int, int, str]]:
    """Yields the changes at one word: their rank (0 for a word in place of another, 1 for one more or less), start, end
    and text. ``parted`` are the names of what has parts, and so is no yes or no."""
    word = words[i]
    before = words[i - 1].text if i else "\n"
    if word.kind == SIGN:
        yield from _of_signs(words, i, before)
    elif word.kind == STRING:
        yield from _instead(word, dict.fromkeys([one.text for one in words if one.kind == STRING]))
    elif word.kind == NUMBER:
        yield from _instead(word, ["0", "1", "2", "3"] if word.text in ("0", "1", "2", "3") else [])
        yield from _negated(word, before)
    elif word.kind != NAME or before in ("def", ".", "import", "from", "nonlocal", "global"):
        return
    elif word.text in _NAMES:
        yield from _instead(word, _NAMES[word.text])
        if word.text in ("True", "False"):
            yield 1, word.start, word.start, "not "
    else:
        yield from _of_names(words, i, variables, parted)


def _instead(word: Word, others: Any) -> list[tuple[int, int, int, str]]:
    """Returns the changes that put other words in the place of one."""
    return [(0, word.start, word.end, one) for one in others if one != word.text]


def _of_names(words: list[Word], i: int, variables: list[str], parted: set[str]) -> Iterator[tuple[int, int, int, str]]:
    """Yields the changes of a name: of a level that is not counted, of an item in the place of which a name should
    stand, of a variable, of a function, and of what is asked."""
    word = words[i]
    before, after = words[i - 1].text if i else "\n", words[i + 1].text if i + 1 < len(words) else "\n"
    if plain_name(word.text) in DEPTHS and after in (",", ")"):
        for text in (" + 1", " - 1"):
            yield 1, word.end, word.end, text
    if after == "[" and i + 3 < len(words) and words[i + 3].text == "]":
        for one in variables:
            yield 1, word.start, words[i + 3].end, one
    alone = before in ("if", "elif", "while", "not") and after in (":", "else", "\n")
    if word.text in variables and after not in ("(", "in") and before != "for" and not alone:
        assigned = _assigned(words, i) if after == "=" else variables
        yield from _instead(word, [one for one in variables if one in assigned])
    if word.text in ("inf", "INFINITY", "INF") and before == "-":
        for one in variables:
            yield 0, words[i - 1].start, word.end, one
    if after == "(" and word.text not in _KEYWORDS:
        defined = {words[at + 1].text for at in range(len(words) - 1) if words[at].text == "def"}
        yield from _instead(word, sorted(defined) if word.text in defined else [])
    asked = before in ("if", "elif", "while") or (before in (",", "(", "=") and word.text not in parted)
    if asked and word.text not in _KEYWORDS and after != "=":
        yield 1, word.start, word.start, "not "
    if word.text == "return" and after == "\n":
        for one in variables:
            yield 1, word.end, word.end, " " + one
    yield from _negated(word, before)


def _assigned(words: list[Word], but: int) -> list[str]:
    """Returns the names that are assigned to elsewhere, and the two bounds."""
    found = ["alpha", "beta", "a", "b", "low", "high"]
    for i in range(len(words) - 1):
        if i != but and words[i + 1].text in ("=", "+=", "-=") and (i == 0 or words[i - 1].kind == BREAK):
            found.append(words[i].text)
    return found


def _of_signs(words: list[Word], i: int, before: str) -> list[tuple[int, int, int, str]]:
    word = words[i]
    if word.text == "," and i > 1 and i + 2 < len(words):
        first, second, ends = words[i - 1], words[i + 1], (words[i - 2].text, words[i + 2].text)
        if first.kind == second.kind == NAME and ends[0] in ("(", "[", ",") and ends[1] in (")", "]", ","):
            return [(0, first.start, second.end, second.text + ", " + first.text)]
    if word.text == "-" and before in ("(", ",", "=", "return", ":", "else", "["):
        return [(0, word.start, word.end, "")]
    found = _instead(word, _SIGNS.get(word.text, ()))
    if word.text in _OPERATIONS and words[i - 1].kind != BREAK:
        end = next((at for at in range(i + 1, len(words)) if words[at].text in _ENDS), 0)
        found += [(1, words[i - 1].end, words[end - 1].end, "")] if end else []
    return found


def _negated(word: Word, before: str) -> list[tuple[int, int, int, str]]:
    signed = before in ("(", ",", "=", "[", "return", "else") and word.text not in _KEYWORDS
    return [(1, word.start, word.start, "-")] if signed else []


def _of_lines(program: Program, decay: float) -> Iterator[Change]:
    words = program.words
    side = [name for one in program.functions for name in among(one.parameters, SIDES)][:1]
    for i in range(len(words) - 4):
        word, left, sign, right, end = words[i : i + 5]
        if word.text not in ("if", "elif") or sign.text not in _SIGNS or end.text != ":":
            continue
        for name in side:
            text = left.text + " > " + right.text + " if " + name + " else " + left.text + " < " + right.text
            yield Change(program.source, word.line, [(left.start, right.end, text)])
        names = [name for one in program.functions for name in one.parameters[:2]]
        forgotten = [" or not " + name for name in _variables(words)]
        forgotten += [" or not isinstance(" + name + ", list)" for name in names]
        for text in forgotten if sign.text == "==" else []:
            yield Change(program.source, word.line, [(right.end, right.end, text)])
    for low, sign, high in triples(words) if decay != 1.0 else []:
        if (low.text, sign.text, high.text) == ("alpha", ",", "beta"):
            text = "alpha / " + str(decay) + ", beta / " + str(decay)
            yield Change(program.source, low.line, [(low.start, high.end, text)])
