"""Changes lines: one step too deep or not deep enough, missing, or one too many."""

from __future__ import annotations

from collections.abc import Iterator

from engine.lab.judge.reading.names import PLAY, meaning_of
from engine.lab.judge.reading.program import Program
from engine.lab.judge.reading.scanning import among
from engine.lab.judge.slips.statements import Statement
from engine.lab.judge.slips.words import Change


def steps(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A statement one step too deep, or not deep enough."""
    for at, one in enumerate(every):
        begin = program.source.rfind("\n", 0, one.start) + 1
        heads = one.texts[0] in ("def", "class", "@", "else", "elif")
        if one.inside is None or heads or program.source[begin : one.start].strip():
            continue
        end = one.end
        for below in every[at + 1 :]:
            if below.indent <= one.indent:
                break
            end = below.end
        levels = sorted({other.indent for other in every if other.inside is one.inside})
        head = every[at - 1].indent if at else one.indent
        for level in [level for level in levels if level < one.indent][::-1]:
            yield _moved(program, one, begin, end, level - one.indent, "shallower")
        for level in levels:
            if one.indent < level <= max(head, one.indent) + 4 and not _never_reached(every[:at], level):
                yield _moved(program, one, begin, end, level - one.indent, "deeper")


def _never_reached(before: list[Statement], level: int) -> bool:
    """Tells whether a line with an indent would stand behind a jump: moved there it does nothing."""
    last = next((one for one in before[::-1] if one.indent <= level), None)
    return last is not None and last.indent == level and last.texts[0] in ("break", "return", "continue", "raise")


def _moved(program: Program, one: Statement, begin: int, end: int, by: int, how: str) -> Change:
    lines = program.source[begin:end].split("\n")
    moved = [" " * by + line if by > 0 else line[-by:] if line[:-by].strip() == "" else line for line in lines]
    return one.change(begin, end, "\n".join(moved), how)


def in_loops(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A beginning that stands in the loop, and belongs before it."""
    for at, one in enumerate(every):
        loop = next((other for other in every[:at][::-1] if other.indent < one.indent), one)
        if one.texts[1:2] == ["="] and one.inside is not None and loop.texts[0] in ("for", "while"):
            text = one.part(0) + "\n" + " " * loop.indent
            yield one.edited([(loop.start, loop.start, text), (one.start, one.end, "pass")], "before")


def missing(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A line that is missing: the change of a bound, the cut, a move taken back, or what is returned at the end."""
    for at, one in enumerate(every):
        if one.texts[0] != "for" or one.inside is None or at + 1 == len(every) or every[at + 1].line == one.line:
            continue
        last = at + 1
        while last + 1 < len(every) and every[last + 1].indent > one.indent:
            last += 1
        body, level = every[at + 1 : last + 1], every[at + 1].indent
        lows, highs = among(one.own, program.alphas), among(one.own, program.betas)
        targets = [other.texts[0] for other in body if other.texts[1:2] == ["="]]
        ends = [end for end in range(at + 1, last + 1) if end == last or every[end + 1].indent == level]
        for end in ends[::-1]:
            for other in body:
                played = other.texts[1:2] == ["."] and other.texts[3:4] == ["("] and program.form == "boards"
                if played and meaning_of(other.texts[2], program.shape.told) == PLAY:
                    back = ".pop()" if other.texts[2] == "push" else ".undo()"
                    yield _added(every[end], other.texts[0] + back, level)
            for low, high in zip(lows[:1], highs[:1]):  # noqa: B905 - the browser's Python has no strict
                for name in targets:
                    yield _added(every[end], low + " = max(" + low + ", " + name + ")", level)
                    yield _added(every[end], high + " = min(" + high + ", " + name + ")", level)
                yield _added(every[end], "if " + low + " >= " + high + ": break", level)
        before = [other.texts[0] for other in every[:last] if other.inside is one.inside and other.texts[1:2] == ["="]]
        for name in dict.fromkeys(before):
            yield _added(every[last], "return " + str(name), one.indent)


def _added(one: Statement, text: str, level: int) -> Change:
    return one.change(one.end, one.end, "\n" + " " * level + text, "missing")


def too_many(program: Program, every: list[Statement]) -> Iterator[Change]:
    """A line without which the program is right."""
    for one in every:
        needed = one.heads or one.texts[0] in ("return", "break", "pass", "import", "from")
        if one.inside is not None and not needed:
            yield one.over(0, -1, "pass", "without")
