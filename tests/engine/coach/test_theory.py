"""Tests the names of rules: an independent reader finds each in the certificate, and finds every false one."""

import copy
import json
from typing import Any

import msgspec
import pytest

from engine.bench.term_reader import Reader
from engine.bench.words import measure
from engine.coach.certificate import Leaf
from engine.coach.explanation import from_json, to_json
from engine.coach.words import words
from engine.puzzles import shipped
from tests.engine.coach.test_certificates import KNOWN, certify


def test_every_term_of_every_proof_that_ships_follows_from_the_certificate() -> None:
    report = measure()
    assert report.wrong == []
    assert report.proofs == 4142
    assert report.named == report.waiting >= 1700
    assert set(report.terms) == {
        "threat", "zugzwang", "claimeven", "baseinverse", "some day", "rule", "double threat", "stacked threats",
    }  # fmt: skip
    assert all(count == named for count, named in report.courses.values())


@pytest.mark.parametrize(("text", "wins", "size"), KNOWN)
def test_the_words_of_other_certificates_are_read_without_a_contradiction(text: str, wins: bool, size: int) -> None:
    certificate = certify(text, wins)
    explanation = {"certificate": to_plain(certificate), "steps": to_plain(words(certificate))}
    assert Reader(explanation).wrong == []


@pytest.fixture(scope="module")
def proofs() -> list[Any]:
    return list(shipped.shipped_proofs().values())


def to_plain(value: object) -> object:
    return json.loads(msgspec.json.encode(value))


CHANGES = (
    ("That is an odd threat, in row 3.", "That is an even threat, in row 3."),
    ("in row 3.", "in row 5."),
    ("waiting on ", "waiting on a9 and "),
    ("must some day fill ", "must some day fill a9 or "),
    ("is claimeven: Red gets ", "is claimeven: Red gets a9, "),
    ("The rule is claimeven.", "The rule is baseinverse."),
    ("cannot stop both.", "cannot stop both: that is zugzwang."),
    ("that is baseinverse", "that is claimeven"),
    ("wins by answering.", "wins by zugzwang."),
)


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_false_term_is_found(proofs: list[Any], old: str, new: str) -> None:
    tried = 0
    for proof in proofs:
        for number, step in enumerate(proof["steps"]):
            if old in step["text"]:
                changed = copy.deepcopy(proof)
                changed["steps"][number]["text"] = step["text"].replace(old, new)
                assert Reader(changed).wrong, changed["steps"][number]["text"]
                tried += 1
                break
        if tried == 20:
            return
    assert tried


def test_a_leaf_in_a_list_of_replies_names_the_line_that_waits(proofs: list[Any]) -> None:
    seen = 0
    for plain in proofs:
        explanation = from_json(plain)
        assert explanation.certificate
        waits = [wait for node in explanation.certificate.nodes if isinstance(node, Leaf) for wait in node.waits]
        if waits and not isinstance(explanation.certificate.nodes[0], Leaf):
            told = " ".join(step.text for step in explanation.steps)
            assert " threat, in row " in told
            seen += 1
        assert from_json(json.loads(json.dumps(to_json(explanation)))) == explanation
    assert seen > 500
