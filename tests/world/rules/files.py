"""Judges what is read of a game: its page, its files and its pictures show it as it is stored.
No code here is the server's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.world.rules.pages import Told

if TYPE_CHECKING:
    from tests.world.world import World

Shown = dict[str, Any]
_RESULTS = {0: "1-0", 1: "0-1", None: "1/2"}
_OF_GAMES = re.compile(r"(?<=id=)[^&]+|(?<=/game/)[^/]+")
_NO_RULE = ("resigns", "has left", "time is up", "by agreement")
"""Words of an end that is none by the rules of the game."""
_BOOT = re.compile(rb'id="boot">(.*?)</script>', re.DOTALL)


class Files:
    """Holds what one reader has read of games against what is stored."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._drawn: dict[Any, bytes] = {}
        """By what a board shows, its picture."""
        self._links: dict[str, bytes] = {}
        """By game, the picture of its address."""

    def misfit(self, path: str, told: Told, since: float) -> str | None:
        """Returns what is wrong with an answer about games that was asked for at a moment, or None."""
        truth = self._world.truth
        known = [one for one in _OF_GAMES.findall(path) if one in truth.shown]
        if not truth.deleted.isdisjoint(known):
            return None
        seen = [self._since(game_id, since) for game_id in known]
        if path.startswith("/games.jsonl"):
            return _lines_misfit(told.plain().decode(), [[_as_json(one) for one in each] for each in seen])
        if path.startswith("/games.txt"):
            return _lines_misfit(told.plain().decode(), [[_as_text(one) for one in each] for each in seen])
        if not known:
            return None
        if path.endswith("picture.png"):
            return self._picture_misfit(seen[0], told.body)
        if path.endswith(".svg"):
            return self._link_misfit(known[0], told.plain())
        if (found := _BOOT.search(told.plain())) is not None:
            boot = json.loads(found[1])
            self._world.truth.check_view("who reads a page", boot["state"], is_live=False)
            if boot["game_id"] != known[0] or boot["state"]["game_id"] != known[0]:
                return f"the page is that of {boot['game_id']}"
            if boot["state"]["version"] < seen[0][0]["version"]:
                return "the newest events are not shown"
        return None

    def _since(self, game_id: str, since: float) -> list[Shown]:
        """Lists what a game has shown since all was stored that was there at a moment."""
        truth = self._world.truth
        least = max(1, sum(row.at < since for row in truth.games.get(game_id, ())))
        return truth.shown[game_id][least - 1 :]

    def _picture_misfit(self, seen: list[Shown], body: bytes) -> str | None:
        keys = {_board(one) for one in seen}
        if not body.startswith(b"\x89PNG"):
            return "it is no picture"
        if len(keys) == 1:
            key = keys.pop()
            if self._drawn.setdefault(key, body) != body:
                return "the picture is another one than that of the same board"
            if any(other == body and drawn[1] != key[1] for drawn, other in self._drawn.items()):
                return "the picture is that of another board"
        return None

    def _link_misfit(self, game_id: str, body: bytes) -> str | None:
        if self._links.setdefault(game_id, body) != body or list(self._links.values()).count(body) > 1:
            return "the picture of the address is that of another game"
        return None


def _board(shown: Shown) -> tuple[Any, ...]:
    """Returns the game and its discs, and all else that a picture may depend on."""
    line = json.dumps(shown["outcome"]["line"]) if shown["outcome"] else None
    more = tuple(shown["moves"]), shown["to_move"], shown["swapped"], line
    return shown["game"], frozenset(map(tuple, shown["discs"])), *more


def _players(shown: Shown) -> list[str]:
    return [
        seat.get("name") or (f"level {seat['level']}" if seat["kind"] == "engine" else "person")
        for seat in shown["seats"]
    ]


def _as_json(shown: Shown) -> str:
    is_over, winner = shown["over"]
    words = shown["outcome"]["words"] if is_over else ""
    record = {"game": shown["game"], "moves": list(map(int, shown["moves"])), "players": _players(shown)}
    forfeit = words if any(one in words for one in _NO_RULE) else ""
    return json.dumps({**record, "winner": None if winner is None else int(winner), "forfeit": forfeit})


def _as_text(shown: Shown) -> str:
    is_over, winner = shown["over"]
    result = _RESULTS[None if winner is None else int(winner)] if is_over else "*"
    return f"{shown['game']} {shown['notation'] or '-'} {result} {' - '.join(_players(shown))}".rstrip(" -")


def _lines_misfit(text: str, seen: list[list[str]]) -> str | None:
    """Each line of a file is one of what its game has shown since, in the order of the games."""
    lines = text.splitlines()
    if any(lines == list(right) for right in _choices(seen)):
        return None
    return f"reads {lines}, and right is {[each[-1] for each in seen]}"


def _choices(seen: list[list[str]]) -> Iterator[tuple[str, ...]]:
    return product(*(dict.fromkeys(each) for each in seen))
