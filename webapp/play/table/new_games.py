"""Creates games: draws the id, stores the first events, and finds a game created by the same request before."""

import base64
import hmac
import secrets
import string
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.ports import ConflictError, Ports, StoreError

_LETTERS = string.ascii_letters + string.digits
_LENGTH = 12
_NEW_HISTORIES = 100
_MOST_TRIED = 1024
"""The most ids tried for one of this process: so many next to one another are of every shard."""


@dataclass(frozen=True, slots=True)
class Request:
    """Identifies a request for a game by its number, which is in the log, and by a secret of the sender. The game's id
    and tokens are derived from both (RFC 2104, HMAC). So a request sent again, because its answer was lost, gets the
    same game from any process."""

    number: str
    secret: str = field(repr=False)

    @property
    def game_id(self) -> str:
        """Returns the id of the game."""
        number, letters = int.from_bytes(self._derive("game")), []
        for _ in range(_LENGTH):
            number, letter = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[letter])
        return "".join(letters)

    def token(self, purpose: str) -> str:
        """Returns the token for a seat or the table."""
        return base64.urlsafe_b64encode(self._derive(f"token of {purpose}")).rstrip(b"=").decode()

    def _derive(self, purpose: str) -> bytes:
        return hmac.digest(self.secret.encode(), f"{purpose}, request {self.number}".encode(), "sha256")


@dataclass(frozen=True, slots=True)
class NewGame:
    """Holds the id of a new game, and the tokens of the seats (None for an engine's) and of the table."""

    game_id: str
    seat_tokens: tuple[str | None, str | None]
    table_token: str | None


class NewGames:
    """Stores new games, and keeps the events of the last ones until the first look at the game."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._histories: OrderedDict[str, Sequence[e.Recorded]] = OrderedDict()

    def new_id(self) -> str:
        """Returns the id of a new game that belongs to this process. Raises StoreError if none belongs to it any more.

        One id is drawn, and its last two letters go on from there: to draw each anew would take some milliseconds."""
        drawn, letters = random_id(), len(_LETTERS)
        at = _LETTERS.index(drawn[-2]) * letters + _LETTERS.index(drawn[-1])
        for place in range(at, at + _MOST_TRIED):
            game_id = drawn[:-2] + _LETTERS[place // letters % letters] + _LETTERS[place % letters]
            if self._ports.owns(game_id):
                return game_id
        raise StoreError("this process has given all games away")

    async def create(self, events: Sequence[e.Event], game_id: str | None = None) -> str:
        """Stores a new game and returns the id. A game created by the same request stays as it is. Raises Refusal if
        the same request was for another game, StoreError if the game is not stored."""
        game_id = game_id or self.new_id()
        first, *more = history = [e.Recorded(version, event) for version, event in enumerate(events, start=1)]
        store = self._ports.store
        try:
            await store.create(game_id, first)
        except ConflictError:
            begun = await self._ports.apart(lambda: store.load(game_id))
            if not begun:
                raise StoreError("the game was deleted just after this request had begun it") from None
            _check_same(begun[0].event, first.event)
            if missing := more[len(begun) - 1 :]:  # the process died between the two writes
                with suppress(ConflictError):  # the same request is being carried out
                    await store.append(game_id, missing, 0)
            return game_id
        if more:
            with suppress(ConflictError):
                await store.append(game_id, more, 0)
        self._histories[game_id] = history
        if len(self._histories) > _NEW_HISTORIES:
            self._histories.popitem(last=False)
        return game_id

    def take(self, game_id: str) -> Sequence[e.Recorded]:
        """Takes out the events of a game just created: none for any other game."""
        return self._histories.pop(game_id, ())


def random_id() -> str:
    """Returns an id that cannot be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def _check_same(begun: e.Event, wanted: e.Event) -> None:
    """Raises a refusal for another game than the one created before. The lots drawn may differ."""
    if not isinstance(begun, e.Created) or not isinstance(wanted, e.Created) or _wishes(begun) != _wishes(wanted):
        raise Refusal("bad_request", "This request was made before, for another game.")


def _wishes(created: e.Created) -> tuple[e.Created, int]:
    return msgspec.structs.replace(created, seed=0, start=(), per_minute=0.0), len(created.start)
