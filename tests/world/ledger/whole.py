"""Works out the rest of what a page is shown of a game: the board, the words, the lines and the end. As the model, this
reads nothing of the server's code."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.games import find, replay, write
from engine.text import text, wire

if TYPE_CHECKING:
    from tests.world.ledger.model import Model

PLAYER = {"level": None, "name": None, "bot": False}
_ENDS = {
    "drawn": "A draw by agreement.",
    "resigned": "{loser} resigns; {winner} wins.",
    "claimed": "{loser} has left; {winner} wins.",
    "flagged": "{loser}’s time is up; {winner} wins.",
}


def rest_of(model: Model) -> dict[str, Any]:
    """Returns the fields of a view that no decision depends on, by the names of the wire; ``lines`` are the branches,
    ``taken`` the moves that a takeback would take."""
    game, moves, asked = model.game, model.moves, model.asked
    is_board, clock = game.board_size() is not None, model.clock
    named = set() if is_board else {*game.moves(game.initial()), *model.legal, *moves}
    told = {
        "discs": _discs(game.name, tuple(moves)) if is_board else [],
        "text": "" if is_board else wire(game.describe(replay(game, moves))),
        "move_words": {str(move): wire(game.move_words(move)) for move in named},
        "notation": write(game, moves),
        "can_undo": model.undo_ply is not None and clock is None,
        "lines": [] if any(model.lent) else _lines(model),
        "taken": [turn[0] for turn in model.turns[asked["ply"] - model.start_ply :]] if asked else None,
        "outcome": _outcome(model),
        "time": [clock["seconds"], clock.get("increment", 0.0), _running(model)] if clock else None,
    }
    plain: dict[str, Any] = json.loads(json.dumps(told))
    return plain


@lru_cache(4096)
def _discs(name: str, moves: tuple[int, ...]) -> list[tuple[int, int, int]]:
    game, discs = find(name), list[tuple[int, int, int]]()
    position = game.initial()
    for move in (None, *moves):
        position = position if move is None else game.play(position, move)
        owners = {tuple(cell): int(owner) for cell, owner in game.cells(position)}
        stay = [(column, row, owners.pop((column, row))) for column, row, _ in discs if (column, row) in owners]
        discs = stay + [(column, row, owner) for (column, row), owner in owners.items()]
    return discs


def _lines(model: Model) -> list[dict[str, Any]]:
    lines = [*model.branches, *([[*model.turns, *model.future]] if model.future else [])]
    told = []
    for line in lines:
        shared = 0
        while shared < min(len(line), len(model.turns)) and line[shared] == model.turns[shared]:
            shared += 1
        told.append({"ply": model.start_ply + shared, "moves": [turn[0] for turn in line[shared:]]})
    return told


def _running(model: Model) -> int | None:
    """Returns whose clock runs: a person's, from the first move on, once both seats are taken."""
    seat = model.to_move
    is_person = seat is not None and model.seats[seat]["kind"] == "human"
    return seat if model.turns and is_person and not model.facts().free else None


def _outcome(model: Model) -> dict[str, Any] | None:
    if not model.is_over:
        return None
    names, winner, line = model.game.player_names, model.winner, []
    words: Any = _ENDS[model.ended["kind"]] if model.ended else "It is a draw." if winner is None else "{winner} wins."
    if model.ended is None:
        outcome = model.game.outcome(replay(model.game, model.moves))
        line = [list(cell) for cell in outcome.line] if outcome else []
    if winner is not None:
        values = {"loser": names[1 - winner], "winner": names[winner]}
        words = text(words, **{name: value for name, value in values.items() if f"{{{name}}}" in words})
    return {"winner": winner, "line": line, "words": str(words), "said": wire(words)}


def shown_by(view: dict[str, Any]) -> dict[str, Any]:
    """Returns what a view shows, in the form of :meth:`Model.shown`."""
    outcome, asked, clock = view["outcome"], view["asked"], view["clock"]
    return {
        **view,
        "over": (outcome is not None, outcome["winner"] if outcome else None),
        "asked": {key: asked[key] for key in ("what", "seat", "ply")} if asked else None,
        "seats": [{**PLAYER, "open": False, "lent": False, **seat} for seat in view["seats"]],
        "branches": len(view["branches"]),
        "lines": view["branches"],
        "taken": asked["moves"] if asked else None,
        "time": [clock["seconds"], clock["increment"], clock["running"]] if clock else None,
    }
