"""Names the themes of a puzzle, by construction from the exact line."""

from __future__ import annotations

from engine.games import LineGame, LineState
from engine.puzzles.puzzle import Theme
from engine.puzzles.solution import Solution


def themes(game: LineGame, state: LineState, kind: Theme, solution: Solution) -> Theme:
    """Returns all themes of a puzzle.

    Args:
        kind: the kind for beginners, or no theme.
    """
    if kind & Theme.WIN_AT_ONCE:
        return kind
    return kind | _first_move(game, state, solution) | (_ending(game, state, solution) if solution.plies else Theme(0))


def _first_move(game: LineGame, state: LineState, solution: Solution) -> Theme:
    """Returns the themes of the first move and of the moves not to be played."""
    named = Theme(0)
    cell = game.bit(game.landing(state, solution.line[0]))
    opponent = state.own ^ state.mask
    mask = state.mask | cell
    before, after = game.holes(state.own, state.mask), game.holes(state.own | cell, mask)
    threatens = bool(after & _landings(game, mask))
    gains = bool(after & ~before)
    if not threatens:
        named |= Theme.QUIET_MOVE
    if gains and game.holes(opponent | cell, mask) & ~game.holes(opponent, state.mask):
        named |= Theme.BLOCK_AND_COUNTER
    if not solution.plies:
        named |= Theme.ONLY_MOVE_DRAW
    if any(game.bit(game.landing(state, wrong.move)) << 1 & before for wrong in solution.wrong):
        named |= Theme.DO_NOT_SPOIL
    return named


def _ending(game: LineGame, state: LineState, solution: Solution) -> Theme:
    """Returns the way a won game ends: two fours at once, two above each other, or a waiting four."""
    for move in solution.ending[:-2]:
        state = game.play(state, move)
    last_reply, last = solution.ending[-2], solution.ending[-1]
    threats = game.holes(state.own ^ state.mask, state.mask)  # of the solver; the opponent is to move
    playable = threats & _landings(game, state.mask)
    if playable.bit_count() >= 2:
        return Theme.DOUBLE_THREAT
    if playable:
        return Theme.STACKED_THREATS if last_reply == last else Theme(0)
    row = game.landing(game.play(state, last_reply), last)[1]
    return Theme.ODD_THREAT if row % 2 else Theme.EVEN_THREAT


def _landings(game: LineGame, mask: int) -> int:
    """Returns the cells that can be filled next, as a word."""
    bottom = sum(game.bit((column, 1)) for column in range(1, game.width + 1))
    return (mask + bottom) & game.full
