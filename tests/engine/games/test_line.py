"""Tests LineGame beyond the promises of every game: lines, symmetry, forced moves, and refused input."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError, LineGame, LineState, Outcome, Player, find

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


def test_stones_placed_by_hand_may_show_a_line_of_the_side_to_move() -> None:
    game = find("tictactoe")
    row = sum(game.bit((c, 3)) for c in (1, 2, 3))
    state = LineState(row, row | game.bit((1, 1)))
    assert game.outcome(state) == Outcome(Player.FIRST, ((1, 3), (2, 3), (3, 3)))


@pytest.mark.parametrize(("size", "words"), [
    ((0, 6, 4, True), "no game"), ((7, 0, 4, True), "no game"), ((7, 6, 1, True), "no game"),
    ((11, 11, 4, True), "at most 128"), ((8, 8, 4, False), "at most 64"),
])  # fmt: skip
def test_boards_that_are_none(size, words) -> None:
    with pytest.raises(GameError, match=words):
        LineGame(*size)


def test_names() -> None:
    assert LineGame(4, 4, 3, True).name == "line4x4k3g"
    assert LineGame(4, 4, 3, False).title == "3 in a row on 4x4"
    assert repr(find("connect4")) == "LineGame(7, 6, 4, True)"
