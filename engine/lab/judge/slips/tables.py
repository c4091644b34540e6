"""Changes what a program keeps in a table: a key that lacks the side, and the flag of a bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.lab.judge.reading.program import DEPTHS, Program
from engine.lab.judge.reading.scanning import NAME, STRING, Word, among, closing, plain_name
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.slips.statements import Statement
from engine.lab.judge.slips.words import Change

_MARKS = (NAME, STRING)
_WHOLE = ('=float("-inf")', '=float("inf")')


def keys(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A key that lacks the side or the window, and a value that should not be kept."""
    for store in stored(every):
        opens = store.find("[")
        close = closing(store.texts, opens)
        table, key = store.texts[opens - 1], store.part(opens + 1, close)
        if store.inside is None:
            continue
        made = [one for one in every if one.texts[:2] == [key, "="] and one.inside is store.inside]
        used = {word.text for word in [*store.words[opens + 1 : close], *[word for one in made for word in one.words]]}
        lacks = [name for name in store.own if name not in used | {"self", table}]
        sides, depths = among(lacks, (*SIDES, *SIGNS)), among(lacks, DEPTHS)
        windows = among(lacks, (*program.alphas, *program.betas))
        for more in (sides, depths, sides + depths, lacks if not windows else []):
            tail = ", " + ", ".join(more)
            for one in made if more else []:
                text, pair = one.part(2), one.texts[2] == "(" and one.texts[-1] == ")"
                yield one.over(2, -1, text[:-1] + tail + ")" if pair else "(" + text + tail + ")")
            asked = [(one, *place) for one in every for place in _uses(program, one, table, key)]
            if asked and more and not made:
                edits = [(start, end, "(" + key + tail + ")") for _, start, end in asked]
                yield Change(program.source, asked[0][0].line, edits, "line")
    yield from _flags(program, every)


def kept_outside(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A value that all calls share by ``global``, made anew in each, or handed on as the two bounds."""
    begun = {one.texts[0]: one for one in every if one.inside is None and one.texts[1:2] == ["="]}
    for one in every:
        names = _names(one.words[1:]) if one.texts[0] == "global" else []
        if not names or one.inside is None:
            continue
        made = [name + " = " + begun[name].part(2) for name in names if name in begun]
        yield one.over(0, -1, "; ".join(made) or "pass")
        head = next((other for other in every if other.start == one.inside.start), one)
        edits = [(one.start, one.end, "pass")]
        if len(names) == 2 and head is not one:
            at = head.words[closing(head.texts, 0)].start
            edits += [(at, at, ", " + name + text) for name, text in zip(names, _WHOLE)]  # noqa: B905 - no strict there
            for other in every:
                for at, text in enumerate(other.texts[:-1]):
                    if text == one.inside.name and other.texts[at + 1] == "(" and other.inside is one.inside:
                        at = other.words[closing(other.texts, at + 1)].start
                        edits.append((at, at, ", " + ", ".join(names)))
            yield one.edited(edits, "line")


def stored(every: list[Statement]) -> list[Statement]:
    """Returns the statements that keep something in a table."""
    return [one for one in every if one.find("[") > 0 and one.find("=") > one.find("[") and one.texts[1] != "="]


def readers(program: Program, every: list[Statement]) -> list[int]:
    """Returns the lines that use what a table has, as far as the first call of a function of the program's own."""
    found: list[int] = []
    own, searching = {one.name for one in program.functions}, []
    names = {store.texts[store.find("[") - 1] for store in stored(every)}
    for one in every:
        if one.inside is None or one.inside in searching or one.texts[0] == "def":
            continue
        if own & set(one.texts):
            searching.append(one.inside)
        elif names & set(one.texts):
            found.append(one.line)
            names |= set(_names(one.words[: max(one.find("="), 0)]))
    return found


def stores(program: Program, every: list[Statement]) -> list[Change]:
    """A value that should not be kept as it is."""
    return [one.over(0, -1, "pass", "without") for one in stored(every)]


def _flags(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A bound that is compared after it was changed, and the flag of a bound."""
    kept: dict[str, str] = {}
    for one in every:
        place = one.find("=")
        left, right = [_names(words) for words in (one.words[:place], one.words[place + 1 :])]
        if place > 0 and len(left) == len(right) and len(one.words) == 2 * (len(left) + len(right)) - 1:
            for name, bound in zip(left, right):  # noqa: B905 - the browser's Python has no strict
                if plain_name(bound) in (*program.alphas, *program.betas) and name != bound:
                    kept[bound] = name
            continue
        edits = [(word.start, word.end, kept[word.text]) for word in one.words if word.text in kept]
        cuts = one.texts[0] in ("if", "elif") and len({word.text for word in one.words if word.text in kept}) > 1
        if edits and not cuts and {"<", ">", "<=", ">="} & set(one.texts):
            yield one.edited(edits)
    marks = {}
    for mark in ("upper", "lower", "exact"):
        marks[mark] = next((one.text for one in program.words if one.kind in _MARKS and mark in one.text.lower()), "")
    for one in every:
        shown = [text for text in one.texts if text in marks.values() and text]
        if one.find("=") > 0 and shown and one.inside is not None:
            for first, second in ((0, 1), (0, 2), (1, 2)):
                if second < len(shown):
                    swap = {shown[first]: shown[second], shown[second]: shown[first]}
                    yield one.edited(
                        [(word.start, word.end, swap[word.text]) for word in one.words if word.text in swap]
                    )
            if all(marks.values()) and one.texts[1] == "=":
                yield from _flagged(program, every, one, marks, kept)


def _flagged(
    program: Program, every: Any, one: Statement, marks: dict[str, str], kept: dict[str, str]
) -> Iterator[Change]:
    """Yields the changes that give a bound its flag by the window with which its node was entered."""
    low, high = [
        [name for bound, name in kept.items() if plain_name(bound) in ends] + among(one.own, ends)[:1]
        for ends in (program.alphas, program.betas)
    ]
    inside = [other for other in every if other.inside is one.inside]
    values = {other.texts[0] for other in inside if other.texts[2:3] in (["max"], ["min"])} - {*low, *high}
    for best, least in [(best, least) for best in sorted(values) for least in low if high]:
        text = marks["upper"] + " if " + best + " <= " + least + " else " + marks["lower"]
        yield one.over(2, -1, text + " if " + best + " >= " + high[0] + " else " + marks["exact"])


def _names(words: list[Word]) -> list[str]:
    return [one.text for one in words if one.kind == NAME]


def _uses(program: Program, one: Statement, table: str, key: str) -> Iterator[tuple[int, int]]:
    """Yields where a statement asks a table for a key: in brackets, before ``in``, or with ``get``."""
    for before, after in ((table + "[", "]"), ("", " in " + table), ("", " not in " + table), (table + ".get(", "")):
        at = program.source.find(before + key + after, one.start)
        if 0 <= at < one.end:
            yield at + len(before), at + len(before) + len(key)
