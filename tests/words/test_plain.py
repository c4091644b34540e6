"""Tests that the page says everything plainly: the grade of every English sentence, and no jargon outside the fold."""

from __future__ import annotations

import re
from statistics import median

import pytest

from tests.words.reading import grade, sentences, syllables
from tests.words.sources import keys

MEDIAN_AT_MOST, NONE_ABOVE = 5.0, 8.0
"""School grades."""
FEWEST = 3
"""Words of a sentence with a grade: the formula is for sentences, not for a word alone such as "Copied."."""
JARGON = re.compile(
    r"\b(?:alpha|beta|ply|plies|minimax|heuristics?|nodes?|pruned?|pruning|transposition|quiescence|horizon|zugzwang|"
    r"principal variation|iteration|ponder\w*|kernel|hash|depth-first|cutoffs?|evaluation|eval|socket|server error|"
    r"payload|timeout|null|undefined|boolean|parameter)\b",
    re.IGNORECASE,
)
IN_A_FOLD = (
    "After a game against itself, it goes through the game once more",
    "In a game against you it looks some moves ahead at each of its turns, by minimax",
)
"""The beginnings of texts behind the student's fold "How it learns", where the words of the textbook stand."""


def _sentences() -> set[str]:
    """Returns all sentences of all pages."""
    texts = set().union(*keys().values())
    return {one for text in texts for one in sentences(text) if len(re.findall(r"[\w’'-]+", one)) >= FEWEST}


def test_every_sentence_of_every_page_is_plain() -> None:
    graded = sorted(((grade(one), one) for one in _sentences()), reverse=True)
    print(f"\n{len(graded)} sentences, median grade {median(value for value, _ in graded):.1f}")
    for value, one in graded:
        print(f"{value:5.1f}  {one}")
    assert len(graded) > 900
    assert [one for value, one in graded if value > NONE_ABOVE] == []
    assert median(value for value, _ in graded) <= MEDIAN_AT_MOST


def test_no_jargon_outside_the_fold_and_the_lab_which_teaches_these_words() -> None:
    page = set().union(*(texts for room, texts in keys().items() if not room.startswith("lab")))
    page = {text for text in page if not text.startswith(IN_A_FOLD)}
    assert [text for text in page if JARGON.search(re.sub(r"\{\w+\}", "", text))] == []


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "move side board turned please done made the a"),
        (2, "column yellow engine level table ended people beaten after"),
        (3, "position idea opinion together remember"),
        (4, "reconnecting invitation"),
    ],
)  # fmt: skip
def test_syllables_are_counted(count: int, words: str) -> None:
    wrong = {word: syllables(word) for word in words.split()}
    assert {word: found for word, found in wrong.items() if found != count} == {}


def test_a_hard_sentence_has_a_high_grade() -> None:
    hard = "The transposition of preliminary evaluations necessitates considerable computational infrastructure."
    assert grade(hard) > 20
    assert grade("It is your turn.") < 2
