"""Holds two people at a table, who do one thing after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.world.cast.client import start
from tests.world.cast.people import Person, other_page, secret
from tests.world.cast.schema import TYPES
from tests.world.scripts.scenes import begin_two

_HELP = ("hint", "why", "why_not", "beliefs", "answers", "review")
SLOW, _MIDST = 0.3, 0.06
"""Virtual seconds of a write, or of an answer of the engine, in whose midst somebody does something else, and till
then."""
_THOUGHT, _COME, _SOON = 1.6, 0.5, 6.0
"""Virtual seconds of a longer thought, those after which the question has come, and those in which it is answered."""


class Partners:
    """Holds two people, and the game that they play now."""

    def __init__(self, person: Person) -> None:
        self.one, self.other, self.world, self.chance = person, person, person.world, person.chance
        self.other = other_page(person, "partner", f"10.17.{self.chance.randrange(200)}.1")
        self.game_id = ""

    async def begin(self, **asked: Any) -> bool:
        """Begins a game of both."""
        self.game_id = await begin_two(self.one, self.other, **asked) or ""
        return bool(self.game_id) and all(self.game_id in one.views for one in (self.one, self.other))

    async def alone(self, seats: list[dict[str, Any]], **asked: Any) -> bool:
        """Begins a game of one person."""
        form = {"game": "connect4", "seats": seats, "secret": secret(self.chance), **asked}
        answer = await self.one.ask("new_game", request_id=self.one.number(), **form)
        self.game_id = str(answer["game_id"]) if answer and answer["ok"] else ""
        self.one.at = self.game_id or None
        return self.game_id in self.one.views

    async def do(self, one: Person, event: str, **more: Any) -> Any:
        """Sends an event about the game as it stands, with a number where it has one."""
        names = {field.name for field in TYPES[event].fields}  # type: ignore[attr-defined]
        view = one.views.get(self.game_id)
        if view is None:
            return None
        if view["version"] < len(self.world.truth.games.get(self.game_id, ())):
            await self.world.sleep(0.3)
            view = one.views[self.game_id]
        known = {"game_id": self.game_id, "ply": view["ply"], "move": (view["legal"] or [1])[0]}
        asked = {name: value for name, value in known.items() if name in names} | more
        if "request_id" in names:
            asked["request_id"] = one.number()
        return await one.ask(event, again=False, **asked)

    async def turns(self, count: int) -> None:
        """Makes some moves for both sides."""
        for _ in range(count):
            for one in (self.one, self.other):
                view = one.views.get(self.game_id)
                if view and view["legal"] and one.seats(self.game_id) >= {view["to_move"]}:
                    await one.move(self.game_id)
                    break
            await self.world.sleep(0.1)

    async def hint_beside(self, event: str, **more: Any) -> None:
        """Asks a slow engine for a hint, and sends something else before the answer. Then nothing changes the game."""
        with self._slow_engines(SLOW):
            start(self.do(self.one, "hint"))
            await self.world.sleep(_MIDST)
            await self.do(self.one, event, **more)
        await self._answered("hint")

    async def help_of_a_closed_table(self) -> None:
        """Asks a slow engine for each of its words, and the table is closed for want of room before the answer. That
        takes no longer than the engine: who waits for a table that has gone is told so."""
        world, one = self.world, self.one
        for event in _HELP:
            with self._slow_engines(_THOUGHT):
                since, engines = world.machine.now, self._well_engines()
                start(self.do(one, event))
                await world.sleep(_COME)
                world.close_table(self.game_id)
            is_answered = await self._answered(event, _SOON)
            is_well = world.is_calm(since) if world.plan.hosts else engines is not None
            is_well = is_well and engines == self._well_engines() and not world.plan.harm[1] and not world.heavy
            line = one.client.line if one.client else None
            is_well = is_well and line is not None and line.slowness is None and not line.is_frozen
            if not is_answered and is_well and one.address not in world.doubtful:
                words = f"{one.name} asks {event!r} at a table that is closed, and waits for {_SOON:.0f} s."
                world.fail("each question is answered", words)

    def _well_engines(self) -> list[Any] | None:
        """Returns the engines' processes, if all are well."""
        hosts = self.world.cluster.hosts if self.world.plan.hosts else [self.world.server]
        engines = [each.engines for each in hosts]
        is_well = all(each.now and each.now.is_alive and not each.temper.is_hung for each in engines)
        return [each.now for each in engines] if is_well else None

    async def _answered(self, event: str, seconds: float = 20.0) -> bool:
        """Waits until a question has its answer, at most for so long, and changes nothing. Returns whether it has."""
        until = self.world.machine.now + seconds
        while self.one.client and any(asked == event for asked, *_ in self.one.client._asked.values()):
            if self.world.machine.now >= until:
                return False
            await self.world.sleep(0.5)
        return True

    @contextmanager
    def _slow_engines(self, seconds: float) -> Iterator[None]:
        """Lets all engines take so long for an answer."""
        hosts = self.world.cluster.hosts if self.world.plan.hosts else [self.world.server]
        before = [(each.engines.temper, each.engines.temper.seconds) for each in hosts]
        for temper, now in before:
            temper.seconds = max(now, seconds)
        yield
        for temper, now in before:
            temper.seconds = now

    async def hints_of_two(self) -> None:
        """Asks a slow engine for the same hint on two pages of one person: both get it."""
        phone = other_page(self.one, "phone")
        self.world.truth.wallets[phone.name] = phone.wallet = self.one.wallet
        phone.tokens = self.one.tokens
        if await phone.join(self.game_id):
            with self._slow_engines(SLOW):
                for one in (self.one, phone):
                    start(self.do(one, "hint"))
                    await self.world.sleep(_MIDST)
            await self._answered("hint")
        phone.leave()

    async def hints_in_a_row(self) -> None:
        """Asks a slow engine for a hint, moves without it, and asks for the next one."""
        with self._slow_engines(2.0):
            start(self.do(self.one, "hint"))
            await self.world.sleep(_MIDST)
            await self.turns(1)
            await self.do(self.one, "hint")

    async def help(self, one: Person, ply: int | None = None) -> None:
        """Asks the engine for all of its words, one after the other."""
        more: dict[str, Any] = {} if ply is None else {"ply": ply}
        for event in _HELP:
            await self.do(one, event, **(more if event not in ("answers", "review") else {}))
        for side in (0, 1):
            await self.do(one, "why", side=side, quick=side == 0, first=1)
