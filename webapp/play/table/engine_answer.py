"""Makes the engine's answer: the account of a move, with the part of the tree that the move before left."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Choice, Kept
from webapp.play.game import events as e
from webapp.play.game.state import GameState


def answer_of(choice: Choice, state: GameState, waited: float) -> e.Answer:
    """Returns an engine's account of a move."""
    kept = choice.kept
    share, dropped = _count_searched(kept, state.moves[-1:])
    return e.Answer(
        expected=choice.expected,
        seconds=round(choice.seconds, 4),
        nodes=choice.nodes,
        kept=kept.kept,
        pruned=kept.pruned,
        proven=choice.score is not None,
        words=str(choice.score.words(state.game.player_names)) if choice.score else "",
        why=str(choice.why),
        slip=choice.slip,
        depth=kept.depth,
        foreseen=kept.proven,
        share=round(share, 4),
        dropped=dropped,
        better=choice.better,
        waited=round(waited, 1),
    )


def _count_searched(kept: Kept, last: Sequence[int]) -> tuple[float, int]:
    """Returns the share below the ``last`` move of all positions searched before, and the number elsewhere."""
    total = sum(count for _, count in kept.searched)
    below = sum(count for move, count in kept.searched if move in last)
    return (below / total if total else 0.0), total - below
