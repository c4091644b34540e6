"""Tests the judge on programs of other kinds: null windows, MTD(f), Monte Carlo, proofs, errors, more players, tables.

None is accused, and where no line is sure to be the slip none is named.
"""

import re
from pathlib import Path

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.verdict import Verdict
from tests.profiles import by_day

_TEXT = (Path(__file__).parent / "homework" / "kinds.txt").read_text("utf-8")
PROGRAMS = dict(part.split("\n", 1) for part in re.split(r"^### ", _TEXT, flags=re.MULTILINE)[1:])
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


def function_of(source: str) -> str:
    """Returns the name of the last function that takes a tree."""
    return str(re.findall(r"^def (\w+)\((?:tree|root|node|p)\b", source, flags=re.MULTILINE)[-1])


def verdict_on(source: str, *changes: tuple[str, str]) -> Verdict:
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return judged(source, function_of(source), execute)


@pytest.mark.slow
@pytest.mark.parametrize("name", by_day(PROGRAMS, 3))
def test_no_right_program_is_accused(name: str) -> None:
    verdict = verdict_on(PROGRAMS[name])
    assert verdict.code == CODES.get(name, verdict.code)
    assert verdict.right or verdict.code == "drawn"
    assert (verdict.line, verdict.told) == (0, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("scout with max and min", "if v > alpha and v < beta:", "if v > beta:"),
        ("pvs as a course writes it", "score = -pvs(child, -alpha - 1e-9", "score = pvs(child, -alpha - 1e-9"),
        ("negascout", "return sign * node", "return node"),
        ("pvs with a window of one", "if alpha >= beta:", "if alpha >= -beta:"),
        (
            "mtdf with a table of bounds",
            "    if g <= alpha:\n        upper = g",
            "    if True:\n        lower = upper = g",
        ),
        ("mtdf without a table", "if g < beta:", "if g > beta:"),
    ],
)
def test_a_wrong_program_with_null_windows_is_convicted_by_a_tree_alone(name: str, old: str, new: str) -> None:
    """To search with the whole window always mends such a program, in a line that need not be the slip."""
    verdict = verdict_on(PROGRAMS[name], (old, new))
    assert not verdict.right
    assert verdict.tree is not None
    assert (verdict.line, verdict.told) == (0, None)


def test_an_answer_to_an_unknown_question_is_no_fault() -> None:
    asked = verdict_on(PROGRAMS["and or search: at least zero"], ("tree >= 0", "tree > 4"))
    assert (asked.code, asked.line) == ("yes-no", 0)
