"""Changes the arguments of calls: those that are missing, in another order, or those of another call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.lab.judge.reading.program import DEPTHS, Program
from engine.lab.judge.reading.scanning import among, arguments_at, plain_name
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.slips.statements import Statement
from engine.lab.judge.slips.words import Change


def arguments(program: Program, every: list[Statement]) -> Iterator[Change]:
    """Arguments that are missing, in another order, or those of another call."""
    calls = [call for one in every for call in _calls(program, one)]
    for one, defined, spans in calls:
        if one.inside is not None:
            shown = [program.source[first:last] for first, last in spans]
            rest = defined.parameters[1:] if defined.parameters[:1] == ["self"] else defined.parameters
            yield from _lacking(program, one, spans, shown, rest)
            if not any("=" in text for text in shown):
                yield from _exchanged(program, one, spans, shown, rest)
    for one, defined, spans in calls:
        start, end = spans[0][0], spans[-1][1]
        for other, same, places in calls:
            text = program.source[places[0][0] : places[-1][1]]
            alike = len(same.parameters) == len(defined.parameters) and other.inside is one.inside
            if other is not one and alike and text != program.source[start:end]:
                yield one.change(start, end, text)


def _lacking(program: Program, one: Any, spans: Any, shown: list[str], rest: list[str]) -> Iterator[Change]:
    """Yields the changes that add the arguments that a call lacks."""
    end, own = spans[-1][1], one.own
    named = [text.split("=")[0].strip() for text in shown if "=" in text]
    lacks = [name for name in rest if name not in named][len(shown) - len(named) :]
    if named:
        for names in (lacks, among(lacks, (*program.alphas, *program.betas))):
            given = [name + "=" + way for name in names for way in _for_name(program, name, own)[:1]]
            if given:
                yield one.change(end, end, ", " + ", ".join(given))
    elif lacks:
        for tail in _tails(program, lacks, own):
            yield one.change(end, end, ", " + tail)
        for (start, _), name in zip(spans[1:], rest[1:]):  # noqa: B905 - the browser's Python has no strict
            for same in among(own, (plain_name(name),)):
                yield one.change(start, start, same + ", ")


def _exchanged(program: Program, one: Any, spans: Any, shown: list[str], rest: list[str]) -> Iterator[Change]:
    """Yields the changes that put other arguments in the place of those of a call."""
    own = one.own
    for at in range(len(shown) - 1):
        swapped = [*shown[:at], shown[at + 1], shown[at], *shown[at + 2 :]]
        yield one.change(spans[0][0], spans[-1][1], ", ".join(swapped))
        if among(rest[at : at + 1], program.alphas) and among(rest[at + 1 : at + 2], program.betas):
            for pair in _pairs(program, own) + _null_windows(program, own, shown[at : at + 2]):
                yield one.change(spans[at][0], spans[at + 1][1], pair)
    for at, text in enumerate(shown):
        for other in _others(program, rest[at] if at < len(rest) else "", own, text):
            yield one.change(spans[at][0], spans[at][1], other)


def _calls(program: Program, one: Statement) -> Iterator[Any]:
    """Yields the calls of own functions with arguments: the statement, the function, the place of each argument."""
    for at in range(len(one.words) - 1 if one.texts[0] not in ("def", "class") else 0):
        defined = [other for other in [*program.functions, program.first] if other.name == one.texts[at]]
        if defined and one.texts[at + 1] == "(":
            places = arguments_at(one.texts, at + 1)
            if places:
                yield one, defined[0], [(one.words[first].start, one.words[last - 1].end) for first, last in places]


def _tails(program: Program, lacks: list[str], own: list[str]) -> Iterator[str]:
    ways = [_for_name(program, name, own) for name in lacks]
    if all(ways):
        for at in (0, 1):
            yield ", ".join([way[min(at, len(way) - 1)] for way in ways])
        yield ways[0][0]
        if among(lacks, program.alphas):
            yield from _pairs(program, own)


def _for_name(program: Program, name: str, own: list[str]) -> list[str]:
    plain = plain_name(name)
    ends = [ends for ends in (program.alphas, program.betas) if plain in ends]
    same = among(own, (plain,)) or [one for names in ends for one in among(own, names)]
    found = list(same)
    if plain in SIDES:
        found = ["not " + one for one in same] + found + ["False", "True"]
    if plain in SIGNS:
        found = ["-" + one for one in same] + found
    if plain in DEPTHS:
        found = [one + " - 1" for one in same] + found
    return found


def _pairs(program: Program, own: list[str]) -> list[str]:
    low, high = among(own, program.alphas), among(own, program.betas)
    return [low[0] + ", " + high[0], "-" + high[0] + ", -" + low[0]] if low and high else []


def _null_windows(program: Program, own: list[str], given: list[str]) -> list[str]:
    """Returns the null windows at both ends for either side, as wide as one that is given."""
    steps = [text.split(sign)[1] for text in given for sign in (" + ", " - ") if sign in text]
    bounds = among(own, program.alphas)[:1] + among(own, program.betas)[:1]
    if len(bounds) < 2 or not steps or not steps[0][:1].isdigit():
        return []
    low, high = bounds
    below, above = " - " + steps[0], " + " + steps[0]
    at_low = [low + ", " + low + above, "-" + low + below + ", -" + low]
    return [*at_low, high + below + ", " + high, "-" + high + ", -" + high + above]


_OPPOSITES = {"x": "O", "o": "X", "max": "min", "white": "black", "black": "white", "red": "yellow", "yellow": "red"}


def _turned(program: Program, name: str) -> list[str]:
    """Returns the other side, where a program calls the sides by words."""
    if not program.sides or program.sides[0][:1] not in ("'", '"'):
        return []
    first = program.sides[0]
    bare = _OPPOSITES.get(first[1:-1].lower(), "other")
    second = program.sides[1] if len(program.sides) > 1 else '"' + (bare.upper() if first.isupper() else bare) + '"'
    return [second + " if " + name + " == " + first + " else " + first]


def _others(program: Program, name: str, own: list[str], text: str) -> list[str]:
    plain, parts = plain_name(name), text.split()
    found: list[str] = []
    if plain in DEPTHS and len(parts) == 3 and parts[1] in "+-":
        found.append(parts[0] + " " + parts[1] + " 1")
    for one in among(own, (plain,)):
        if plain in DEPTHS:
            found.append(one + " - 1")
            continue
        found += [one, "not " + one] if plain in SIDES else [one, "-" + one] if plain in SIGNS else [one]
        if plain in SIGNS and (text == one or text[:1] in ("'", '"')):
            found += _turned(program, one)
    return [one for one in found + (["True", "False"] if plain in SIDES else []) if one != text]
