"""Serves the student: a page that trains a player in the browser, with the positions that judge it."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from engine.games import find
from engine.student import BOARDS, shipped
from webapp.common.words import t
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown
from webapp.play.desk.menu import game_view

_FIRST = "connect4-5x4"


def room(site: Site) -> Room:
    """Returns the room ``/student``."""
    pages, policy = Blueprint("student", __name__), content_policy(site.inline, trusted_types="worker")

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
        return shown("student/student.html", policy, boot=boot, **told)

    return Room("student", (pages,), addresses=("/student", "/student/tictactoe"))
