"""Finds the solution of a puzzle: its line, the refutation of every wrong move, the play to the end, and the themes."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games import LineGame, LineState, Move
from engine.games.game import score_of
from engine.puzzles.judge import Judge, keepers
from engine.puzzles.puzzle import Theme, WrongMove

_SANE = 3  # the least moves of a usual puzzle that give the opponent no four, so that there is a choice
MOST_LINE = 9  # the longest solution, in plies
MOST_REFUTATION = 3  # the longest refutation, in plies


@dataclass(frozen=True, slots=True)
class Solution:
    """Holds the answer to a puzzle."""

    line: tuple[Move, ...]  # the solver's only moves at even places, the strongest replies between
    plies: int  # plies to the solver's win with best play, or 0 for a draw
    wrong: tuple[WrongMove, ...]  # every other first move
    ending: tuple[Move, ...]  # best play from the position to the end of the game, begins with ``line``


def solve(judge: Judge, state: LineState, scores: Mapping[Move, int]) -> Solution:
    """Returns the solution of a position. Raises ValueError if not exactly one move keeps a win or a draw."""
    game, right = judge.game, keepers(scores)
    if len(right) != 1 or scores[right[0]] < 0:
        raise ValueError("not exactly one move keeps a win or a draw")
    number = scores[right[0]]
    line = solution_line(judge, state, right[0])
    plies = score_of(game, number, state.ply, game.to_move(state)).plies if number else 0
    wrong = wrong_moves(judge, state, scores, right[0])
    after = state
    for move in line:
        after = game.play(after, move)
    return Solution(line, plies, wrong, line + judge.play_out(after, game.max_plies))


def wrong_moves(judge: Judge, state: LineState, scores: Mapping[Move, int], right: Move) -> tuple[WrongMove, ...]:
    """Returns every move but the right one, each with a refutation."""
    return tuple(
        WrongMove(move, score, judge.play_out(judge.game.play(state, move), MOST_REFUTATION))
        for move, score in sorted(scores.items())
        if move != right
    )


def later_wrong_moves(judge: Judge, state: LineState, line: tuple[Move, ...]) -> tuple[tuple[WrongMove, ...], ...]:
    """Returns the wrong moves at each later turn of the solver, whose moves are at even places of ``line``."""
    found: list[tuple[WrongMove, ...]] = []
    for place, move in enumerate(line):
        if place and place % 2 == 0:
            found.append(wrong_moves(judge, state, judge.scores(state), move))
        state = judge.game.play(state, move)
    return tuple(found)


def solution_line(judge: Judge, state: LineState, right: Move) -> tuple[Move, ...]:
    """Returns the solution from the only move ``right`` on, for as long as the solver has only one move. The opponent
    replies with a move of the best score (a loser holds out longest); among such replies, the one with the fewest moves
    that keep the result, then the lowest column."""
    game, line = judge.game, [right]
    state = game.play(state, right)
    while len(line) < MOST_LINE:
        scores = judge.scores(state)
        best = max(scores.values(), default=0)
        answers = [
            (len(kept), reply, kept[0])
            for reply in sorted(scores)
            if scores[reply] == best and (kept := judge.keepers(game.play(state, reply)))
        ]
        if not answers or min(answers)[0] != 1:
            break
        _, reply, only = min(answers)
        line += [reply, only]
        state = game.play(game.play(state, reply), only)
    return tuple(line)


def themes(game: LineGame, state: LineState, kind: Theme, solution: Solution) -> Theme:
    """Returns all themes of a puzzle. ``kind`` is the kind for beginners, or no theme."""
    if kind & Theme.WIN_AT_ONCE:
        return kind
    return kind | _first_move(game, state, solution) | (_ending(game, state, solution) if solution.plies else Theme(0))


def _first_move(game: LineGame, state: LineState, solution: Solution) -> Theme:
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
    threats = game.holes(state.own ^ state.mask, state.mask)  # of the solver, while the opponent is to move
    playable = threats & _landings(game, state.mask)
    if playable.bit_count() >= 2:
        return Theme.DOUBLE_THREAT
    if playable:  # to fill it puts nothing off, so the cell above completes a four, too
        return Theme.STACKED_THREATS
    last_reply, last = solution.ending[-2:]
    row = game.landing(game.play(state, last_reply), last)[1]
    return Theme.ODD_THREAT if row % 2 else Theme.EVEN_THREAT


def _landings(game: LineGame, mask: int) -> int:
    bottom = sum(game.bit((column, 1)) for column in range(1, game.width + 1))
    return (mask + bottom) & game.full


def classify(game: LineGame, state: LineState) -> Theme | None:
    """Returns the kind of a position by the rules alone: a kind for beginners, no theme, or None for no puzzle."""
    landings = {move: game.bit(game.landing(state, move)) for move in game.moves(state)}
    own, theirs = game.holes(state.own, state.mask), game.holes(state.own ^ state.mask, state.mask)
    wins = [move for move, bit in landings.items() if bit & own]
    blocks = [move for move, bit in landings.items() if bit & theirs]
    if len(landings) < _SANE or len(wins) > 1 or len(blocks) > 1:
        return None
    if wins:
        return Theme.WIN_AT_ONCE
    if blocks:
        return Theme.MUST_BLOCK
    sane = [move for move, bit in landings.items() if not (bit << 1) & theirs]
    if len(sane) == 1:
        return Theme.DO_NOT_HAND_OVER
    return Theme(0) if len(sane) >= _SANE else None
