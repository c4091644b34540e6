"""Tests the judge of programs: no right program is refused, each published slip is found with its line."""

from __future__ import annotations

import ast
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.commands.grading import grade as command
from engine.lab.grade import shapes as known
from engine.lab.grade.executing import execute
from engine.lab.grade.grading import grade, results
from engine.lab.grade.mutants import PRINTED, Made, mutants, one_of_each, printed
from engine.lab.grade.self_test import Outcome, Table, judge_one, self_test, subject_of, subjects
from engine.lab.grade.shapes import VALUES, filled, shapes, values_of
from engine.lab.grade.truth import Bare
from engine.lab.judge.browser import MODULES, sources
from engine.lab.judge.difference import first_difference
from engine.lab.judge.doors import answer
from engine.lab.judge.judging import judged
from engine.lab.judge.probes import read, six_numbers
from engine.lab.judge.reference import close, values_below
from engine.lab.judge.verdict import looked_at
from engine.lab.judge.watching import Program, Runner
from engine.lab.mutants import MUTANTS

SLIP = printed("soft").replace("beta = min(beta, best)", "alpha = min(beta, best)")


@pytest.mark.parametrize("name", PRINTED)
def test_no_right_program_is_refused(name: str) -> None:
    verdict = judged(printed(name), PRINTED[name], execute)
    assert verdict.right, verdict.as_data()


def test_a_slip_is_named_with_its_line_its_bound_and_a_tree() -> None:
    verdict = judged(SLIP, "minimax", execute)
    assert (verdict.right, verdict.code, verdict.told["code"]) == (False, "leaves", "alpha")
    assert SLIP.splitlines()[verdict.line - 1].strip() == verdict.slip == "alpha = min(beta, best)"
    assert verdict.repair == "beta = min(beta, best)"
    assert verdict.as_data()["tree"] == "((3 5) (2 9))"


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
    table = Table(list(self_test(some, leaves=5)))
    assert table.faults == []
    assert table.named >= 0.9
    assert table.passed
    assert [sum(one.kind == kind for one in table.outcomes) for kind in ("right", "slip", "mutant")] == [6, 9, 1000]


def test_an_interrupted_test_continues_and_another_judge_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some, store = subjects(2), tmp_path / "verdicts.jsonl"
    half = [one for one, _ in zip(self_test(some, store, 3), range(9), strict=False)]
    assert len(store.read_text().split()) > 0
    judge = "engine.lab.grade.self_test.judge_one"
    asked: list[str] = []

    def note(subject: Any, leaves: int) -> Outcome:
        asked.append(subject.name)
        return judge_one(subject, leaves)

    monkeypatch.setattr(judge, note)
    whole = list(self_test(some, store, 3))
    assert whole[:9] == half
    assert asked == [one.name for one in some][10:]  # the tenth was judged when the loop ended
    asked.clear()
    assert list(self_test(some, store, 3)) == whole
    assert asked == []
    monkeypatch.setattr("engine.lab.grade.self_test.fingerprint", lambda: "another judge")
    assert list(self_test(some, store, 3)) == whole
    assert len(asked) == len(some)


def test_the_command_shows_the_table_and_fails_where_a_verdict_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--self-test", "--mutants", "1", "--leaves", "3", "--store", str(tmp_path / "store.jsonl")]
    ran = CliRunner().invoke(command, words)
    assert ran.exit_code == 0, ran.output
    assert "published slips found" in ran.output
    data = json.loads(CliRunner().invoke(command, [*words, "--json"]).output)
    assert (data["passed"], data["counts"]["published slips found"]) == (True, "9 of 9")

    def blind(subject: Any, leaves: int) -> Outcome:
        return Outcome(subject.kind, subject.name, accepted=True, wrong=subject.kind != "right")

    monkeypatch.setattr("engine.lab.grade.self_test.judge_one", blind)
    ran = CliRunner().invoke(command, [*words[:-1], str(tmp_path / "other.jsonl")])
    assert ran.exit_code == 1
    assert ran.output.count("accepted, though wrong") == 10


def test_a_run_stands_for_all_trees_that_differ_in_the_leaves_it_has_not_looked_at() -> None:
    def wrong_trees(source: str, base: str) -> set[str]:
        """Returns the small trees on which a program is wrong, one by one."""
        program = Bare(base, source, PRINTED[base])
        return {str(tree) for tree in every_tree(4) if program.wrong_on(tree)}

    assert len(every_tree(4)) == 4**2 + 3 * 4**3 + 11 * 4**4
    rare = {name: printed(name) for name in ("soft", "hard", "plain", "negamax", "game")}
    assert all(not wrong_trees(source, name) for name, source in rare.items())
    for made in [one for one in mutants(400) if one.base in rare][::5]:
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


def test_an_infinite_value_is_close_to_no_number() -> None:
    assert not close(float("-inf"), 3)
    assert close(float("inf"), float("inf"))
    assert close(0.1 + 0.2, 0.3)


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("def minimax(node):\n    return minimax(node)\n", "endless"),
        ("def minimax(node):\n    return [0] * 125000000\n", "memory"),
        ("def minimax(node)\n    return 0\n", "syntax"),
        ("import engine\ndef minimax(node):\n    return 0\n", "syntax"),
        ("import socket\ndef minimax(node):\n    return 0\n", "syntax"),
        ("def other(node):\n    return 0\n", "no-function"),
        ("def minimax(node, wind):\n    return 0\n", "parameter"),
        ("def minimax(node):\n    return None\n", "no-number"),
        ("def minimax(node):\n    open('/etc/hostname')\n", "error"),
        ("def minimax(node):\n    ().__class__.__base__.__subclasses__()[0].missing\n", "error"),
    ],
)
def test_a_program_runs_within_its_limits(program: str, code: str) -> None:
    verdict = grade(program, "minimax")
    assert (verdict.right, verdict.code) == (False, code)


def test_an_endless_loop_is_ended() -> None:
    verdict = grade("def minimax(node):\n    while True:\n        pass\n", "minimax", seconds=0.3)
    assert (verdict.right, verdict.code) == (False, "time")


def test_the_line_of_an_error_is_that_of_the_program() -> None:
    assert grade("import math\n\n\ndef minimax(node):\n    return missing\n", "minimax").line == 5
    assert grade("x = 1\ndef minimax(node)\n    return 0\n", "minimax").line == 2
    for source in (
        "x = 1\ndef minimax(node)\n    return 0\n",
        "x = 1\ndef minimax(node, alpha=missing):\n    return 0\n",
    ):
        assert [judged(source, "minimax", execute).line, grade(source, "minimax").line] == [2, 2]


@pytest.mark.parametrize(
    ("name", "old", "new", "right"),
    [
        ("game", "game.actions(state)", "state.actions(state)", False),  # a state is no game
        ("hard", "alpha=-INFINITY", "alpha=INFINITY", False),  # the bounds that a call without bounds begins with
        ("hard", "alpha=-INFINITY", "alpha=-10 ** 9", True),
        ("hard", "beta=INFINITY", "beta=score", False),  # a name that the program does not have
        ("soft", "alpha = max(alpha, best)", "alpha = best", False),  # the bound from above is lost
        ("soft", "beta = min(beta, best)", "beta = best", False),
        ("soft", "depth - 1, alpha, beta, False", "depth + 1, alpha, beta, False", True),  # cuts no node off
        ("flat", "True, values, alpha", "True, values, maximizingPlayer", False),  # a bound of 0 where all are small
        ("flat", "depth + 1", "nodeIndex + 1", False),  # levels that double with each call
    ],
)
def test_what_the_self_test_found_is_judged_rightly(name: str, old: str, new: str, right: bool) -> None:
    source = printed(name)
    assert old in source
    verdict = judged(source.replace(old, new), PRINTED[name], execute)
    assert verdict.right is right, verdict.as_data()


def test_a_result_is_one_that_graders_read() -> None:
    found = results(judged(SLIP, "minimax", execute))
    assert (found["score"], found["max_score"]) == (3.0, 4.0)
    assert [one["status"] for one in found["tests"]] == ["passed"] * 3 + ["failed"]
    assert "should be `beta = min(beta, best)`" in found["output"]
    assert json.loads(json.dumps(found)) == found


def test_the_command_prints_sentences_and_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SLIP)
    said = CliRunner().invoke(command, [str(file)])
    assert said.exit_code == 1
    assert said.output.splitlines()[-1].startswith("Line ")
    file.write_text(printed("negamax"))
    said = CliRunner().invoke(command, [str(file), "--function", "negamax", "--json"])
    assert (said.exit_code, json.loads(said.output)["score"]) == (0, 4.0)


def ask(**question: object) -> Any:
    return json.loads(answer(json.dumps(question), execute))


def numbers_of(source: str) -> list[float]:
    """Returns the six numbers of a program: value, branch, and leaves."""
    found: list[float] = []
    for tree in six_numbers():
        below, record = values_below(tree), _record(tree, source)
        found += [max(below), below.index(max(below)) + 1, len(looked_at(record))]
    return found


def test_six_numbers_are_judged() -> None:
    right = numbers_of(printed("soft"))
    assert ask(door="numbers", numbers=right)["code"] == "numbers-right"
    assert ask(door="numbers", numbers=numbers_of(SLIP))["code"] == "cuts-nothing"
    for place, value, code in ((0, 99, "value"), (4, 2, "branch"), (5, 7, "leaves"), (2, 1, "too-few")):
        changed = [value if i == place else one for i, one in enumerate(right)]
        assert ask(door="numbers", numbers=changed)["code"] == code


def _record(tree: Any, source: str) -> Any:
    return Runner(Program(source, "minimax"), execute).run(tree)


def test_a_pasted_record_is_compared_up_to_the_first_difference() -> None:
    tree = "((3 5) (2 9))"
    right = "enter - -inf inf\nenter 1 -inf inf\nleave 1.1 3\nleave 1.2 5\nleave 1 3\nenter 2 3 Infinity\nleave 2.1 2\n"
    assert ask(door="record", tree=tree, text=right + "leave 2 2\nleave - 3")["code"] == "record-right"
    assert ask(door="record", tree=tree, text=right)["code"] == "record-ends"
    played = ask(door="record", tree=tree, text=right + "leave 2 2\nleave - 3")["reference"]
    assert [(kind, path) for kind, path, *_ in played[:3]] == [("enter", []), ("enter", [0]), ("enter", [0, 0])]
    assert played[-1] == ["leave", [], 3]
    assert [event[2:] for event in played if event[:2] == ["enter", [1]]] == [[3, "∞"]]
    assert not any(event[1] == [1, 1] for event in played), "the reference cuts there"
    wrong = ask(door="record", tree=tree, text=right.replace("enter 2 3", "enter 2 -inf"))
    assert (wrong["code"], wrong["told"]["at"]) == ("alpha", 5)
    assert ask(door="record", tree=tree, text="enter 7 0 0")["code"] == "record"
    assert ask(door="record", tree=tree, text="hello")["code"] == "record"


def test_a_right_record_has_no_difference() -> None:
    assert first_difference(_record(read("(((2 4) (3 1)) ((0 5) (6 7)))"), printed("soft"))) is None


def test_the_judge_for_the_browser_has_no_annotations_and_no_imports_but_its_own() -> None:
    assert set(sources()) == {*MODULES, "driver"}
    for name in MODULES:
        text = sources()[name]
        imports = [line for line in text.splitlines() if line.startswith(("from ", "import "))]
        assert all(line.startswith("from engine.lab.judge.") or line == "import json" for line in imports), name
        assert " -> " not in text
        displays = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Dict)]
        assert all(None not in node.keys for node in displays), f"{name}: MicroPython reads no {{**more}}"
    assert sum(len(text) for text in sources().values()) < 64_000
