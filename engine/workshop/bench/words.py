"""Measures the words of all proofs that ship: ``python -m engine.workshop.bench.words``."""

import json
import sys
from collections import Counter
from dataclasses import dataclass, field

from engine.puzzles import shipped
from engine.workshop.bench.term_reader import Reader


@dataclass(slots=True)
class Report:
    """Counts what the reader finds.

    Attributes:
        terms: how often each term stands in a sentence.
        wrong: the sentences with a term that does not follow from the certificate.
        waiting: the proofs with a waiting line.
        named: the proofs of ``waiting`` whose words name the waiting line.
        courses: for each course about waiting fours the explanations, and those that name the four.
    """

    proofs: int = 0
    terms: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    waiting: int = 0
    named: int = 0
    courses: dict[str, tuple[int, int]] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """Returns the report for people, a line each."""
        terms = [f"{term}: {count}" for term, count in self.terms.most_common()]
        courses = [f"course {slug}: {named} of {count} name the four" for slug, (count, named) in self.courses.items()]
        waits = f"{self.named} of {self.waiting} proofs with a waiting four name it"
        return [f"{self.proofs} proofs, {len(self.wrong)} contradictions", *terms, waits, *courses, *self.wrong]


def measure() -> Report:
    """Reads the words of every proof that ships."""
    report = Report()
    for proof in shipped.shipped_proofs().values():
        read = Reader(proof)
        report.proofs += 1
        report.terms += read.terms
        report.wrong += read.wrong
        waits = any(node.get("waits") for node in read.nodes)
        report.waiting += waits
        report.named += waits and read.terms["threat"] > 0
    for slug in ("odd-threat", "even-threat"):
        proofs = json.loads(shipped.read(f"course-{slug}.json"))["proofs"].values()
        report.courses[slug] = len(proofs), sum(Reader(proof).terms["threat"] > 0 for proof in proofs)
    return report


if __name__ == "__main__":
    found = measure()
    sys.stdout.write("\n".join(found.lines()) + "\n")
    sys.exit(bool(found.wrong))
