"""Draws the address of a game as a QR code, for the phone of an opponent in the same room."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from webapp.common.qr import qr_svg
from webapp.play.archive import Archive
from webapp.play.game.refusals import Refusal


def invitation_pages(archive: Archive) -> Blueprint:
    """Serves ``/game/<id>/invitation.svg``, the address of the game as a QR code."""
    pages = Blueprint("invitation", __name__)

    @pages.get("/game/<game_id>/invitation.svg")
    def invitation(game_id: str) -> ResponseReturnValue:
        try:
            archive.state(game_id)
        except Refusal as refusal:
            return refusal.message, 404, {"Content-Type": "text/plain; charset=utf-8"}
        answer = Response(qr_svg(f"{request.host_url}game/{game_id}"), mimetype="image/svg+xml")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        answer.headers["Cache-Control"] = "private, max-age=600"
        return answer

    return pages
