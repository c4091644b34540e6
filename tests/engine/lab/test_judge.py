"""Tests the judge of programs: no right program is refused, each published slip is found with its line."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.commands.lab import grade as command
from engine.lab.grade.executing import execute
from engine.lab.grade.grading import grade, results
from engine.lab.judge.browser import MODULES, sources
from engine.lab.judge.difference import nearest
from engine.lab.judge.judging import judged
from engine.lab.judge.page_questions import answer
from engine.lab.judge.probes import read, six_numbers
from engine.lab.judge.reading.program import Program
from engine.lab.judge.reference import close, values_below
from engine.lab.judge.running.results import plain_result
from engine.lab.judge.running.runner import Runner
from engine.lab.judge.verdict import looked_at
from engine.workshop.judge.mutants import PRINTED, printed
from tests.profiles import by_day


@pytest.mark.parametrize(
    ("record", "result"),
    [
        ({"score": 3, "index": 0}, [3, 0]),
        ({"index": None, "score": 5}, [5, None]),
        ({"move": 1, "best": 3}, [3, 1]),
        ({"best": 2, "value": 3}, 3),
        ({"action": 1, "eval": 3}, [3, 1]),
    ],
)
def test_a_record_is_read_by_its_names_in_any_order(record: dict[str, int | None], result: object) -> None:
    assert plain_result(record) == plain_result(dict(reversed(record.items()))) == result


def test_a_name_that_no_function_has_is_told() -> None:
    lines = ("class A:", "    pass", "class B:", "    def search(node): return 1", "")
    assert judged("\n".join(lines), "other", execute).code == "no-function"
    inner = "def outer():\n    def search(node):\n        return 1\n"
    assert judged(inner, "search", execute).code == "no-function"


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
        ("def minimax(node):\n    import engine\n", "error"),
        ("import socket\ndef minimax(node):\n    return socket.socket()\n", "error"),
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


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("def minimax(node):\n    while True:\n        pass\n", "endless"),
        ("def minimax(node):\n  while True:\n    try:\n      while 1: pass\n    except:\n      pass\n", "endless"),
        ("def minimax(node):\n    from itertools import count\n    return sum(1 for _ in count())\n", "endless"),
        ("def ones():\n    while True: yield 1\n\ndef minimax(node):\n    return sum(ones())\n", "endless"),
        ("def minimax(node):\n    for one in node: node.append(one)\n", "error"),
        ("class Search:\n    while True: pass\n    def minimax(self, node): return 1\n", "syntax"),
    ],
)
def test_a_program_without_end_is_ended_in_one_process(program: str, code: str) -> None:
    verdict = judged(program, "minimax", execute, search=False)
    assert (verdict.right, verdict.code) == (False, code)


def test_a_call_of_the_language_without_end_is_ended_by_the_clock() -> None:
    program = "import itertools\ndef minimax(node):\n    return sum(itertools.repeat(1))\n"
    verdict = grade(program, "minimax", seconds=0.3)
    assert (verdict.right, verdict.code) == (False, "time")


def test_a_loop_beside_the_function_does_not_matter_and_lines_stay() -> None:
    source = printed("soft")
    assert judged(source + "\nwhile True:\n    pass\n", "minimax", execute, search=False).right
    broken = "def minimax(node):\n    for one in node:\n        while True:\n            return missing\n"
    assert judged(broken, "minimax", execute, search=False).line == 4


LOOPS = """
def minimax(tree):
    if not isinstance(tree, list):
        return tree
    stack = [[tree, 0, [], True]]
    while True:
        frame = stack[-1]
        node, i, values, top = frame
        if i == len(node):
            stack.pop()
            value = max(values) if top else min(values)
            if not stack:
                return value
            stack[-1][2].append(value)
        else:
            frame[1] += 1
            child = node[i]
            if isinstance(child, list):
                stack.append([child, 0, [], not top])
            else:
                values.append(child)
"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("[tree, 0, [], True]", "[tree, 1, [], True]", 5), ("[], not top]", "[], top]", 19)],
)
def test_the_line_is_found_beside_changes_that_never_end(old: str, new: str, line: int) -> None:
    assert judged(LOOPS, "minimax", execute).right
    verdict = judged(LOOPS.replace(old, new), "minimax", execute)
    assert (verdict.line, old in verdict.repair) == (line, True)


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
    by_day([
        ("game", "game.actions(state)", "state.actions(state)", False),  # a state is no game
        ("hard", "alpha=-INFINITY", "alpha=INFINITY", False),  # the bounds that a call without bounds begins with
        ("hard", "alpha=-INFINITY", "alpha=-10 ** 9", True),
        ("hard", "beta=INFINITY", "beta=score", False),  # a name that the program does not have
        ("soft", "alpha = max(alpha, best)", "alpha = best", False),  # the bound from above is lost
        ("soft", "beta = min(beta, best)", "beta = best", False),
        ("soft", "depth - 1, alpha, beta, False", "depth + 1, alpha, beta, False", True),  # cuts no node off
        ("flat", "True, values, alpha", "True, values, maximizingPlayer", False),  # a bound of 0 where all are small
        ("flat", "depth + 1", "nodeIndex + 1", False),  # levels that double with each call
    ], 3),
)  # fmt: skip
def test_what_the_self_test_found_is_judged_rightly(name: str, old: str, new: str, right: bool) -> None:
    source = printed(name)
    assert old in source
    verdict = judged(source.replace(old, new), PRINTED[name], execute)
    assert verdict.right is right, verdict.as_data()


def test_a_result_is_one_that_graders_read() -> None:
    found = results(judged(SLIP, "minimax", execute))
    assert found["score"] == sum(one["score"] for one in found["tests"]) == 3.0
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
    assert ask(question="numbers", numbers=right)["code"] == "numbers-right"
    assert ask(question="numbers", numbers=numbers_of(SLIP))["code"] == "cuts-nothing"
    for place, value, code in ((0, 99, "value"), (4, 2, "branch"), (5, 7, "leaves"), (2, 1, "too-few")):
        changed = [value if i == place else one for i, one in enumerate(right)]
        assert ask(question="numbers", numbers=changed)["code"] == code


def _record(tree: Any, source: str) -> Any:
    return Runner(Program(source, "minimax"), execute).run(tree)


def test_a_pasted_record_is_compared_up_to_the_first_difference() -> None:
    tree = "((3 5) (2 9))"
    right = "enter - -inf inf\nenter 1 -inf inf\nleave 1.1 3\nleave 1.2 5\nleave 1 3\nenter 2 3 Infinity\nleave 2.1 2\n"
    assert ask(question="record", tree=tree, text=right + "leave 2 2\nleave - 3")["code"] == "record-right"
    assert ask(question="record", tree=tree, text=right)["code"] == "record-ends"
    played = ask(question="record", tree=tree, text=right + "leave 2 2\nleave - 3")["reference"]
    assert [(kind, path) for kind, path, *_ in played[:3]] == [("enter", []), ("enter", [0]), ("enter", [0, 0])]
    assert played[-1] == ["leave", [], 3]
    assert [event[2:] for event in played if event[:2] == ["enter", [1]]] == [[3, "∞"]]
    assert not any(event[1] == [1, 1] for event in played), "the reference cuts there"
    wrong = ask(question="record", tree=tree, text=right.replace("enter 2 3", "enter 2 -inf"))
    assert (wrong["code"], wrong["told"]["at"]) == ("alpha", 5)
    assert ask(question="record", tree=tree, text="enter 7 0 0")["code"] == "record"
    assert ask(question="record", tree=tree, text="hello")["code"] == "record"


def test_a_right_record_has_no_difference() -> None:
    assert nearest(_record(read("(((2 4) (3 1)) ((0 5) (6 7)))"), printed("soft")))[0] is None


OWN = ("import json", "import builtins", "import sys")
"""What the judge imports of the browser's Python."""


def test_the_judge_for_the_browser_has_no_annotations_and_no_imports_but_its_own() -> None:
    assert set(sources()) == {*MODULES, "driver"}
    for name in MODULES:
        text = sources()[name]
        imports = [line for line in text.splitlines() if line.startswith(("from ", "import "))]
        assert all(line.startswith("from engine.lab.judge.") or line in OWN for line in imports), name
        assert " -> " not in text
        displays = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Dict)]
        assert all(None not in node.keys for node in displays), f"{name}: MicroPython reads no {{**more}}"
    assert sum(len(text) for text in sources().values()) < 117_000


def test_the_line_of_an_error_stands_beside_no_other_fault() -> None:
    """A wrong value comes first here, on a tree with two branches. One with a single branch raises the error."""
    source = """
def minimax(tree, maximizing=True):
    if not isinstance(tree, list):
        return tree
    values = [minimax(child, not maximizing) for child in tree[1:]]
    return max(values) if maximizing else min(values)
"""
    verdict = judged(source, "minimax", execute, search=False)
    assert (verdict.code, verdict.line) == ("value", 0)


def test_of_a_program_without_calls_no_way_through_the_tree_is_told() -> None:
    source = """
def minimax(tree):
    if not isinstance(tree, list):
        return tree
    stack = [[tree, 0, [], True]]
    for _ in range(10 ** 4):
        node, at, values, top = stack[-1]
        if at < len(node):
            stack[-1][1] += 1
            if isinstance(node[at], list):
                stack.append([node[at], 0, [], top])
            else:
                values.append(node[at])
            continue
        stack.pop()
        value = max(values) if top else min(values)
        if not stack:
            return value
        stack[-1][2].append(value)
"""
    wrong = judged(source, "minimax", execute, search=False)
    assert (wrong.code, wrong.told) == ("value", None)
    assert judged(source.replace("[], top]", "[], not top]"), "minimax", execute).right
