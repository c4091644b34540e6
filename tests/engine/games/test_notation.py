"""Tests positions, numbers and other texts that people write: read and written symmetrically, or refused."""

import math
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.games import GameError, IllegalMoveError, all_games, find, parse, plies, replay, write
from engine.games.formats.numerals import LARGEST, number, plain
from tests.profiles import costly
from tests.trees import leaf_tree

NAMES = st.sampled_from(sorted(all_games()))
LIKELY = st.text(alphabet="0123456789-, \t\n", max_size=60)


@costly(1_200)
@given(NAMES, st.one_of(LIKELY, st.text(max_size=40)))
@example("connect4", "٣")
@example("connect4", "1" * 5000)
@example("gomoku7", "36,")
@example("gomoku7", "1,2,-3")
def test_any_text_is_read_or_refused(name, text) -> None:
    game = find(name)
    try:
        moves, state = parse(game, text)
    except GameError:
        return
    assert replay(game, moves) == state
    written = write(game, moves)
    assert parse(game, written) == (moves, state)
    assert write(game, parse(game, written)[0]) == written


@pytest.mark.parametrize(("name", "text", "words"), [
    ("connect4", "44444445", "move 7: column 4 is full"),
    ("connect4", "4458", "move 4: there is no column 8; columns are 1 to 7"),
    ("connect4", "12121213", "move 8: the game is over"),
    ("tictactoe", "115", "move 2: square 1 is taken"),
    ("connect4", "4-5", "move 2: -5 is a drawn lot, but nothing is drawn here"),
    ("slippery-connect4", "45", "move 2: 5 should be a drawn lot, written -5"),
    ("slippery-connect4", "4-6", "move 2: what is aimed at column 4 cannot land at 6"),
    ("nim", "124", "move 3: 4 cannot be taken; take 1 to 3"),
])  # fmt: skip
def test_the_offending_move_is_named(name, text, words) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        parse(find(name), text)
    assert str(caught.value) == words
    assert caught.value.ply == int(words.split()[1][:-1])


@pytest.mark.parametrize(
    ("text", "words"), [("4x5", "'x' is no move"), ("4--5", "'-' is no move"), ("+4", "'+' is no")]
)
def test_what_is_no_move_at_all(text, words) -> None:
    with pytest.raises(GameError, match=words.replace("+", r"\+")):
        parse(find("connect4"), text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("connect4", "1234,5"), ("connect4", "5,4321"), ("gomoku7", "25,2418,3"), ("gomoku7", "1,23456"),
        ("connect4", "4,4-"), ("connect4", "4, 4 5"), ("connect4", "4, 4 5,3,"),
        ("connect4", "1,,2"), ("connect4", ",1"), ("connect4", "4,4,,"), ("connect4", ","), ("gomoku7", "25 24,18"),
        ("slippery-connect4", "4 -5,3"), ("connect4", "443,5"),
        ("gomoku7", "12 34 56"), ("gomoku7", "25 24"), ("gomoku7", "1 23"), ("connect4", "44,x"),
        ("connect4", "4453,"), ("connect4", "4,x,5"), ("tictactoe", "1,2 3456"), ("gomoku7", ",2418"),
    ],
)  # fmt: skip
def test_a_missing_comma_is_never_guessed(name, text) -> None:
    with pytest.raises(GameError):
        parse(find(name), text)


def test_too_long_a_text_is_refused_unread() -> None:
    with pytest.raises(GameError, match="1,001 characters is too long; at most 1,000"):
        parse(find("connect4"), "4" * 1001)
    assert parse(find("connect4"), "44".ljust(1000))[0] == [4, 4]


@pytest.mark.parametrize(("name", "text", "moves"), [
    ("connect4", "", []), ("connect4", " 44 53\n", [4, 4, 5, 3]), ("connect4", "4,4,5,3", [4, 4, 5, 3]),
    ("gomoku7", "25,1,49", [25, 1, 49]), ("gomoku7", "36,", [36]), ("slippery-connect4", "4-53-3", [4, 5, 3, 3]),
    ("tictactoe", "519", [5, 1, 9]), ("gomoku7", "1 2 3", [1, 2, 3]), ("connect4", "4, 4,\n5,", [4, 4, 5]),
    ("slippery-connect4", "4-5,3-3", [4, 5, 3, 3]), ("slippery-connect4", "4,-5", [4, 5]),
])  # fmt: skip
def test_ways_to_write_a_position(name, text, moves) -> None:
    assert parse(find(name), text)[0] == moves


@pytest.mark.parametrize(("name", "moves", "text"), [
    ("connect4", [4, 4, 5, 3], "4453"), ("gomoku7", [25, 1], "25,1"), ("gomoku7", [36], "36,"),
    ("gomoku7", [9, 8], "98"), ("gomoku7", [10, 9], "10,9"), ("slippery-connect4", [4, 5, 3], "4-53"),
    ("nim", [], ""),
])  # fmt: skip
def test_how_a_position_is_written(name, moves, text) -> None:
    assert write(find(name), moves) == text


@pytest.mark.parametrize(
    ("name", "moves", "made"),
    [("connect4", [4, 4, 5], 3), ("slippery-connect4", [4, 5, 3], 2), ("slippery-connect4", [4, 5, 3, 3], 2)],
)
def test_drawn_lots_are_no_plies(name, moves, made) -> None:
    assert (plies(find(name), moves), plies(find(name), [])) == (made, 0)


MINUS_SIGNS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u207b\u208b\u2796\ufe58\ufe63\uff0d"
SPACES = " \t\n\r\x0b\x0c\x85\xa0\u1680\u2000\u2002\u2003\u2007\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000"
UNSEEN = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2069\u00ad\u034f\u115f\u3164\ufe0e\ufe0f\x00\x1a\U000e0101"


@pytest.mark.parametrize("sign", MINUS_SIGNS, ids=unicodedata.name)
def test_every_sign_that_looks_like_a_minus_is_one(sign: str) -> None:
    assert leaf_tree(f"[{sign}3, {sign}2]").payoffs == (-3, -2)


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_every_space_separates(space: str) -> None:
    assert leaf_tree(f"{space}3{space}5{space}").payoffs == (3, 5)
    assert parse(find("connect4"), f"{space}44{space}53{space}")[0] == [4, 4, 5, 3]


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_no_fault(unseen: str) -> None:
    assert leaf_tree(f"{unseen}[{unseen}1{unseen}3, 5]{unseen}").payoffs == (5, 13)
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
    assert leaf_tree(text).payoffs == (2, 9)
    assert leaf_tree("[{1/2: 4, 1/2: 0,}, 3]").has_chance
