"""Tests the judge on programs as courses write them: none accused wrongly, the line named, no repair that repairs
nothing, and no sentence that is not so."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge import judging
from engine.lab.judge.judging import judged, loaded, records_of
from engine.lab.judge.sentences import told
from engine.lab.judge.verdict import Verdict, judge
from tests.engine.lab.homework import Program, right, wrong
from tests.profiles import by_day

pytestmark = pytest.mark.slow

RIGHT, WRONG = right(), wrong()
BY_DAY = 10
"""One of so many programs is judged by day, all are at night."""


def _sample(programs: list[Program], rarer: int = 1) -> list[Any]:
    """Returns the programs as parameters of a test, most of them for long runs."""
    return by_day(programs, BY_DAY * rarer, lambda one: one.name)


@cache
def verdict_on(program: Program) -> Verdict:
    return judged(program.source, program.function, execute)


def said(source: str, function: str = "minimax") -> str:
    return " ".join(map(str, told(judged(source, function, execute).as_data())))


def draw(random: Random, levels: int) -> Any:
    """Returns a tree, in which a part may stand twice."""
    if levels == 0 or random.random() < 0.2:
        return random.randint(-9, 9)
    branches = [draw(random, levels - 1) for _ in range(random.randint(1, 3))]
    return [*branches, branches[0]] if random.random() < 0.3 else branches


def in_pairs(tree: Any) -> bool:
    """Tells whether each node has a left and a right branch."""
    return not isinstance(tree, list) or (len(tree) == 2 and all(map(in_pairs, tree)))


def value_of(tree: Any, maximise: bool) -> float:
    if not isinstance(tree, list):
        return float(tree)
    return (max if maximise else min)(value_of(one, not maximise) for one in tree)


def repaired(program: Program, verdict: Verdict) -> str:
    """Returns the program with the line that the verdict proposes."""
    lines = program.source.split("\n")
    line = lines[verdict.line - 1]
    assert line.strip() == verdict.slip
    lines[verdict.line - 1] = line[: len(line) - len(line.lstrip())] + verdict.repair
    return "\n".join(lines)


@pytest.mark.parametrize("program", _sample(RIGHT))
def test_a_right_program_is_cleared(program: Program) -> None:
    verdict = verdict_on(program)
    assert verdict.right, told(verdict.as_data())


@pytest.mark.parametrize("program", _sample(WRONG, 2))
def test_a_wrong_program_is_convicted(program: Program) -> None:
    assert not verdict_on(program).right


@pytest.mark.parametrize("step", [BY_DAY, pytest.param(1, marks=pytest.mark.long)])
def test_there_are_enough_programs_and_nine_of_ten_have_their_line(step: int) -> None:
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 60
    judged_now = WRONG[::step]
    missed = [one.name for one in judged_now if verdict_on(one).line not in one.lines]
    assert len(missed) <= len(judged_now) // 10, missed


@pytest.mark.parametrize("program", _sample(WRONG, 2))
def test_a_repair_repairs(program: Program) -> None:
    """A repair is told as one line. With that line the judge says right, and so do trees which it has never seen."""
    verdict = verdict_on(program)
    if verdict.how != "repair":
        return
    source = repaired(program, verdict)
    again = judged(source, program.function, execute)
    assert again.right, (verdict.repair, told(again.as_data()))
    random = Random(program.name)
    runner = loaded(source, program.function, execute)
    trees = [[draw(random, 3) for _ in range(random.randint(1, 3))] for _ in range(150)]
    records = records_of(runner, trees if runner.program.trees != "pairs" else [one for one in trees if in_pairs(one)])
    if again.code in ("right-branch", "expectimax"):
        assert judge(records).right
        return
    for record in records:
        result = record["result"]
        told_values = result if isinstance(result, list) else [result]  # some give a branch as well, before or behind
        assert record["error"] is None
        assert value_of(record["tree"], True) in told_values, (verdict.repair, record["tree"])


def test_a_program_that_answers_yes_or_no_and_does_not_end_is_told_no_value() -> None:
    program = """
def wins(tree, ours=True):
    while tree == -6: pass
    if not isinstance(tree, list): return tree > 0
    return any(wins(one, False) for one in tree) if ours else all(wins(one, True) for one in tree)
"""
    assert said(program, "wins") == "On the tree ((-7 -1) -6) the program does not come to an end."


@pytest.mark.parametrize("asked", ["array", "isscalar", "random"])
def test_what_the_judge_lacks_of_numpy_is_no_fault_of_a_program(asked: str) -> None:
    program = f"import numpy as np\ndef minimax(tree):\n    np.{asked}(tree)\n    return np.inf"
    assert said(program) == f"The judge here does not know numpy.{asked}. Write the program without it."


PLAIN = """
    if not isinstance(tree, list): return tree
    values = [minimax(child, not maximizing) for child in tree]
    return max(values) if maximizing else min(values)
"""
HEAD = "def minimax(tree, maximizing=True):"
ALPHABETA = next(one.source for one in RIGHT if one.name == "bounds a and b")


@pytest.mark.parametrize(
    ("least", "other", "start"),
    [
        ("player == 'O'", "'X' if player == 'O' else 'O'", ""),
        ("player == 2", "3 - player", ""),
        ("player == 1", "1 - player", ""),
        ("player == -1", "-player", ""),
        ("player == MIN", "1 - player", "MIN, MAX = 0, 1"),
        ("maximizing == False", "not maximizing", ""),
        ("minimizing", "not minimizing", ""),
        ("theirs", "not theirs", ""),
    ],
)
def test_a_program_may_compare_with_the_side_of_min_alone(least: str, other: str, start: str) -> None:
    program = f"""{start}
def minimax(node, {least.split(" ")[0]}):
    if not isinstance(node, list): return node
    values = [minimax(child, {other}) for child in node]
    return min(values) if {least} else max(values)
"""
    assert said(program).startswith("Right")


CODES = {
    "plain minimax": "right",
    "bounds a and b": "right-cuts",
    "fail hard in one tuple": "right-cuts",
    "leaves are not called": "right-some",
    "choose the branch": "right-branch",
}


def test_what_a_program_skips_is_counted_by_what_it_was_handed() -> None:
    found = {one.name: verdict_on(one) for one in RIGHT if one.name in CODES}
    assert {name: verdict.code for name, verdict in found.items()} == CODES
    assert found["bounds a and b"].values["leaves"] == found["leaves are not called"].values["leaves"]
    reset = ALPHABETA.replace("minimax(child, a, b, False)", "minimax(child, maximizing=False)")
    assert judged(reset, "minimax", execute).code == "leaves", "the names of the window do not matter"


@pytest.mark.parametrize(
    "change",
    ["tree.reverse()", "tree.sort(key=str)", "tree.append(tree.pop(0))", "tree[:] = tree[::-1]", "del tree[5:]"],
)
def test_what_a_program_does_to_its_list_is_its_own_business(change: str) -> None:
    assert judged(f"{HEAD}\n    if isinstance(tree, list): {change}{PLAIN}", "minimax", execute).right


@pytest.mark.parametrize(
    ("number", "right"), [("100", False), ("1000", False), ("999_999", False), ("10**9", True), ("float('inf')", True)]
)
def test_a_number_in_place_of_infinity_is_found(number: str, right: bool) -> None:
    source = ALPHABETA.replace('float("-inf")', f"-{number}").replace('float("inf")', number)
    assert judged(source, "minimax", execute).right is right


def test_leaves_that_are_no_whole_numbers_are_among_the_trees() -> None:
    rounded = f"{HEAD}{PLAIN}".replace("return tree\n", "return int(tree)\n")
    assert "`return int(tree)`" in said(rounded) or "int(tree)" in said(rounded)
    assert "0.5" in said(rounded)
    whole = f"{HEAD}{PLAIN}".replace("not isinstance(tree, list)", "isinstance(tree, int)")
    assert judged(whole, "minimax", execute).right, "a program that says int gets whole numbers"


def test_a_program_that_keeps_something_is_told_so() -> None:
    kept = f"calls = []\n{HEAD}{PLAIN}".replace("return max", "calls.append(tree)\n    return len(calls) < 99 and max")
    verdict = judged(kept, "minimax", execute)
    assert verdict.code == "keeps"
    assert "it keeps something between calls" in said(kept)
    assert "calls" in verdict.slip or not verdict.line


def test_what_a_script_does_beside_its_function_does_not_matter() -> None:
    for beside in ('depth = int(input("depth? "))', "import pygame", "open('tree.txt').read()", "print(minimax(5)[0])"):
        assert judged(f"{HEAD}{PLAIN}\n{beside}\n", "minimax", execute).right, beside
        assert judged(f"{beside}\n{HEAD}{PLAIN}\n", "minimax", execute).right, beside
    asks = said(f"{HEAD}\n    depth = input()\n{PLAIN}")
    assert "the program asks for input here" in asks


def test_a_program_is_taken_out_of_what_is_wrapped_around_it() -> None:
    source = f"{HEAD}{PLAIN}"
    cells = [
        {"cell_type": "markdown", "source": "# My homework"},
        {"cell_type": "code", "source": source.splitlines(True)},
    ]
    for wrapped in (
        json.dumps({"cells": cells}),
        f"My homework:\n```python\n{source}```\nThank you.",
        f"\ufeff%matplotlib inline\r\n!pip install numpy\r\n{source}",
    ):
        assert judged(wrapped, "minimax", execute).right, wrapped


def test_other_values_are_recognised_and_said() -> None:
    expectimax = next(one.source for one in RIGHT if one.name == "expectimax")
    assert "this is expectimax" in said(expectimax, "expectimax")
    mean = expectimax.replace("expectimax", "minimax")
    assert "takes the mean" in said(mean)
    halved = expectimax.replace("/ len(values)", "/ 2")
    assert "the value of expectimax is" in said(halved, "expectimax")
    maxn = next(one.source for one in RIGHT if one.name == "three players")
    assert "max^n for 3 players" in said(maxn, "maxn")
    assert not judged(maxn.replace("% 3", "% 2"), "maxn", execute).right


def test_a_result_that_cannot_be_read_is_told_with_what_to_do() -> None:
    assert "an object of type set. Return the value" in said(f"{HEAD}\n    return {{1, 2}}\n")
    assert "an object of type dict. Return the value" in said(f"{HEAD}\n    return {{'a': 1}}\n")


def test_a_name_that_nobody_knows_is_asked_for() -> None:
    source = "def minimax(state):\n    return len(state.a1().b2)\n"
    verdict = judged(source, "minimax", execute)
    assert (verdict.right, verdict.code) == (False, "unknown-name")
    assert "of a node?" in said(source)


def test_without_a_line_that_can_be_shown_none_is_told() -> None:
    lost = "def minimax(tree):\n    return 3 if str(tree) else 4\n"
    verdict = judged(lost, "minimax", execute)
    assert (verdict.line, verdict.repair, verdict.how) == (0, "", "")
    assert "ine" not in said(lost).partition("but ")[2]


TURNED = """
def alphabeta(node, a=float("-inf"), b=float("inf"), maxi=True):
    if not isinstance(node, list):
        return node
    if maxi:
        for c in node:
            a = max(a, alphabeta(c, a, b, False))
            if a >= b: return b
        return a
    for c in node:
        b = min(b, alphabeta(c, a, b, True))
        if b <= a: return a
    return b
"""


@pytest.mark.parametrize(("line", "slip"), [("if b <= a:", "if b >= a:"), ("if a >= b:", "if a <= b:")])
def test_a_comparison_the_wrong_way_round_is_turned_and_not_asked_of_both_sides(line: str, slip: str) -> None:
    verdict = judged(TURNED.replace(line, slip), "alphabeta", execute)
    assert (verdict.line, verdict.repair.partition(" return")[0]) == (
        TURNED[: TURNED.index(line)].count("\n") + 1,
        line,
    )


def test_parameters_without_names_are_no_fault() -> None:
    assert judged(f"{HEAD}{PLAIN}".replace("=True)", "=True, /)"), "minimax", execute).right


def test_a_count_of_skipped_leaves_is_told_only_where_all_calls_were_seen() -> None:
    walks = """
def leaves(node):
    if isinstance(node, list):
        for child in node: yield from leaves(child)
    else: yield node
"""
    walked = f"{walks}{HEAD}\n    list(leaves(tree)){PLAIN}"
    assert judged(walked, "minimax", execute).code == "right-alone"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (AttributeError("'list' object has no attribute '__getitem__'"), "list.__getitem__"),
        (AttributeError("'closure' object has no attribute 'nodes'"), "function.nodes"),
        (AttributeError("'int' object has no attribute 'children'"), ""),
        (TypeError("function doesn't take keyword arguments"), "f(name=value)"),
        (NotImplementedError("only slices with step=1 (aka None) are supported"), "[::2]"),
        (NotImplementedError("later"), ""),
        (SyntaxError("*x must be assignment target"), "[*a]"),
        (SyntaxError("invalid syntax"), "{**a}"),
    ],
)
def test_what_the_python_of_the_page_lacks_is_told_apart_from_a_slip(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    """The errors are those of MicroPython, by which the page runs the judge."""
    program = judging.Program(f"{HEAD}\n    known = {{**{{}}}}{PLAIN}", "minimax")
    assert judging._lacks(program, error) == ""
    monkeypatch.setattr("engine.lab.judge.judging.sys.implementation", SimpleNamespace(name="micropython"))
    assert judging._lacks(program, error) == words
