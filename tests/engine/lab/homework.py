"""Holds programs as courses write them: right ones, and wrong ones with the line of the slip."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.lab.judge.verdict import Verdict

_FOLDER: Final = Path(__file__).parent / "homework"
_NAMES: Final = ("minimax", "expectimax", "maxn", "best_move")


@dataclass(frozen=True, slots=True)
class Program:
    """Holds a program. ``lines`` are those that a judge may name: the line of the slip, or those beside what lacks."""

    name: str
    source: str
    function: str
    lines: tuple[int, ...] = ()


def right(file: str = "right.txt") -> list[Program]:
    """Returns the right programs."""
    return [Program(name, source, _function(source)) for name, source in _parts(file)]


def wrong(file: str = "wrong.txt", base_file: str = "right.txt") -> list[Program]:
    """Returns the wrong programs: each is a right one with lines (``<``) in whose place others stand (``>``)."""
    bases = {one.name: one for one in right(base_file)}
    found = []
    for title, text in _parts(file):
        name, base, *more = title.split(" | ")
        lines = bases[base].source.split("\n")
        taken = [int(line) for line in more]
        for old, new in _changes(text):
            places = [i for i in range(len(lines)) if lines[i : i + len(old)] == old]
            assert places, (name, old)
            at = places[0]
            same = next(k for k in range(99) if old[k : k + 1] != new[k : k + 1])
            lines[at : at + len(old)] = new
            place = at + same + 1
            lacks = all(not line.strip() for line in new[same : same + 1])
            taken += [place - 1, place, place + 1] if lacks else [place]
        found.append(Program(name, "\n".join(lines), bases[base].function, tuple(taken)))
    return found


def named(verdict: Verdict) -> list[int]:
    """Returns the lines that a verdict names, of which one has the slip."""
    if verdict.how == "lines":
        return [int(line) for line in verdict.slip.split(", ")]
    return [verdict.line] if verdict.line else []


def _changes(text: str) -> list[tuple[list[str], list[str]]]:
    found: list[tuple[list[str], list[str]]] = []
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("<") and (not found or found[-1][1]):
            found.append(([], []))
        found[-1][line.startswith(">")].append(line[2:])
    return found


def _parts(file: str) -> list[tuple[str, str]]:
    text = (_FOLDER / file).read_text("utf-8")
    parts = [part.partition("\n") for part in text.split("### ")[1:]]
    return [(name, source) for name, _, source in parts]


def _function(source: str) -> str:
    for name in _NAMES:
        if re.search(rf"^\s*(def )?{name}\b", source, re.MULTILINE):
            return name
    return str(re.findall(r"^def (\w+)\((?:tree|root|node|p)\b", source, re.MULTILINE)[-1])
