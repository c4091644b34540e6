"""Judges pages and files that are read: their status, language, form, and how long they may be kept."""

from __future__ import annotations

import gzip
import re
import zlib
from typing import Any, NamedTuple

import brotli

FILE = "app.webmanifest"
_PROTECTED = ("content-security-policy", "x-content-type-options", "referrer-policy", "vary")
_UNPROTECTED = (".png", ".txt", "z", ".js", ".webmanifest")
"""How the addresses end of what is no page."""
REFUSED = {
    "/nothing": 404, "/connect4/x": 400, "/metrics": 403, f"/static/{FILE}.no": 404, "/conect4": 404, "/games.txt": 404,
    "/connect4/4453?against=11": 400, "/game/abcdefghijkl": 404, "/game/abcdefghijkl/picture.png": 404,
    "/games.jsonl?id=abcdefghijkl": 404, "/arena": 404, "/connect4/x/picture.png": 404,
}  # fmt: skip
"""The pages that are refused. The readings are for the machine of the server alone."""
LED_ON = {
    "/connect4/4453.": "/connect4/4453", "/Connect-Four": "/connect4", "/coach/": "/coach",
    "/nim?against=5,": "/nim?against=5", "/Tic-Tac-Toe/5?against=3": "/tictactoe/5?against=3",
}  # fmt: skip
"""The addresses that lead to another one, and to which."""
_FOR_EVER = "immutable"
_SAME = ("content-length", "content-type", "content-encoding", "etag", "cache-control", "vary", "retry-after")
"""What the head of a page says each time, whether or not the page is asked for with it."""


class Told(NamedTuple):
    """Holds an answer of a page."""

    status: int
    head: dict[str, str]
    body: bytes

    def plain(self) -> bytes:
        """Returns the body as it was before it was packed."""
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(self.head.get("content-encoding", ""), bytes)
        plain: bytes = unpack(self.body)
        return plain


class Pages:
    """Knows the pages that one reader has read, to hold the next ones against them."""

    def __init__(self) -> None:
        self._whole: dict[Any, bytes] = {}
        self._heads: dict[Any, dict[str, str | None]] = {}
        self._tagged: dict[tuple[str, str], Told] = {}
        """By path and tag, the page that was read."""
        self.tags: dict[str, str] = {}
        """By path, the newest tag."""

    def misfit(self, method: str, path: str, head: dict[str, str], told: Told, is_calm: bool, root: str) -> str | None:
        """Returns what is wrong with an answer of a server below ``root``, or None. The same page in the same language
        is the same each time."""
        is_game = path.startswith("/game")
        right = (REFUSED[path],) if path in REFUSED else (200, 404) if is_game else (301,) if path in LED_ON else (200,)
        if told.status == 304:
            return self._kept_misfit(path, head)
        if told.status not in right:
            return f"the status is {told.status}" if is_calm or told.status not in (429, 500, 503) else None
        if told.status == 301:
            place = told.head.get("location", "")
            return None if place.removeprefix("http://127.0.0.1") == root + LED_ON[path] else f"leads to {place}"
        if told.status == 200 and head.get("If-None-Match", "-") == told.head.get("etag"):
            return "the page is sent again to who has it"
        missing = [name for name in _PROTECTED if name not in told.head]
        if missing and not path.endswith(_UNPROTECTED) and not path.startswith("/games") and told.status != 403:
            return f"the head says nothing of {missing}"
        if told.head.get("content-encoding", "") not in head["Accept-Encoding"]:
            return "the page is packed for somebody else"
        is_kept = _FOR_EVER in told.head.get("cache-control", "")
        if is_kept != (path.startswith("/static/") and not path.startswith("/static/0000") and told.status == 200):
            return f"the page is {'' if is_kept else 'not '}kept for ever"
        named = {name: told.head.get(name) for name in _SAME}
        key = path, head["Accept-Language"], head["Accept-Encoding"]
        if is_calm and _is_steady(path) and self._heads.setdefault(key, named) != named:
            return f"the head is {named}, and was {self._heads[key]}"
        try:
            return None if method == "HEAD" else self._body_misfit(path, head["Accept-Language"], told, is_calm)
        except (OSError, EOFError, zlib.error, brotli.error) as error:
            return f"the page cannot be unpacked: {error!r}"

    def told_again(self, path: str, head: dict[str, str]) -> Told | None:
        """Returns the page that a reader shows again who is told that it is still the same."""
        return self._tagged.get((path, head.get("If-None-Match", "")))

    def _kept_misfit(self, path: str, head: dict[str, str]) -> str | None:
        if (kept := self.told_again(path, head)) is None:
            return "is told that nothing has changed since it was read, which it was not"
        shown = _language(kept.plain())
        return (
            f"is told that the page in {shown} is still right" if shown not in (None, head["Accept-Language"]) else None
        )

    def _body_misfit(self, path: str, language: str, told: Told, is_calm: bool) -> str | None:
        body = told.plain()
        if _language(body) not in (None, language):
            return f"the page is in {_language(body)}"
        if is_calm and _is_steady(path) and self._whole.setdefault((path, language), body) != body:
            return "the page is another one than before"
        if (tag := told.head.get("etag")) and told.status == 200:
            self.tags[path] = tag
            before = self._tagged.setdefault((path, tag), told)
            if before.plain() != body or (not tag.startswith("W/") and before.body != told.body):
                return f"two pages have the tag {tag}"
        return None


def _is_steady(path: str) -> bool:
    return not path.startswith(("/game", "/arena")) and not path.endswith("z")


def _language(body: bytes) -> str | None:
    found = re.search(rb'<html[^>]* lang="([a-z]+)"', body)
    return found[1].decode() if found else None
