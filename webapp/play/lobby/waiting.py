"""Keeps the one queue of people in search of a stranger to play with, and begins a game for each pair.

Nothing of the queue is stored: after a restart the pages ask again. A page says every few seconds that a person still
waits; silent people leave the queue, and so do closed connections and people at another table.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from webapp.common.rate_windows import Windows
from webapp.play.desk.news import FoundGame
from webapp.play.desk.port import Publisher
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.lobby.parts import Parts
from webapp.play.ports import Timers
from webapp.play.table.tables import Tables

CLOCKS: dict[str, e.Clock | None] = {
    "none": None,
    "3+2": e.Clock(180, 2),
    "5+3": e.Clock(300, 3),
    "10+5": e.Clock(600, 5),
}
"""The clocks of games with strangers: minutes for the whole game + seconds for each move."""
ANY = "any"
"""The wish of a person for whom every clock will do."""
USUAL = "5+3"
"""The clock of two people for whom every clock will do."""
SILENCE = 45.0
"""Seconds without a word of the page after which a person has left the queue."""
OF_ADDRESS = 16
"""The most waiting people of one address; two of them with wishes that fit do not wait at all."""
_REMEMBERED = 1000
_FOUND_OF_ADDRESS = 50
BEGUN = 2
"""Moves from which on a game with a stranger has begun."""
AT_ONCE = 20.0
"""Seconds after the meeting: whoever is the first to leave a game before it has begun has left at once."""
LEFT_AT_MOST = 2
"""Games left at once by people of one address in ``LEFT_SECONDS``, after which they go to the end of the queue."""
LEFT_SECONDS = 1800
AT_THE_END = 30.0
"""Seconds for which such people wait at least, while others find each other."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Describes a waiting person.

    Args:
        key: the hash of the person's token for the seat to come.
        clock: a key of ``CLOCKS``, or ``ANY``.
        heard: when the page last said that the person waits.
        since: when the person began to wait.
    """

    sid: str
    address: str
    key: str
    game: str
    clock: str
    name: str = ""
    heard: float = 0.0
    since: float = 0.0


class Waiting:
    """Owns the queue.

    A pair leaves the queue first, and the game is stored after.
    """

    def __init__(self, tables: Tables, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._publisher, self._timers = tables, publisher, timers
        self._queue: OrderedDict[str, Seeker] = OrderedDict()  # by the hash of the token, the longest wait first
        self._pairing: set[str] = set()  # the hashes of people whose game is being stored
        self._found = Parts[FoundGame](_REMEMBERED, _FOUND_OF_ADDRESS)  # by the hash of the token
        self._met: dict[str, tuple[str, str, float]] = {}  # by connection: address, game with a stranger, since when
        self._left = Windows(timers.now)  # by address: the games left at once

    async def find(self, seeker: Seeker) -> FoundGame | None:
        """Pairs a person with the person who has waited longest, or lets the person wait (None).

        A repeated request keeps the place in the queue, also on another connection, for the token tells the person. The
        request of a person found meanwhile gets the game.

        Raises:
            Refusal: too many people of the address wait.
        """
        found = self._found.get(seeker.key)
        if found or seeker.key in self._pairing:
            return found
        now, before = self._timers.now(), self._queue.get(seeker.key)
        other = self._take_other(replace(seeker, heard=now, since=before.since if before else now))
        if other is None:
            return None
        self._pairing |= {seeker.key, other.key}
        try:
            mine, theirs = await self._begin(seeker, other)
        except BaseException:
            self._queue[other.key] = other  # the other person keeps the first place
            self._queue.move_to_end(other.key, last=False)
            raise
        finally:
            self._pairing -= {seeker.key, other.key}
        self._publisher.found(other.sid, theirs)
        return mine

    def leave(self, sid: str, to: str | None = None) -> None:
        """Takes the person of a connection out of the queue, and notes a game with a stranger that is left at once."""
        self._drop(lambda other: other.sid == sid)
        address, game_id, since = self._met.get(sid, ("", "", 0.0))
        if game_id and game_id != to:
            self._met = {other: met for other, met in self._met.items() if met[1] != game_id}
            state = self._tables.state_of(game_id)
            if self._timers.now() - since < AT_ONCE and (state is None or len(state.turns) < BEGUN):
                self._left.incr(address, LEFT_SECONDS)

    def others(self, sid: str, game: str) -> int:
        """Counts the other people who wait for the same game, with another clock."""
        return sum(1 for other in self._queue.values() if other.game == game and other.sid != sid)

    def count(self) -> int:
        """Returns the number of waiting people."""
        return len(self._queue)

    # --- inside ---

    def _take_other(self, seeker: Seeker) -> Seeker | None:
        """Takes the first person with fitting wishes from the queue; without one, puts the seeker into the queue."""
        self._drop(lambda other: seeker.heard - other.heard > SILENCE)
        self._drop(lambda other: other.sid == seeker.sid and other.key != seeker.key)  # an earlier search of the page
        if self._has_turn(seeker, seeker.heard):
            now, waiting = seeker.heard, self._queue.values()
            fit = [other for other in waiting if _fit(seeker, other) and self._has_turn(other, now)]
            other = min(fit, key=lambda other: self._leaves(other.address), default=None)
            if other is not None:
                self._queue.pop(seeker.key, None)
                return self._queue.pop(other.key)
        near = sum(1 for other in self._queue.values() if other.address == seeker.address)
        if seeker.key not in self._queue and near >= OF_ADDRESS:
            raise Refusal("rate_limited", "Too many people of your address wait already; please try again later.")
        self._queue[seeker.key] = seeker
        return None

    def _leaves(self, address: str) -> bool:
        """Tells whether people of an address leave strangers at once, again and again."""
        return self._left.get(address) >= LEFT_AT_MOST

    def _has_turn(self, one: Seeker, now: float) -> bool:
        """Tells whether a person may be paired now."""
        return now - one.since >= AT_THE_END or not self._leaves(one.address)

    def _drop(self, gone: Callable[[Seeker], bool]) -> None:
        for key in [key for key, other in self._queue.items() if gone(other)]:
            del self._queue[key]

    async def _begin(self, seeker: Seeker, other: Seeker) -> tuple[FoundGame, FoundGame]:
        """Begins the game of a pair, the sides drawn by lot; returns the news for both."""
        seat = secrets.randbelow(2)
        first, second = (seeker, other) if seat == 0 else (other, seeker)
        clock = CLOCKS[_clock(seeker, other) or USUAL]
        game_id = await self._tables.meet(seeker.game, (first.key, second.key), (first.name, second.name), clock)
        mine, theirs = FoundGame(game_id, seat), FoundGame(game_id, 1 - seat)
        for one, found in ((seeker, mine), (other, theirs)):
            self._found.put(one.key, one.address, found)  # the message may be lost
            self._met[one.sid] = one.address, game_id, self._timers.now()
        return mine, theirs


def _fit(one: Seeker, other: Seeker) -> bool:
    """Tells whether two people wish for the same game, and for a clock that suits both."""
    return one.key != other.key and one.game == other.game and _clock(one, other) is not None


def _clock(one: Seeker, other: Seeker) -> str | None:
    """Returns the clock that suits both, or None."""
    if one.clock == ANY:
        return USUAL if other.clock == ANY else other.clock
    return one.clock if other.clock in (ANY, one.clock) else None
