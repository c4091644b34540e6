"""Tests positions as text: read and written symmetrically, and refused with the offending move."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.games import GameError, IllegalMoveError, all_games, find, parse, plies, replay, write
from tests.profiles import costly

NAMES = st.sampled_from(sorted(all_games()))
LIKELY = st.text(alphabet="0123456789-, \t\n", max_size=60)


@pytest.mark.slow
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


@pytest.mark.long
@settings(max_examples=100_000, deadline=None)
@given(NAMES, st.one_of(LIKELY, st.text(max_size=40)))
def test_a_hundred_thousand_texts(name, text) -> None:
    try:
        moves, _ = parse(find(name), text)
    except GameError:
        return
    assert parse(find(name), write(find(name), moves))[0] == moves


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("connect4", "44444445", "move 7: column 4 is full"),
        ("connect4", "4458", "move 4: there is no column 8; columns are 1 to 7"),
        ("connect4", "12121213", "move 8: the game is over"),
        ("tictactoe", "115", "move 2: square 1 is taken"),
        ("connect4", "4-5", "move 2: -5 is a drawn lot, but nothing is drawn here"),
        ("slippery-connect4", "45", "move 2: 5 should be a drawn lot, written -5"),
        ("slippery-connect4", "4-6", "move 2: what is aimed at column 4 cannot land at 6"),
        ("nim", "124", "move 3: 4 cannot be taken; take 1 to 3"),
    ],
)
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


def test_too_long_a_text_is_refused_unread() -> None:
    with pytest.raises(GameError, match="1,001 characters is too long; at most 1,000"):
        parse(find("connect4"), "4" * 1001)
    assert parse(find("connect4"), "44".ljust(1000))[0] == [4, 4]


@pytest.mark.parametrize(("name", "text", "moves"), [
    ("connect4", "", []), ("connect4", " 44 53\n", [4, 4, 5, 3]), ("connect4", "4,4,5,3", [4, 4, 5, 3]),
    ("gomoku7", "25,1,49", [25, 1, 49]), ("gomoku7", "36,", [36]), ("slippery-connect4", "4-53-3", [4, 5, 3, 3]),
    ("tictactoe", "519", [5, 1, 9]),
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
    assert plies(find(name), moves) == made
    assert plies(find(name), []) == 0


def test_replay_names_the_first_bad_move() -> None:
    with pytest.raises(IllegalMoveError, match="move 2: there is no column 9"):
        replay(find("connect4"), [1, 9, 9])
