"""Explains a position at once: the claim by the exact result, the proof and the words, or else best play."""

from __future__ import annotations

from engine.coach.certificate import Claim
from engine.coach.explanation import Explanation
from engine.coach.finder import BUDGETS, POSITIONS, Scores, find
from engine.coach.words import words
from engine.games import LineGame, LineState, Move, Player


def explain(
    game: LineGame,
    state: LineState,
    side: Player,
    scores: Scores,
    *,
    lines: int = BUDGETS[-1],
    positions: int = POSITIONS,
) -> Explanation:
    """Explains the exact result of a position as seen by a side.

    Args:
        game: a board with gravity and a solver.
        side: the side asked for: why it wins, does not lose, or loses.
        scores: exact scores of moves, such as :class:`engine.coach.exact.ExactScores`.
        lines: the largest size of a proof.
        positions: how many positions are searched at most.

    Raises:
        GameError: the game is over, or has no certificates.
    """
    claim = claim_for(game, state, side, scores)
    found = find(game, state, claim, scores=scores, lines=lines, positions=positions)
    if found.certificate:
        return Explanation(claim, found.certificate, "", words(found.certificate), ())
    return Explanation(claim, None, found.reason, (), best_play(game, state, scores))


def claim_for(game: LineGame, state: LineState, side: Player, scores: Scores) -> Claim:
    """Returns what is true of an unfinished position: ``side`` wins or does not lose, or the other side wins.

    Args:
        scores: exact scores of moves.
    """
    best = max(scores(state).values(), default=0)
    worth = best if game.to_move(state) is side else -best
    return Claim(side, worth > 0) if worth >= 0 else Claim(side.other, True)


def best_play(game: LineGame, state: LineState, scores: Scores) -> tuple[Move, ...]:
    """Returns best moves of both sides up to the end of the game, the leftmost of equal ones."""
    moves: list[Move] = []
    while game.outcome(state) is None:
        worth = scores(state)
        moves.append(max(worth, key=lambda move: (worth[move], -move)))
        state = game.play(state, moves[-1])
    return tuple(moves)
