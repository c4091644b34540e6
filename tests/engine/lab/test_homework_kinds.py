"""Tests the judge on programs of other kinds: null windows, MTD(f), Monte Carlo, proofs, errors, more players, tables.

No right one is accused, no wrong one is cleared, and where no line is sure to be the slip none is named.
"""

from functools import cache

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.verdict import Verdict
from tests.engine.lab.homework import Program, named, right, wrong
from tests.profiles import by_day, is_long, more_at_night

RIGHT, WRONG = right("kinds.txt"), wrong("kinds_wrong.txt", "kinds.txt")
CODES = {
    **dict.fromkeys(("uct that returns a branch", "flat monte carlo with a value"), "drawn"),
    "uct in three thousand rounds": "drawn",
    **dict.fromkeys(("proof numbers: does max win", "and or search: at least zero"), "asks"),
    **dict.fromkeys(("proof and disproof number as a pair", "proof numbers with a million for infinity"), "asks"),
    "proof numbers in a record": "asks",
    "expectimax against one who errs half the time": "errs",
    "expectimax against one who errs one time in ten": "errs",
    "expectimax with chance in place of min": "expectimax",
    "maxn of three with index": "maxn",
    "paranoid of three": "paranoid",
}
"""What is said of each program that does not look for the value of minimax."""
UNKNOWN = ("drawn", "yes-no")
"""Verdicts that say what the judge does not know: they neither clear a program nor accuse it."""
NAMED = 14
"""Of so many of the wrong programs at least the line is named."""


@cache
def verdict_on(program: Program) -> Verdict:
    return judged(program.source, program.function, execute)


def test_there_are_enough_programs_of_each() -> None:
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 55
    assert len({one.name for one in [*RIGHT, *WRONG]}) == len(RIGHT) + len(WRONG)
    assert {*CODES} <= {one.name for one in RIGHT}


@pytest.mark.slow
@pytest.mark.parametrize("program", by_day(RIGHT, 3, lambda one: one.name))
def test_no_right_program_is_accused(program: Program) -> None:
    verdict = verdict_on(program)
    assert verdict.code == CODES.get(program.name, verdict.code)
    assert verdict.right or verdict.code == "drawn"
    assert (verdict.line, verdict.told) == (0, None)


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
    begin = ("fail-soft", "table compares", "table without the side", "maxn of", "scout asks", "sides ", "null window")
    step = 1 if is_long() else 3
    chosen = [one for one in WRONG if one.name.startswith(begin)][::step]
    found = [one.name for one in chosen if {*named(verdict_on(one))} & {*one.lines}]
    assert len(found) >= NAMED // step, found
    assert {one.name for one in chosen if one.name.startswith("sides ")} <= {*found}


ASKING = {
    "null window below alpha": True,
    "negascout asks below its best": True,
    "mtdf exchanges the bounds": True,
    "mtdf whose min takes the most": True,
    "mtdf that hands the wrong side to the search": True,
    "mtdf keyed without the side": True,
    "table of all flags exact": True,
    "scout of min with all": True,
    "pvs without the second search": False,
    "mtdf keeps the bound of the wrong side": False,
    "aspiration hands back the bound": False,
    "aspiration that stops at its lower end": False,
}
"""Programs with null windows, and whether the line is named."""


@pytest.mark.slow
@pytest.mark.parametrize("program", by_day([one for one in WRONG if one.name in ASKING], 3, lambda one: one.name))
def test_a_program_with_null_windows_has_its_line_named_where_a_change_keeps_its_questions(program: Program) -> None:
    """To search with the whole window always mends such a program, in a line that need not be the slip."""
    verdict = verdict_on(program)
    assert verdict.tree is not None
    assert bool({*named(verdict)} & {*program.lines}) is ASKING[program.name]


def test_an_answer_to_an_unknown_question_is_no_fault() -> None:
    (program,) = [one for one in RIGHT if one.name == "and or search: at least zero"]
    asked = judged(program.source.replace("tree >= 0", "tree > 4", 1), program.function, execute)
    assert (asked.code, asked.line) == ("yes-no", 0)
