"""Tests the first lines of own programs: with the rest written, the judge finds each right."""

import pytest

from engine.lab.exercises import KINDS, make
from engine.lab.first_lines import FIRST_LINES
from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.sentences import told
from engine.lab.lessons import all_lessons
from engine.text import sentence

_BEST = """
    found = [{name}(child, not maximizing) for child in node]
    return max(found) if maximizing else min(found)
"""
_ONE = """
    for child in node:
        alpha = max(alpha, -{name}(child, -beta, -alpha, -colour))
        if alpha >= beta:
            break
    return alpha
"""
_REST = {
    "minimax": _BEST,
    "twofold": """
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if maximizing else beta
""",
    "alphabeta": _ONE,
    "memo": _BEST,
    "table": _ONE,
    "pvs": """
    first = True
    for child in node:
        if first:
            value = -pvs(child, -beta, -alpha, -colour)
        else:
            value = -pvs(child, -alpha - 1, -alpha, -colour)
            if alpha < value < beta:
                value = -pvs(child, -beta, -alpha, -colour)
        first = False
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
""",
    "expectimax": """
    found = [expectimax(child, not maximizing) for child in node]
    return max(found) if maximizing else (min(found) + sum(found) / len(found)) / 2
""",
    "maxn": """
    return max((maxn(child, (player + 1) % 3) for child in node), key=lambda values: values[player])
""",
}


def _said(algorithm: str, rest: str) -> str:
    name = FIRST_LINES[algorithm].split("(")[0].split()[-1]
    verdict = judged(FIRST_LINES[algorithm] + rest.replace("{name}", name), name, execute)
    return " ".join(sentence(one) for one in told(verdict.as_data()))


@pytest.mark.parametrize("algorithm", FIRST_LINES)
def test_the_first_lines_lead_to_a_program_that_the_judge_accepts(algorithm: str) -> None:
    assert _said(algorithm, _REST[algorithm]).startswith("Right"), _said(algorithm, _REST[algorithm])
    assert not _said(algorithm, "").startswith("Right")


def test_every_lesson_leads_to_an_exercise_and_those_that_the_judge_knows_to_a_program() -> None:
    seen = set()
    for lesson in all_lessons():
        kind, *shape = lesson.practice.split()
        assert kind in KINDS
        assert make(kind, 1, *shape).question
        if lesson.program is not None:
            seen.add(lesson.program)
    assert seen == FIRST_LINES.keys()
