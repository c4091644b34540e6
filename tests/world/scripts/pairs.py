"""Brings two acts together in one moment: the second comes before the first is answered.

The pairs are those of the whole schema, each event with each other one and with what else can happen at a table. Each
world takes the next part of them, in one order that is drawn once: some forty worlds hold all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.world.cast.client import start
from tests.world.cast.people import Person, other_page, secret
from tests.world.cast.schema import TYPES
from tests.world.scripts.tables import Company
from webapp.play.desk.forms import FORMS, QUESTIONS
from webapp.play.game.commands import Command

_FAILURES = ("the store fails", "the store fails late")
_CLOSED = "the table is closed"
BESIDE = (
    "the engine answers", "the time is up", "the page leaves", "the line is torn", "the page comes", _CLOSED,
    *_FAILURES,
)  # fmt: skip
"""What comes in the midst of an act, beside other acts."""
_TIMERS = ("the engine answers", "the time is up")
_WAITS = {event for event, form in FORMS.items() if issubclass(form, Command)} | QUESTIONS | {"new_game"}
"""The events that may wait for the store or for the engine. Others have no midst in which a timer could end."""
PAIRS = [
    (first, then)
    for first in sorted(TYPES)
    for then in (*sorted(TYPES), *BESIDE)
    if then not in _TIMERS or first in _WAITS
]
random.Random("pairs").shuffle(PAIRS)
_EVERY = 3
"""Of so many seeds one makes a cluster, without pairs."""
_OF_WORLD = len(PAIRS) // 27 + 1
_WRITE, _THOUGHT = 0.3, 0.4
"""Virtual seconds of a write and of an answer of the engine during a pair: the pages hear of nothing wrong."""
_SETTLED = 1.2
_FAILING = 3.0
"""Virtual seconds in which writes fail, one or several."""
_STAYS = 40.0
"""Virtual seconds for which somebody looks on after the others have gone: an engine that is due must move."""
_TIME = 5.0
"""The seconds of a clock that runs out in the midst of an act."""
_PERSON, _FREE = {"kind": "human"}, {"kind": "human", "open": True}
_ENGINE = {"kind": "engine", "level": 4}
_SHAPES: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "two": ([_PERSON, _FREE], {}),
    "engine": ([_PERSON, _ENGINE], {}),
    "engines": ([_ENGINE, _ENGINE], {}),
    "alone": ([_PERSON, _PERSON], {}),
    "over": ([_PERSON, _FREE], {}),
    "ended": ([_PERSON, _FREE], {}),
    "pie": ([_PERSON, _FREE], {"pie": True}),
    "free": ([_PERSON, _FREE], {}),
    "timed": ([_PERSON, _FREE], {"clock": {"seconds": _TIME, "increment": 0}}),
    "analysis": ([_PERSON, _PERSON], {"analysis": True}),
}
_WANTED: dict[str, tuple[str, ...]] = {
    "pace": ("engines", "engines", "engine"), "set_level": ("engine", "engines"), "hint": ("engine", "alone"),
    "why_not": ("engine",), "watch_thinking": ("engine", "alone"), "swap": ("pie",),
    "review": ("over", "ended", "analysis"), "mistake": ("over", "ended"), "rematch": ("over", "engine"),
    "why": ("over", "alone"), "beliefs": ("alone", "engine"), "answers": ("engine",),
    **dict.fromkeys(("sit", "make_code", "use_code", "open_to_engines"), ("free",)),
    "the engine answers": ("engine", "engines"), "the time is up": ("timed",),
}  # fmt: skip
_ANY = ("two", "two", "engine", "alone", "timed", "ended")
_PLAY = ("two", "pie", "timed", "over", "engine", "alone")


class _Moment(Company):
    """Holds a table at which pairs of acts happen. ``happened`` are the pairs that did."""

    async def open(self, shape: str) -> bool:
        """Begins a game of a shape. Returns whether there is one."""
        seats, more = _SHAPES[shape]
        game = (
            "tictactoe"
            if shape == "ended"
            else "connect4"
            if self.chance.random() < 0.7
            else self.chance.choice(("nim", "tictactoe", "connect4-10x10"))
        )
        asked: dict[str, Any] = {"game": game, "seats": seats, "secret": secret(self.chance), **more}
        answer = await self.owner.ask("new_game", request_id=self.owner.number(), **asked)
        if not answer or not answer["ok"]:
            return False
        self.game_id = self.owner.at = str(answer["game_id"])
        for one in self.all[1 : self.chance.randint(2, 4)]:
            await one.join(self.game_id)
        if seats[1] is _FREE and shape != "free":
            await self._sit()
        for mover in (self.owner, self.friend)[: 1 if shape == "pie" else 2] if shape in _PLAY else ():
            if self.game_id in mover.views and self._moves(mover):
                await mover.move(self.game_id)
        for mover in 5 * (self.owner, self.friend) if shape == "ended" else ():
            if self.game_id in mover.views and self._moves(mover):
                await mover.move(self.game_id)
        if shape == "over":
            await self.owner.ask("resign", game_id=self.game_id, request_id=self.owner.number())
        return self.game_id in self.owner.views

    async def _sit(self) -> None:
        token = secret(self.chance)
        self.friend.keep_token(self.game_id, token)
        number = self.friend.number()
        await self.friend.ask("sit", again=False, game_id=self.game_id, token=token, request_id=number)

    def send(self, one: Person, event: str) -> None:
        """Sends an event, and waits for nothing."""
        if self.game_id in one.views:
            chosen, asked = self.form(one, (event,))
            if chosen == "new_game":
                seats, more = _SHAPES[self.chance.choice(list(_SHAPES))]
                moves = {"moves": [1, 2, 1], "analysis": True} if self.chance.random() < 0.4 else {}
                asked = {"game": "connect4", "seats": seats, **more, **moves, "secret": secret(self.chance)}
                asked = {**asked, "seats": [_PERSON, _PERSON]} if moves else asked
                asked["request_id"] = one.number()
            elif chosen == "find":
                asked = {"game": "nim", "token": secret(self.chance), "clock": "none", "name": ""}
                one.wallet.add(asked["token"])
            elif chosen == "pace":  # two engines that are due all the time
                asked |= {"paused": self.chance.random() < 0.6, "per_minute": 300.0, "step": self.chance.random() < 0.2}
            start(one.ask(chosen, again=False, **asked))

    async def pair(self, first: str, then: str, delay: float) -> bool:
        """Lets an act happen, and after a delay what comes in its midst. Returns whether it came before the answer."""
        world, chance, disk = self.world, self.chance, self.world.host.disk
        temper = None if world.plan.hosts else world.server.engines.temper
        one = self.friend if chance.random() < 0.25 and self.game_id in self.friend.views else self.owner
        if not await one.come() or one.client is None or self.game_id not in one.views:
            return False
        if then == "the time is up":
            await world.sleep(_TIME - chance.uniform(0.25, 0.6))
        elif then == "the engine answers" and first != "pace":
            await self.owner.move(self.game_id)
        before, client = (disk.seconds, temper.seconds if temper else 0.0), one.client
        disk.seconds = max(disk.seconds, _WRITE)
        if temper:
            temper.seconds = max(temper.seconds, _THOUGHT)
        self.send(one, first)
        await world.sleep(delay)
        came = await self._happens(then, one)
        happened = came and client.is_open and any(event == first for event, *_ in client._asked.values())
        if then in ("the page leaves", "the line is torn", "the page comes") and came:
            (client.line.tear if then == "the line is torn" else client.close)()
            happened = True
            if then == "the page comes":
                start(one.come())
        await world.sleep(_SETTLED)
        disk.seconds, chosen = before[0], before[1]
        if temper:
            temper.seconds = chosen
        return happened

    async def _happens(self, then: str, one: Person) -> bool:
        """Lets the second thing of a pair happen, or waits for it. Returns whether it has come at a good moment."""
        world, client = self.world, one.client
        is_asked = client is not None and bool(client._asked)
        if then in TYPES:
            other = one if self.chance.random() < 0.4 else self.chance.choice(self.all)
            self.send(other if self.game_id in other.views else one, then)
        elif then == _CLOSED:  # for want of room: before the event comes, or after it is stored
            world.machine.later(self.chance.choice((0.0, 0.1, _WRITE + 0.2)), lambda: world.close_table(self.game_id))
        elif then in _FAILURES:
            world.is_disturbed(_FAILING)
            fate = "after" if then == "the store fails late" else "before"
            disk, some = world.host.disk, ((), ("",), ("before", "before"), ("", "before"), ("", fate, "before"))
            disk.doomed[:] = [*self.chance.choice(some), fate]
            world.machine.later(_FAILING, disk.doomed.clear)
        elif then in _TIMERS:
            before = len(world.truth.chosen), len(world.truth.games.get(self.game_id, ()))
            for _ in range(30):
                if client is None or not client._asked:
                    return then == "the time is up" and is_asked
                await world.sleep(0.02)
                if len(world.truth.chosen) > before[0] and then == "the engine answers":
                    break
        return is_asked

    async def settle(self, shape: str) -> bool:
        """Ends a game of two people. Other games go on, and one page watches each when its players have left.
        Returns False: the next pair gets a new table."""
        if shape not in ("engine", "engines", "alone", "analysis"):  # else no engine may play in the next game
            await self.owner.ask("resign", again=False, game_id=self.game_id, request_id=self.owner.number())
        if shape in ("engine", "engines"):
            more = {"paused": False, "per_minute": 40.0}
            await self.owner.ask("pace", again=False, game_id=self.game_id, request_id=self.owner.number(), **more)
            start(_look_on(other_page(self.owner, "watcher", f"10.16.0.{self.chance.randint(1, 200)}"), self.game_id))
        return False


async def _look_on(guest: Person, game_id: str) -> None:
    if await guest.join(game_id):
        await guest.world.sleep(_STAYS)
    guest.leave()


def pairs_of(seed: int) -> list[tuple[str, str]]:
    """Returns the pairs of the world of one server that a seed makes."""
    number = seed - seed // _EVERY
    return [PAIRS[(number * _OF_WORLD + place) % len(PAIRS)] for place in range(_OF_WORLD)]


def _shape_of(pair: Sequence[str], chance: random.Random) -> str:
    wanted = [_WANTED[act] for act in pair if act in _WANTED]
    if pair[1] in _TIMERS:
        return chance.choice(_WANTED[pair[1]])
    return chance.choice(chance.choice(wanted) if wanted and chance.random() < 0.8 else _ANY)


async def pairs(person: Person, acts: int) -> None:
    """Lets the pairs of this world happen at one table after the other, those of one shape in a row."""
    company, world, shape, is_open = _Moment(person), person.world, "", False
    mine = [(pair[1] in _FAILURES, _shape_of(pair, person.chance), pair) for pair in pairs_of(world.seed)]
    for _, wanted, pair in sorted(mine, key=lambda one: one[:2]):
        if world.is_over:
            break
        view = person.views.get(company.game_id)
        fits = (
            is_open
            and wanted == shape
            and view is not None
            and (view["outcome"] is not None) == (shape in ("over", "ended"))
        )
        if not fits or person.chance.random() < 0.15 or wanted == "timed":
            if is_open:
                await company.settle(shape)
            shape, is_open = wanted, await company.open(wanted)
        delays = person.chance.choice((0.0, 0.0, person.chance.uniform(0.0, 0.15))), 0.0
        if is_open and (await company.pair(*pair, delays[0]) or await company.pair(*pair, delays[1])):
            world.pairs.add(pair)
        if is_open and wanted == "engines" and "pace" in pair:
            is_open = await company.settle(shape)
    for one in company.all[1:]:
        one.leave()


TOGETHER: dict[str, Any] = {"pairs": pairs}
