"""Judges what one page is told: nothing of tables where it is not, no secret of another, and words that fit."""

from __future__ import annotations

import re
from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import key_of
from tests.world.rules.said import notes

if TYPE_CHECKING:
    from tests.world.world import World

_SECRET = re.compile(r'"([A-Za-z0-9_-]{43})"')
_HIDDEN = re.compile(r'"(?:[0-9a-f]{64}|seed|keys|newcomers)"')
_ON_THE_WAY = 8.0
"""Virtual seconds in which news of a table still come that the page has left."""
_BEGINS = 90.0
"""Virtual seconds within which a host begins a game, however slow the disk is."""
_FEW = 100
"""The most missed events that a page is told of one by one."""
_AT_TABLE = ("game", "people", "aim", "reaction")


class Heard:
    """Knows at which table a page is, which minds it watches, and which tokens it has shown."""

    def __init__(self, world: World, name: str, address: str = "") -> None:
        self._world, self._name, self._address = world, name, address
        self.tables: dict[str, float] = {}
        """The games of which this page may hear, with the moment up to which: 0, as long as it is there."""
        self.watched: dict[str, float] = {}
        self.at: str | None = None
        self.shown: dict[str, set[str]] = {}
        """By game, what is stored of the tokens that the page has shown."""
        self.sure: dict[str, set[str]] = {}
        """Those of them that the server has answered to."""
        self._showings = deque[tuple[str, bool]](maxlen=200)
        """The games of the tokens that were asked with or answered, the newest last, and whether it was an answer."""
        self.people: dict[str, Any] = {}
        self.lately: deque[tuple[float, str, Any]] = deque(maxlen=500)
        """The newest news: when, of which kind, and what."""
        self.at_since = 0.0
        """The moment at which this page came to its table."""
        self.is_looking: bool | None = True
        """Whether the page is in sight. None: it has just said so, or the opposite."""
        self._looked: bool | None = True
        self.is_ready: bool | None = None
        """Whether the engine is ready, as the page was told last."""
        self._begins_until = 0.0
        """The moment up to which a host may still begin a game that a front has told as not saved."""
        self.ready_at = self.watches_at = 0.0
        """When the page was told of that, and when it was granted to watch."""
        self.watches: str | None = None
        """The game whose minds this page has asked to watch last."""

    def asks(self, event: str, payload: Any) -> None:
        """Notes what the page asks."""
        if not isinstance(payload, dict):
            return
        game_id = str(payload.get("game_id"))
        if event in ("join", "review"):
            self.tables[game_id] = 0.0
        elif event == "watch_thinking":
            self.watched[game_id] = 0.0
            self.watches = game_id if payload.get("on") is True else None
        elif event == "look":
            self._looked, self.is_looking = self.is_looking, None
        elif event == "new_game" and self._world.plan.hosts:
            self._begins_until = self._world.machine.now + _BEGINS
        for token in (payload.get("token"), payload.get("table_token"), *_list(payload.get("tokens"))):
            self._note_token(game_id, token)
        if event == "join":
            self._world.minds.enters(game_id, self._address, self.shown.get(game_id, set()))

    def answered(self, event: str, payload: Any, answer: dict[str, Any], version: int = 0) -> None:
        """Notes what was granted, asked for at a ``version`` of its game."""
        tokens, now = [*_list(answer.get("seat_tokens")), answer.get("table_token")], self._world.machine.now
        game_id = str(answer.get("game_id") or (payload.get("game_id") if isinstance(payload, dict) else ""))
        for token in filter(None, tokens):
            self._showings.append((game_id, True))
            self._world.truth.wallets.setdefault(self._name, set()).add(token)
            self._note_token(game_id, token)
            self.sure.setdefault(game_id, set()).add(key_of(token))
        given = payload if isinstance(payload, dict) else {}
        for token in (given.get("token"), given.get("table_token"), *_list(given.get("tokens"))):
            if isinstance(token, str) and event in ("join", "move", "sit", "take_seat"):
                self.sure.setdefault(game_id, set()).add(key_of(token))
                self._showings.append((game_id, True))
        if event in ("join", "new_game"):
            self._comes(game_id)
            self._world.minds.enters(game_id, self._address, self.sure.get(game_id, set()))
            self.people[game_id] = answer.get("people")
        elif event == "look":
            self.is_looking = payload["on"] if game_id == self.at else self._looked
        elif event == "watch_thinking":
            self._watches(game_id, given.get("on") is True)
        elif event in ("sit", "take_seat"):  # who plays watches no engine
            self.watches = None
            self._world.minds.enters(game_id, self._address, self.sure.get(game_id, set()))
        if "state" in answer:
            self.is_ready, self.ready_at = answer["state"].get("engine", {}).get("ready", True), now
        if event == "join":
            self._check_missed(payload, answer)
        if words := _misfit(self._world, event, payload, answer, version):
            self._world.fail("one answer", f"{self._name} asked {event!r} {payload!r:.200}, and was answered {words}.")

    def _comes(self, game_id: str) -> None:
        for other in self.tables:
            self.tables[other] = self.tables[other] or self._world.machine.now + _ON_THE_WAY
        if self.at != game_id:
            self.at_since, self.is_looking = self._world.machine.now, True
        self.at, self.tables[game_id] = game_id, 0.0

    def _check_missed(self, payload: dict[str, Any], answer: dict[str, Any]) -> None:
        """Who comes with a version is told of all events since, if they are few."""
        version, had, events = answer["version"], payload.get("version") or 0, answer.get("events")
        if version != answer["state"]["version"] or (events is not None) != (0 < had <= version <= had + _FEW):
            words = f"{self._name} came with version {had}, and is told of version {version} by {events!r:.200}."
            self._world.fail("one answer", words)
        if events is not None:
            self._world.truth.check_events(self._name, str(payload["game_id"]), had, events)
            if len(events) != version - had:
                self._world.fail("one answer", f"{self._name} missed {version - had} events, and is told {events}.")

    def _watches(self, game_id: str, on: bool) -> None:
        for other in self.watched:
            self.watched[other] = self.watched[other] or self._world.machine.now + _ON_THE_WAY
        if on:
            self.watched[game_id], self.watches_at = 0.0, self._world.machine.now

    def is_there(self, since: float) -> bool:
        """Tells whether the page is at a table, and has been since a moment."""
        return self.at is not None and self.at_since <= since

    def news(self, event: str, payload: Any) -> None:
        """Judges news."""
        self.lately.append((self._world.machine.now, event, payload))
        if event == "engine":
            self.is_ready, self.ready_at = payload["ready"], self._world.machine.now
        game_id = payload.get("game_id") if isinstance(payload, dict) else None
        if not game_id:
            return
        if event == "people":
            self.people[game_id] = payload
        until = self.watched.get(game_id) if event == "thinking" else self.tables.get(game_id)
        if event not in (*_AT_TABLE, "review", "thinking"):
            return
        if until is None and self._world.machine.now < self._begins_until:
            return
        if until is None or (event != "review" and 0.0 < until < self._world.machine.now):
            self._world.fail("nothing but the truth", f"{self._name} is not at {game_id}, and hears {event!r} of it.")

    def packet(self, text: str) -> None:
        """Judges all that comes: no other person's token, and nothing that is stored of tokens and of lots."""
        if _HIDDEN.search(text):
            self._world.fail("one owner", f"{self._name} was told what is hidden: {text:.200}.")
        for token in _SECRET.findall(text):
            others = [who for who, wallet in self._world.truth.wallets.items() if token in wallet]
            if others and self._name not in others:
                self._world.fail("one owner", f"{self._name} was told a token of {others[0]}.")

    def _note_token(self, game_id: str, token: Any) -> None:
        if isinstance(token, str):
            self.shown.setdefault(game_id, set()).add(key_of(token))
            self._showings.append((game_id, False))

    def is_newest(self, game_id: str, most: int) -> bool:
        """Tells whether what the page has shown at a game belongs to its newest games, at most so many."""
        if len(self.shown) <= most:
            return True
        since = list(takewhile(lambda one: one != (game_id, True), reversed(self._showings)))
        return len(since) < len(self._showings) and len({game for game, _ in since} - {game_id}) < most


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _misfit(world: World, event: str, payload: Any, answer: dict[str, Any], version: int) -> str | None:
    """Returns what does not fit the question, or None."""
    truth, game_id = world.truth, str(payload.get("game_id")) if isinstance(payload, dict) else ""
    if event == "answers" and game_id in truth.games:
        right = notes(truth.models[game_id], truth.moves_of(game_id))
        if answer["answers"] != right and len(truth.games[game_id]) == version and truth.is_known(game_id, version):
            return f"by {answer['answers']}, where right is {right}"
    if event == "rematch" and answer.get("game_id") and truth.models[game_id].rematch != answer["game_id"]:
        return f"by the game {answer['game_id']}, where {truth.models[game_id].rematch} is stored"
    if event == "sit" and "you" in answer and not answer["you"]["seats"]:
        return "without a seat"
    return None
