"""Puts acknowledgements, digests and answers into plain data for the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine import Branch, Digest
from webapp.play.game import events as e
from webapp.play.game.events import Answer, Moved, Recorded
from webapp.play.game.state import GameState
from webapp.play.ports import TreeCut


def acknowledgement(event: e.Event | None, version: int) -> dict[str, Any]:
    """Returns the acknowledgement of a command with this last event."""
    answer: dict[str, Any] = {"version": version}
    if isinstance(event, e.Rematched):
        answer["game_id"] = event.game_id
    elif isinstance(event, e.Asked):
        answer["asked"] = event.what
    return answer


def thinking_view(game_id: str, digest: Digest) -> dict[str, Any]:
    """Returns the digest of one mind."""
    return {"game_id": game_id, **asdict(digest)}


def tree_view(branches: Sequence[Branch]) -> list[list[int]]:
    """Returns the top of a mind's tree without the root, parents before children.

    Each branch is [parent, move, value, known, depth, visits, refutation]. The parent is a place in this list, or -1;
    the value, in hundredths, is the mover's; known is 2 for an exact result, 1 for a certain winner, 0 for an opinion.
    """
    return [
        [
            branch.parent - 1,
            branch.move,
            round(100 * branch.value),
            2 if branch.proven else int(branch.low > 0 or branch.high < 0),
            branch.depth,
            branch.visits,
            branch.refutation or 0,
        ]
        for branch in branches[1:]
    ]


def cut_view(cut: TreeCut) -> dict[str, Any]:
    """Returns the cut of a tree by a move. ``cut`` lists [move, nodes, positions] of every branch cut off; ``kept`` and
    ``dropped`` count searched positions."""
    nodes, searched = dict(cut.kept.cut), dict(cut.kept.searched)
    kept = searched.get(cut.move, 0)
    return {
        "ply": cut.ply,
        "move": cut.move,
        "kept": kept,
        "dropped": sum(searched.values()) - kept,
        "cut": [[move, nodes.get(move, 0), count] for move, count in searched.items() if move != cut.move],
    }


def answers_view(state: GameState, history: Sequence[Recorded]) -> list[dict[str, Any]]:
    """Returns the engines' answers with the moves on the board, in order."""
    start, turns = state.start_ply, state.turns
    answers: dict[int, dict[str, Any]] = {}
    for record in history:
        ply = getattr(record.event, "ply", start)
        reply = turns[ply - start - 1][0] if start < ply <= start + len(turns) else None
        view = _answer_view(record, reply)
        if view and ply - start < len(turns) and turns[ply - start][0] == view["move"]:
            answers[ply] = view
    return [answers[ply] for ply in sorted(answers)]


def _answer_view(record: Recorded, reply: int | None) -> dict[str, Any] | None:
    """Returns an engine's answer with a move, and the ``reply`` before the move; None for other events."""
    event = record.event
    if not isinstance(event, Moved) or not isinstance(event.answer, Answer):
        return None
    answer = event.answer
    return {
        "ply": event.ply,
        "seat": event.seat,
        "move": event.move,
        "reply": reply,
        "expected": answer.expected,
        "slip": answer.slip,
        "better": answer.better,
        "proven": answer.proven,
    }
