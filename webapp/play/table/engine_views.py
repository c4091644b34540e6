"""Puts trees and engines' answers into the structs that pages read, and choices into accounts of moves."""

from collections.abc import Sequence

from engine import Branch, Choice, Kept
from webapp.play.desk.answers import EngineAnswer
from webapp.play.desk.news import TreeFall
from webapp.play.game import events as e
from webapp.play.game.state import GameState
from webapp.play.game.wire import fill
from webapp.play.ports import TreeCut


def tree_view(branches: Sequence[Branch]) -> list[list[int]]:
    """Returns the top of a mind's tree without the root, parents before children. Each branch is [parent, move, value,
    known, depth, visits, refutation]. The parent is an index of this list, or -1. The value is the mover's, in
    hundredths. Known is 2 for an exact result, 1 for a certain winner, 0 for an opinion."""
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


def cut_view(cut: TreeCut) -> TreeFall:
    """Returns the cut of a tree by a move, in searched positions."""
    nodes, searched = dict(cut.kept.cut), dict(cut.kept.searched)
    kept = searched.get(cut.move, 0)
    fallen = [(move, nodes.get(move, 0), count) for move, count in searched.items() if move != cut.move]
    return TreeFall(cut.ply, cut.move, kept, sum(searched.values()) - kept, fallen)


def answers_view(state: GameState, history: Sequence[e.Recorded]) -> list[EngineAnswer]:
    """Returns the engines' answers with the moves on the board, in order."""
    start, turns = state.start_ply, state.turns
    answers: dict[int, EngineAnswer] = {}
    for record in history:
        event = record.event
        if isinstance(event, e.Moved) and event.answer is not None:
            index, own = event.ply - start, {"ply": event.ply, "seat": event.seat, "move": event.move}
            if index < len(turns) and turns[index][0] == event.move:
                reply = turns[index - 1][0] if index > 0 else None
                answers[event.ply] = fill(EngineAnswer, event.answer, **own, reply=reply)
    return [answers[ply] for ply in sorted(answers)]


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
        share=round(share, 4),
        dropped=dropped,
        better=choice.better,
        waited=round(waited, 1),
    )


def _count_searched(kept: Kept, last: Sequence[int]) -> tuple[float, int]:
    """Returns the share of the positions searched before that lay below the ``last`` move, and the number of others."""
    total = sum(count for _, count in kept.searched)
    below = sum(count for move, count in kept.searched if move in last)
    return (below / total if total else 0.0), total - below
