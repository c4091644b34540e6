"""Tests the names of rules: an independent reader finds each in the certificate, and finds every false one."""

import copy
import json
from typing import Any

import pytest

from engine.coach.certificate import Leaf
from engine.coach.explanation import from_json, plain, to_json
from engine.coach.words import words
from engine.puzzles import shipped
from engine.workshop.bench.term_reader import Reader
from engine.workshop.bench.words import measure
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
    return json.loads(json.dumps(plain(value)))


ODD = "That is an odd threat, in row {n}."
REPLY = "If {you} plays column {n}, {me} answers with column {m}"
CHANGES = (
    (ODD, {"text": "That is an even threat, in row {n}."}),
    (ODD, {"n": 1}),
    ("{me} has a {four} waiting on {cell}: {cells}.", {"cell": "a9"}),
    ("Later a {four} may wait on {cell}: {cells}.", {"cells": ["a9", "b9"]}),
    (f"{REPLY}, and {{you}} must some day fill {{either}}.", {"either": "a9"}),
    ("So {you} runs out first and must fill {either}, and {me} completes a {four}.", {"either": "a9"}),
    ("Answering above in an even row is claimeven: {me} gets {cells}.", {"cells": ["a9"]}),
    ("The rule is claimeven.", {"text": "The rule is baseinverse."}),
    ("{me} threatens a {four} on {cells}: {you} cannot stop both.", {"text": "{you} cannot stop both: zugzwang."}),
    (
        "For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse.",
        {"text": "{me} takes one: that is claimeven."},
    ),
    ("So {me} wins by answering.", {"text": "So {me} wins by zugzwang."}),
)


@pytest.mark.parametrize(("template", "change"), CHANGES)
def test_a_false_term_is_found(proofs: list[Any], template: str, change: dict[str, Any]) -> None:
    tried = 0
    for proof in proofs:
        if not any(said["text"] == template for step in proof["steps"] for said in step["said"]):
            continue
        changed = copy.deepcopy(proof)
        said = next(one for step in changed["steps"] for one in step["said"] if one["text"] == template)
        if "text" in change:
            said["text"] = change["text"]
        else:
            said["values"] |= change
        assert Reader(changed).wrong, said
        tried += 1
        if tried == 20:
            return
    assert tried


def test_a_leaf_in_a_list_of_replies_names_the_line_that_waits(proofs: list[Any]) -> None:
    seen = 0
    for proof in proofs:
        explanation = from_json(proof)
        assert explanation.certificate
        waits = [wait for node in explanation.certificate.nodes if isinstance(node, Leaf) for wait in node.waits]
        if waits and not isinstance(explanation.certificate.nodes[0], Leaf):
            told = " ".join(step.text for step in explanation.steps)
            assert " threat, in row " in told
            seen += 1
        assert from_json(json.loads(json.dumps(to_json(explanation)))) == explanation
    assert seen > 500
