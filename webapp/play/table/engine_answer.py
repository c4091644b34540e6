"""What an engine says with its move: how it came to it, and what its tree kept of the thought before."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Choice, Kept
from webapp.play.game import events as e
from webapp.play.game.state import GameState


def answer_of(choice: Choice, kept: Kept, state: GameState) -> e.Answer:
    """The receipt of ``choice`` in ``state``; ``kept`` is what the last move left of the tree."""
    share, dropped = _weigh(kept, state.moves[-1:])
    return e.Answer(
        expected=choice.expected,
        seconds=round(choice.seconds, 4),
        nodes=choice.nodes,
        kept=kept.kept,
        pruned=kept.pruned,
        proven=choice.score is not None,
        words=choice.score.words(state.game.player_names) if choice.score else "",
        why=choice.why,
        slip=choice.slip,
        depth=kept.depth,
        foreseen=kept.proven,
        share=round(share, 4),
        dropped=dropped,
        better=choice.better,
    )


def _weigh(kept: Kept, last: Sequence[int]) -> tuple[float, int]:
    """Of the positions searched before the ``last`` move: the share beneath it, and the number elsewhere."""
    total = sum(count for _, count in kept.searched)
    beneath = sum(count for move, count in kept.searched if move in last)
    return (beneath / total if total else 0.0), total - beneath
