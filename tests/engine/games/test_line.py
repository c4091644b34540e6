"""Tests LineGame beyond the promises of every game: lines, symmetry, forced moves, and refused input."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError, IllegalMoveError, LineGame, LineState, Outcome, Player, find, parse

SIZES = [(4, 4, 3, True), (3, 3, 3, False), (5, 4, 4, True), (4, 5, 3, False), (5, 5, 4, False), (2, 6, 3, True)]


@st.composite
def positions(draw) -> tuple[LineGame, LineState]:
    """Draws a board and a position reached on the board."""
    game = LineGame(*draw(st.sampled_from(SIZES)))
    state = game.initial()
    for pick in draw(st.lists(st.integers(0, 99), max_size=game.max_plies)):
        moves = game.moves(state)
        if not moves:
            break
        state = game.play(state, moves[pick % len(moves)])
    return game, state


def grid(game: LineGame, state: LineState) -> dict:
    return dict(game.cells(state))


def lines_by_hand(game: LineGame, state: LineState) -> set:
    """Returns every cell of a complete line, by walking the board."""
    owners, found = grid(game, state), set()
    for cell, (dc, dr) in itertools.product(owners, ((1, 0), (0, 1), (1, 1), (1, -1))):
        run = [(cell[0] + dc * i, cell[1] + dr * i) for i in range(game.connect)]
        if len({owners.get(c) for c in run}) == 1:
            found.update(run)
    return found


@given(positions())
def test_the_outcome_is_what_walking_the_board_finds(found) -> None:
    game, state = found
    line = lines_by_hand(game, state)
    outcome = game.outcome(state)
    if line:
        assert set(outcome.line) == line
        assert outcome.winner is grid(game, state)[next(iter(line))]
    elif len(grid(game, state)) == game.max_plies:
        assert outcome == Outcome(None)
    else:
        assert outcome is None


@given(positions())
def test_a_key_is_that_of_every_symmetric_image(found) -> None:
    game, state = found
    w, h = game.width, game.height
    flips = [lambda c, r: (w + 1 - c, r)]
    if not game.gravity:
        flips.append(lambda c, r: (c, h + 1 - r))
        if w == h:
            flips.append(lambda c, r: (r, c))
    for flip in flips:
        own = mask = 0
        for cell, owner in game.cells(state):
            mask |= game.bit(flip(*cell))
            own |= game.bit(flip(*cell)) if owner is game.to_move(state) else 0
        assert game.key(LineState(own, mask)) == game.key(state)
    assert (game.key(game.key(state)), game.key(state).mask.bit_count()) == (game.key(state), state.ply)


@given(positions())
def test_forced_moves_win_at_once_or_stop_a_win_at_once(found) -> None:
    game, state = found
    if game.outcome(state) is not None:
        return
    mover = game.to_move(state)
    wins = [m for m in game.moves(state) if (o := game.outcome(game.play(state, m))) and o.winner is mover]
    passed = LineState(state.own ^ state.mask, state.mask)
    threats = [m for m in game.moves(state) if game._rows_of(passed.own | game.bit(game.landing(state, m)))]
    assert list(game.forced_moves(state)) == (wins[:1] or threats)
    assert game.is_quiet(state) is not bool(wins or threats)


@pytest.mark.parametrize(("moves", "winner", "line"), [
    ("1212121", 0, [(1, 1), (1, 2), (1, 3), (1, 4)]),
    ("1122334", 0, [(1, 1), (2, 1), (3, 1), (4, 1)]),
    ("12234334464", 0, [(1, 1), (2, 2), (3, 3), (4, 4)]),
    ("76654554424", 0, [(4, 4), (5, 3), (6, 2), (7, 1)]),
    ("71213141", 1, [(1, 1), (1, 2), (1, 3), (1, 4)]),
])  # fmt: skip
def test_lines_of_connect_four(moves, winner, line) -> None:
    game = find("connect4")
    state = game.initial()
    for move in map(int, moves):
        assert game.outcome(state) is None
        state = game.play(state, move)
    assert (game.outcome(state).winner, list(game.outcome(state).line)) == (winner, line)


def test_five_in_a_column_of_four_show_all_five() -> None:
    game = LineGame(5, 1, 3, False)
    state = parse(game, "1425")[1]
    assert game.outcome(state) is None
    assert game.outcome(game.play(state, 3)).line == ((1, 1), (2, 1), (3, 1))


def test_lines_stop_at_the_edge_of_the_board() -> None:
    game = find("connect4")
    state = LineState(0, 0)
    for cell in ((1, 5), (1, 6), (2, 1), (2, 2)):
        state = LineState(state.own | game.bit(cell), state.mask | game.bit(cell))
    assert game.outcome(state) is None
    assert game.outcome(LineState(0, state.mask)) is None


def test_stones_placed_by_hand_may_show_a_line_of_the_side_to_move() -> None:
    game = find("tictactoe")
    row = sum(game.bit((c, 3)) for c in (1, 2, 3))
    state = LineState(row, row | game.bit((1, 1)))
    assert game.outcome(state) == Outcome(Player.FIRST, ((1, 3), (2, 3), (3, 3)))


def test_a_full_board_is_a_draw() -> None:
    game = find("tictactoe")
    assert game.outcome(parse(game, "123546879")[1]) == Outcome(None)


@pytest.mark.parametrize(("size", "words"), [
    ((0, 6, 4, True), "no game"), ((7, 0, 4, True), "no game"), ((7, 6, 1, True), "no game"),
    ((10, 6, 4, True), "does not fit"), ((8, 8, 4, False), "does not fit"),
])  # fmt: skip
def test_boards_that_are_none(size, words) -> None:
    with pytest.raises(GameError, match=words):
        LineGame(*size)


def test_the_largest_boards_fit() -> None:
    assert LineGame(8, 7, 4, True).full.bit_length() <= 64
    assert LineGame(16, 3, 3, False).full.bit_length() <= 64


@pytest.mark.parametrize(("name", "moves", "move", "words"), [
    ("connect4", "", 8, "there is no column 8; columns are 1 to 7"),
    ("connect4", "", 0, "there is no column 0; columns are 1 to 7"),
    ("connect4", "444444", 4, "column 4 is full"),
    ("tictactoe", "", 10, "there is no square 10; squares are 1 to 9"),
    ("tictactoe", "", 0, "there is no square 0; squares are 1 to 9"),
    ("tictactoe", "5", 5, "square 5 is taken"),
    ("tictactoe", "14253", 9, "the game is over"),
])  # fmt: skip
def test_moves_that_are_refused(name, moves, move, words) -> None:
    game = find(name)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(parse(game, moves)[1], move)
    assert str(caught.value) == words


def test_squares_are_counted_in_reading_order() -> None:
    game = find("tictactoe")
    assert [game.square(m) for m in (1, 3, 5, 7, 9)] == [(1, 3), (3, 3), (2, 2), (1, 1), (3, 1)]
    assert game.describe(parse(game, "13")[1]) == "X . O\n. . .\n. . ."


def test_evaluation_prefers_open_lines() -> None:
    game = find("connect4")
    centre, edge = parse(game, "4")[1], parse(game, "1")[1]
    assert game.evaluate(centre, Player.FIRST) > game.evaluate(edge, Player.FIRST) > 0
    assert game.evaluate(centre, Player.SECOND) == -game.evaluate(centre, Player.FIRST)


def test_names() -> None:
    assert LineGame(4, 4, 3, True).name == "line4x4k3g"
    assert LineGame(4, 4, 3, False).title == "3 in a row on 4x4"
    assert repr(find("connect4")) == "LineGame(7, 6, 4, True)"
