"""The address of a game as a QR code, for the phone of whoever sits on the other side of the room."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from webapp.play.game.refusals import Refusal
from webapp.play.table.tables import Tables
from webapp.qr import qr_svg


def invitation_pages(tables: Tables) -> Blueprint:
    """``/game/<id>/invitation.svg``: the game's own address."""
    pages = Blueprint("invitation", __name__)

    @pages.get("/game/<game_id>/invitation.svg")
    def invitation(game_id: str) -> ResponseReturnValue:
        try:
            tables.open(game_id)
        except Refusal as refusal:
            return refusal.message, 404, {"Content-Type": "text/plain; charset=utf-8"}
        answer = Response(qr_svg(f"{request.host_url}game/{game_id}"), mimetype="image/svg+xml")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        answer.headers["Cache-Control"] = "private, max-age=600"
        return answer

    return pages
