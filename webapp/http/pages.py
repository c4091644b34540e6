"""The pages: the table, a position in the address, a game."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request
from flask.typing import ResponseReturnValue

from engine import nearest_level
from engine.games import Game, GameError, Move, all_games, find, parse, plies
from webapp.play.game import events as e
from webapp.play.game.fold import begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.wording import sentence
from webapp.play.table.tables import Tables
from webapp.play.table.views import game_view, state_view

FIRST_GAME = "connect4"
_PROMISE = "The engine thinks while you think. Switch Thinking on to watch."
_LEVELS = {str(level) for level in range(1, 11)}

Levels = Callable[[str], list[dict[str, Any]]]
Readiness = Callable[[], dict[str, Any]]


def product_version() -> str:
    """The version of the installed product."""
    try:
        return version("fourthought")
    except PackageNotFoundError:  # run from a bare checkout
        return "0"


class Boot:
    """What a page is given to begin with."""

    def __init__(self, levels: Levels, readiness: Readiness) -> None:
        self._levels, self._readiness = levels, readiness

    def page(self, state: GameState) -> str:
        """The table showing ``state``; without a game_id it is a position that nobody plays yet."""
        readiness = self._readiness()
        view = state_view(state, readiness)
        if not state.game_id:
            del view["game_id"]
        games = all_games()
        boot = {
            "game": state.game.name,
            "game_id": state.game_id or None,
            "moves": view["moves"],
            "games": [game_view(game) for game in games.values()],
            "levels": self._levels(state.game.name),
            "state": view,
            "ready": readiness["ready"],
            "version": product_version(),
        }
        return render_template("table.html", boot=boot, title=state.game.title, call=_call(state))


def _call(state: GameState) -> tuple[str, str]:
    """The two lines of a position that nobody plays yet, as the page's own script will say them a moment later."""
    if state.game_id or state.to_move is None:
        return "", ""
    if state.analysis:
        return f"{state.game.player_names[state.to_move]}’s turn.", ""
    board = state.game.board_size() is not None
    what = "a move" if not board else ("a column" if game_view(state.game)["gravity"] else "a square")
    if state.ply and board:
        return "Your turn.", f"Choose {what} to play on from here."
    return "Your turn.", f"Choose {what} to begin. {_PROMISE}"


def message(title: str, text: str, status: int) -> tuple[str, int]:
    """A page that says one thing, with a link home."""
    return render_template("message.html", title=title, message=text), status


def table_pages(tables: Tables, boot: Boot) -> Blueprint:
    """The pages of games and positions."""
    pages = Blueprint("pages", __name__)

    @pages.after_request
    def _fresh(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/")
    def home() -> ResponseReturnValue:
        return _position(boot, FIRST_GAME, "")

    @pages.get("/game/<game_id>")
    def game(game_id: str) -> ResponseReturnValue:
        try:
            return boot.page(tables.open(game_id).state)
        except Refusal as refusal:
            return message("No such game", refusal.message, 404)

    @pages.get("/<name>")
    @pages.get("/<name>/<moves>")
    def position(name: str, moves: str = "") -> ResponseReturnValue:
        return _position(boot, name, moves)

    return pages


def handle_errors(app: Flask) -> None:
    """Friendly words instead of the framework's."""

    @app.errorhandler(404)
    def not_found(_error: Exception) -> ResponseReturnValue:
        return message("Nothing here", "There is no page at this address.", 404)

    @app.errorhandler(405)
    def not_allowed(_error: Exception) -> ResponseReturnValue:
        return message("Not like this", "This page can only be looked at.", 405)

    @app.errorhandler(500)
    def broken(_error: Exception) -> ResponseReturnValue:
        return message("Something broke", "Something went wrong on our side; please try again.", 500)


def _position(boot: Boot, name: str, text: str) -> ResponseReturnValue:
    """The table with a position on it: to analyse, or with ``?against=5`` to play on against that level, or the nearest
    that the game has."""
    text = text or request.args.get("pos", "")
    against = request.args.get("against", "")
    try:
        game = find(name)
    except GameError as error:
        return message("No such game", sentence(error), 404)
    try:
        moves, _ = parse(game, text)
    except GameError as error:
        return message("No such position", sentence(error), 400)
    if against and against not in _LEVELS:
        return message("No such level", "The levels are 1 to 10, as in ?against=5.", 400)
    level = nearest_level(game.name, int(against)) if against else nearest_level(game.name)
    return boot.page(_unplayed(game, tuple(moves), level, bool(text and not against)))


def _unplayed(game: Game[Any], moves: tuple[Move, ...], level: int, analysis: bool) -> GameState:
    """A position that is no game yet: a person, who is to move, against an engine; or one that shall be analysed."""
    person, machine = e.Seat("human"), e.Seat("engine", level)
    seats = (person, machine) if plies(game, moves) % 2 == 0 else (machine, person)
    if analysis:
        seats = (person, person)
    created = e.Created(game.name, seats, moves, 0, (None, None), (), 0.0, analysis=analysis)
    return begin("", created)
