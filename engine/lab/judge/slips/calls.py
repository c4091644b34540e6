"""Changes the arguments of calls: those that are missing, in another order, or those of another call."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.program import DEPTHS, Program
from engine.lab.judge.reading.scanning import among, arguments_at, plain_name
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.slips.statements import Statement, change
from engine.lab.judge.slips.words import Change


def arguments(program: Program, every: list[Statement]) -> list[Change]:
    """Arguments that are missing, in another order, or those of another call."""
    found: list[Change] = []
    calls = [call for one in every for call in _calls(program, one)]
    for one, defined, spans in calls:
        if one.inside is not None and spans:
            shown = [program.source[first:last] for first, last in spans]
            rest = defined.parameters[1:] if defined.parameters[:1] == ["self"] else defined.parameters
            found += _lacking(program, one, spans, shown, rest)
            if not any("=" in text for text in shown):
                found += _exchanged(program, one, spans, shown, rest)
    for one, defined, spans in calls:
        for other, same, places in calls:
            if spans and places and other is not one and len(same.parameters) == len(defined.parameters):
                text = program.source[places[0][0] : places[-1][1]]
                if other.inside is one.inside and text != program.source[spans[0][0] : spans[-1][1]]:
                    found.append(change(one, spans[0][0], spans[-1][1], text))
    return found


def _lacking(program: Program, one: Any, spans: Any, shown: list[str], rest: list[str]) -> list[Change]:
    """Returns the changes that add the arguments that a call lacks."""
    end, own = spans[-1][1], one.inside.parameters
    named = [text.split("=")[0].strip() for text in shown if "=" in text]
    lacks = [name for name in rest if name not in named][len(shown) - len(named) :]
    if not named:
        tails = _tails(program, lacks, own, one) if lacks else []
        found = [change(one, end, end, ", " + tail) for tail in tails]
        for at, (start, _) in enumerate(spans[1:] if lacks else []):
            for name in [name for name in own if plain_name(name) == plain_name(rest[at + 1])]:
                found.append(change(one, start, start, name + ", "))
        return found
    found = []
    for names in (lacks, among(lacks, (*program.alphas, *program.betas))):
        given = [name + "=" + _for_name(program, name, own)[0] for name in names if _for_name(program, name, own)]
        if given:
            found.append(change(one, end, end, ", " + ", ".join(given)))
    return found


def _exchanged(program: Program, one: Any, spans: Any, shown: list[str], rest: list[str]) -> list[Change]:
    """Returns the changes that put other arguments in the place of those of a call."""
    found: list[Change] = []
    own = one.inside.parameters
    for at in range(len(shown) - 1):
        swapped = [*shown[:at], shown[at + 1], shown[at], *shown[at + 2 :]]
        found.append(change(one, spans[0][0], spans[-1][1], ", ".join(swapped)))
        low, high = rest[at : at + 1], rest[at + 1 : at + 2]
        if low and high and plain_name(low[0]) in program.alphas and plain_name(high[0]) in program.betas:
            for pair in _pairs(program, own) + _null_windows(program, own, shown[at : at + 2]):
                found.append(change(one, spans[at][0], spans[at + 1][1], pair))
    for at, text in enumerate(shown):
        for other in _others(program, rest[at] if at < len(rest) else "", own, text):
            found.append(change(one, spans[at][0], spans[at][1], other))
    return found


def _calls(program: Program, one: Statement) -> list[Any]:
    """Returns the calls of own functions in a statement: the statement, the function, the place of each argument."""
    found = []
    if one.texts[0] in ("def", "class"):
        return []
    for at in range(len(one.words) - 1):
        defined = [other for other in [*program.functions, program.first] if other.name == one.texts[at]]
        if not defined or one.texts[at + 1] != "(":
            continue
        spans = [(one.words[first].start, one.words[last - 1].end) for first, last in arguments_at(one.texts, at + 1)]
        found.append((one, defined[0], spans))
    return found


def _tails(program: Program, lacks: list[str], own: list[str], one: Statement) -> list[str]:
    ways = [[*_for_name(program, name, own)] for name in lacks]
    if all(ways):
        found = [", ".join([way[0] for way in ways])]
        found += [", ".join([way[min(1, len(way) - 1)] for way in ways])]
        found += [way[0] for way in ways[:1]]
        plain = [plain_name(name) for name in lacks]
        if any(name in program.alphas for name in plain):
            found += _pairs(program, own)
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
    low = among(own, program.alphas)
    high = among(own, program.betas)
    if not low or not high:
        return []
    return [low[0] + ", " + high[0], "-" + high[0] + ", -" + low[0]]


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
    plain = plain_name(name)
    found: list[str] = []
    same = [one for one in own if plain_name(one) == plain]
    for one in same:
        if plain in DEPTHS:
            found.append(one + " - 1")
            continue
        found += [one, "not " + one] if plain in SIDES else [one, "-" + one] if plain in SIGNS else [one]
        if plain in SIGNS and (text == one or text[:1] in ("'", '"')):
            found += _turned(program, one)
    parts = text.split()
    if plain in DEPTHS and len(parts) == 3 and parts[1] in "+-":
        found.insert(0, parts[0] + " " + parts[1] + " 1")
    if plain in SIDES:
        found += ["True", "False"]
    return [one for one in found if one != text]
