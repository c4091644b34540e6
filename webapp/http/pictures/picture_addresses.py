"""Serves the picture of a game or a position, and a game's address as a QR code for an opponent in the same room."""

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from engine.games import GameError, find, parse
from engine.text import sentence
from webapp.common.qr import qr_svg
from webapp.common.words import say
from webapp.http.pictures.samples import sample
from webapp.play.archive import Archive
from webapp.play.game import events as e
from webapp.play.game.fold import begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState

NAME = "picture.png"
_A_DAY = "public, max-age=86400"
_ASK_AGAIN = "no-cache"
_WORDS = {"Content-Type": "text/plain; charset=utf-8"}


def picture_pages(archive: Archive) -> Blueprint:
    """Serves ``picture.png`` below games and positions, and ``/game/<id>/invitation.svg``."""
    pages = Blueprint("pictures", __name__)

    @pages.get(f"/game/<game_id>/{NAME}")
    def of_game(game_id: str) -> ResponseReturnValue:
        try:
            state = archive.state(game_id)
        except Refusal as refusal:
            return refusal.message, 404, _WORDS
        return _answer(state, _ASK_AGAIN)

    @pages.get("/game/<game_id>/invitation.svg")
    def invitation(game_id: str) -> ResponseReturnValue:
        try:
            archive.state(game_id)
        except Refusal as refusal:
            return refusal.message, 404, _WORDS
        answer = Response(qr_svg(f"{request.url_root}game/{game_id}"), mimetype="image/svg+xml")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        answer.headers["Cache-Control"] = "private, max-age=600"
        return answer

    @pages.get(f"/<name>/{NAME}")
    @pages.get(f"/<name>/<moves>/{NAME}")
    def of_position(name: str, moves: str = "") -> ResponseReturnValue:
        try:
            game = find(name)
            played = tuple(parse(game, moves)[0]) if moves else sample(game)
        except GameError as error:
            return say(sentence(error.said)), 404, _WORDS
        people = (e.Seat("human"), e.Seat("human"))
        state = begin("", e.Created(game.name, people, played, 0, (None, None), (), 0.0, analysis=True))
        return _answer(state, _A_DAY)

    return pages


def picture_address(state: GameState, notation: str) -> str:
    """Returns the address of the picture of a game, or of a position not played yet."""
    if state.game_id:
        return f"/game/{state.game_id}/{NAME}"
    return f"/{state.game.name}/{notation}/{NAME}" if notation else f"/{state.game.name}/{NAME}"


def _answer(state: GameState, cache: str) -> Response:
    from webapp.http.pictures.drawing import draw  # loads NumPy: a server that paints nothing is ready sooner

    response = Response(draw(state), mimetype="image/png")  # 12 MB for a moment, in each thread of the pages
    response.headers["Cache-Control"] = cache
    response.add_etag()
    response.make_conditional(request)
    return response
