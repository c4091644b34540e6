"""Tests the judge: the published slips, right programs, and mutants whose truth comes from all small trees. Each
verdict is kept in a file, under a name that holds the code of the judge and the program, so an interrupted test
continues and a changed judge is tested anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.files import append_record, read_records
from engine.lab.code import fingerprint
from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.verdict import Verdict
from engine.lab.mutants import MUTANTS
from engine.workshop.judge.mutants import PRINTED, Made, mutants, printed
from engine.workshop.judge.truth import Bare

LEAVES = 6
"""The most leaves of the trees that tell the truth about a mutant."""
_BEFORE: Final = "from math import inf\n"


@dataclass(frozen=True, slots=True)
class Subject:
    """Holds a program to be judged: a right one, a published slip, or a mutant. ``line`` is that of the slip."""

    kind: str
    name: str
    base: str
    source: str
    function: str
    line: int = 0
    decay: float = 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Holds how one program was judged. ``wrong`` is the truth about the program, and ``names`` tells what the verdict
    names: the "line" of the slip, another line whose "repair" is right as well, or nothing."""

    kind: str
    name: str
    accepted: bool
    wrong: bool
    names: str = ""

    @property
    def fault(self) -> str:
        """Returns what is wrong with the verdict, empty if it is right."""
        if self.accepted != self.wrong:
            return ""
        return f"{'accepted, though wrong' if self.accepted else 'refused, though right'}: {self.name}"


@dataclass
class Table:
    """Holds the outcomes of a self-test, and counts them."""

    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Returns a sentence for each verdict that is wrong."""
        return [one.fault for one in self.outcomes if one.fault]

    @property
    def named(self) -> float:
        """Returns the share of the refused programs of which the verdict names the line."""
        refused = [one for one in self.outcomes if not one.accepted]
        return sum(bool(one.names) for one in refused) / max(1, len(refused))

    @property
    def passed(self) -> bool:
        """Tells whether every verdict is right, and nine of ten sentences name the line."""
        return not self.faults and self.named >= 0.9

    def as_data(self) -> dict[str, Any]:
        """Returns the figures as plain data."""
        return {"passed": self.passed, "named": self.named, "faults": self.faults, "counts": dict(self.rows())}

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yields what was counted, and the count."""
        slips, changed = self._of("slip"), self._of("mutant")
        yield "right programs accepted", _of(self._of("right"), "accepted")
        yield "published slips found", f"{sum(not one.accepted for one in slips)} of {len(slips)}"
        yield "their line named", f"{sum(one.names == 'line' for one in slips)} of {len(slips)}"
        yield "mutants judged rightly", f"{sum(not one.fault for one in changed)} of {len(changed)}"
        refused = [one for one in changed if not one.accepted]
        yield "mutants refused", f"{len(refused)}"
        for names, words in (
            ("line", "the changed line named"),
            ("repair", "another line that repairs the program named"),
        ):
            yield words, f"{sum(one.names == names for one in refused)} of {len(refused)}"
        yield "one or the other named", f"{100 * self.named:.1f} %"

    def _of(self, kind: str) -> list[Outcome]:
        return [one for one in self.outcomes if one.kind == kind]


def _of(outcomes: list[Outcome], name: str) -> str:
    return f"{sum(bool(getattr(one, name)) for one in outcomes)} of {len(outcomes)}"


def subjects(count: int) -> list[Subject]:
    """Returns the right programs, the published slips and ``count`` mutants."""
    found = [Subject("right", name, name, printed(name), function) for name, function in PRINTED.items()]
    for name, slip in MUTANTS.items():
        source, function = _BEFORE + "\n".join(slip.code), slip.function
        found.append(Subject("slip", name, "", source, function, slip.line + 1, 0.9 if slip.decays else 1.0))
    return found + [subject_of(made) for made in mutants(count)]


def subject_of(made: Made) -> Subject:
    """Returns a mutant as a program to be judged."""
    changed = made.source.splitlines()[made.line - 1].strip()
    name = f"{made.base}:{made.line}: {changed}"
    return Subject("mutant", name, made.base, made.source, PRINTED[made.base], made.line)


def judge_all(some: Iterable[Subject], store: Path | None = None, leaves: int = LEAVES) -> Iterator[Outcome]:
    """Judges programs, except those in the file ``store``, which gets the outcomes, and yields how each was judged. The
    trees that tell the truth about a mutant have at most so many ``leaves``."""
    done = {one["key"]: one["outcome"] for one in read_records(store) if "key" in one} if store else {}
    for subject in some:
        key = hashlib.sha256(f"{fingerprint()} {leaves} {asdict(subject)}".encode()).hexdigest()[:20]
        if key in done:
            yield Outcome(**done[key])
            continue
        outcome = judge_one(subject, leaves)
        if store:
            append_record(store, {"key": key, "outcome": asdict(outcome)})
        yield outcome


def judge_one(subject: Subject, leaves: int = LEAVES) -> Outcome:
    """Judges a program, and compares the verdict with the truth. That of a mutant comes from all small trees."""
    verdict = judged(subject.source, subject.function, execute, subject.decay)
    wrong = subject.kind == "slip" or (subject.kind == "mutant" and _is_wrong(subject, verdict, leaves))
    names = "" if verdict.right else _named(subject, verdict, leaves)
    return Outcome(subject.kind, subject.name, verdict.right, wrong, names)


def _is_wrong(subject: Subject, verdict: Verdict, leaves: int) -> bool:
    try:
        program = Bare(subject.base, subject.source, subject.function)
    except Exception:  # whatever the program raises while it is loaded
        return True
    if verdict.tree is not None and program.wrong_on(verdict.tree):
        return True
    return program.witness(leaves) is not None


def _named(subject: Subject, verdict: Verdict, leaves: int) -> str:
    if verdict.line == subject.line:
        return "line"
    if verdict.repair and subject.base and _repairs(subject, verdict, leaves):
        return "repair"
    return ""


def _repairs(subject: Subject, verdict: Verdict, leaves: int) -> bool:
    lines = subject.source.split("\n")
    lines[verdict.line - 1] = lines[verdict.line - 1].replace(verdict.slip, verdict.repair)
    try:
        return Bare(subject.base, "\n".join(lines), subject.function).witness(leaves) is None
    except Exception:  # whatever the program raises while it is loaded
        return False
