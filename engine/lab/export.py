"""Writes a run, the data that a page draws, as an indented tree, as LaTeX (``forest``), or its steps as CSV."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

from engine.games.trees import tree_tex
from engine.search.parts.drawing import number
from engine.text import text

Run = dict[str, Any]
Say = Callable[[str], str]  # puts a text into the language of the reader. ``str`` leaves English

_SIGNS = ("", "≥ ", "≤ ", "")  # the signs before a value: exact, at least, at most, a guess
_LINES = {
    "table": "{name}, {side}: {worth}, from the table (window {low} to {high})",
    "guess": "{name}, {side}: {worth}, a guess (window {low} to {high})",
    "probe": "{name}, {side}: {worth}, a probe (window {low} to {high})",
}
_TEX_SIGNS = ("", r"\geq ", r"\leq ", "")


def as_text(run: Run, say: Say = str) -> str:
    """Returns the tree of all visits, indented, with windows, values, and what was cut and why."""
    head = text("{title}: {words}", title=run["title"], words=run["words"])
    unknown = [say(sentence) for sentence in run.get("unknown", ())]
    return "\n".join([say(head), *_text_lines(run, say), say(_text_counts(run)), *unknown]) + "\n"


def as_csv(run: Run, say: Say = str) -> str:
    """Returns one line a step: what happened, where, the window on entry, and the sentence."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["step", "kind", "visit", "node", "file", "line", "alpha", "beta", "sentence"])
    steps, visits, names = run["steps"], run["visits"], run["places"]["name"]
    for step, (kind, visit) in enumerate(zip(steps["kind"], steps["visit"], strict=True)):
        source, line = steps["source"][step], steps["line"][step]
        rows.writerow(
            [
                step,
                run["kinds"][kind],
                visit,
                say(names[visits["place"][visit]]) if visit >= 0 else "",
                run["sources"][source]["file"] if source >= 0 else "",
                line if line >= 0 else "",
                _end(visits["alpha"][visit], "-∞"),
                _end(visits["beta"][visit], "∞"),
                say(run["sentences"].get(str(step), "")),
            ]
        )
    return out.getvalue()


def as_tex(run: Run, say: Say = str) -> str:
    """Returns a LaTeX document with the tree as it is after the last step. Cut edges are dashed and struck."""
    last: dict[int, int] = {place: visit for visit, place in enumerate(run["visits"]["place"])}
    skipped = {place for places in run["visits"]["skipped"] for place in places} - last.keys()
    below: dict[int, list[int]] = {}
    for place, parent in enumerate(run["places"]["parent"]):
        below.setdefault(parent, []).append(place)

    def node(place: int, level: int = 0) -> str:
        edge = ["cut"] if place in skipped else [] if place in last else ["open"]
        style = tree_tex.STYLES[run["places"]["mover"][place]]
        if style != "leaf" and _several(run):
            style = tree_tex.player(level % run["sides"] + 1)
        label = _tex_label(run, place, last.get(place), say)
        return tree_tex.node(label, [style, *edge], [node(one, level + 1) for one in below.get(place, ())])

    return tree_tex.document(node(0))


def _text_lines(run: Run, say: Say) -> Iterator[str]:
    visits = run["visits"]
    below: dict[int, list[int]] = {}
    for visit, parent in enumerate(visits["parent"]):
        below.setdefault(parent, []).append(visit)
    cuts, worths = _sentences_of(run, "cut"), _sentences_of(run, "leave") if _several(run) else {}

    def lines(visit: int, first: str, then: str) -> Iterator[str]:
        yield first + say(_text_line(run, visit, worths))
        entries: list[int | str] = list(below.get(visit, ()))
        if visits["skipped"][visit]:
            names = ", ".join(say(run["places"]["name"][place]) for place in visits["skipped"][visit])
            left = text("cut: {places}." if visits["met"][visit] else "not tried: {places}.", places=names)
            entries.append(f"{say(left)} {say(cuts.get(visit, ''))}".rstrip())
        for entry in entries:
            last = entry is entries[-1]
            start, rest = then + ("└─ " if last else "├─ "), then + ("   " if last else "│  ")
            if isinstance(entry, str):
                yield start + entry
            else:
                yield from lines(entry, start, rest)

    for root in below.get(-1, ()):
        yield from lines(root, "", "")


def _text_line(run: Run, visit: int, worths: dict[int, str]) -> str:
    """Returns the line of a visit. ``worths`` are the values where each level is the next player's."""
    places, visits = run["places"], run["visits"]
    place = visits["place"][visit]
    move, mover, name = (places[one][place] for one in ("move", "mover", "name"))
    name = text("{move}: {place}", move=move, place=name) if move else name
    if worths and mover == 3:
        return name
    if worths:
        player = text("Player {n}", n=visits["ply"][visit] % run["sides"] + 1)
        return text("{name}, {side}: {worth}", name=name, side=player, worth=worths.get(visit, text("not finished")))
    value = visits["value"][visit]
    worth = text("not finished") if value is None else f"{_SIGNS[visits['bound'][visit]]}{number(value)}"
    if mover == 3:
        return text("{name}, {worth}", name=name, worth=worth)
    return text(
        _LINES.get(visits["note"][visit], "{name}, {side}: {worth} (window {low} to {high})"),
        name=name,
        side=text("chance") if mover == 2 else run["names"][mover],
        worth=worth,
        low=_end(visits["alpha"][visit], "-∞"),
        high=_end(visits["beta"][visit], "∞"),
    )


def _several(run: Run) -> bool:
    """Tests if each value of a run has a number for each of more than two players."""
    return run["algorithm"] == "maxn" and (run["sides"] or 0) > 2


def _text_counts(run: Run) -> str:
    counts = run["counts"]
    template = (
        "{nodes} states seen, {leaves} of them leaves; {n} cut|{nodes} states seen, {leaves} of them leaves; {n} cuts"
    )
    words = text(template, nodes=counts["nodes"], leaves=counts["leaves"], n=counts["cuts"])
    return words if run["complete"] else text("{counts} ({limit})", counts=words, limit=run["limit"])


def _sentences_of(run: Run, kind: str) -> dict[int, str]:
    """Returns the sentence of the step of a kind, by its visit."""
    number = run["kinds"].index(kind)
    steps = zip(run["steps"]["kind"], run["steps"]["visit"], strict=True)
    return {visit: run["sentences"].get(str(step), "") for step, (one, visit) in enumerate(steps) if one == number}


def _tex_label(run: Run, place: int, visit: int | None, say: Say) -> str:
    value = run["places"]["value"][place] if visit is None else run["visits"]["value"][visit]
    if _several(run):
        numbers = run["visits"]["numbers"][visit] if visit is not None else None
        shown = run["places"]["sign"][place] or ",".join(map(number, numbers or ()))
        name = "" if run["places"]["sign"][place] else tree_tex.escaped(say(run["places"]["name"][place]))
        return r"\\".join(filter(None, (name, shown)))
    if run["places"]["mover"][place] == 3:
        return "" if value is None else f"${number(value)}$"
    name = tree_tex.escaped(say(run["places"]["name"][place]))
    if value is None or visit is None:
        return name
    return f"{name}\\\\${_TEX_SIGNS[run['visits']['bound'][visit]]}{number(value)}$"


def _end(value: float | None, infinite: str) -> str:
    return infinite if value is None else number(value)
