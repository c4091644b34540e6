"""Judges a program on the probe trees, and looks for the line: one change that makes the program right."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.probes import probes
from engine.lab.judge.program import Program, ProgramError
from engine.lab.judge.repairs import Change, repairs
from engine.lab.judge.verdict import Verdict, judge
from engine.lab.judge.watching import Runner

MOST_REPAIRS = 600


def loaded(source: str, function: str, execute: Any) -> Runner:
    """Loads a program and returns it ready to run. Raises ProgramError with the line if loading it fails."""
    program = Program(source, function)
    try:
        return Runner(program, execute)
    except Exception as error:
        if isinstance(error, (MemoryError, ProgramError)):
            raise
        words = getattr(error, "msg", "") or type(error).__name__ + ": " + str(error)
        raise ProgramError("syntax", _line(program, error), words)  # noqa: B904 - the browser's Python has no from


def records_of(runner: Runner, trees: Any = None) -> list[Any]:
    """Returns the records of a program on the trees, those of its form by default. A fault of the program ends them."""
    found = []
    for tree in probes(runner.program.trees) if trees is None else trees:
        record = runner.run(tree)
        error = record.pop("exception", None)
        if error is not None:
            record["line"] = _line(runner.program, error)
        found.append(record)
        if record["error"] is not None:
            break
    return found


def _line(program: Program, error: Exception) -> int:
    """Returns the line of the program where an error was raised, 0 where that is unknown."""
    trace, line = getattr(error, "__traceback__", None), program.line_of(getattr(error, "lineno", None) or 0)
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<program>":
            line = program.line_of(trace.tb_lineno)
        trace = trace.tb_next
    return line


def refused(error: ProgramError) -> Verdict:
    """Returns the verdict on a program that cannot be run."""
    verdict = Verdict(False, error.code, {"words": error.words})
    verdict.line = error.line
    return verdict


def judged(source: str, function: str, execute: Any, decay: float = 1.0, search: bool = True) -> Verdict:
    """Returns the verdict on a program that may run here. ``search`` looks for the line as well."""
    try:
        runner = loaded(source, function, execute)
        records = records_of(runner)
    except ProgramError as error:
        return refused(error)
    verdict = judge(records, decay)
    if "line" in records[-1] and not verdict.right:
        verdict.line = records[-1]["line"]
    if not verdict.right and search:
        find_line(verdict, runner.program, execute, decay)
    return verdict


def find_line(verdict: Verdict, program: Program, execute: Any, decay: float = 1.0) -> None:
    """Enters into the verdict the line with the slip, if one change makes the program right."""
    trees = probes(program.trees)
    shown = [tree for tree in trees if tree == verdict.tree]
    trees = shown + [tree for tree in trees if tree != verdict.tree]
    suspects = suspected(verdict, program.source)
    for one in repairs(program, suspects, decay)[:MOST_REPAIRS]:
        if is_right(program, one, trees, execute, decay):
            verdict.line, verdict.slip, verdict.repair = one.line, one.slip, one.repair
            return
    if not verdict.line and suspects:
        verdict.line = suspects[0]


def is_right(program: Program, change: Change, trees: Any, execute: Any, decay: float) -> bool:
    """Tests if a changed program is right. The first tree is the one on which the program is wrong."""
    try:
        runner = Runner(program, execute, change)
        found: list[Any] = []
        for some in (trees[:1], trees[1:8], trees[8:]):
            found += records_of(runner, some)
            if not judge(found, decay).right:
                return False
        return True
    except Exception:  # a changed program may be none
        return False


def suspected(verdict: Verdict, source: str) -> list[int]:
    """Returns the lines that the verdict makes suspect, by the bound that differs first."""
    told = verdict.told
    code = told["code"] if told else ""
    marks = {
        "alpha": ("alpha",),
        "beta": ("beta",),
        "goes-on": ("alpha =", "beta =", "break", "alpha", "beta"),
        "cuts-early": ("break", "if", "alpha", "beta"),
        "hands-back": ("return", "best", "max", "min"),
    }.get(code, ())
    if code == "hands-back" and told["leaf"]:
        marks = ("if",)
    lines = source.split("\n")
    found = [verdict.line] if verdict.line else []
    for mark in marks:
        found += [i + 1 for i, line in enumerate(lines) if mark in line and i + 1 not in found and "def " not in line]
    return found
