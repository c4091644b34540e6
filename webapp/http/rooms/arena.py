"""Shows the arena whose folder the setting names: the live table, a certificate for each program, and all games.
``fourthought arena`` writes the folder on this machine, and these pages only read it: no program comes from the web."""

import logging
import re
import time
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from engine.games import find, parse
from engine.games.formats.pictures import svg_of
from engine.games.formats.records import RESULTS
from engine.standings import FILE, GAMES, Entrant, Running, Standings, load
from engine.text import from_wire
from engine.version import __version__
from webapp.common.games_file import GamesFile
from webapp.common.seldom import Seldom
from webapp.common.words import say, t
from webapp.http.pages import message_page
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown

_seldom = Seldom(logging.getLogger(__name__))

_SILENT = 30.0
"""Seconds without a new file after which an arena counts as interrupted: it writes every second."""
_BOARDS = 4
_LEVEL = re.compile("level ([0-9]{1,2})")


def room(site: Site) -> Room | None:
    """Returns the room ``/arena``, or None where the owner names no folder."""
    return Room("arena", (_pages(Path(site.arena).expanduser(), site.inline),)) if site.arena else None


def _pages(folder: Path, inline: str) -> Blueprint:
    """Serves ``/arena``, the certificates below it, and ``/arena.jsonl``."""
    pages = Blueprint("arena", __name__)
    policy = content_policy(inline)
    games = GamesFile(folder / GAMES)

    @pages.errorhandler(Exception)
    def cannot_be_shown(error: Exception) -> ResponseReturnValue:
        """Answers where the folder holds no arena, whatever its files hold."""
        if isinstance(error, HTTPException):
            return error
        if not isinstance(error, FileNotFoundError):
            _seldom.warning("the arena in %s cannot be shown: %r", folder, error)
        return message_page(t("No arena yet"), t("No arena has begun in the folder of this server."), 404)

    @pages.get("/arena")
    def arena() -> ResponseReturnValue:
        standings, written = _standings(folder)
        left = standings.until - time.time()
        return shown(
            "arena/arena.html",
            policy,
            title=find(standings.game).title,
            standings=standings,
            rows=_rows(standings),
            player=_player,
            boards=[_board(standings, one) for one in standings.running[:_BOARDS]],
            minutes=max(0, round(left / 60)),
            is_silent=time.time() - written > _SILENT and not standings.ended,
        )

    @pages.get("/arena/<name>")
    def certificate(name: str) -> ResponseReturnValue:
        standings, written = _standings(folder)
        places = {one.name: place for place, one in enumerate(standings.entrants, 1)}
        if name not in places:
            abort(404)
        game, one = find(standings.game), standings.entrants[places[name] - 1]
        worst, drawn = one.worst, ""
        if worst:
            moves, state = parse(game, worst.before)
            drawn = svg_of(game, state, moves[-1] if moves else None, 280)
        return shown(
            "arena/program.html",
            policy,
            game=game,
            one=one,
            place=places[name],
            count=len(places),
            worst=worst,
            worst_number=len(moves) + 1 if worst else 0,
            drawn=drawn,
            results=[say(from_wire(result)) for result in (worst.was, worst.became)] if worst else [],
            steps=[say(from_wire(step)) for step in worst.steps] if worst else [],
            games=games.of(name),
            player=_player,
            signs=RESULTS,
            day=time.strftime("%Y-%m-%d", time.localtime(written)),
            version=__version__,
        )

    @pages.get("/arena.jsonl")
    def jsonl() -> ResponseReturnValue:
        """Answers with the last games up to the byte ``before``, and names the address of those before them."""
        body, begin = games.piece(request.args.get("before", type=int))
        answer = Response(body, mimetype="application/x-ndjson", headers={"Cache-Control": "no-cache"})
        if begin:
            answer.headers["Link"] = f'<{request.script_root}/arena.jsonl?before={begin}>; rel="prev"'
        return answer

    return pages


def _standings(folder: Path) -> tuple[Standings, float]:
    """Returns how the arena stands and when that was written."""
    status = (folder / FILE).stat()
    return _read(folder, status.st_mtime_ns, status.st_size), status.st_mtime


@lru_cache(1)
def _read(folder: Path, _time: int, _size: int) -> Standings:
    standings = load(folder)
    game = find(standings.game)
    for moves in (
        *(one.worst.before for one in standings.entrants if one.worst),
        *(r.moves for r in standings.running),
    ):
        parse(game, moves)
    return standings


def _rows(standings: Standings) -> list[tuple[int, Entrant | int, float | None]]:
    """Returns the programs with their places, and between them the levels, by rating."""
    rows: list[tuple[int, Entrant | int, float | None]] = [
        (place, one, one.rating) for place, one in enumerate(standings.entrants, 1)
    ]
    rows += [(0, number, rating) for number, rating in standings.levels if rating is not None]
    return sorted(rows, key=lambda row: -float("inf") if row[2] is None else row[2], reverse=True)


def _player(name: str) -> str:
    """Returns the name of a program unchanged, and that of a level in the reader's language."""
    level = _LEVEL.fullmatch(name)
    return t("Level {n}", n=int(level[1])) if level else name


def _board(standings: Standings, one: Running) -> tuple[str, tuple[str, str]]:
    game = find(standings.game)
    moves, state = parse(game, one.moves)
    return svg_of(game, state, moves[-1] if moves else None, 200), one.players
