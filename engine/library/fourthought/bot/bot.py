"""Plays at one table: sits down, moves, answers questions, comes back after a cut, and goes on to the rematch."""

import queue
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine.games import Game, GameError, find
from engine.players import Clock, ForfeitError, Player
from fourthought.arguments import server_of
from fourthought.bot.players import FunctionPlayer
from fourthought.errors import ArgumentError, CutError, RefusedError

if TYPE_CHECKING:
    from fourthought.bot.socket import Socket

_AGAIN, _LONGEST_PAUSE = 0.2, 5.0
_REFUSALS = 20
"""Refusals in a row after which a bot gives up."""
_NAME = 20
_NO_HOPE = -0.9
"""The value below which a bot takes a draw."""


class Bot:
    """Plays the game of a code. The seat must be open to engines, which a person at the table decides on the page.

    ::

        def choose(board):
            return random.choice(board.legal_moves)

        ft.Bot(choose, at="https://example.org", code="KRMTX").run()

    Args:
        choose: a function from a :class:`fourthought.Board` to a move, or a function from a game to a ``Player``
            where ``makes_player`` is set.
        at: the server's address.
        code: the code of a game, as its page shows it. ``game_id`` in its place is the last part of its address.
        name: the name on the page. Empty: the player's own.
        rematches: whether the bot agrees to further games.
        patience: seconds for which a cut connection is tried again, and for which a finished game is waited at.
        tell: called with a sentence on what happens.
    """

    def __init__(
        self,
        choose: Callable[[Any], Any],
        *,
        at: str = "http://127.0.0.1:8000",
        code: str = "",
        game_id: str = "",
        name: str = "",
        rematches: bool = True,
        makes_player: bool = False,
        patience: float = 120.0,
        tell: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        if not callable(choose):
            raise ArgumentError("choose is a function from a board to a move, not {given}", given=repr(choose))
        server_of(at)
        self._at, self._code, self._game_id, self._name = at, code, game_id, name
        self._make: Callable[[Game[Any]], Player] = (
            choose if makes_player else lambda game: FunctionPlayer(game, choose)
        )
        self._rematches, self._patience, self._tell = rematches, patience, tell
        self._token = secrets.token_urlsafe(32)
        self._socket: Socket | None = None
        self._player: Player | None = None
        self._state: dict[str, Any] = {}
        self._seat = -1
        self._pondered = -1
        self._due = 0
        """The version that the last move or reply has made. News of an earlier one are older than what the bot did."""
        self._chosen: tuple[list[int], int] | None = None
        """The moves of the game and the player's answer to them: after a cut or a refusal it is not asked again."""
        self._last = ""
        self.results: list[int | None] = []
        """The winner's seat of each finished game, None for a draw, and ``seats`` the bot's own seat there."""
        self.seats: list[int] = []

    def __repr__(self) -> str:
        return f"Bot(at={self._at!r}, code={self._code!r}, game_id={self._game_id!r})"

    def run(self) -> None:
        """Plays until the game, and the rematches, are over.

        Raises:
            RefusedError: the server does not let the bot sit down.
            CutError: the server cannot be reached for the time of ``patience``.
            ForfeitError: the engine did not play on, or the move is not legal. The game is resigned, as it is when
                ``choose`` raises an error.
        """
        try:
            self._play()
        except (CutError, RefusedError):
            raise
        except Exception:
            self._resign()
            raise
        finally:
            if self._player:
                self._player.close()
            if self._socket:
                self._socket.close()

    def _play(self) -> None:
        self._come()
        refusals = 0
        while True:
            try:
                if not self._step():
                    return
                refusals = 0
            except CutError:
                self._come()
            except RefusedError as refused:  # the game may have gone on meanwhile
                refusals += 1
                if refusals == _REFUSALS:
                    raise
                self._tell(f"The server refused: {refused}")
                time.sleep(_AGAIN)
                with suppress(CutError):  # the next step hears of the cut
                    self._join()

    def _resign(self) -> None:
        if self._seat >= 0 and self._state["outcome"] is None:
            with suppress(CutError):
                self._ask("resign")

    def _come(self) -> None:
        """Connects, again and again after a cut, and comes to the table."""
        from fourthought.bot.socket import Socket  # with TLS: a tenth of what `import fourthought` would take

        end, pause = time.monotonic() + self._patience, _AGAIN
        while True:
            try:
                if self._socket:
                    self._socket.close()
                self._socket = Socket(self._at)
                return self._join() if self._seat >= 0 else self._sit()
            except CutError:
                if time.monotonic() > end:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _sit(self) -> None:
        if not self._game_id:
            self._game_id = self._call("use_code", code=self._code)["game_id"]
        self._join()
        if self._seat < 0:  # after a lost answer the seat may be the bot's already
            self._call("sit", game_id=self._game_id, token=self._token, bot=True, request_id=_number())
            self._join()
        game = find(self._state["game"])
        self._player = self._make(game)
        name = (self._name or self._player.name)[:_NAME].strip()
        self._ask("name", name=name)
        self._tell(f"{self._player.name} plays {game.player_names[self._seat]} in {self._state['game_id']}.")

    def _join(self) -> None:
        answer = self._call("join", game_id=self._game_id, token=self._token)
        self._state, seats = answer["state"], answer["you"]["seats"]
        self._seat = seats[0] if seats else -1
        self._pondered, self._due = -1, 0
        if seats and self._state["seats"][self._seat].get("lent"):  # an engine of the server has played on meanwhile
            self._call("set_seat", game_id=self._game_id, seat=self._seat, kind="human", request_id=_number())
            self._state = self._call("join", game_id=self._game_id, token=self._token)["state"]

    def _step(self) -> bool:
        state, player = self._state, self._player
        if player is None or self._socket is None:
            return False
        if state["version"] < self._due:
            self._hear(None)
        elif state["outcome"] is not None:
            return self._after()
        elif state["asked"] and state["asked"]["seat"] != self._seat:
            self._answer(state["asked"]["what"], player)
        elif state["to_move"] == self._seat and not state["seats"][1 - self._seat].get("open"):
            self._move(player)
        elif self._pondered != state["version"] and state["to_move"] == 1 - self._seat:
            self._pondered = state["version"]
            player.ponder(state["moves"])
        else:
            self._hear(None)
        return True

    def _move(self, player: Player) -> None:
        state, clock = self._state, self._state["clock"]
        if self._chosen is None or self._chosen[0] != state["moves"]:
            told = Clock(tuple(clock["left"]), (clock["increment"],) * 2) if clock else None
            player.clock = told
            self._chosen = state["moves"], player.move(state["moves"])
        move = self._chosen[1]
        if move not in state["legal"]:
            raise ForfeitError(
                f"{player.name} played {move}, which is not legal after {state['notation'] or 'no move'}"
            )
        number = f"{state['ply']}-{state['version']}-{_number()}"
        granted = self._call("move", game_id=self._game_id, ply=state["ply"], move=move, request_id=number)
        self._due = granted["version"]

    def _answer(self, what: str, player: Player) -> None:
        """Answers a question of the other side: no takeback, a draw where the game is lost, a rematch if wished."""
        yes = {"draw": player.value < _NO_HOPE, "rematch": self._rematches}.get(what, False)
        granted = self._ask("reply", what=what, yes=yes, request_id=_number())
        if granted:
            self._due = granted["version"]
        else:
            self._hear(None)

    def _after(self) -> bool:
        """Waits after the end of a game for a rematch. False: there is none."""
        if self._state["game_id"] != self._last:
            self._last = self._state["game_id"]
            self.results.append(self._state["outcome"]["winner"])
            self.seats.append(self._seat)
            self._tell(self._state["outcome"]["words"])
        if not self._rematches:
            return False
        end = time.monotonic() + self._patience
        while True:
            if self._state["rematch"]:
                self._game_id = self._state["rematch"]
                self._join()
                return True
            asked = self._state["asked"] if self._state["version"] >= self._due else None
            if asked and asked["seat"] != self._seat and self._player:
                self._answer(asked["what"], self._player)
            elif not self._hear(end - time.monotonic()):
                return False

    def _hear(self, seconds: float | None) -> bool:
        """Waits for news and takes them. False: none came in time."""
        if self._socket is None:
            raise CutError("the connection is cut")
        try:
            name, payload = self._socket.news.get(timeout=None if seconds is None else max(0.0, seconds))
        except queue.Empty:
            return False
        if name == "cut":
            raise CutError("the connection is cut")
        if name == "game" and payload["game_id"] == self._game_id and payload["version"] >= self._state["version"]:
            swapped = payload.get("event", {}).get("kind") in ("swapped", "undone", "redone")
            self._state = payload
            if swapped:
                self._chosen = None
                self._join()
        return True

    def _call(self, event: str, **payload: Any) -> dict[str, Any]:
        if self._socket is None:
            raise CutError("the connection is cut")
        return self._socket.call(event, **payload)

    def _ask(self, event: str, **payload: Any) -> dict[str, Any] | None:
        """Sends what may be refused without harm, and returns the answer, None where it is refused."""
        try:
            return self._call(event, game_id=self._game_id, **payload)
        except (RefusedError, GameError) as refused:
            self._tell(f"The server refused {event}: {refused}")
            return None


def _number() -> str:
    return secrets.token_hex(8)
