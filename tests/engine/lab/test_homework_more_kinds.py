"""Tests the judge on wrong programs of other kinds: none is cleared, and no line is named that is not the slip."""

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from tests.engine.lab.homework import Program, right, wrong

RIGHT, WRONG = right("kinds.txt"), wrong("kinds_wrong.txt", "kinds.txt")
UNKNOWN = ("drawn", "yes-no")
"""Verdicts that say what the judge does not know: they neither clear a program nor accuse it."""
NAMED = 8
"""Of so many of the wrong programs at least the line is named."""


def test_there_are_enough_programs_of_each() -> None:
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 55
    assert len({one.name for one in [*RIGHT, *WRONG]}) == len(RIGHT) + len(WRONG)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [pytest.param(one, marks=[pytest.mark.long] * bool(at % 3), id=one.name) for at, one in enumerate(WRONG)],
)
def test_a_wrong_program_is_not_cleared_and_no_other_line_is_named(program: Program) -> None:
    verdict = judged(program.source, program.function, execute)
    assert not verdict.right
    assert (verdict.code in UNKNOWN) is (program.name.startswith(("uct", "proof", "and or"))), verdict.code
    if verdict.code != "error":  # the line of an error is where Python raised it
        assert verdict.line in (0, *program.lines), (verdict.line, verdict.repair)


@pytest.mark.slow
def test_lines_are_named_where_one_change_alone_is_the_slip() -> None:
    begin = ("fail-soft", "table compares", "table without the side", "maxn of", "scout asks")
    chosen = [one for one in WRONG if one.name.startswith(begin)]
    named = [one.name for one in chosen if judged(one.source, one.function, execute).line in one.lines]
    assert len(named) >= NAMED, named


_LEVELS = """
def minimax(tree):
    nodes, todo = [], [(tree, 0, -1)]
    while todo:
        node, level, above = todo.pop(0)
        nodes.append([None if isinstance(node, list) else node, level, above])
        if isinstance(node, list):
            todo += [(child, level + 1, len(nodes) - 1) for child in node]
    for i in range(len(nodes) - 1, 0, -1):
        value, level, above = nodes[i]
        better = max if nodes[above][1] % 2 == 0 else min
        nodes[above][0] = value if nodes[above][0] is None else better(nodes[above][0], value)
    return nodes[0][0]
"""
_SIDES = """
def go(node, player):
    if not isinstance(node, list):
        return node
    other = "min" if player == "max" else "max"
    values = [go(child, other) for child in node]
    return max(values) if player == "max" else min(values)

def minimax(tree):
    return go(tree, "max")
"""
_SIGNS = """
def go(node, colour):
    return colour * node if not isinstance(node, list) else max(-go(child, -colour) for child in node)

def minimax(tree):
    return go(tree, 1)
"""


@pytest.mark.parametrize(
    ("source", "part", "slip"),
    [
        (_LEVELS, "[above][1] % 2 == 0", "[i][1] % 2 == 0"),
        (_LEVELS, "(tree, 0, -1)", "(tree, 1, -1)"),
        (_SIDES, 'return max(values) if player == "max"', 'return max(values) if player == "min"'),
        (_SIDES, 'go(tree, "max")', 'go(tree, "min")'),
        (_SIGNS, "return colour * node", "return -colour * node"),
        (_SIGNS, "go(tree, 1)", "go(tree, -1)"),
    ],
)
def test_no_line_is_named_where_the_first_side_or_the_test_of_a_side_may_be_the_slip(
    source: str, part: str, slip: str
) -> None:
    assert judged(source, "minimax", execute).right
    verdict = judged(source.replace(part, slip), "minimax", execute)
    assert (verdict.right, verdict.line) == (False, 0), verdict.repair
