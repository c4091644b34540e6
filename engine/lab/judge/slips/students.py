"""Changes a program where students usually slip, real slips first: a bound that a search begins with, the sign at a
leaf, ``or`` and ``not`` on a value of 0, a slice of the children, a default that is shared."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.names import CHILDREN, meaning_of
from engine.lab.judge.reading.program import Program
from engine.lab.judge.reading.scanning import CLOSING, NAME, NUMBER, OPENING, Word, among, closing, triples
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.slips.calls import arguments
from engine.lab.judge.slips.statements import Statement, change, edited, over, statements
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
    ways = ([missing, *ways] if returns else ways) + [too_many]
    found: list[Change] = []
    for way in ways:
        made = way(program, every)
        found += made if way is _beginnings else _first_in(made, lines)
    found += repairs(program, lines, decay)
    for way in (_ends, missing, stores):
        found += way(program, every)
    return found


def _first_in(found: list[Change], lines: list[int]) -> list[Change]:
    return [one for one in found if one.line in lines] + [one for one in found if one.line not in lines]


def _beginnings(program: Program, every: list[Statement]) -> list[Change]:
    """Infinity or a bound in the place of a number, or of the other infinity, with which a search begins."""
    found: list[Change] = []
    for one in [one for one in every if one.inside is None] + [one for one in every if one.inside is not None]:
        places = _constants(one)
        if not places:
            continue
        for at in range(len(places) - 1):
            (first, last), (start, stop) = places[at : at + 2]
            for texts in ((_LEAST, _MOST), (_MOST, _LEAST)):
                edits = [(first.start, last.end, texts[0]), (start.start, stop.end, texts[1])]
                found.append(edited(one, edits))
        for first, last in places:
            own = one.inside.parameters if one.inside is not None and one.texts[0] != "def" else []
            bounds = [*own[1:], *[name + "[0]" for name in own[:1]], *_by_side(program, own)]
            for text in (_LEAST, _MOST, *bounds):
                found.append(change(one, first.start, last.end, text))
    return found


def _by_side(program: Program, own: list[str]) -> list[str]:
    """Returns the infinity with which each side begins, where one function searches for both."""
    found = [_LEAST + " if " + name + " else " + _MOST for name in among(own, SIDES)]
    first = program.sides[0] if program.sides else "1"
    return found + [_LEAST + " if " + name + " == " + first + " else " + _MOST for name in among(own, SIGNS)]


def _deepened(program: Program, every: list[Statement]) -> list[Change]:
    """A search that does not go to the end of the tree: the number of its levels."""
    found: list[Change] = []
    for one in every:
        for before, word, after in triples(one.words):
            small = word.kind == NUMBER and len(word.text) == 1 and word.text > "1"
            if small and before.text in (",", "(", "=") and after.text in (")", ",") and one.texts[0] != "return":
                found.append(change(one, word.start, word.end, "9", "line"))
    return found


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
    if texts[at] == "None":
        return at + 1
    if texts[at : at + 2] == ["float", "("]:
        return at + 4
    if texts[at + 1 : at + 2] == ["."] and texts[at + 2 : at + 3] in (["inf"], ["maxsize"]):
        return at + 3
    return at + 1 if texts[at] in ("inf", "INF", "INFINITY", "Infinity") else at


def _kept(program: Program, every: list[Statement]) -> list[Change]:
    """A default that is shared by all calls, made anew in each."""
    found: list[Change] = []
    for one in every:
        if one.texts[0] != "def" or one.texts[-1] != ":":
            continue
        for at, text in enumerate(one.texts):
            if text != "=" or one.texts[at + 1] not in ("[", "{", "set", "dict", "list", "defaultdict"):
                continue
            end = closing(one.texts, at + 1)
            name, made = one.words[at - 1].text, one.part(at + 1, end + 1)
            gap = "\n" + " " * (one.indent + 4) + name + " = " + made + " if " + name + " is None else " + name
            edits = [(one.words[at + 1].start, one.words[end].end, "None"), (one.end, one.end, gap)]
            found.append(edited(one, edits, "shared"))
    return found


def _leaves(program: Program, every: list[Statement]) -> list[Change]:
    """The sign of a value that is returned: by a parameter, or where no further call is."""
    own = {one.name for one in program.functions}
    found: list[Change] = []
    for one in every:
        if one.texts[0] != "return" or len(one.words) < 2 or one.inside is None:
            continue
        start, text = one.words[1].start, one.part(1)
        plain = text if len(one.words) == 2 or one.texts[2] in (".", "(", "[") else "(" + text + ")"
        signs = among(one.inside.parameters, SIGNS)
        for name in signs:
            found.append(change(one, start, one.end, name + " * " + plain))
        if own & set(one.texts):
            continue
        for name in among(one.inside.parameters, SIDES):
            found.append(change(one, start, one.end, plain + " if " + name + " else -" + plain))
        found.append(change(one, start, one.end, text[1:] if text[:1] == "-" else "-" + plain))
    return found


def _falsy(program: Program, every: list[Statement]) -> list[Change]:
    """A test that takes the value 0 for nothing, and a part of a test that should not be there."""
    found: list[Change] = []
    words = program.words
    flags = {one.text for one, sign, value in triples(words) if sign.text == "=" and value.text in ("True", "False")}
    flags |= {name for one in program.functions for name in among(one.parameters, SIDES)}
    for one in every:
        for at, text in enumerate(one.texts):
            if text in ("or", "and") and at:
                first, last = _operand(one.texts, at - 1, -1), _operand(one.texts, at + 1, 1)
                left, right = one.part(first, at), one.part(at + 1, last + 1)
                start, end = one.words[first].start, one.words[last].end
                if text == "or" and one.texts[0] not in ("if", "elif", "while"):
                    found.append(change(one, start, end, right + " if " + left + " is None else " + left))
                found += [change(one, start, end, left), change(one, start, end, right)]
        for at, word in enumerate(one.words[:-1]):
            before = one.texts[at - 1] if at else "\n"
            if word.kind != NAME or before == "." or word.text in (*flags, *_WORDS):
                continue
            end = at
            while one.texts[end + 1 : end + 2] in (["."], ["["], ["("]):
                end = end + 2 if one.texts[end + 1] == "." else closing(one.texts, end + 1)
            after = one.texts[end + 1] if end + 1 < len(one.texts) else "\n"
            if after not in (":", "and", "or", "else", "\n", ")"):
                continue
            if before == "not":
                text = one.part(at, end + 1) + " is None"
                found.append(over(one, at - 1, end, text))
            elif before in ("if", "elif", "and", "or", "while"):
                found.append(change(one, one.words[end].end, one.words[end].end, " is not None"))
    return found


_WORDS = ("not", "if", "elif", "and", "or", "while", "return", "isinstance", "is", "in", "else")


def _operand(texts: list[str], at: int, by: int) -> int:
    """Returns where the operand of ``or`` or ``and`` ends that begins at a place, to the left or to the right."""
    deep = 0
    while 0 <= at < len(texts):
        text = texts[at]
        opens, closes = text in OPENING, text in CLOSING
        if deep == 0 and (
            (opens if by < 0 else closes)
            or text in ("or", "and", ",", ":", "if", "else", "=", "return", "elif", "while")
        ):
            return at - by
        deep += (closes - opens) if by < 0 else (opens - closes)
        at += by
    return at - by


def _slices(program: Program, every: list[Statement]) -> list[Change]:
    """Children that are left out."""
    found: list[Change] = []
    for one in every:
        for at, text in enumerate(one.texts):
            if text == "[" and at and ":" in one.texts[at : closing(one.texts, at) + 1]:
                close = closing(one.texts, at)
                found.append(over(one, at, close, ""))
            if text == "range" and one.texts[at + 1] == "(":
                close = closing(one.texts, at + 1)
                inner = one.words[at + 2 : close]
                if "," in [word.text for word in inner]:
                    found.append(change(one, inner[-1].end, inner[-1].end, " + 1"))
                for first in range(len(inner)):
                    if inner[first].text == "len":
                        last = closing([word.text for word in inner], first)
                        text = one.part(at + 2 + first, at + 3 + last)
                        found.append(over(one, at + 2, close - 1, text))
    return found


def _beside(program: Program, every: list[Statement]) -> list[Change]:
    """A number beside the values that are compared, as the last argument of a call."""
    found: list[Change] = []
    for one in [one for one in every if one.inside is not None]:
        for at, text in enumerate(one.texts[:-1]):
            end = _constant_end(one.words, one.texts, at + 1 + (one.texts[at + 1] == "-"))
            if text == "," and one.texts[end : end + 1] == [")"] and end > at + 1:
                found.append(over(one, at, end - 1, ""))
    return found


def _items(program: Program, every: list[Statement]) -> list[Change]:
    """The number of a fixed player, where the program needs that of the player to move."""
    found: list[Change] = []
    for one in every:
        places = [two for first, two, last in triples(one.words) if (first.text, last.text) == ("[", "]")]
        for number in sorted({two.text for two in places if two.kind == NUMBER}):
            for name in one.inside.parameters[1:] if one.inside else ():
                edits = [(two.start, two.end, name) for two in places if two.text == number]
                found.append(edited(one, edits))
    return found


def _wrapped(program: Program, every: list[Statement]) -> list[Change]:
    """A value that is rounded or changed otherwise, and a mean in the place of the least or the greatest."""
    found: list[Change] = []
    for one in every:
        for at, text in enumerate(one.texts[:-1]):
            if text == "//":
                found.append(over(one, at, at, "/"))
            if text not in (*_WRAPS, "mean", "max", "min") or one.texts[at + 1] != "(":
                continue
            close = closing(one.texts, at + 1)
            inner = one.part(at + 2, close) if close > at + 2 else ""
            start, end = one.words[at].start, one.words[close].end
            if program.averages and text in ("max", "min", "sum"):
                stop = one.words[close + 2].end if one.texts[close + 1 : close + 2] in (["/"], ["//"]) else end
                found.append(change(one, start, stop, "sum(" + inner + ") / len(" + inner + ")"))
            if text in _WRAPS and inner:
                found.append(change(one, start, end, inner))
                every_one = [
                    place for place in range(len(one.texts) - 1) if one.texts[place : place + 2] == [text, "("]
                ]
                edits = []
                for place in every_one:
                    edits += [(one.words[place].start, one.words[place + 1].end, "(")]
                if len(edits) > 1:
                    found.append(edited(one, edits))
            if text in ("sum", "mean"):
                stop = end
                if one.texts[close + 1 : close + 3] in (["/", "len"], ["//", "len"]):
                    stop = one.words[closing(one.texts, close + 3)].end
                for name in ("min", "max"):
                    found.append(change(one, start, stop, name + "(" + inner + ")"))
    return found


def _updates(program: Program, every: list[Statement]) -> list[Change]:
    """A value that is taken although it is no better."""
    found: list[Change] = []
    windows = (*program.alphas, *program.betas)
    for one in every:
        if one.inside is None or one.texts[1:2] != ["="]:
            continue
        names = among(one.inside.parameters, windows)
        for name in names:
            for other in names:
                if name != other and one.texts.count(name) > 1:
                    edits = [(word.start, word.end, other) for word in one.words if word.text == name]
                    found.append(edited(one, edits))
        side = among(one.inside.parameters, SIDES)
        if side and one.texts[2:3] in (["max"], ["min"]) and "else" not in one.texts:
            inner = one.part(3)
            text = "max" + inner + " if " + side[0] + " else min" + inner
            found.append(change(one, one.words[2].start, one.end, text))
    for one in every:
        if one.texts[1:2] != ["="] or len(one.words) < 3 or one.inside is None or one.words[2].kind == NUMBER:
            continue
        text = one.part(2)
        for name in ("max", "min"):
            if one.texts[2] in ("max", "min") and one.texts[0] in one.texts[3:]:
                continue
            found.append(change(one, one.words[2].start, one.end, name + "(" + one.texts[0] + ", " + text + ")"))
        if one.texts[2] in ("max", "min") and one.texts[0] not in one.texts[3:]:
            found.append(change(one, one.words[4].start, one.words[4].start, one.texts[0] + ", "))
    return found


def _ends(program: Program, every: list[Statement]) -> list[Change]:
    """A test for the last level that forgets a leaf above it."""
    found: list[Change] = []
    asked = []
    for one in every:
        if one.texts[0] == "for" and "in" in one.texts and one.texts[-1] == ":":
            text = one.part(one.texts.index("in") + 1, -1)
            if any(meaning_of(word.text, program.shape.told) == CHILDREN for word in one.words):
                asked.append(text)
    for one in every:
        if one.texts[0] == "if" and one.texts[-1] == ":":
            for text in asked:
                found.append(change(one, one.words[-1].start, one.words[-1].start, " or not " + text))
    return found
