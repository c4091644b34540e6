"""Keeps the queue of people who look for a stranger to play with, and begins a game for each pair. The queue is not
stored: after a restart the pages ask again. A page says every few seconds that a person still waits. Silent people
leave the queue, and so do closed connections and people at another table."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from limits import parse

from webapp.common.parts import Parts
from webapp.common.rate_windows import Windows
from webapp.play.desk.news import FoundGame
from webapp.play.desk.port import Publisher
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Timers
from webapp.play.table.tables import Tables

CLOCKS: dict[str, e.Clock | None] = {
    "none": None,
    "3+2": e.Clock(180, 2),
    "5+3": e.Clock(300, 3),
    "10+5": e.Clock(600, 5),
}
"""The clocks of games with strangers: minutes for the whole game + seconds for each move."""
ANY, USUAL = "any", "5+3"
"""The wish for any clock, and the clock of two people with this wish."""
SILENCE = 45.0
"""Seconds without a word of the page after which a person has left the queue."""
OF_ADDRESS = 16
"""The most waiting people of one address."""
_REMEMBERED = 1000
_FOUND_OF_ADDRESS = 50
BEGUN, AT_ONCE = 2, 20.0
"""A game is left early with fewer moves and in fewer seconds, by the first to leave."""
LEFT_EARLY = parse("2 per 1800 seconds")
"""Games left early by people of one address in so many seconds, after which they go to the end of the queue."""
AT_THE_END = 30.0
"""Seconds for which such people wait at least."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Describes a waiting person, with the hash ``key`` of the token for the seat to come."""

    sid: str
    address: str
    key: str
    game: str
    clock: str
    name: str = ""
    heard: float = 0.0
    since: float = 0.0


class Waiting:
    """Owns the queue. A pair leaves it before the game is stored."""

    def __init__(self, tables: Tables, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._publisher, self._timers = tables, publisher, timers
        self._queue: OrderedDict[str, Waiter] = OrderedDict()  # by the hash of the token, the longest wait first
        self._pairing: dict[str, str] = {}  # by hash, the connections of people whose game is being stored
        self._found = Parts[FoundGame](_REMEMBERED, _FOUND_OF_ADDRESS)  # by the hash of the token
        self._met: dict[str, tuple[str, str, float]] = {}  # by connection: address, game with a stranger, since when
        self._left = Windows(timers.now)  # by address: the games left early

    async def find(self, person: Waiter) -> FoundGame | None:
        """Pairs a person with the one who has waited longest, or puts the person into the queue (None). A repeated
        request keeps the place in the queue, also on another connection, because the token tells the person. If a pair
        was found before, it gets the game. Raises ``Refusal`` if too many people of the address wait."""
        found = self._found.get(person.key)
        if found or person.key in self._pairing:
            return found
        now, before = self._timers.now(), self._queue.get(person.key)
        other = self._take_other(replace(person, heard=now, since=before.since if before else now))
        if other is None:
            return None
        self._pairing |= {person.key: person.sid, other.key: other.sid}
        try:
            mine, theirs = await self._begin(person, other)
        except BaseException:
            self._queue[other.key] = other  # the other person keeps the first place
            self._queue.move_to_end(other.key, last=False)
            raise
        finally:
            del self._pairing[person.key], self._pairing[other.key]
        self._publisher.found(other.sid, theirs)
        return mine

    def leave(self, sid: str, to: str | None = None) -> None:
        """Takes the person of a connection out of the queue, and counts a game with a stranger that is left early."""
        self._drop(lambda other: other.sid == sid)
        self._pairing = {key: "" if each == sid else each for key, each in self._pairing.items()}
        address, game_id, since = self._met.get(sid, ("", "", 0.0))
        if game_id and game_id != to:
            self._met = {other: met for other, met in self._met.items() if met[1] != game_id}
            state = self._tables.state_of(game_id)
            if self._timers.now() - since < AT_ONCE and (state is None or len(state.turns) < BEGUN):
                self._left.hit(LEFT_EARLY, address)

    def others(self, sid: str, game: str) -> int:
        """Counts the other people who wait for the same game, with another clock."""
        return sum(1 for other in self._queue.values() if other.game == game and other.sid != sid)

    def count(self) -> int:
        """Returns the number of waiting people."""
        return len(self._queue)

    def _take_other(self, person: Waiter) -> Waiter | None:
        """Takes the first person with matching wishes from the queue. Without one, puts the new person into it."""
        self._drop(lambda other: person.heard - other.heard > SILENCE)
        self._drop(lambda other: other.sid == person.sid and other.key != person.key)  # an earlier search of the page
        if self._has_turn(person, person.heard):
            now, waiting = person.heard, self._queue.values()
            fit = [other for other in waiting if _fit(person, other) and self._has_turn(other, now)]
            other = min(fit, key=lambda other: self._leaves(other.address), default=None)
            if other is not None:
                self._queue.pop(person.key, None)
                return self._queue.pop(other.key)
        near = sum(1 for other in self._queue.values() if other.address == person.address)
        if person.key not in self._queue and near >= OF_ADDRESS:
            raise Refusal("rate_limited", "Too many people of your address wait already; please try again later.")
        self._queue[person.key] = person
        return None

    def _leaves(self, address: str) -> bool:
        """Tells whether people of an address often leave strangers early."""
        return not self._left.allows(LEFT_EARLY, address)

    def _has_turn(self, one: Waiter, now: float) -> bool:
        """Tells whether a person may be paired now."""
        return now - one.since >= AT_THE_END or not self._leaves(one.address)

    def _drop(self, gone: Callable[[Waiter], bool]) -> None:
        for key in [key for key, other in self._queue.items() if gone(other)]:
            del self._queue[key]

    async def _begin(self, person: Waiter, other: Waiter) -> tuple[FoundGame, FoundGame]:
        """Begins the game of a pair, the sides drawn by lot, and returns the news for both."""
        seat = secrets.randbelow(2)
        first, second = (person, other) if seat == 0 else (other, person)
        clock = CLOCKS[_clock(person, other) or USUAL]
        game_id = await self._tables.meet(person.game, (first.key, second.key), (first.name, second.name), clock)
        mine, theirs = FoundGame(game_id, seat), FoundGame(game_id, 1 - seat)
        for one, found in ((person, mine), (other, theirs)):
            self._found.put(one.key, one.address, found)  # the message may be lost
            if self._pairing[one.key]:  # else the page has left, and nobody takes this out again
                self._met[one.sid] = one.address, game_id, self._timers.now()
        return mine, theirs


def _fit(one: Waiter, other: Waiter) -> bool:
    """Tells whether two people want the same game, and a clock that suits both."""
    return one.key != other.key and one.game == other.game and _clock(one, other) is not None


def _clock(one: Waiter, other: Waiter) -> str | None:
    """Returns the clock that suits both, or None."""
    if one.clock == ANY:
        return USUAL if other.clock == ANY else other.clock
    return one.clock if other.clock in (ANY, one.clock) else None
