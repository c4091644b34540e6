"""Finds the solution of a puzzle, the refutation of every wrong move, and the play to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games import LineState, Move
from engine.games.numbers import score_of
from engine.puzzles.judge import Judge, keepers
from engine.puzzles.puzzle import WrongMove

MOST_LINE = 9
"""The longest solution, in plies."""

MOST_REFUTATION = 3
"""The longest refutation, in plies."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Holds the answer to a puzzle.

    Args:
        line: the solver's only moves at even places, the strongest replies between.
        plies: plies to the solver's win with best play; 0: a draw.
        wrong: every other first move.
        ending: best play of both sides from the position to the end of the game; begins with ``line``.
    """

    line: tuple[Move, ...]
    plies: int
    wrong: tuple[WrongMove, ...]
    ending: tuple[Move, ...]


def solve(judge: Judge, state: LineState, scores: Mapping[Move, int]) -> Solution:
    """Returns the solution of a position in which exactly one move keeps a win or a draw.

    Args:
        scores: the exact number of every move.

    Raises:
        ValueError: not exactly one move keeps a win or a draw.
    """
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
    """Returns every move but the right one, each with a refutation.

    Args:
        scores: the exact number of every move.
        right: the move that keeps the result.
    """
    return tuple(
        WrongMove(move, score, judge.play_out(judge.game.play(state, move), MOST_REFUTATION))
        for move, score in sorted(scores.items())
        if move != right
    )


def later_wrong_moves(judge: Judge, state: LineState, line: tuple[Move, ...]) -> tuple[tuple[WrongMove, ...], ...]:
    """Returns the wrong moves at each later turn of the solver.

    Args:
        line: the solution; the solver's moves at even places.
    """
    found: list[tuple[WrongMove, ...]] = []
    for place, move in enumerate(line):
        if place and place % 2 == 0:
            found.append(wrong_moves(judge, state, judge.scores(state), move))
        state = judge.game.play(state, move)
    return tuple(found)


def solution_line(judge: Judge, state: LineState, right: Move) -> tuple[Move, ...]:
    """Returns the solution from the only move ``right`` on, for as long as the solver has only one move.

    The opponent replies with a move of the best score (a loser holds out longest); among such replies, the one with
    the fewest moves that keep the result, then the lowest column.
    """
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
