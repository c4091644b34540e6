"""Changes a program where students usually slip, real slips first: a bound that a search begins with, the sign at a
leaf, ``or`` and ``not`` on a value of 0, a slice of the children, a default that is shared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.lab.judge.reading.names import CHILDREN, meaning_of
from engine.lab.judge.reading.program import Program
from engine.lab.judge.reading.scanning import NAME, NUMBER, Word, among, closing, depth, triples
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.slips.calls import arguments
from engine.lab.judge.slips.statements import Statement, statements
from engine.lab.judge.slips.steps import in_loops, missing, steps, too_many
from engine.lab.judge.slips.tables import kept_outside, keys, stores
from engine.lab.judge.slips.words import Change, repairs

_LEAST, _MOST = 'float("-inf")', 'float("inf")'


_WRAPS = ("int", "round", "abs", "bool", "str", "float", "sum", "not")


def changes(program: Program, lines: list[int], decay: float = 1.0, returns: bool = False) -> list[Change]:
    """Returns the changes to be tried, real slips and those in ``lines`` first. ``returns``: there is no number."""
    every = statements(program)
    ways: list[Any] = [
        *(_beginnings, _kept, kept_outside, _leaves, keys, _deepened, arguments, _falsy),
        *(steps, in_loops, _slices, _beside, _wrapped, _updates, _items),
    ]
    found: list[Change] = []
    for way in ([missing, *ways] if returns else ways) + [too_many]:
        made = list(way(program, every))
        if way is not _beginnings:
            made = [one for one in made if one.line in lines] + [one for one in made if one.line not in lines]
        found += made
    found += repairs(program, lines, decay)
    for way in (_ends, missing, stores):
        found += way(program, every)
    return found


def _beginnings(program: Program, every: list[Statement]) -> Iterator[Change]:
    """Infinity or a bound in the place of a number, or of the other infinity, with which a search begins."""
    for one in [one for one in every if one.inside is None] + [one for one in every if one.inside is not None]:
        places = _constants(one)
        for (first, last), (start, stop) in zip(places, places[1:]):  # noqa: B905, RUF007 - the browser's Python has neither
            for low, high in ((_LEAST, _MOST), (_MOST, _LEAST)):
                yield one.edited([(first.start, last.end, low), (start.start, stop.end, high)])
        own = one.own if one.texts[0] != "def" else []
        bounds = [*own[1:], *[name + "[0]" for name in own[:1]], *_by_side(program, own)]
        for first, last in places:
            for text in (_LEAST, _MOST, *bounds):
                yield one.change(first.start, last.end, text)


def _by_side(program: Program, own: list[str]) -> list[str]:
    """Returns the infinity with which each side begins, where one function searches for both."""
    found = [_LEAST + " if " + name + " else " + _MOST for name in among(own, SIDES)]
    first = program.sides[0] if program.sides else "1"
    return found + [_LEAST + " if " + name + " == " + first + " else " + _MOST for name in among(own, SIGNS)]


def _deepened(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A search that does not go to the end of the tree: the number of its levels."""
    for one in every:
        for before, word, after in triples(one.words):
            small = word.kind == NUMBER and len(word.text) == 1 and word.text > "1"
            if small and before.text in (",", "(", "=") and after.text in (")", ",") and one.texts[0] != "return":
                yield one.change(word.start, word.end, "9", "line")


def _constants(one: Statement) -> list[tuple[Word, Word]]:
    """Returns the numbers and infinities that stand alone in a statement: the first and the last word of each."""
    found = []
    words, texts = one.words, one.texts
    if texts[0] in ("for", "while", "if", "elif", "import", "from", "return") and "(" not in texts:
        return []
    at = 0
    while at < len(words):
        start = at + (texts[at] == "-")
        end = _constant_end(words, texts, start)
        before = texts[at - 1] if at else "\n"
        after = texts[end] if end < len(texts) else "\n"
        if end > start and before in ("=", ",", "else", "(", ":") and after in ("\n", ",", "if", "else", ")", ";"):
            found.append((words[at], words[end - 1]))
        at = max(end, at + 1)
    return found


def _constant_end(words: list[Word], texts: list[str], at: int) -> int:
    """Returns the place behind a constant that begins at a place, the place itself if none does."""
    if at >= len(words):
        return at
    if words[at].kind == NUMBER:
        return at + 3 if texts[at + 1 : at + 2] == ["**"] else at + 1
    if texts[at : at + 2] == ["float", "("]:
        return at + 4
    if texts[at + 1 : at + 2] == ["."] and texts[at + 2 : at + 3] in (["inf"], ["maxsize"]):
        return at + 1 if texts[at] == "None" else at + 3
    return at + 1 if texts[at] in ("None", "inf", "INF", "INFINITY", "Infinity") else at


def _kept(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A default that is shared by all calls, made anew in each."""
    for one in every:
        for at, text in enumerate(one.texts if one.texts[0] == "def" and one.texts[-1] == ":" else []):
            if text == "=" and one.texts[at + 1] in ("[", "{", "set", "dict", "list", "defaultdict"):
                end = closing(one.texts, at + 1)
                name, made = one.words[at - 1].text, one.part(at + 1, end + 1)
                gap = "\n" + " " * (one.indent + 4) + name + " = " + made + " if " + name + " is None else " + name
                edits = [(one.words[at + 1].start, one.words[end].end, "None"), (one.end, one.end, gap)]
                yield one.edited(edits, "shared")


def _leaves(program: Program, every: list[Statement]) -> Iterator[Change]:
    """The sign of a value that is returned: by a parameter, or where no further call is."""
    own = {one.name for one in program.functions}
    for one in every:
        if one.texts[0] != "return" or len(one.words) < 2 or one.inside is None:
            continue
        text = one.part(1)
        plain = text if len(one.words) == 2 or one.texts[2] in (".", "(", "[") else "(" + text + ")"
        for name in among(one.own, SIGNS):
            yield one.over(1, -1, name + " * " + plain)
        if not own & set(one.texts):
            for name in among(one.own, SIDES):
                yield one.over(1, -1, plain + " if " + name + " else -" + plain)
            yield one.over(1, -1, text[1:] if text[:1] == "-" else "-" + plain)


def _falsy(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A test that takes the value 0 for nothing, and a part of a test that should not be there."""
    words = program.words
    flags = {one.text for one, sign, value in triples(words) if sign.text == "=" and value.text in ("True", "False")}
    flags |= {name for one in program.functions for name in among(one.parameters, SIDES)}
    for one in every:
        for at, text in enumerate(one.texts):
            if text in ("or", "and") and at:
                first, last = _operand(one.texts, at - 1, -1), _operand(one.texts, at + 1, 1)
                left, right = one.part(first, at), one.part(at + 1, last + 1)
                if text == "or" and one.texts[0] not in ("if", "elif", "while"):
                    yield one.over(first, last, right + " if " + left + " is None else " + left)
                yield one.over(first, last, left)
                yield one.over(first, last, right)
        for at, word in enumerate(one.words[:-1]):
            before = one.texts[at - 1] if at else "\n"
            if word.kind != NAME or before == "." or word.text in (*flags, *_WORDS):
                continue
            end = at
            while one.texts[end + 1 : end + 2] in (["."], ["["], ["("]):
                end = end + 2 if one.texts[end + 1] == "." else closing(one.texts, end + 1)
            after = one.texts[end + 1] if end + 1 < len(one.texts) else "\n"
            tested = after in (":", "and", "or", "else", "\n", ")")
            if tested and before == "not":
                yield one.over(at - 1, end, one.part(at, end + 1) + " is None")
            elif tested and before in ("if", "elif", "and", "or", "while"):
                yield one.change(one.words[end].end, one.words[end].end, " is not None")


_WORDS = ("not", "if", "elif", "and", "or", "while", "return", "isinstance", "is", "in", "else")
_APART = ("or", "and", ",", ":", "if", "else", "=", "return", "elif", "while")


def _operand(texts: list[str], at: int, by: int) -> int:
    """Returns where the operand of ``or`` or ``and`` ends that begins at a place, to the left or to the right."""
    deep = 0
    while 0 <= at < len(texts):
        deep += depth(texts[at]) * by
        if deep < 0 or (deep == 0 and texts[at] in _APART):
            break
        at += by
    return at - by


def _slices(program: Program, every: list[Statement]) -> Iterator[Change]:
    """Children that are left out."""
    for one in every:
        for at, text in enumerate(one.texts):
            close = closing(one.texts, at) if text in ("[", "range") else 0
            if text == "[" and at and ":" in one.texts[at : close + 1]:
                yield one.over(at, close, "")
            if text == "range" and one.texts[at + 1] == "(":
                inner = one.texts[at + 2 : close]
                if "," in inner:
                    yield one.change(one.words[close - 1].end, one.words[close - 1].end, " + 1")
                for first, word in enumerate(inner):
                    if word == "len":
                        last = closing(inner, first)
                        yield one.over(at + 2, close - 1, one.part(at + 2 + first, at + 3 + last))


def _beside(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A number beside the values that are compared, as the last argument of a call."""
    for one in [one for one in every if one.inside is not None]:
        for at, text in enumerate(one.texts[:-1]):
            end = _constant_end(one.words, one.texts, at + 1 + (one.texts[at + 1] == "-"))
            if text == "," and one.texts[end : end + 1] == [")"] and end > at + 1:
                yield one.over(at, end - 1, "")


def _items(program: Program, every: list[Statement]) -> Iterator[Change]:
    """The number of a fixed player, where the program needs that of the player to move."""
    for one in every:
        places = [two for first, two, last in triples(one.words) if (first.text, last.text) == ("[", "]")]
        for number in sorted({two.text for two in places if two.kind == NUMBER}):
            for name in one.own[1:]:
                yield one.edited([(two.start, two.end, name) for two in places if two.text == number])


def _wrapped(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A value that is rounded or changed otherwise, and a mean in the place of the least or the greatest."""
    for one in every:
        for at, text in enumerate(one.texts[:-1]):
            if text == "//":
                yield one.over(at, at, "/")
            if text not in (*_WRAPS, "mean", "max", "min") or one.texts[at + 1] != "(":
                continue
            close = closing(one.texts, at + 1)
            inner = one.part(at + 2, close) if close > at + 2 else ""
            divides = one.texts[close + 1 : close + 2] in (["/"], ["//"])
            if program.averages and text in ("max", "min", "sum"):
                yield one.over(at, close + 2 * divides, "sum(" + inner + ") / len(" + inner + ")")
            if text in _WRAPS and inner:
                yield one.over(at, close, inner)
                pairs = zip(one.texts, one.words, one.words[1:])  # noqa: B905 - the browser's Python has no strict
                edits = [(two.start, sign.end, "(") for name, two, sign in pairs if (name, sign.text) == (text, "(")]
                if len(edits) > 1:
                    yield one.edited(edits)
            if text in ("sum", "mean"):
                whole = divides and one.texts[close + 2 : close + 3] == ["len"]
                for name in ("min", "max"):
                    yield one.over(at, closing(one.texts, close + 3) if whole else close, name + "(" + inner + ")")


def _updates(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A value that is taken although it is no better."""
    own = [one for one in every if one.inside is not None and one.texts[1:2] == ["="]]
    for one in own:
        names = among(one.own, (*program.alphas, *program.betas))
        for name in names:
            for other in names:
                if name != other and one.texts.count(name) > 1:
                    yield one.edited([(word.start, word.end, other) for word in one.words if word.text == name])
        side = among(one.own, SIDES)
        if side and one.texts[2:3] in (["max"], ["min"]) and "else" not in one.texts:
            yield one.over(2, -1, "max" + one.part(3) + " if " + side[0] + " else min" + one.part(3))
    for one in own:
        if len(one.words) < 3 or one.words[2].kind == NUMBER:
            continue
        chosen, itself = one.texts[2] in ("max", "min"), one.texts[0] in one.texts[3:]
        for name in () if chosen and itself else ("max", "min"):
            yield one.over(2, -1, name + "(" + one.texts[0] + ", " + one.part(2) + ")")
        if chosen and not itself:
            yield one.change(one.words[4].start, one.words[4].start, one.texts[0] + ", ")


def _ends(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A test for the last level that forgets a leaf above it."""
    told = program.shape.told
    loops = [one for one in every if one.texts[0] == "for" and "in" in one.texts and one.texts[-1] == ":"]
    loops = [one for one in loops if any(meaning_of(text, told) == CHILDREN for text in one.texts)]
    asked = [one.part(one.texts.index("in") + 1, -1) for one in loops]
    for one in every:
        for text in asked if one.texts[0] == "if" and one.texts[-1] == ":" else []:
            yield one.change(one.words[-1].start, one.words[-1].start, " or not " + text)
