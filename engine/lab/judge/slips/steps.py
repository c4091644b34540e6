"""Changes lines: one step too deep or not deep enough, missing, or one too many."""

from __future__ import annotations

from engine.lab.judge.reading.names import PLAY, meaning_of
from engine.lab.judge.reading.program import Program
from engine.lab.judge.reading.scanning import among
from engine.lab.judge.slips.statements import Statement, change, edited
from engine.lab.judge.slips.words import Change


def steps(program: Program, every: list[Statement]) -> list[Change]:
    """A statement one step too deep, or not deep enough."""
    found: list[Change] = []
    source = program.source
    for at, one in enumerate(every):
        begin = source.rfind("\n", 0, one.start) + 1
        if (
            one.inside is None
            or source[begin : one.start].strip()
            or one.texts[0] in ("def", "class", "@", "else", "elif")
        ):
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
            if level <= max(head, one.indent) + 4 and not _never_reached(every[:at], level):
                found.append(_moved(program, one, begin, end, level - one.indent, "deeper"))
    return found


def _never_reached(before: list[Statement], level: int) -> bool:
    """Tells whether a line with an indent would stand behind a jump: moved there it does nothing."""
    last = next((one for one in before[::-1] if one.indent <= level), None)
    return last is not None and last.indent == level and last.texts[0] in ("break", "return", "continue", "raise")


def _moved(program: Program, one: Statement, begin: int, end: int, by: int, how: str) -> Change:
    lines = program.source[begin:end].split("\n")
    moved = [" " * by + line if by > 0 else line[-by:] if line[:-by].strip() == "" else line for line in lines]
    return change(one, begin, end, "\n".join(moved), how)


def in_loops(program: Program, every: list[Statement]) -> list[Change]:
    """A beginning that stands in the loop, and belongs before it."""
    found: list[Change] = []
    for at, one in enumerate(every):
        if one.texts[1:2] != ["="] or one.inside is None:
            continue
        loop = next((other for other in every[:at][::-1] if other.indent < one.indent), one)
        if loop.texts[0] in ("for", "while"):
            text = program.source[one.start : one.end] + "\n" + " " * loop.indent
            edits = [(loop.start, loop.start, text), (one.start, one.end, "pass")]
            found.append(edited(one, edits, "before"))
    return found


def missing(program: Program, every: list[Statement]) -> list[Change]:
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
        low = among(own, program.alphas)[:1]
        high = among(own, program.betas)[:1]
        targets = [other.texts[0] for other in body if other.texts[1:2] == ["="]]
        ends = [end for end in range(at + 1, last + 1) if end == last or every[end + 1].indent == level]
        for end in ends[::-1]:
            for other in body:
                played = other.texts[1:2] == ["."] and other.texts[3:4] == ["("] and program.form == "boards"
                if played and meaning_of(other.texts[2], program.shape.told) == PLAY:
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
    end = every[at].end
    return Change(program.source, every[at].line, [(end, end, "\n" + " " * level + text)], "missing")


def too_many(program: Program, every: list[Statement]) -> list[Change]:
    """A line without which the program is right."""
    return [
        change(one, one.start, one.end, "pass", "without")
        for one in every
        if one.inside is not None
        and not one.heads
        and one.texts[0] not in ("return", "break", "pass", "import", "from")
    ]
