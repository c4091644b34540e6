"""Puts states into plain data for the pages. Pure."""

from __future__ import annotations

from typing import Any

from engine.games import Game, Outcome, write
from engine.text import text, wire
from webapp.play.game import branches
from webapp.play.game import events as e
from webapp.play.game.fairness import help_allowed
from webapp.play.game.pie import can_swap
from webapp.play.game.state import GameState
from webapp.play.game.wording import goal

ENGINE_IS_READY: dict[str, Any] = {"ready": True, "stage": ""}


def state_view(
    state: GameState, engine: dict[str, Any] | None = None, running: tuple[int, float] | None = None
) -> dict[str, Any]:
    """Returns all that a page needs to show a game.

    Args:
        state: the game.
        engine: the readiness of the engine.
        running: the seat of the running clock, and the seconds since the turn began.
    """
    board = state.game.board_size() is not None
    legal = state.legal
    return {
        "game_id": state.game_id,
        "version": state.version,
        "game": state.game.name,
        "moves": list(state.moves),
        "ply": state.ply,
        "start": state.start_ply,
        "to_move": state.to_move,
        "legal": list(legal),
        "outcome": outcome_view(state),
        "seats": [seat_view(state, seat) for seat in (0, 1)],
        "discs": [list(disc) for disc in state.discs] if board else [],
        "text": "" if board else wire(state.game.describe(state.position)),
        "paused": state.paused,
        "pace": state.per_minute,
        "can_undo": state.undo_ply is not None and state.clock is None,
        "can_redo": state.redo_ply is not None,
        "branches": branches.view(state),
        "pie": state.pie,
        "swapped": state.swapped,
        "can_swap": can_swap(state),
        "help": help_allowed(state),
        "with_help": state.with_help,
        "move_words": {} if board else {str(move): wire(state.game.move_words(move)) for move in legal},
        "rematch": state.rematch,
        "score": list(state.score),
        "analysis": state.analysis,
        "notation": write(state.game, state.moves),
        "asked": asked_view(state),
        "clock": clock_view(state, running),
        "engine": engine or ENGINE_IS_READY,
    }


def seat_view(state: GameState, seat: int) -> dict[str, Any]:
    """Returns the player of a seat. ``open``: nobody yet; ``lent``: an engine stands in for a person."""
    player = state.seats[seat]
    view: dict[str, Any] = {"kind": player.kind}
    if player.level is not None:
        view["level"] = player.level
    if player.name is not None:
        view["name"] = player.name
    if seat in state.free and state.game_id:
        view["open"] = True
    if state.stand_ins[seat]:
        view["lent"] = True
    return view


def asked_view(state: GameState) -> dict[str, Any] | None:
    """Returns the open question, with the asker and the moves in danger of a takeback."""
    asked = state.asked
    if asked is None:
        return None
    moves = [turn[0] for turn in state.turns[asked.ply - state.start_ply :]]
    return {"what": asked.what, "seat": asked.seat, "ply": asked.ply, "moves": moves}


def clock_view(state: GameState, running: tuple[int, float] | None) -> dict[str, Any] | None:
    """Returns the seconds left on both clocks now, and the seat of the running clock; None without clocks."""
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
    """Returns the result of the game, also in words; None while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    words = _words(state, outcome)
    return {
        "winner": None if outcome.winner is None else int(outcome.winner),
        "line": [list(cell) for cell in outcome.line],
        "words": str(words),
        "said": wire(words),
    }


def _words(state: GameState, outcome: Outcome) -> str:
    names = state.game.player_names
    match state.ended:
        case e.Drawn():
            return "A draw by agreement."
        case e.Resigned(seat):
            return text("{loser} resigns; {winner} wins.", loser=names[seat], winner=names[1 - seat])
        case e.Claimed(seat):
            return text("{loser} has left; {winner} wins.", loser=names[1 - seat], winner=names[seat])
        case e.Flagged(seat):
            return text("{loser}’s time is up; {winner} wins.", loser=names[seat], winner=names[1 - seat])
    return "It is a draw." if outcome.winner is None else text("{winner} wins.", winner=names[outcome.winner])


def game_view(game: Game[Any]) -> dict[str, Any]:
    """Returns a game of the menu: name, board, rules; the sides by their ids."""
    size = game.board_size()
    rules = getattr(game, "base", game)  # a game with chance wraps the board's rules
    return {
        "name": game.name,
        "title": game.title,
        "board": list(size) if size else None,
        "connect": getattr(rules, "connect", None),
        "gravity": bool(getattr(rules, "gravity", False)),
        "players": [name.id for name in game.player_names],
        "chance": game.has_chance,
        "goal": goal(game),
    }
