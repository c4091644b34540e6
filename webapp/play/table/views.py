"""What a page is told of a game: the state and the digests as plain data (DESIGN section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine import Branch, Digest
from engine.games import Game, Outcome, write
from webapp.play.game import branches
from webapp.play.game import events as e
from webapp.play.game.events import Answer, Moved, Recorded
from webapp.play.game.pie import offered
from webapp.play.game.state import GameState
from webapp.play.table.minds import Fall

ENGINE_IS_READY: dict[str, Any] = {"ready": True, "stage": ""}


def state_view(
    state: GameState, engine: dict[str, Any] | None = None, running: tuple[int, float] | None = None
) -> dict[str, Any]:
    """Everything a page needs to show a game; ``running`` is the side whose clock runs, and the seconds of its turn."""
    board = state.game.board_size() is not None
    legal = state.legal
    return {
        "game_id": state.game_id,
        "version": state.version,
        "game": state.game.name,
        "moves": list(state.moves),
        "ply": state.ply,
        "to_move": state.to_move,
        "legal": list(legal),
        "outcome": outcome_view(state),
        "seats": [seat_view(state, seat) for seat in (0, 1)],
        "discs": [list(disc) for disc in state.discs] if board else [],
        "text": "" if board else state.game.describe(state.position),
        "paused": state.paused,
        "pace": state.per_minute,
        "can_undo": state.undo_ply is not None and state.clock is None,
        "can_redo": state.redo_ply is not None,
        "branches": branches.view(state),
        "pie": state.pie,
        "swapped": state.swapped,
        "can_swap": offered(state),
        "move_words": {} if board else {str(move): state.game.move_words(move) for move in legal},
        "rematch": state.rematch,
        "analysis": state.analysis,
        "notation": write(state.game, state.moves),
        "asked": asked_view(state),
        "clock": clock_view(state, running),
        "engine": engine or ENGINE_IS_READY,
    }


def seat_view(state: GameState, seat: int) -> dict[str, Any]:
    """Who sits there. ``open``: nobody yet; ``lent``: an engine plays on for a person who may come back."""
    who = state.seats[seat]
    view: dict[str, Any] = {"kind": who.kind}
    if who.level is not None:
        view["level"] = who.level
    if who.name is not None:
        view["name"] = who.name
    if seat in state.free and state.game_id:
        view["open"] = True
    if state.stand_ins[seat]:
        view["lent"] = True
    return view


def asked_view(state: GameState) -> dict[str, Any] | None:
    """The open question: what, by whom, and the moves that a takeback would take."""
    asked = state.asked
    if asked is None:
        return None
    taken = [turn[0] for turn in state.turns[asked.ply - state.start_ply :]]
    return {"what": asked.what, "seat": asked.seat, "ply": asked.ply, "moves": taken}


def clock_view(state: GameState, running: tuple[int, float] | None) -> dict[str, Any] | None:
    """The seconds that each side has left now, and whose clock runs; None without clocks."""
    if state.clock is None:
        return None
    left = list(state.clock_left)
    if running:
        left[running[0]] = max(0.0, left[running[0]] - running[1])
    return {
        "seconds": state.clock.seconds,
        "increment": state.clock.increment,
        "left": [round(seconds, 2) for seconds in left],
        "running": running[0] if running else None,
    }


def outcome_view(state: GameState) -> dict[str, Any] | None:
    """How it ended, also in words."""
    outcome = state.outcome
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else int(outcome.winner),
        "line": [list(cell) for cell in outcome.line],
        "words": _words(state, outcome),
    }


def _words(state: GameState, outcome: Outcome) -> str:
    names = state.game.player_names
    match state.ended:
        case e.Drawn():
            return "A draw by agreement."
        case e.Resigned(seat):
            return f"{names[seat]} resigns; {names[1 - seat]} wins."
        case e.Claimed(seat):
            return f"{names[1 - seat]} has left; {names[seat]} wins."
        case e.Flagged(seat):
            return f"{names[seat]}’s time is up; {names[1 - seat]} wins."
    return "It is a draw." if outcome.winner is None else f"{names[outcome.winner]} wins."


def game_view(game: Game[Any]) -> dict[str, Any]:
    """A game of the menu."""
    size = game.board_size()
    rules = getattr(game, "base", game)  # a board with chance in it wraps the board
    return {
        "name": game.name,
        "title": game.title,
        "board": list(size) if size else None,
        "connect": getattr(rules, "connect", None),
        "gravity": bool(getattr(rules, "gravity", False)),
        "players": list(game.player_names),
        "chance": game.has_chance,
    }


def thinking_view(game_id: str, digest: Digest) -> dict[str, Any]:
    """What one mind thinks."""
    return {"game_id": game_id, **asdict(digest)}


def tree_view(branches: Sequence[Branch]) -> list[list[int]]:
    """The top of a mind's tree without its root, parents before children: [parent, move, value, known, depth, visits,
    refutation]. The parent is a place in this list, or -1; the value, in hundredths, is that of the side that makes
    the move; known is 2 for an exact result, 1 for a winner who is certain, 0 for an opinion."""
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


def fall_view(fall: Fall) -> dict[str, Any]:
    """What a move did to a tree. ``cut`` lists [move, nodes, positions] of every branch that fell; ``kept`` and
    ``dropped`` count positions that had been searched."""
    nodes, searched = dict(fall.kept.cut), dict(fall.kept.searched)
    kept = searched.get(fall.move, 0)
    return {
        "ply": fall.ply,
        "move": fall.move,
        "kept": kept,
        "dropped": sum(searched.values()) - kept,
        "cut": [[move, nodes.get(move, 0), count] for move, count in searched.items() if move != fall.move],
    }


def answers_view(state: GameState, history: Sequence[Recorded]) -> list[dict[str, Any]]:
    """What the engines said with the moves that stand, in their order."""
    start, turns = state.start_ply, state.turns
    said: dict[int, dict[str, Any]] = {}
    for record in history:
        ply = getattr(record.event, "ply", start)
        reply = turns[ply - start - 1][0] if start < ply <= start + len(turns) else None
        view = _answer_view(record, reply)
        if view and ply - start < len(turns) and turns[ply - start][0] == view["move"]:
            said[ply] = view
    return [said[ply] for ply in sorted(said)]


def _answer_view(record: Recorded, reply: int | None) -> dict[str, Any] | None:
    """What an engine said with the move of this event, and the ``reply`` that it answered; None for other events."""
    event = record.event
    if not isinstance(event, Moved) or not isinstance(event.answer, Answer):
        return None
    said = event.answer
    return {
        "ply": event.ply,
        "seat": event.seat,
        "move": event.move,
        "reply": reply,
        "expected": said.expected,
        "slip": said.slip,
        "better": said.better,
        "proven": said.proven,
    }
