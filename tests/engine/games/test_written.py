"""Tests the one reader of texts and numbers that people write."""

import math
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError, find, parse
from engine.games.leaves import LeafTree
from engine.games.written import LARGEST, number, plain

MINUS_SIGNS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u207b\u208b\u2796\ufe58\ufe63\uff0d"
SPACES = " \t\n\r\x0b\x0c\x85\xa0\u1680\u2000\u2002\u2003\u2007\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000"
UNSEEN = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2069\u00ad\u034f\u115f\u3164\ufe0e\ufe0f\x00\x1a\U000e0101"


@pytest.mark.parametrize("sign", MINUS_SIGNS, ids=unicodedata.name)
def test_every_sign_that_looks_like_a_minus_is_one(sign: str) -> None:
    assert LeafTree.parse(f"[{sign}3, {sign}2]").payoffs == (-3, -2)


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_every_space_separates(space: str) -> None:
    assert LeafTree.parse(f"{space}3{space}5{space}").payoffs == (3, 5)
    assert parse(find("connect4"), f"{space}44{space}53{space}")[0] == [4, 4, 5, 3]


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_no_fault(unseen: str) -> None:
    assert LeafTree.parse(f"{unseen}[{unseen}1{unseen}3, 5]{unseen}").payoffs == (5, 13)
    assert parse(find("connect4"), f"{unseen}4{unseen}4{unseen}")[0] == [4, 4]


@pytest.mark.parametrize("text", ["3 5\n2 9", "Säule 4, “links” ≤ ∞", "½ ² 3"])
def test_what_can_be_seen_stays(text: str) -> None:
    assert plain(text) == text


def test_line_ends_of_other_systems_are_one() -> None:
    assert plain("\ufeffa\r\nb\rc\n") == "a\nb\nc\n"


@given(st.text())
def test_a_plain_text_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize(
    ("word", "value"),
    [("3", 3), ("-2.5", Fraction(-5, 2)), (".5", Fraction(1, 2)), ("1e-3", Fraction(1, 1000)), ("1E2", 100)]
    + [("17/8", Fraction(17, 8)), ("-1/4", Fraction(-1, 4)), ("0" * 300 + "3", 3), ("1e100", LARGEST)]
    + [(word, None) for word in ("", "x", "nan", "inf", "1/0", "1/00", "1/-2", "1_0", "--3", "1e", "0x3", "٣", "3²")],
)
def test_numbers(word: str, value: Fraction | None) -> None:
    assert number(word) == value


@pytest.mark.parametrize("word", ["9" * 400, "9" * 6000, "-1e101", "9e999", f"{'9' * 6000}/1", "0." + "1" * 6000])
def test_a_number_too_large_is_told_in_one_sentence(word: str) -> None:
    with pytest.raises(GameError, match=r"^the number \S+ is too large; numbers reach from -1e100 to 1e100$"):
        number(word)


@given(st.text(alphabet="0123456789+-./eE", max_size=500))
def test_a_number_is_finite_or_refused(word: str) -> None:
    try:
        value = number(word)
    except GameError:
        return
    assert value is None or math.isfinite(float(value))


@pytest.mark.parametrize("text", ["[[3, 5], [2, 9],]", "((3 5,) (2 9))", "[[3,5,],[2,9,],]"])
def test_a_comma_before_a_bracket_is_taken(text: str) -> None:
    assert LeafTree.parse(text).payoffs == (2, 9)
    assert LeafTree.parse("[{1/2: 4, 1/2: 0,}, 3]").has_chance
