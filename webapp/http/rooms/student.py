"""Serves the student: a page that trains a player in the browser, with the positions that judge it."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from engine.games import find
from engine.student import BOARDS, shipped
from webapp.common.words import t
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, fresh_page
from webapp.play.desk.menu import game_view

_FIRST = "connect4-5x4"


def room(site: Site) -> Room:
    """Returns the room ``/student``."""
    return Room("student", (_pages(site.inline),), addresses=("/student", "/student/tictactoe"))


def _pages(inline: str) -> Blueprint:
    """Serves ``/student`` and ``/student/tictactoe``."""
    pages = Blueprint("student", __name__)
    policy = content_policy(inline, trusted_types="worker")

    @pages.get("/student")
    @pages.get("/student/<board>")
    def student(board: str = _FIRST) -> ResponseReturnValue:
        if board not in BOARDS or request.path == f"/student/{_FIRST}":
            abort(404)
        rows = [[one.moves, one.results] for one in shipped(board)]
        boot = {"board": board, "positions": rows}
        boards = (("/student", _FIRST, t("Connect Four 5x4")), ("/student/tictactoe", "tictactoe", t("Tic-Tac-Toe")))
        game = find(board)
        told = {"boards": boards, "shape": game.board_size(), "gravity": game_view(game).gravity}
        page = render_template("student/student.html", boot=boot, **told)
        return fresh_page(page, policy).make_conditional(request)

    return pages
