"""Serves the lab's page. The address names a lesson, a tree or a position, and the page contains the first run."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from engine.games import all_games
from engine.lab import slugs
from webapp.common.words import language, say, t
from webapp.http.encoding import BROTLI, best_encoding, compress_smaller
from webapp.http.lab.forms import PAGE_STATE, FormError, read
from webapp.http.lab.helper import NoAnswerError, Question
from webapp.http.lab.laboratory import Laboratory
from webapp.http.pages import message_page
from webapp.http.security import fresh_page

_INLINE_AT_MOST = 8_000
"""The most bytes of a packed run in the page. The script asks for a longer one."""
_PACKED_PAGES = 128
"""Pages kept packed: the lab, its lessons and its games, in the languages in use."""


Row = Mapping[str, Any]
"""A game, an algorithm or a lesson, as the lab's page reads it."""


Shown = Callable[[str, str], tuple[Row, int]]
"""Returns what an address shows first (the run, the lesson and the start), and the packed bytes of that."""


def shown_at(laboratory: Laboratory) -> Shown:
    """Returns what reads a request's address: name, moves, parameters. It raises FormError if nothing is shown."""

    def shown(name: str, moves: str) -> tuple[Row, int]:
        given = request.args.copy()
        if name in slugs() and not moves:
            given["lesson"] = name
        elif name in all_games():
            given["game"] = name
            if moves:
                given["moves"] = moves
        elif name not in ("", "leaves") or moves:
            abort(404)
        given["language"] = language()
        return _first(laboratory, read("page", given, PAGE_STATE))

    return shown


def lab_pages(shown: Shown, fingerprint: str) -> Blueprint:
    """Serves ``/lab`` and the pages below."""
    pages = Blueprint("lab", __name__)

    @pages.get("/lab")
    @pages.get("/lab/<name>")
    @pages.get("/lab/<name>/<moves>")
    def lab(name: str = "", moves: str = "") -> ResponseReturnValue:
        if request.path == "/lab/":
            abort(404)
        try:
            first, size = shown(name, moves)
        except FormError as error:
            return message_page(t("The lab cannot show this"), say(error.said), 400)
        if "error" in first:
            return message_page(t("The lab cannot show this"), first["error"], 400)
        if size > _INLINE_AT_MOST:
            first = {**first, "run": None}
        return _page(fingerprint, first, name if name in slugs() else "", moves)

    return pages


def _first(laboratory: Laboratory, question: Question) -> tuple[Row, int]:
    """Returns the first run, the lesson and the start, packed. Without an answer only the start: the script asks."""
    try:
        answer = laboratory.answer(question)
    except NoAnswerError as error:
        start = {name: value for name, value in question.given if name not in ("lesson", "language")}
        return {"run": None, "lesson": None, "start": start, "plain": None, "drawn": say(error.said)}, 0
    return json.loads(answer.plain), len(answer.packed)


def _page(fingerprint: str, first: Mapping[str, Any], slug: str, moves: str) -> ResponseReturnValue:
    from engine.lab import api

    boot = {
        "fingerprint": fingerprint,
        "games": [{"name": name} for name in all_games()],
        **{name: first[name] for name in ("lesson", "run", "start", "plain")},
    }
    wide = request.args.get("view") == "wide"
    shown = {"lesson": first["lesson"], "drawn": first["drawn"], "slug": slug, "wide": wide}
    offered = {
        "games": _said(api.games(), "title"),
        "algorithms": _said(api.algorithms(), "words"),
        "lessons": _said(api.contents(), "title"),
    }
    page = fresh_page(render_template("lab/lab.html", boot=boot, **shown, **offered))
    if page.status_code == 200 and not request.args and not moves and best_encoding() == BROTLI:
        page.set_data(_packed(page.get_data()))
        page.headers["Content-Encoding"] = BROTLI
        page.vary.add("Accept-Encoding")
    return page


_packed = lru_cache(_PACKED_PAGES)(compress_smaller)
"""Returns a page packed as far as possible, in 50 ms: for pages that many ask for."""


def _said(rows: Sequence[Row], name: str) -> Sequence[Row]:
    """Returns rows with one of their texts in the reader's language."""
    return [{**row, name: say(row[name])} for row in rows]
