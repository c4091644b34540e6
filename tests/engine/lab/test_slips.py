"""Tests the sentences about texts that are no tree: each names the place, and the place is that of the slip."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine.games import GameError
from engine.games.trees import SlipError
from engine.lab.trees import parse
from tests.engine.lab.any_trees import any_tree

FORMS = ("text", "nested", "list", "json", "newick", "indent", "dot", "edges", "forest")
NUMBER = re.compile(r"(?<![\w.\"'-])-?\d+(?:\.\d+)?(?![\w./%\"'=:])")


def broken(seed: int) -> tuple[str, int, int] | None:
    """Returns a text broken in one place, and where the break begins and ends."""
    random, form = Random(seed), FORMS[seed % len(FORMS)]
    text = any_tree(seed, 2).written(form)
    if form == "forest":  # the preamble is not read
        text = text[text.index("\\begin{forest}") : text.index("\\end{document}")].rstrip()
    kind = random.choice(("word", "bracket", "extra", "open", "share", "sign", "quote"))
    pattern = {"word": NUMBER, "share": r"\b\d+/\d+", "sign": r"(?<=[ (\[,])-?\d", "quote": '"'}.get(kind, r"[\])}]")
    found = list(re.finditer(pattern, text))
    if not found:
        return None
    one = random.choice(found)
    start, end = one.span()
    if kind == "word":
        return text[:start] + one[0] + random.choice(("z", "..", "-", "k1")) + text[end:], start, end + 2
    if kind == "bracket":
        other = random.choice([bracket for bracket in ")]}" if bracket != one[0]])
        return text[:start] + other + text[end:], start, end
    if kind == "extra":
        return text + found[-1][0], len(text), len(text) + 1
    if kind == "open":
        return (text[:-1], len(text) - 1, len(text) - 1) if text[-1] in ")]}" else None
    if kind == "share":
        return text[:start] + random.choice(("0/3", "7/x", "9/2")) + text[end:], start, start + 3
    if kind == "sign":
        return text[:start] + random.choice(("+ ", "* ", "= ", ": ", "$ ")) + text[start:], start, start + 2
    return text[:start] + text[end:], start, start


def refused(most: int) -> Iterator[tuple[str, int, int, GameError]]:
    """Yields texts that are refused, with the break and the error."""
    seed = count = 0
    while count < most:
        seed += 1
        made = broken(seed)
        if made is None:
            continue
        try:
            parse(made[0])
        except GameError as error:
            count += 1
            yield *made, error


def at(text: str, error: GameError) -> int:
    """Returns the character at which an error points."""
    assert isinstance(error, SlipError), (text, error)
    line, column = error.place
    return sum(len(one) + 1 for one in text.split("\n")[: line - 1]) + column - 1


def test_the_sentence_points_at_the_slip() -> None:
    near = [start - 2 <= at(text, error) <= end + 2 for text, start, end, error in refused(200)]
    assert sum(near) >= 190, f"{sum(near)} of {len(near)} point within two characters"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("((3 17 (2 12))", (1, 7), "should most likely be closed here"),
        ("(((-2 3) (5 12) ((9 8) (-7 -3)))", (1, 16), "should most likely be closed here"),
        ("[[3, 12, 8], [2, 4, 6, [14, 5, 2]]", (1, 22), "should most likely be closed here"),
        ("((3 17)\r\n(2 12)", (2, 7), "a bracket is open at the end"),
        ("{1/2: 3, 1/3: 4}", (1, 10), "must sum to one, not to 0.833333"),
        ("((3 4) {1/2: 3, 8})", (1, 17), "has no probability, but another branch has one"),
        ("max(1/2: 3, 1/2: 4)", (1, 5), "only chance has them"),
        ("((3 4) (5 2)) in 9..1", (1, 18), "the lower bound must be less"),
        ("A B\nA C\nB 3\nC B", (4, 3), "'B' has a second node above it"),
        ("A B\nC 3", (2, 1), "'C' has no node above it"),
        ("A B\nA C\nB 3", (2, 3), "'C' has neither branches nor a value"),
        ("A -> B\nB -> A", (1, 1), "round in a circle"),
        ("A\n  B\n    3\n   4", (4, 4), "begins in no column"),
        ("A\n  3\nB\n  4", (3, 1), "a second root stands here"),
        ('{"children": [3, {"worth_of": 4, "name": "B"}]}', (1, 19), "means nothing here"),
        ("max min(3 4)", (1, 5), "a bracket should stand between max and min"),
        ("[[], 3]", (1, 3), "there is no leaf in an empty list"),
        ("digraph { A -> 3; A -> ; }", (1, 24), "the name of a node should stand here"),
    ],
)  # fmt: skip
def test_each_slip_has_its_sentence(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(SlipError, match=re.escape(words)) as caught:
        parse(text)
    assert caught.value.place == place
    assert str(caught.value).startswith(
        f"line {place[0]}, column {place[1]}: " if "\n" in text else f"column {place[1]}: "
    )


def test_a_leaf_outside_the_bounds_is_refused() -> None:
    with pytest.raises(GameError, match="the leaf 12 lies outside the bounds 0 to 10"):
        parse("((10 12) (2 4)) in 0..10")
