"""Tests the judge on wrong programs of other kinds: none is cleared, and no line is named that is not the slip."""

from functools import cache

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.verdict import Verdict
from tests.engine.lab.homework import Program, named, right, wrong
from tests.profiles import by_day, is_long, more_at_night

RIGHT, WRONG = right("kinds.txt"), wrong("kinds_wrong.txt", "kinds.txt")
UNKNOWN = ("drawn", "yes-no")
"""Verdicts that say what the judge does not know: they neither clear a program nor accuse it."""
NAMED = 13
"""Of so many of the wrong programs at least the line is named."""


@cache
def verdict_on(program: Program) -> Verdict:
    return judged(program.source, program.function, execute)


def test_there_are_enough_programs_of_each() -> None:
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 55
    assert len({one.name for one in [*RIGHT, *WRONG]}) == len(RIGHT) + len(WRONG)


@pytest.mark.slow
@pytest.mark.parametrize("program", by_day(WRONG, 20, lambda one: one.name))
def test_a_wrong_program_is_not_cleared_and_no_other_line_is_named(program: Program) -> None:
    verdict = verdict_on(program)
    assert not verdict.right
    assert (verdict.code in UNKNOWN) is (program.name.startswith(("uct", "proof", "and or"))), verdict.code
    if verdict.code != "error":  # the line of an error is where Python raised it
        lines = named(verdict)
        assert not lines or {*lines} & {*program.lines}, (lines, verdict.repair)


@more_at_night
@pytest.mark.slow
def test_lines_are_named_where_one_change_alone_is_the_slip() -> None:
    begin = ("fail-soft", "table compares", "table without the side", "maxn of", "scout asks", "sides ")
    step = 1 if is_long() else 3
    chosen = [one for one in WRONG if one.name.startswith(begin)][::step]
    found = [one.name for one in chosen if {*named(verdict_on(one))} & {*one.lines}]
    assert len(found) >= NAMED // step, found
    assert {one.name for one in chosen if one.name.startswith("sides ")} <= {*found}
