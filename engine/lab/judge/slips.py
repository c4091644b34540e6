"""Changes a program where students usually slip: a bound that a search begins with, an argument that is missing, the
sign at a leaf, the key of a table, ``or`` and ``not`` on a value of 0, a ``return`` one step too deep, a slice of the
children, a default that is shared, a line that is missing or too many."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.names import CHILDREN, PLAY, meaning_of
from engine.lab.judge.program import DEPTHS, SIDES, SIGNS, Program, plain_name
from engine.lab.judge.repairs import Change, repairs
from engine.lab.judge.scanning import BREAK, NAME, NUMBER, Defined, Word

_LEAST, _MOST = 'float("-inf")', 'float("inf")'
_WRAPS = ("int", "round", "abs", "bool", "str", "float", "sum", "not")
_CLOSES = {"(": ")", "[": "]", "{": "}"}


class Statement:
    """Holds one statement: its words, its line, its indent, and the function that it stands in."""

    def __init__(self, words: list[Word], indent: int, inside: Defined | None) -> None:
        self.words, self.line, self.indent, self.inside = words, words[0].line, indent, inside
        self.start, self.end = words[0].start, words[-1].end
        self.texts = [one.text for one in words]
        self.heads = self.texts[-1] == ":" or self.texts[0] in ("if", "for", "while", "else", "elif", "def", "class")

    def find(self, sign: str) -> int:
        """Returns the place of a sign outside of brackets, -1 if there is none."""
        deep = 0
        for at, text in enumerate(self.texts):
            if deep == 0 and text == sign:
                return at
            deep += (text in "([{") - (text in ")]}") if len(text) == 1 else 0
        return -1


def changes(program: Program, lines: list[int], decay: float = 1.0, returns: bool = False) -> list[Change]:
    """Returns the changes to be tried, real slips first. Of each kind those in ``lines`` come first. ``returns`` tells
    that the program returns no number."""
    every = statements(program)
    ways: list[Any] = [_beginnings, _kept, _leaves, _keys, _falsy, _arguments, _steps, _slices, _wrapped, _updates]
    ways = ([_missing, *ways] if returns else ways) + [_too_many]
    found: list[Change] = []
    for way in ways:
        found += _first_in(way(program, every), lines)
    found += repairs(program, lines, decay)
    for way in (_ends, _missing, _stores):
        found += way(program, every)
    return found


def _first_in(found: list[Change], lines: list[int]) -> list[Change]:
    return [one for one in found if one.line in lines] + [one for one in found if one.line not in lines]


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
            deep += (word.text in "([{") - (word.text in ")]}") if len(word.text) == 1 else 0
            opens = words[0].text in ("if", "for", "while", "else", "elif", "try", "with")
            if not (word.text == ":" and deep == 0 and opens):
                continue
        if words:
            begin = program.source.rfind("\n", 0, words[0].start) + 1
            gap = program.source[begin : words[0].start]
            indent = len(gap) if not gap.strip() else len(gap) - len(gap.lstrip()) + 1
            while inside and inside[-1][0] >= indent and words[0].text != "@":
                inside.pop()
            found.append(Statement(words, indent, inside[-1][1] if inside else None))
            if words[0].start in heads:
                inside.append((indent, heads[words[0].start]))
        words, deep = [], 0
    return found


def _change(program: Program, one: Statement, start: int, end: int, text: str, how: str = "repair") -> Change:
    return Change(program.source, one.line, [(start, end, text)], how)


def _text(program: Program, words: list[Word]) -> str:
    return program.source[words[0].start : words[-1].end]


def _beginnings(program: Program, every: list[Statement]) -> list[Change]:
    """Infinity in the place of a number, or of the other infinity, with which a search begins."""
    found: list[Change] = []
    for one in every:
        places = _constants(one)
        if not places:
            continue
        for at in range(len(places) - 1):
            (first, last), (start, stop) = places[at : at + 2]
            for texts in ((_LEAST, _MOST), (_MOST, _LEAST)):
                edits = [(first.start, last.end, texts[0]), (start.start, stop.end, texts[1])]
                found.append(Change(program.source, one.line, edits))
        for first, last in places:
            for text in (_LEAST, _MOST):
                found.append(_change(program, one, first.start, last.end, text))
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
            end = _closing(one.texts, at + 1)
            name, made = one.words[at - 1].text, _text(program, one.words[at + 1 : end + 1])
            gap = "\n" + " " * (one.indent + 4) + name + " = " + made + " if " + name + " is None else " + name
            edits = [(one.words[at + 1].start, one.words[end].end, "None"), (one.end, one.end, gap)]
            found.append(Change(program.source, one.line, edits, "shared"))
    return found


def _closing(texts: list[str], at: int) -> int:
    """Returns the place of the bracket that closes the first one at or behind a place."""
    deep = 0
    for place in range(at, len(texts)):
        deep += (texts[place] in _CLOSES) - (texts[place] in _CLOSES.values())
        if deep == 0 and texts[place] in _CLOSES.values():
            return place
    return len(texts) - 1


def _leaves(program: Program, every: list[Statement]) -> list[Change]:
    """The sign of a value that is returned without a further call."""
    own = {one.name for one in program.functions}
    found: list[Change] = []
    for one in every:
        if one.texts[0] != "return" or len(one.words) < 2 or own & set(one.texts) or one.inside is None:
            continue
        start, text = one.words[1].start, _text(program, one.words[1:])
        plain = text if len(one.words) == 2 or one.texts[2] in (".", "(", "[") else "(" + text + ")"
        signs = [name for name in one.inside.parameters if plain_name(name) in SIGNS]
        for name in signs:
            found.append(_change(program, one, start, one.end, name + " * " + plain))
        for name in [name for name in one.inside.parameters if plain_name(name) in SIDES]:
            found.append(_change(program, one, start, one.end, plain + " if " + name + " else -" + plain))
        found.append(_change(program, one, start, one.end, "-" + plain))
    return found


def _keys(program: Program, every: list[Statement]) -> list[Change]:
    """A key that lacks the side or the window, and a value that should not be kept."""
    found: list[Change] = []
    for store in _stored(every):
        opens = store.find("[")
        close = _closing(store.texts, opens)
        table, key = store.texts[opens - 1], _text(program, store.words[opens + 1 : close])
        if store.inside is None:
            continue
        used = {word.text for word in store.words[opens + 1 : close]}
        made = [one for one in every if one.texts[:2] == [key, "="] and one.inside is store.inside]
        for one in made:
            used |= set(one.texts)
        lacks = [name for name in store.inside.parameters if name not in used | {"self", table}]
        sides = [name for name in lacks if plain_name(name) in (*SIDES, *SIGNS)]
        depths = [name for name in lacks if plain_name(name) in DEPTHS]
        windows = [name for name in lacks if plain_name(name) in (*program.alphas, *program.betas)]
        for more in (sides, depths, sides + depths, lacks if not windows else []):
            if not more:
                continue
            tail = ", " + ", ".join(more)
            if made:
                for one in made:
                    start, text = one.words[2].start, _text(program, one.words[2:])
                    new = text[:-1] + tail + ")" if one.texts[2] == "(" and one.texts[-1] == ")" else "(" + text + tail + ")"
                    found.append(_change(program, one, start, one.end, new))
                continue
            edits, line = [], 0
            for one in every:
                for start, end in _uses(program, one, table, key):
                    edits.append((start, end, "(" + key + tail + ")"))
                    line = line or one.line
            if edits:
                found.append(Change(program.source, line, edits, "line"))
    return found + _flags(program, every)


def _stored(every: list[Statement]) -> list[Statement]:
    """Returns the statements that store something under a key."""
    return [one for one in every if one.find("[") > 0 and one.find("=") > one.find("[") and one.texts[1] != "="]


def _stores(program: Program, every: list[Statement]) -> list[Change]:
    """A value that should not be kept as it is."""
    return [_change(program, one, one.start, one.end, "pass", "without") for one in _stored(every)]


def _flags(program: Program, every: list[Statement]) -> list[Change]:
    """A bound that is compared after it was changed, and the flag of a bound."""
    found: list[Change] = []
    kept: dict[str, str] = {}
    for one in every:
        place = one.find("=")
        left, right = [_names(part) for part in (one.words[:place], one.words[place + 1 :])]
        if place > 0 and len(left) == len(right) and len(one.words) == 2 * (len(left) + len(right)) - 1:
            for name, bound in zip(left, right):  # noqa: B905
                if plain_name(bound) in (*program.alphas, *program.betas) and name != bound:
                    kept[bound] = name
            continue
        edits = [(word.start, word.end, kept[word.text]) for word in one.words if word.text in kept]
        if edits:
            found.append(Change(program.source, one.line, edits))
    marks = {}
    for mark in ("upper", "lower", "exact"):
        names = [one.text for one in program.words if one.kind == NAME and mark in one.text.lower()]
        marks[mark] = names[0] if names else ""
    low = [name for bound, name in kept.items() if plain_name(bound) in program.alphas]
    high = [name for bound, name in kept.items() if plain_name(bound) in program.betas]
    high += [name for one in every if one.inside for name in one.inside.parameters if plain_name(name) in program.betas][:1]
    for one in every:
        shown = [text for text in one.texts if text in marks.values() and text]
        if one.texts[1:2] != ["="] or not shown or one.inside is None:
            continue
        if len(shown) > 1:
            for first, second in ((0, 1), (0, 2), (1, 2)):
                if second < len(shown):
                    swap = {shown[first]: shown[second], shown[second]: shown[first]}
                    edits = [(word.start, word.end, swap[word.text]) for word in one.words if word.text in swap]
                    found.append(Change(program.source, one.line, edits))
        values = [other.texts[0] for other in every if other.inside is one.inside and other.texts[2:3] in (["max"], ["min"])]
        if all(marks.values()) and low and high:
            for best in sorted(set(values) - {*low, *high}):
                text = marks["upper"] + " if " + best + " <= " + low[0] + " else " + marks["lower"]
                text += " if " + best + " >= " + high[0] + " else " + marks["exact"]
                found.append(_change(program, one, one.words[2].start, one.end, text))
    return found


def _names(words: list[Word]) -> list[str]:
    return [one.text for one in words if one.kind == NAME]


def _uses(program: Program, one: Statement, table: str, key: str) -> list[tuple[int, int]]:
    """Returns where a statement asks a table for a key: in brackets, before ``in``, or with ``get``."""
    found = []
    source = program.source
    for before, after in ((table + "[", "]"), ("", " in " + table), ("", " not in " + table), (table + ".get(", "")):
        at = source.find(before + key + after, one.start)
        if 0 <= at < one.end:
            found.append((at + len(before), at + len(before) + len(key)))
    return found


def _falsy(program: Program, every: list[Statement]) -> list[Change]:
    """A test that takes the value 0 for nothing, and a part of a test that should not be there."""
    found: list[Change] = []
    words = program.words
    flags = {one.text for one, sign, value in zip(words, words[1:], words[2:]) if sign.text == "=" and value.text in ("True", "False")}  # noqa: B905
    flags |= {name for one in program.functions for name in one.parameters if plain_name(name) in SIDES}
    for one in every:
        for at, text in enumerate(one.texts):
            if text in ("or", "and") and at:
                first, last = _operand(one.texts, at - 1, -1), _operand(one.texts, at + 1, 1)
                left, right = _text(program, one.words[first:at]), _text(program, one.words[at + 1 : last + 1])
                start, end = one.words[first].start, one.words[last].end
                if text == "or" and one.texts[0] not in ("if", "elif", "while"):
                    found.append(_change(program, one, start, end, right + " if " + left + " is None else " + left))
                found += [_change(program, one, start, end, left), _change(program, one, start, end, right)]
        for at, word in enumerate(one.words[:-1]):
            before = one.texts[at - 1] if at else "\n"
            if word.kind != NAME or before == "." or word.text in (*flags, *_WORDS):
                continue
            end = at
            while one.texts[end + 1 : end + 2] in (["."], ["["], ["("]):
                end = end + 2 if one.texts[end + 1] == "." else _closing(one.texts, end + 1)
            after = one.texts[end + 1] if end + 1 < len(one.texts) else "\n"
            if after not in (":", "and", "or", "else", "\n", ")"):
                continue
            if before == "not":
                text = _text(program, one.words[at : end + 1]) + " is None"
                found.append(_change(program, one, one.words[at - 1].start, one.words[end].end, text))
            elif before in ("if", "elif", "and", "or", "while"):
                found.append(_change(program, one, one.words[end].end, one.words[end].end, " is not None"))
    return found


_WORDS = ("not", "if", "elif", "and", "or", "while", "return", "isinstance", "is", "in", "else")


def _operand(texts: list[str], at: int, by: int) -> int:
    """Returns where the operand of ``or`` or ``and`` ends that begins at a place, to the left or to the right."""
    deep = 0
    while 0 <= at < len(texts):
        text = texts[at]
        opens, closes = text in _CLOSES, text in _CLOSES.values()
        if deep == 0 and ((opens if by < 0 else closes) or text in ("or", "and", ",", ":", "if", "else", "=", "return", "elif", "while")):
            return at - by
        deep += (closes - opens) if by < 0 else (opens - closes)
        at += by
    return at - by


def _arguments(program: Program, every: list[Statement]) -> list[Change]:
    """Arguments that are missing, in another order, or those of another call."""
    found: list[Change] = []
    calls = [call for one in every for call in _calls(program, one)]
    for one, defined, spans in calls:
        if one.inside is None or not spans:
            continue
        start, end = spans[0][0], spans[-1][1]
        own = one.inside.parameters
        rest = defined.parameters[1:] if defined.parameters[:1] == ["self"] else defined.parameters
        shown = [program.source[first:last] for first, last in spans]
        lacks = rest[len(spans) :]
        named = [text.split("=")[0].strip() for text in shown if "=" in text]
        lacks = [name for name in lacks if name not in named]
        if named:
            lacks = [name for name in rest if name not in named][len(shown) - len(named) :]
            for names in (lacks, [name for name in lacks if plain_name(name) in (*program.alphas, *program.betas)]):
                given = [name + "=" + _for_name(program, name, own)[0] for name in names if _for_name(program, name, own)]
                if given:
                    found.append(_change(program, one, end, end, ", " + ", ".join(given)))
            continue
        if lacks:
            for tail in _tails(program, lacks, own, one):
                found.append(_change(program, one, end, end, ", " + tail))
        for at in range(len(shown) - 1):
            swapped = shown[:at] + [shown[at + 1], shown[at]] + shown[at + 2 :]
            found.append(_change(program, one, start, end, ", ".join(swapped)))
            low, high = rest[at : at + 1], rest[at + 1 : at + 2]
            if low and high and plain_name(low[0]) in program.alphas and plain_name(high[0]) in program.betas:
                for pair in _pairs(program, own):
                    found.append(_change(program, one, spans[at][0], spans[at + 1][1], pair))
        for at, text in enumerate(shown):
            for other in _others(rest[at] if at < len(rest) else "", own, text):
                found.append(_change(program, one, spans[at][0], spans[at][1], other))
    for one, defined, spans in calls:
        for other, same, places in calls:
            if spans and places and other is not one and len(same.parameters) == len(defined.parameters):
                text = program.source[places[0][0] : places[-1][1]]
                if other.inside is one.inside and text != program.source[spans[0][0] : spans[-1][1]]:
                    found.append(_change(program, one, spans[0][0], spans[-1][1], text))
    return found


def _calls(program: Program, one: Statement) -> list[Any]:
    """Returns the calls of own functions in a statement: the statement, the function, and the place of each argument."""
    found = []
    if one.texts[0] in ("def", "class"):
        return []
    for at in range(len(one.words) - 1):
        defined = [other for other in [*program.functions, program.first] if other.name == one.texts[at]]
        if not defined or one.texts[at + 1] != "(":
            continue
        close = _closing(one.texts, at + 1)
        spans, start, deep = [], at + 2, 0
        for place in range(at + 2, close + 1):
            text = one.texts[place]
            if (text == "," and deep == 0) or place == close:
                if place > start:
                    spans.append((one.words[start].start, one.words[place - 1].end))
                start = place + 1
            deep += (text in _CLOSES) - (text in _CLOSES.values())
        found.append((one, defined[0], spans))
    return found


def _tails(program: Program, lacks: list[str], own: list[str], one: Statement) -> list[str]:
    """Returns what may stand for the arguments that a call lacks."""
    ways = [[*_for_name(program, name, own)] for name in lacks]
    if all(ways):
        found = [", ".join([way[0] for way in ways])]
        found += [", ".join([way[min(1, len(way) - 1)] for way in ways])]
        found += [way[0] for way in ways[:1]]
        plain = [plain_name(name) for name in lacks]
        if any(name in program.alphas for name in plain):
            found += [pair for pair in _pairs(program, own)]
        return found
    return []


def _for_name(program: Program, name: str, own: list[str]) -> list[str]:
    same = [one for one in own if plain_name(one) == plain_name(name)]
    if not same:
        same = [one for one in own if plain_name(one) in program.alphas and plain_name(name) in program.alphas]
        same += [one for one in own if plain_name(one) in program.betas and plain_name(name) in program.betas]
    found = list(same)
    if plain_name(name) in SIDES:
        found = ["not " + one for one in same] + found + ["False", "True"]
    if plain_name(name) in SIGNS:
        found = ["-" + one for one in same] + found
    if plain_name(name) in DEPTHS:
        found = [one + " - 1" for one in same] + found
    return found


def _pairs(program: Program, own: list[str]) -> list[str]:
    """Returns the windows that a call may hand on."""
    low = [name for name in own if plain_name(name) in program.alphas]
    high = [name for name in own if plain_name(name) in program.betas]
    if not low or not high:
        return []
    return [low[0] + ", " + high[0], "-" + high[0] + ", -" + low[0]]


def _others(name: str, own: list[str], text: str) -> list[str]:
    """Returns what may stand in the place of an argument."""
    plain = plain_name(name)
    found: list[str] = []
    same = [one for one in own if plain_name(one) == plain]
    for one in same:
        found += [one, "not " + one] if plain in SIDES else [one, "-" + one] if plain in SIGNS else [one]
        if plain in DEPTHS:
            found.append(one + " - 1")
    if plain in SIDES:
        found += ["True", "False"]
    return [one for one in found if one != text]


def _steps(program: Program, every: list[Statement]) -> list[Change]:
    """A statement one step too deep, or not deep enough."""
    found: list[Change] = []
    source = program.source
    for at, one in enumerate(every):
        begin = source.rfind("\n", 0, one.start) + 1
        if one.inside is None or source[begin : one.start].strip() or one.texts[0] in ("def", "class", "@", "else", "elif"):
            continue
        end = one.end
        for below in every[at + 1 :]:
            if below.indent <= one.indent:
                break
            end = below.end
        levels = sorted({other.indent for other in every if other.inside is one.inside})
        less = [level for level in levels if level < one.indent]
        deeper = [level for level in levels if level > one.indent and source[begin : one.start].strip() == ""]
        head = every[at - 1].indent if at else one.indent
        for level in less[::-1]:
            found.append(_moved(program, one, begin, end, level - one.indent, "shallower"))
        for level in deeper:
            if level <= max(head, one.indent) + 4:
                found.append(_moved(program, one, begin, end, level - one.indent, "deeper"))
    return found


def _moved(program: Program, one: Statement, begin: int, end: int, by: int, how: str) -> Change:
    lines = program.source[begin:end].split("\n")
    moved = [" " * by + line if by > 0 else line[-by:] if line[:-by].strip() == "" else line for line in lines]
    return Change(program.source, one.line, [(begin, end, "\n".join(moved))], how)


def _slices(program: Program, every: list[Statement]) -> list[Change]:
    """Children that are left out."""
    found: list[Change] = []
    for one in every:
        for at, text in enumerate(one.texts):
            if text == "[" and at and ":" in one.texts[at : _closing(one.texts, at) + 1]:
                close = _closing(one.texts, at)
                found.append(_change(program, one, one.words[at].start, one.words[close].end, ""))
            if text == "range" and one.texts[at + 1] == "(":
                close = _closing(one.texts, at + 1)
                inner = one.words[at + 2 : close]
                for first in range(len(inner)):
                    if inner[first].text == "len":
                        last = _closing([word.text for word in inner], first)
                        text = _text(program, inner[first : last + 1])
                        found.append(_change(program, one, one.words[at + 2].start, one.words[close - 1].end, text))
    return found


def _wrapped(program: Program, every: list[Statement]) -> list[Change]:
    """A value that is rounded or changed otherwise, and a mean in the place of the least or the greatest."""
    found: list[Change] = []
    for one in every:
        for at, text in enumerate(one.texts[:-1]):
            if text == "//":
                found.append(_change(program, one, one.words[at].start, one.words[at].end, "/"))
            if text not in (*_WRAPS, "mean", "max", "min") or one.texts[at + 1] != "(":
                continue
            close = _closing(one.texts, at + 1)
            inner = _text(program, one.words[at + 2 : close]) if close > at + 2 else ""
            start, end = one.words[at].start, one.words[close].end
            if text in _WRAPS and inner:
                found.append(_change(program, one, start, end, inner))
                every_one = [place for place in range(len(one.texts) - 1) if one.texts[place : place + 2] == [text, "("]]
                edits = []
                for place in every_one:
                    edits += [(one.words[place].start, one.words[place + 1].end, "(")]
                if len(edits) > 1:
                    found.append(Change(program.source, one.line, edits))
            if text in ("sum", "mean"):
                stop = end
                if one.texts[close + 1 : close + 3] in (["/", "len"], ["//", "len"]):
                    stop = one.words[_closing(one.texts, close + 3)].end
                for name in ("min", "max"):
                    found.append(_change(program, one, start, stop, name + "(" + inner + ")"))
    return found


def _updates(program: Program, every: list[Statement]) -> list[Change]:
    """A value that is taken although it is no better."""
    found: list[Change] = []
    windows = (*program.alphas, *program.betas)
    for one in every:
        if one.inside is None or one.texts[1:2] != ["="]:
            continue
        names = [name for name in one.inside.parameters if plain_name(name) in windows]
        for name in names:
            for other in names:
                if name != other and one.texts.count(name) > 1:
                    edits = [(word.start, word.end, other) for word in one.words if word.text == name]
                    found.append(Change(program.source, one.line, edits))
        side = [name for name in one.inside.parameters if plain_name(name) in SIDES]
        if side and one.texts[2:3] in (["max"], ["min"]) and "else" not in one.texts:
            inner = _text(program, one.words[3:])
            text = "max" + inner + " if " + side[0] + " else min" + inner
            found.append(_change(program, one, one.words[2].start, one.end, text))
    for one in every:
        if one.texts[1:2] != ["="] or len(one.words) < 3 or one.inside is None or one.words[2].kind == NUMBER:
            continue
        text = _text(program, one.words[2:])
        for name in ("max", "min"):
            if one.texts[2] in ("max", "min") and one.texts[0] in one.texts[3:]:
                continue
            found.append(_change(program, one, one.words[2].start, one.end, name + "(" + one.texts[0] + ", " + text + ")"))
        if one.texts[2] in ("max", "min") and one.texts[0] not in one.texts[3:]:
            found.append(_change(program, one, one.words[4].start, one.words[4].start, one.texts[0] + ", "))
    return found


def _ends(program: Program, every: list[Statement]) -> list[Change]:
    """A test for the last level that forgets a leaf above it."""
    found: list[Change] = []
    asked = []
    for one in every:
        if one.texts[0] == "for" and "in" in one.texts and one.texts[-1] == ":":
            text = _text(program, one.words[one.texts.index("in") + 1 : -1])
            if any(meaning_of(word.text, program.shape.told) == CHILDREN for word in one.words):
                asked.append(text)
    for one in every:
        if one.texts[0] == "if" and one.texts[-1] == ":":
            for text in asked:
                found.append(_change(program, one, one.words[-1].start, one.words[-1].start, " or not " + text))
    return found


def _missing(program: Program, every: list[Statement]) -> list[Change]:
    """A line that is missing: the change of a bound, the cut, a move taken back, or what is returned at the end."""
    found: list[Change] = []
    for at, one in enumerate(every):
        if one.texts[0] != "for" or one.inside is None or at + 1 == len(every) or every[at + 1].line == one.line:
            continue
        last = at + 1
        while last + 1 < len(every) and every[last + 1].indent > one.indent:
            last += 1
        body, level = every[at + 1 : last + 1], every[at + 1].indent
        own = one.inside.parameters
        low = [name for name in own if plain_name(name) in program.alphas][:1]
        high = [name for name in own if plain_name(name) in program.betas][:1]
        targets = [other.texts[0] for other in body if other.texts[1:2] == ["="]]
        ends = [end for end in range(at + 1, last + 1) if end == last or every[end + 1].indent == level]
        for end in ends[::-1]:
            for other in body:
                if other.texts[1:2] == ["."] and other.texts[3:4] == ["("] and program.form == "boards":
                    if meaning_of(other.texts[2], program.shape.told) == PLAY:
                        back = ".pop()" if other.texts[2] == "push" else ".undo()"
                        found.append(_added(program, every, end, other.texts[0] + back, level))
            if low and high:
                for name in targets:
                    found.append(_added(program, every, end, low[0] + " = max(" + low[0] + ", " + name + ")", level))
                    found.append(_added(program, every, end, high[0] + " = min(" + high[0] + ", " + name + ")", level))
                found.append(_added(program, every, end, "if " + low[0] + " >= " + high[0] + ": break", level))
        before = [other.texts[0] for other in every[:last] if other.inside is one.inside and other.texts[1:2] == ["="]]
        for name in dict.fromkeys(before):
            found.append(_added(program, every, last, "return " + str(name), one.indent))
    return found


def _added(program: Program, every: list[Statement], at: int, text: str, level: int) -> Change:
    """Returns the change that adds a line behind a statement."""
    end = every[at].end
    return Change(program.source, every[at].line, [(end, end, "\n" + " " * level + text)], "missing")


def _too_many(program: Program, every: list[Statement]) -> list[Change]:
    """A line without which the program is right."""
    return [
        _change(program, one, one.start, one.end, "pass", "without")
        for one in every
        if one.inside is not None and not one.heads and one.texts[0] not in ("return", "break", "pass", "import", "from")
    ]
