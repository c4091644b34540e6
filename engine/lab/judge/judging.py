"""Judges a program on the probe trees, and looks for the line: one change that makes the program right."""

from __future__ import annotations

import sys
from typing import Any

from engine.lab.judge.kinds import holds, numbers_of, windowed
from engine.lab.judge.probes import probes, proofs
from engine.lab.judge.reading.names import TRIED
from engine.lab.judge.reading.program import DEPTHS, FLAGS, Program, ProgramError, Shape
from engine.lab.judge.reference import close, search, worth
from engine.lab.judge.running.log import Stop
from engine.lab.judge.running.nodes import leaves_of, valued
from engine.lab.judge.running.runner import Runner
from engine.lab.judge.slips.statements import statements
from engine.lab.judge.slips.students import changes
from engine.lab.judge.slips.tables import readers, stored
from engine.lab.judge.verdict import OTHERS, UNJUDGED, Verdict, judge

MOST_REPAIRS = 1500
FEW_REPAIRS = 200  # of a program whose table has flags
TURNING = ("", "-", "not", "True", "False", "max", "min", "==", "!=", "<", ">", "<=", ">=", "+ 1", "- 1")
MOST_LINES = 3  # of which one has the slip
MOST_WORK = 1.4  # of a program that asks by null windows, beside a search without questions
LEAST_ASKED = 0.5  # of its nodes, in null windows
NARROW = 1e-3
_FIRST = 12
"""The trees on which the form of a program is found out."""
_MOST_SHAPES = 90
_BARE = ("function", "closure", "bound_method", "str")
"""Types of which the browser's Python knows fewer attributes."""
_LACKING = {
    "onlysupported": "[::2]",
    "functionarguments": "f(name=value)",
    "*xtarget": "[*a]",
    "{*": "{*a}",
    "{**": "{**a}",
    "match": "match",
}
"""What it lacks, by the first and the last word of what it says, or by two words of a program that it cannot read."""


def trees_for(program: Program) -> list[Any]:
    """Returns the trees on which a program is judged."""
    return probes(program.trees, program.whole)


def loaded(source: str, function: str, execute: Any) -> Runner:
    """Loads a program and returns it ready to run, in the form in which it gets furthest. Raises ProgramError with the
    line if loading it fails, or with a name of a node of which nobody knows what it means."""
    program = Program(source, function)
    runner = _ready(program, execute)
    waiting, most = program.shapes(), -1
    best, unknown, refusal, right, lacks = program.shape, "", None, False, False
    for shape in waiting:
        trial = Program(source, function, shape)
        try:
            most_trees = None if shape.form == "vectors" else _FIRST
            records = records_of(_ready(trial, execute), trees_for(trial)[:most_trees])
        except ProgramError as error:
            lacks = lacks or (error.code == "no-python" and shape is waiting[0])
            refusal = refusal or error
            continue
        if records[-1]["error"] == "memory":  # it would fill the memory in every form
            break
        asked = records[-1].get("asked", "")
        if asked and asked not in shape.told and len(waiting) < _MOST_SHAPES:
            for meaning in TRIED:
                told = dict(shape.told)
                told[asked] = meaning
                waiting.append(Shape(shape.form, shape.hollow, shape.barren, shape.side, told))
        done = len([one for one in records[:_FIRST] if one["error"] is None and _is_answer(one)])
        right = records[-1]["error"] is None and judge(records).right
        if done > most or right:
            best, most = shape, done
        unknown = unknown or asked
        if right:
            break
    if refusal is not None and (most < 0 or (lacks and not right)):  # what fits in another form is no sign of a slip
        raise refusal
    if unknown and most < 1:
        raise ProgramError("unknown-name", 0, unknown)
    return runner if best is program.shape else _ready(Program(source, function, best), execute)


def _is_answer(record: Any) -> bool:
    result = record["result"]
    if record["form"] == "vectors":
        return isinstance(result, list) and tuple(result) in leaves_of(valued(record["tree"]))
    if isinstance(result, list):
        return any(isinstance(one, (int, float)) for one in result[:2])
    return result is not None and not (isinstance(result, dict) and result.get("branch") is None)


def _ready(program: Program, execute: Any) -> Runner:
    try:
        return Runner(program, execute)
    except Stop:
        raise ProgramError("syntax", 0, "a loop has no end")  # noqa: B904 - the browser's Python has no from
    except Exception as error:
        if isinstance(error, (MemoryError, ProgramError)):
            raise
        lacks = _lacks(program, error)
        if lacks:
            raise ProgramError("no-python", 0, lacks)  # noqa: B904 - the browser's Python has no from
        words = getattr(error, "msg", "") or type(error).__name__ + ": " + str(error)
        raise ProgramError("syntax", _line(program, error), words)  # noqa: B904 - the browser's Python has no from


def _lacks(program: Program, error: Exception) -> str:
    """Returns what a right program may use and the judge's Python does not have, empty if that is not the fault."""
    said = str(error)
    if isinstance(error, ImportError) and said.startswith("numpy."):
        return said
    if sys.implementation.name != "micropython":
        return ""
    if isinstance(error, ImportError):
        return said.replace("'", "").split(" ")[-1]
    words = said.split("'")  # the type before a name that it lacks
    if len(words) > 3 and (words[0] == "module " or words[1] in _BARE or words[3].startswith("__")):
        return words[1].replace("closure", "function") + "." + words[3]
    marks = [said.split(" ")[0] + said.split(" ")[-1]]
    if isinstance(error, SyntaxError):
        marks += [one.text + after.text for one, after in zip(program.words, program.words[1:])]  # noqa: B905
        marks += ["match"] * ({"match", "case"} <= program.texts)
    return next((_LACKING[one] for one in marks if one in _LACKING), "")


def records_of(runner: Runner, trees: Any = None) -> list[Any]:
    """Returns the records of a program on the trees, those of its form by default. A fault of the program ends them."""
    found = []
    for tree in trees_for(runner.program) if trees is None else trees:
        record = runner.run(tree)
        error = record.pop("exception", None)
        lacks = "" if error is None else _lacks(runner.program, runner.missing or error)
        if lacks:
            raise ProgramError("no-python", 0, lacks)
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
    verdict = Verdict(False, error.code, words=error.words)
    verdict.line = error.line
    return verdict


def judged(source: str, function: str, execute: Any, decay: float = 1.0, search: bool = True) -> Verdict:
    """Returns the verdict on a program that may run here. ``search`` looks for the line as well.

    With the ``execute`` of :mod:`engine.lab.grade.executing` a program without end is ended by the count of its calls
    and of the rounds of its loops. A call of the language itself, such as ``sum(itertools.count())``, is not ended:
    :func:`engine.lab.grade.grading.grade` does that by the clock, in a process of its own."""
    try:
        runner = loaded(source, function, execute)
        records = records_of(runner)
    except ProgramError as error:
        return refused(error)
    verdict = judge(records, decay)
    if not verdict.right and search:
        find_line(verdict, runner.program, execute, decay)
    return verdict


def find_line(verdict: Verdict, program: Program, execute: Any, decay: float = 1.0) -> None:
    """Enters into the verdict the line with the slip, if a change makes the program right. A program that is right
    where each tree is its first keeps something between calls, and only a change of what it keeps can mend it. No line
    is named where the judge does not know what is right. To give up its questions mends a program with null windows in
    lines that are not the slip: such a change is none for it."""
    errs = verdict.code == "mean" and bool(program.calls & {"min", "sorted"})  # by a share that nobody knows
    if verdict.code in UNJUDGED or errs:
        return
    trees = trees_for(program)
    shown = [tree for tree in trees if tree == verdict.tree] or trees[:1]
    keeps = verdict.tree is not None and is_right(program, (), shown, execute, decay, verdict.branch, verdict.base)
    if keeps:
        verdict.code, verdict.told, verdict.line = "keeps", None, 0
        verdict.values = {"tree": verdict.values.get("tree", "")}
    found = _mending(verdict, program, execute, decay, trees[::-1] if keeps else shown)
    if 0 < len(found) <= MOST_LINES:
        one = found[0]
        verdict.line, verdict.slip, verdict.repair, verdict.how = one.line, one.slip, one.repair, one.how
        if found[1:]:  # a change of each makes it right, as one of the sides does, and nobody knows which was meant
            verdict.slip = ", ".join(map(str, sorted([one.line for one in found])))
            verdict.repair, verdict.how = "", "lines"


def _mending(verdict: Verdict, program: Program, execute: Any, decay: float, first: Any) -> list[Any]:
    """Returns the changes that make a program right, one for each line that may have the slip, each tried on the
    ``first`` trees before others. One by which a program cuts nothing any more counts if there is no other."""
    trees = trees_for(program)
    further = trees[::-1] + proofs(program.trees)
    every = statements(program)
    spared = _spared(program, every, records_of(Runner(program, execute), trees)) if program.repeats else []
    stores = stored(every)
    if not program.flags and not any(one.marks() for one in stores):
        stores = []
    searching = [one for one in every if not (program.repeats and one.inside is program.first)]
    scattered = len([one for one in searching if _sets_a_flag(one.part(0).lower())]) > 1
    reads = readers(program, every) if stores and scattered else []
    kept = [(one.start, one.end, "pass") for one in stores]  # a wrong table is mended by any change that turns it off
    if kept and not is_right(program, kept, trees, execute, decay, verdict.branch):
        kept = []
    most = FEW_REPAIRS if stores else MOST_REPAIRS
    wanted = "expectimax" if verdict.code == "mean" else ""
    turned = verdict.code == "value" and not verdict.branch and _turned(records_of(Runner(program, execute), trees))
    found: list[Any] = []
    uncut: list[Any] = []
    whole = _all(trees)
    cuts = "break" in [word.text for word in program.words] or program.prunes
    cuts = cuts and verdict.code not in ("error", "endless") and _steps(program, (), trees, execute) not in whole
    for one in changes(program, suspected(verdict, program.source), decay, verdict.code == "no-number")[:most]:
        flagged = one.line in [store.line for store in stores] or any(flag in one.slip.lower() for flag in FLAGS)
        seen = one.line in reads + [other.line for other in found]
        if seen or one.line in spared or (found and not program.steps and not _turns(program.source, one)):
            continue
        fewer = _flags_in(one.repair) < _flags_in(one.slip)
        moved = one.how != "repair" and (flagged or scattered)
        if stores and (moved or (flagged and (scattered or fewer))):
            continue  # without its entries, or without an answer from them, any table is right
        tried = [first, trees, further]
        right = all(is_right(program, one.edits, some, execute, decay, verdict.branch, code=wanted) for some in tried)
        if program.steps and right:
            right = _asks(program, one.edits, trees, execute)
        work = _steps(program, one.edits, trees, execute) if right else 0
        if not right or (kept and work >= _steps(program, kept, trees, execute)):
            continue
        if cuts and work in whole:
            uncut.append(one)
        else:
            found.append(one)
            if len(found) > MOST_LINES or not (program.steps or turned or _turns(program.source, one)):
                break
    return found or uncut[:1]


def _spared(program: Program, every: Any, records: Any) -> Any:
    """Returns the lines without the slip in a program where one function searches again and again by another: what that
    one hands back, beside its windows, tells which of the two is wrong. All lines if that cannot be told."""
    calls = [call for record in records for call in windowed(record)]
    right = any(all(holds(negates, *call) for call in calls) for negates in ((0, 0), (0, 1), (1, 0), (1, 1)))
    # At a bounded depth a right search finds other values. One without null windows may begin with the whole window.
    known = (
        all(record["inside"] for record in records) and not program.names & {*DEPTHS} and (program.steps or not right)
    )
    return [word.line for one in every if not known or (one.inside is program.first) != right for word in one.words]


def _turns(source: str, one: Any) -> bool:
    """Tells whether a change can turn over who is to move: it is of a sign, a side, a level or a text."""
    start, end, text = one.edits[0]
    words = [source[start:end].strip(), text.strip()]
    return all(word in TURNING or word.isdigit() or word[:1] in ("'", '"') for word in words)


def _turned(records: list[Any]) -> bool:
    """Tells whether a program finds on every tree the value with Min to move first, or the opposite of that value."""
    pairs = [(numbers_of(one["result"])[:1], worth(one["tree"], False)) for one in records if not one["error"]]
    return len(pairs) == len(records) and any(
        all(found and close(sign * found[0], value) for found, value in pairs) for sign in (1, -1)
    )


def _flags_in(line: str) -> int:
    return sum([line.lower().count(flag) for flag in FLAGS])


def _sets_a_flag(line: str) -> bool:
    """Tells if a line of a program in small letters gives a name one of the flags of a table, or a bound of that name
    its value."""
    name, _, value = line.partition(" = ")
    return any(flag in (name.strip(), value.strip("\"' \r")) for flag in FLAGS)


def _steps(program: Program, edits: Any, trees: Any, execute: Any) -> int:
    """Returns how often a changed program enters and leaves nodes."""
    return sum(len(record["events"]) for record in records_of(Runner(program, execute, edits), trees))


def _all(trees: Any) -> list[int]:
    """Returns how often a program that cuts nothing enters and leaves nodes: with the leaves, and without them."""
    visits = [visit for tree in trees for visit in search(tree, prunes=False)]
    return [2 * len(visits), 2 * len([visit for visit in visits if visit.tried])]


def _asks(program: Program, edits: Any, trees: Any, execute: Any) -> bool:
    """Tells whether a changed program asks most of its nodes by null windows, and has little work for it."""
    events = [event for record in records_of(Runner(program, execute, edits), trees) for event in record["events"]]
    entered = [event[2:4] for event in events if event[0] == "enter"]
    width = 1.0 if "1" in program.steps else NARROW
    asked = [ends for ends in entered if all(isinstance(end, (int, float)) for end in ends)]
    narrow = [low for low, high in asked if 0 <= high - low <= width]
    least = 2 * sum(len(search(tree)) for tree in trees)
    return len(narrow) >= LEAST_ASKED * len(entered) and (program.repeats or len(events) <= MOST_WORK * least)


def is_right(
    program: Program, edits: Any, trees: Any, execute: Any, decay: float, branch: bool, base: int = -1, code: str = ""
) -> bool:
    """Tests if a changed program is right on trees, and its verdict has the code. The first are tried first."""
    try:
        runner = Runner(program, execute, edits)
        found: list[Any] = []
        for some in (trees[:1], trees[1:8], trees[8:]):
            found += records_of(runner, some)
            verdict = judge(found, decay, branch, base)
            if not verdict.right or verdict.code in OTHERS or code not in ("", verdict.code):
                return False
        return True
    except (Exception, Stop):  # a changed program may be none
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
