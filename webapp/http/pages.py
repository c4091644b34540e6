"""Serves the table's pages: the start, a position in the address, a game."""

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine import nearest_level
from engine.games import CHANCE, Game, GameError, LineGame, Move, all_games, find, parse, plies
from engine.text import sentence
from engine.version import __version__
from webapp.common.words import say, t
from webapp.http.hosts import redirected
from webapp.http.pictures.picture_addresses import picture_address
from webapp.http.pictures.samples import small_board
from webapp.play.archive import Archive
from webapp.play.desk.menu import GameInfo, LevelView, game_view, goal
from webapp.play.game import events as e
from webapp.play.game.fold import begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import GameView, state_view
from webapp.play.game.wire import Readiness
from webapp.play.ports import StoreError
from webapp.play.records import record_of

FIRST_GAME = "connect4"
WELL_KNOWN = ("connect4", "tictactoe")
"""Games whose aim is well known, so the first line is the idea of the table instead."""
PROMISE = "I think while you think."
_log = logging.getLogger(__name__)
_RETRY_AFTER = 5
"""Seconds after which a page may be requested again while the store is away."""
_MOST_GAMES = 100
"""The most games in one file."""
_LEVELS = {str(level) for level in range(1, 11)}

Levels = Callable[[str], list[LevelView]]


class BootData(msgspec.Struct, frozen=True):
    """Holds the data in the table's page. ``desk``: the page plays alone, with these levels for each game."""

    game: str
    game_id: str | None
    moves: tuple[int, ...]
    games: list[GameInfo]
    levels: list[LevelView]
    state: GameView
    ready: bool
    version: str
    desk: dict[str, list[LevelView]] | UnsetType = UNSET


class Boot:
    """Renders the table with all data for the first paint. ``per_minute`` is the pace of two engines."""

    def __init__(self, levels: Levels, readiness: Callable[[], Readiness], per_minute: float) -> None:
        self._levels, self._readiness, self.per_minute = levels, readiness, per_minute

    def desk(self) -> str:
        """Returns the page that plays alone, by its own engine: the games in which a line wins, without chance."""
        games = {name: self._spoken_levels(name) for name, game in all_games().items() if isinstance(game, LineGame)}
        game = find(FIRST_GAME)
        return self.page(_unplayed(game, (), nearest_level(game.name), False, self.per_minute), games)

    def page(self, state: GameState, desk: Mapping[str, list[LevelView]] | None = None) -> str:
        """Returns the page with ``state``, not played yet without a game_id, for ``desk``'s levels if alone."""
        readiness = self._readiness()
        view, games = state_view(state, readiness), all_games()
        boot = BootData(
            game=state.game.name,
            game_id=state.game_id or None,
            moves=view.moves,
            games=[replace(game_view(game), title=say(game.title), goal=say(goal(game))) for game in games.values()],
            levels=self._spoken_levels(state.game.name),
            state=view,
            ready=readiness.ready,
            version=__version__,
            desk=dict(desk) if desk else UNSET,
        )
        return render_template(
            "table/table.html",
            boot=msgspec.to_builtins(boot),
            title=say(state.game.title),
            invitation=_invitation(state, view),
            call=_status_lines(state),
            picture=picture_address(state, view.notation),
            start=not (state.game_id or state.moves or state.analysis),
            boards={name: small_board(game) for name, game in games.items()},
        )

    def _spoken_levels(self, name: str) -> list[LevelView]:
        return [replace(one, name=say(one.name), sentence=say(one.sentence)) for one in self._levels(name)]


def _status_lines(state: GameState) -> tuple[str, str]:
    """Returns the two status lines of a position not played yet, the same as the script's."""
    if state.game_id or state.to_move is None:
        return "", ""
    if state.analysis:
        return t("{side}’s turn.", side=say(state.game.player_names[state.to_move])), ""
    board = state.game.board_size() is not None
    gravity = board and game_view(state.game).gravity
    if state.ply and board:
        on = t("Choose a column to play on from here.") if gravity else t("Choose a square to play on from here.")
        return t("Your turn."), on
    if state.game.name in WELL_KNOWN:
        return t("Your turn."), t(PROMISE)
    return t("Your turn."), say(goal(state.game)) or t("Choose a move to begin.")


def _invitation(state: GameState, view: GameView) -> str:
    """Returns who invites whom, for the card of a link to a game with a free seat; "" for other games."""
    if not (state.game_id and state.free) or state.outcome is not None:
        return ""
    host = next((seat.name for seat in view.seats if seat.name), None)
    game = say(state.game.title)
    return (
        t("{name} invites you to a game of {game}", name=host, game=game)
        if host
        else t("You are invited to a game of {game}", game=game)
    )


def message_page(title: str, text: str, status: int, games: Collection[Game[Any]] = ()) -> tuple[str, int]:
    """Returns a page with one message and a link home. ``title`` is the message in two or three words."""
    return render_template("shared/message.html", title=title, message=text, games=games), status


def table_pages(archive: Archive, boot: Boot) -> Blueprint:
    """Serves the pages of games and positions."""
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
            return boot.page(archive.state(game_id))
        except Refusal as refusal:
            return message_page(t("No such game"), say(refusal.message), 404)

    @pages.get("/games.jsonl")
    @pages.get("/games.txt")
    def games() -> ResponseReturnValue:
        records = []
        for game_id in request.args.getlist("id")[:_MOST_GAMES]:
            with suppress(Refusal):  # a game that was deleted
                records.append(record_of(archive.state(game_id)))
        if not records:
            return message_page(t("No such game"), t("Name the games: /games.jsonl?id=…&id=…"), 404)
        if request.path.endswith(".txt"):
            return Response("".join(f"{one.as_text()}\n" for one in records), mimetype="text/plain")
        return Response("".join(f"{one.as_json()}\n" for one in records), mimetype="application/x-ndjson")

    @pages.get("/<name>")
    @pages.get("/<name>/<moves>")
    def position(name: str, moves: str = "") -> ResponseReturnValue:
        return _position(boot, name, moves)

    return pages


def handle_errors(app: Flask) -> None:
    """Replaces the framework's error pages."""

    @app.errorhandler(404)
    def not_found(_error: Exception) -> ResponseReturnValue:
        return message_page(t("Nothing here"), t("There is no page at this address."), 404)

    @app.errorhandler(405)
    def not_allowed(_error: Exception) -> ResponseReturnValue:
        return message_page(t("Not like this"), t("This page can only be looked at."), 405)

    @app.errorhandler(StoreError)
    def away(error: StoreError) -> ResponseReturnValue:
        _log.warning("the page %r was not answered: the store is away: %s", request.path, error)
        text = t("The games cannot be read just now; please try again in a moment.")
        return *message_page(t("Not now"), text, 503), {"Retry-After": str(_RETRY_AFTER)}

    @app.errorhandler(500)
    def broken(_error: Exception) -> ResponseReturnValue:
        return message_page(t("Something broke"), t("Something went wrong on our side; please try again."), 500)


def _position(boot: Boot, name: str, text: str) -> ResponseReturnValue:
    """Returns the page with a position: for analysis, or with ``?against=5`` to play against level 5."""
    text = text or request.args.get("pos", "")
    against = request.args.get("against", "")
    try:
        game = find(name)
    except GameError:
        meant = _game_meant(name)
        if meant is not None:
            path = request.path.replace(name, meant.name, 1)
            return redirected(path, request.query_string.decode("latin-1"))
        close = _game_like(name)
        if close is not None:
            text = t("There is no game called “{name}”. Did you mean this one?", name=name)
            return message_page(t("No such game"), text, 404, [close])
        text = t("There is no game called “{name}”. These are the games:", name=name)
        return message_page(t("No such game"), text, 404, all_games().values())
    try:
        moves, position = parse(game, text)
        if game.to_move(position) is CHANCE and game.outcome(position) is None:
            raise GameError("a lot is to be drawn here: there is no move to look for")
    except GameError as error:
        return message_page(t("No such position"), say(sentence(error.said)), 400)
    if against and against not in _LEVELS:
        return message_page(t("No such level"), t("The levels are 1 to 10, as in ?against=5."), 400)
    level = nearest_level(game.name, int(against)) if against else nearest_level(game.name)
    state = _unplayed(game, tuple(moves), level, bool(text and not against), boot.per_minute)
    return boot.page(state)


def _game_meant(name: str) -> Game[Any] | None:
    """Returns the game of a name that is spelled differently, such as "connect-four" or "Tic-Tac-Toe", or None."""
    wanted = _letters(name)
    return next((game for game in all_games().values() if wanted in (_letters(game.name), _letters(game.title))), None)


def _game_like(name: str) -> Game[Any] | None:
    """Returns the game whose name or title is nearest to a misspelled name, or None."""
    spellings = {_letters(text): game for game in all_games().values() for text in (game.title, game.name)}
    nearest = get_close_matches(_letters(name), spellings, n=1, cutoff=0.75)
    return spellings[nearest[0]] if nearest else None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _unplayed(game: Game[Any], moves: tuple[Move, ...], level: int, analysis: bool, per_minute: float) -> GameState:
    """Returns the state of a position not played yet: against an engine, or for analysis."""
    person, engine = e.Seat("human"), e.Seat("engine", level)
    seats = (person, engine) if plies(game, moves) % 2 == 0 else (engine, person)
    if analysis:
        seats = (person, person)
    created = e.Created(game.name, seats, moves, 0, (None, None), (), per_minute, analysis=analysis)
    return begin("", created)
