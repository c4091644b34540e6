"""Judges the search for a stranger: two who fit are brought together, each with the name and the clock of the wish, and
who looks is told how many others look for the same game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import key_of

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.ledger.model import Model
    from tests.world.rules.reasons import Asked
    from tests.world.world import World

_KEPT, _GONE = 40.0, 60.0
"""Virtual seconds after the last question within which somebody is sure to wait, and after which surely no more."""
_ASLEEP = 45.0
"""Virtual seconds for which two people who fit may wait beside one another: who has left strangers waits for 30."""
_MET = 50
"""Those of one address that the server remembers when they have met."""
_SURE = 2.0
"""Virtual seconds after an answer in which another one may still be on its way."""


@dataclass(eq=False)
class _Search:
    """Holds a search: ``since`` is when it was granted, infinity before, ``asked_at`` when it was asked for last."""

    client: Client
    game: str
    clock: str
    asked_at: float
    since: float = float("inf")
    is_doubted: bool = False
    """Whether the page has done something since that may have ended the search."""


_ENDS = ("stop_finding", "join", "new_game", "sit", "take_seat", "rematch")
"""The events by which a page may end its search."""


class Seekers:
    """Knows who looks for a stranger, by what is stored of the tokens."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._searches: dict[str, _Search] = {}
        self._met: dict[str, tuple[str, float]] = {}
        """By what is stored of a token, the game that began for its search, and when."""

    def asks(self, client: Client, event: str, payload: Any) -> None:
        """Notes what a page asks."""
        form, now = payload if isinstance(payload, dict) else {}, self._world.machine.now
        for search in self._searches.values():
            if search.client is client and event in (*_ENDS, "find"):
                search.is_doubted = True
        if event == "find":
            key, wish = key_of(str(form.get("token"))), (str(form.get("game")), str(form.get("clock", "any")))
            before = self._searches.get(key)
            same = before is not None and (before.client, before.game, before.clock) == (client, *wish)
            since = before.since if before is not None and same else float("inf")
            self._searches[key] = _Search(client, *wish, now, since)

    def answered(self, client: Client, asked: Asked, answer: dict[str, Any]) -> None:
        """Judges the answer to a question for a stranger."""
        key, now = key_of(asked.payload["token"]), self._world.machine.now
        search = self._searches.get(key)
        game_id, met_at = self._met.get(key, ("", now))
        if not answer["found"] and met_at + _SURE / 2 < asked.at and self._knows(game_id, met_at):
            words = f"{client.name} looks for a stranger by the token of {game_id}, which has begun, and is not told so"
            self._world.fail("one answer", f"{words}.")
        if not answer["found"] and search is not None and search.client is client:
            search.since = min(search.since, now)
            self._check_others(client, search.game, answer["others"], asked.at)

    def refused(self, asked: Asked) -> None:
        """Notes that the server has not heard that somebody still waits."""
        if search := self._searches.get(key_of(str(asked.payload.get("token")))):
            search.is_doubted = True

    def begins(self, model: Model) -> None:
        """Notes that a game has begun, perhaps of two who have found one another."""
        for key in model.created["keys"]:
            if self._searches.pop(key, None) is not None:
                self._met[key] = model.game_id, self._world.machine.now

    def _check_others(self, client: Client, game: str, told: int, asked_at: float) -> None:
        """Of the others who look for this game as many are told as there are."""
        world, now = self._world, self._world.machine.now
        others = [one for one in self._searches.values() if one.game == game and one.client is not client]
        lately = [one for one in self._searches.values() if now - one.asked_at < _GONE]
        alone = [one for one in others if not any(_fit(one, other) for other in lately)]  # others are paired just now
        sure = sum(self._waits(one) and one.since < asked_at - _SURE for one in alone)
        most = sum(now - one.asked_at < _GONE for one in others)
        if not sure <= told <= most and self._is_known(asked_at - _KEPT):
            words = f"{client.name} is told that {told} others look for {game}: {sure} are sure to, {most} perhaps"
            world.fail("one answer", f"{words}.")

    def _knows(self, game_id: str, since: float) -> bool:
        """Tells whether the server still knows who has met for a game that began at a moment."""
        world = self._world
        is_sure = not world.truth.is_doubted(game_id, 1) and world.host.started_at < since and len(self._met) < _MET
        return is_sure and world.is_settled(None, since)

    def _waits(self, search: _Search) -> bool:
        """Tells whether somebody is sure to wait."""
        client, now = search.client, self._world.machine.now
        return client.is_open and not search.is_doubted and now - search.asked_at < _KEPT and search.since < now

    def _is_known(self, since: float) -> bool:
        world = self._world
        return world.is_calm(since) and world.is_settled(None, since) and world.host.started_at < since

    def look(self) -> None:
        """Looks whether two people wait beside one another who fit."""
        now = self._world.machine.now
        if not self._is_known(now - _ASLEEP):
            return
        waiting = [one for one in self._searches.values() if self._waits(one) and now - one.since > _ASLEEP]
        for place, one in enumerate(waiting):
            for other in waiting[:place]:
                if _fit(one, other) and now - min(one.asked_at, other.asked_at) < _ASLEEP / 2:
                    words = f"{one.client.name} and {other.client.name} look for {one.game} for {_ASLEEP:.0f} s"
                    self._world.fail("each question is answered", f"{words}, and find nobody.")


def _fit(one: _Search, other: _Search) -> bool:
    """Tells whether two people want the same game, and a clock that suits both."""
    clocks = {one.clock, other.clock}
    return one.client is not other.client and one.game == other.game and (len(clocks) < 2 or "any" in clocks)
