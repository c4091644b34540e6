"""Tests the test of the judge: slips, mutants, and the truth from all small trees."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.lab.mutants import MUTANTS
from engine.workshop.commands.self_test import self_test as command
from engine.workshop.judge import shapes as known
from engine.workshop.judge.mutants import PRINTED, Made, mutants, one_of_each, printed
from engine.workshop.judge.self_test import Outcome, Table, judge_all, judge_one, subject_of, subjects
from engine.workshop.judge.shapes import VALUES, filled, shapes, values_of
from engine.workshop.judge.truth import Bare


@pytest.mark.long  # the command below says the same of all of them at once
@pytest.mark.parametrize("name", MUTANTS)
def test_a_published_slip_is_found_with_its_line(name: str) -> None:
    (slip,) = [one for one in subjects(0) if (one.kind, one.name) == ("slip", name)]
    outcome = judge_one(slip)
    assert (outcome.fault, outcome.accepted, outcome.names) == ("", False, "line")


@pytest.mark.parametrize("made", one_of_each(), ids=lambda made: f"{made.base}-{made.kind}")
def test_a_mutant_of_each_kind_is_judged_rightly(made: Made) -> None:
    outcome = judge_one(subject_of(made), 4)
    assert outcome.fault == ""
    assert outcome.accepted or outcome.names in ("line", "repair")


def test_each_kind_of_change_and_each_program_has_a_mutant() -> None:
    kinds = {"Compare", "Name", "Constant", "UnaryOp", "BinOp", "BoolOp", "If"}
    assert {made.kind for made in one_of_each()} == {made.kind for made in mutants(10_000)} <= kinds
    assert {made.base for made in one_of_each()} == {*PRINTED}


@pytest.mark.long
def test_slips_programs_and_mutants_are_judged_rightly() -> None:
    some = subjects(1000)
    table = Table(list(judge_all(some, leaves=5)))
    assert table.faults == []
    assert table.named >= 0.9
    assert table.passed
    assert [sum(one.kind == kind for one in table.outcomes) for kind in ("right", "slip", "mutant")] == [6, 9, 1000]


def test_an_interrupted_test_continues_and_another_judge_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some, store = subjects(2), tmp_path / "verdicts.jsonl"
    asked: list[str] = []

    def note(subject: Any, leaves: int) -> Outcome:
        asked.append(subject.name)
        return Outcome(subject.kind, subject.name, accepted=len(asked) % 2 > 0, wrong=subject.kind != "right")

    monkeypatch.setattr("engine.workshop.judge.self_test.judge_one", note)
    half = [one for one, _ in zip(judge_all(some, store, 3), range(9), strict=False)]
    assert len(store.read_text().split()) > 0
    asked.clear()
    whole = list(judge_all(some, store, 3))
    assert whole[:9] == half
    assert asked == [one.name for one in some][10:]  # the tenth was judged when the loop ended
    asked.clear()
    assert list(judge_all(some, store, 3)) == whole
    assert asked == []
    monkeypatch.setattr("engine.workshop.judge.self_test.fingerprint", lambda: "another judge")
    assert [one.name for one in judge_all(some, store, 3)] == [one.name for one in whole]
    assert asked == [one.name for one in some]


def test_the_command_shows_the_table_and_fails_where_a_verdict_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--mutants", "1", "--leaves", "3", "--store", str(tmp_path / "store.jsonl")]
    ran = CliRunner().invoke(command, words)
    assert ran.exit_code == 0, ran.output
    assert "published slips found" in ran.output
    data = json.loads(CliRunner().invoke(command, [*words, "--json"]).output)
    assert (data["passed"], data["counts"]["published slips found"]) == (True, "9 of 9")

    def blind(subject: Any, leaves: int) -> Outcome:
        return Outcome(subject.kind, subject.name, accepted=True, wrong=subject.kind != "right")

    monkeypatch.setattr("engine.workshop.judge.self_test.judge_one", blind)
    ran = CliRunner().invoke(command, [*words[:-1], str(tmp_path / "other.jsonl")])
    assert ran.exit_code == 1
    assert ran.output.count("accepted, though wrong") == 10


@pytest.mark.parametrize("step", [20, pytest.param(5, marks=pytest.mark.long)])
def test_a_run_stands_for_all_trees_that_differ_in_the_leaves_it_has_not_looked_at(step: int) -> None:
    def wrong_trees(source: str, base: str) -> set[str]:
        """Returns the small trees on which a program is wrong, one by one."""
        program = Bare(base, source, PRINTED[base])
        return {str(tree) for tree in every_tree(4) if program.wrong_on(tree)}

    assert len(every_tree(4)) == 4**2 + 3 * 4**3 + 11 * 4**4
    rare = {name: printed(name) for name in ("soft", "hard", "plain", "negamax", "game")}
    assert all(not wrong_trees(source, name) for name, source in rare.items())
    for made in [one for one in mutants(400) if one.base in rare][::step]:
        try:
            witness = Bare(made.base, made.source, PRINTED[made.base]).witness(4)
        except NameError:
            continue
        wrong = wrong_trees(made.source, made.base)
        assert (witness is None) == (not wrong), made.source
        assert witness is None or str(witness) in wrong, made.source


def every_tree(leaves: int) -> list[Any]:
    return [
        filled(shape.shape, iter(values))
        for shape in shapes(leaves)
        for values in itertools.product(VALUES, repeat=shape.leaves)
    ]


def test_the_weakest_right_cut_goes_on_when_bounds_meet() -> None:
    assert values_of([[3, 5], [2, 9]]) == [3, 2]
    assert known.looked_at([[3, 5], [2, 9]], hard=False) == known.looked_at([[3, 5], [2, 9]], hard=True) == 0b0111
    assert known.looked_at([[3, 5], [3, 9]], hard=False) == 0b1111
    deep = [[[3, 3], [3, 3]], [[-2, -2], [0, 0]]]
    assert known.looked_at(deep, hard=False) == 0b111111
    assert known.looked_at(deep, hard=True) == 0b11111111


def test_mutants_are_different_programs_with_the_changed_line() -> None:
    made = mutants(200)
    assert len({(one.base, one.source) for one in made}) == 200
    for one in made[:40]:
        before, after = printed(one.base).splitlines(), one.source.splitlines()
        assert [i for i, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b] == [one.line]
