"""Serves ``/lab/essay``: how a machine sees four in a row, in eight figures that the page's own engine works out."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

from flask import Blueprint
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from engine.games import GameError, LineGame, parse
from engine.puzzles import shipped
from webapp.http.security import content_policy, shown

ADDRESS: Final = "/lab/essay"
_HOLE = re.compile(r"\{(\w+)\}")
_GAME: Final = LineGame(7, 6, 4, gravity=True)
_FEWEST, _MOST = 6, 10
"""Empty cells beside the forbidden one, in a board of the last figure."""


def essay_pages(inline: str) -> Blueprint:
    """Serves the essay. ``inline`` is the only inline script allowed."""
    pages = Blueprint("essay", __name__)
    policy = content_policy(inline, trusted_types="worker")  # the worker's address passes through a policy of that name

    @pages.get(ADDRESS)
    def essay() -> ResponseReturnValue:
        return shown("lab/essay.html", policy, live=live, boards=boards())

    return pages


def live(sentence: str, **labels: str) -> Markup:
    """Returns a sentence whose holes the page fills: a number that can be dragged where ``labels`` name it."""
    parts = _HOLE.split(sentence)
    holes = [
        Markup('<span data-hole="{}"{}></span>').format(
            name, Markup(' data-label="{}"').format(labels[name]) if name in labels else ""
        )
        if place % 2
        else escape(name)
        for place, name in enumerate(parts)
    ]
    return Markup("").join(holes)


@cache
def boards() -> tuple[dict[str, Any], ...]:
    """Returns proved boards on which one side only answers above until the other must fill a forbidden cell. Those with
    the fewest other cells that complete four come first."""
    told = json.loads(shipped.read("zugzwang.json"))
    waiting = [page for page in told["pages"] if page["slug"] == "odd-threat"]
    first = waiting[0]["proof"]
    claimed = [{"moves": waiting[0]["moves"], "side": first["claim"]["side"], **first["nodes"][0]}, *told["questions"]]
    return tuple(
        {"moves": one["moves"], "side": one["side"], "below": one["waits"][0]["below"], "line": one["waits"][0]["line"]}
        for one in sorted(filter(_is_plain, claimed), key=lambda one: sum(map(int.bit_count, _fours(one["moves"]))))
    )


def _fours(moves: str) -> tuple[int, int]:
    """Returns the free cells that complete four, as bits, for the side to move and for the other side."""
    own, mask = parse(_GAME, moves)[1]
    return _GAME.holes(own, mask), _GAME.holes(own ^ mask, mask)


def _is_plain(board: dict[str, Any]) -> bool:
    """Tells whether the other side is to move, and the rule alone decides: the pairs lie one above the other, when they
    are filled the game goes on, and no cell of another column completes four, nor the ring for the side to move."""
    pairs, forbidden = board["pairs"], board["waits"][0]["below"][0] if board["waits"] else 0
    columns = {one[0] for pair in pairs for one in pair}
    upright = all(one[0] == two[0] for one, two in pairs) and len(columns) > 1 and forbidden not in columns
    told = len(board["waits"]) == 1 and board.get("wins", True) and board.get("kind", "fill") == "fill"
    if not (upright and told and len(board["moves"]) % 2 != board["side"] and _FEWEST <= 2 * len(pairs) <= _MOST):
        return False
    try:
        _, end = parse(_GAME, board["moves"] + "".join(f"{lower[0]}{upper[0]}" for lower, upper in pairs))
    except GameError:  # over before
        return False
    ring = 1 << (forbidden - 1) * 7 + board["waits"][0]["below"][1]
    aside = ~(0b111111 << (forbidden - 1) * 7)
    own, other = _fours(board["moves"])
    return _GAME.outcome(end) is None and not (own & (aside | ring) | other & aside)
