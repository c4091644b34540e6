"""Judges a game that has been granted: it is what was asked for, and its tokens are those of its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import key_of

if TYPE_CHECKING:
    from tests.world.ledger.truth import Truth

Wrong = tuple[str, str]
"""A rule, and what breaks it."""


def begun_misfit(truth: Truth, who: str, asked: dict[str, Any], answer: dict[str, Any], pace: float) -> Wrong | None:
    """Returns what is wrong about a game that somebody was granted, at the usual ``pace``; else None."""
    moves, game_id = list(map(int, asked.get("moves") or ())), answer["game_id"]
    if game_id not in truth.models:
        return "nothing lost", f"was granted the game {game_id}, which is not stored"
    if truth.begun.setdefault(game_id, who) != who:
        return "one owner", f"was given the game {game_id} of {truth.begun[game_id]}"
    first, created = truth.shown[game_id][0], truth.models[game_id].created
    flags = [name for name in ("pie", "with_help", "analysis") if first[name] != asked.get(name, False)]
    names = "kind", "level", "open", "name"
    wanted = [[seat.get(name, False if name == "open" else None) for name in names] for seat in asked["seats"]]
    is_same = first["game"] == asked["game"] and [[seat[name] for name in names] for seat in first["seats"]] == wanted
    has_clock = (asked.get("clock") or {}).items() <= (created.get("clock") or {}).items()
    if flags or not is_same or not has_clock:
        return "nothing lost", f"asked for {asked}, and was granted {created}"
    if not any(shown["moves"][: len(moves)] == moves for shown in truth.shown[game_id]):
        return "nothing lost", f"was granted a game of {len(moves)} moves, which are not stored"
    if created["per_minute"] != pace:
        return "the rules", f"was granted {game_id} at {created['per_minute']} moves a minute, and {pace} are usual"
    return _tokens_misfit(created, answer)


def _tokens_misfit(created: dict[str, Any], answer: dict[str, Any]) -> Wrong | None:
    """The tokens that come with a new game are those of its seats, or of its table."""
    table = answer.get("table_token")
    keys = [None if token is None else key_of(token) for token in answer["seat_tokens"]]
    if keys != list(created["keys"]) or [key_of(one) for one in (table,) if one is not None] != list(
        created["controls"]
    ):
        return "one owner", f"was given {answer['seat_tokens']} and {table} with a game of other tokens"
    return None
