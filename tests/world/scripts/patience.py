"""Asks the engine each kind of question while its answers come late, just in time, never, or as a fault: each question
is answered or refused in time, and none keeps what it took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.world.cast.client import Wait, start
from tests.world.cast.people import Person, other_page, secret
from tests.world.simulated.minds.fates import FATES, IN_TIME, LOST, Moves

_PERSON, _ENGINE = {"kind": "human"}, {"kind": "engine", "level": 3}
_LINES: tuple[Moves, ...] = (
    (7, 1, 1, 7, 2, 6),
    (6, 2, 7, 1, 7, 1),
    (1, 6, 2, 7, 7, 6),
    (2, 7, 6, 1, 6, 7),
    (7, 2, 7, 6, 6, 1),
)
"""A line for each fate, which nobody else plays."""
_DEADLY: Moves = (6, 1, 7, 2, 1, 7)
"""A line whose last position ends each process that searches it."""
_KINDS = {
    "hint": "hint", "why_not": "WhyNot", "why": "Explain", "beliefs": "Believe", "preview": "Foretell",
    "mistake": "MakePuzzle",
}  # fmt: skip
"""By event, the question to the engine: the class of its message, or the work of an order."""
_BUSY = ("not_ready", "stale")
"""The codes of who has waited too long for the engine."""
_LATEST = 36.0
"""Virtual seconds in which each is answered or refused."""
_ALL, _END = 54.0, 225.0
"""Virtual seconds in which an engine has moved that was asked again; and the moment, counted from the beginning of the
world, from which on troubles are over most often."""


class _Desk:
    """Holds one person with games that begin with one line: to look into, to learn from, and to play on."""

    def __init__(self, person: Person, line: Moves, fate: str, address: str) -> None:
        self.one, self.world, self.line, self.fate = other_page(person, fate, address), person.world, line, fate
        self.games: dict[str, str] = {}

    async def begin(self, one: Person, name: str, seats: Sequence[dict[str, Any]], **more: Any) -> bool:
        """Begins a game. Returns whether there is one."""
        asked = {"game": "connect4", "seats": seats, "moves": self.line, "secret": secret(one.chance), **more}
        answer = await one.ask("new_game", again=False, request_id=one.number(), **asked)
        if answer and answer["ok"]:
            self.games[name] = one.at = str(answer["game_id"])
        return bool(answer and answer["ok"])

    async def open(self) -> bool:
        """Begins the games of the questions, and lets one of them end."""
        one = self.one
        if not await self.begin(one, "over", (_PERSON, _PERSON)):
            return False
        await one.move(self.games["over"])
        await one.ask("resign", again=False, game_id=self.games["over"], request_id=one.number())
        if not await self.begin(one, "analysis", (_PERSON, _PERSON), analysis=True):
            return False
        await one.ask("watch_thinking", again=False, game_id=self.games["analysis"], on=True)
        return one.client is not None

    def forms(self) -> dict[str, dict[str, Any]]:
        """Returns each question, by event."""
        here, ply = {"game_id": self.games["analysis"]}, len(self.line)
        return {
            "hint": {**here, "ply": ply},
            "why_not": {**here, "ply": ply, "move": 4},
            "why": {**here, "ply": ply, "side": 0},
            "beliefs": {**here, "ply": ply},
            "preview": {"game": "connect4", "level": 3, "moves": list(self.line)},
            "mistake": {"game_id": self.games["over"], "ply": ply},
        }

    async def ask(self) -> None:
        """Asks all questions at once. Afterwards each is asked once more, one after the other."""
        world, since = self.world, self.world.machine.now
        for event, kind in _KINDS.items():
            is_proof = event == "why" and self.fate not in (LOST, IN_TIME)  # whose words would be told as they are
            world.fates.plan(self.line, kind, LOST if is_proof else self.fate)
        client, waits = self.one.client, dict[str, Wait[Any]]()
        world.doubtful.add(self.one.address)
        for event, form in self.forms().items():
            if client is not None:
                waits[event] = client.ask(event, form)
        await world.sleep(_LATEST)
        world.doubtful.discard(self.one.address)
        world.fates.end(self.line)
        is_same = client is self.one.client and client is not None and client.is_open
        is_well = is_same and world.is_calm(since) and not world.is_crowded()
        for event, wait in waits.items() if is_well else ():
            self._check(event, wait)
        for event, form in self.forms().items():
            if not world.is_over:
                await self.one.ask(event, again=False, **form)
        self.one.leave()

    def _check(self, event: str, wait: Wait[Any]) -> None:
        """Judges an answer, which must be there, and be granted where the engine was in time."""
        words, answer = f"{self.one.name} asked {event!r}, the engine's answer is {self.fate}", self._value(wait)
        if not wait.done:
            self.world.fail("each question is answered", f"{words}, and nothing has come in {_LATEST:.0f} s.")
        elif self.fate == IN_TIME and event != "mistake" and answer and answer.get("error", {}).get("code") in _BUSY:
            self.world.fail("each question is answered", f"{words}, and told is {answer['error']['message']!r}.")

    def _value(self, wait: Wait[Any]) -> Any:
        return wait.value

    async def play(self) -> None:
        """Plays on against an engine, whose first move has the fate, too."""
        player = other_page(self.one, "player", self.one.address)
        self.world.fates.plan(self.line, "choose", self.fate)
        if await self.begin(player, "play", (_ENGINE, _PERSON)):
            await self.world.sleep(_ALL)
            await player.play(self.games["play"], [1], 2)
        player.leave()


async def patience(person: Person, acts: int) -> None:
    """Lets each fate befall all kinds of questions of one person, and the move of an engine. At the end one kind, in
    turn by the seed, ends each process of the engine."""
    world = person.world
    fates = list(zip(_LINES, FATES, strict=True))
    if world.plan.hosts:  # whose lines take few questions at once: one of them, in turn
        fates = fates[world.seed % len(fates) :][:1]
    for number, (line, fate) in enumerate(fates):
        desk = _Desk(person, line, fate, f"10.24.0.{number}")
        start(desk.play())
        if await desk.open():
            start(desk.ask())
    await world.sleep(_END - (world.machine.now - 1000.0))
    last = _Desk(person, _DEADLY, LOST, "10.24.0.9")
    if not world.is_over and await last.open():
        for _, _, engines in world.host.servers():
            engines.temper.poison.add(("connect4", _DEADLY))
        event = list(_KINDS)[world.seed % len(_KINDS)]
        await last.one.ask(event, again=False, **last.forms()[event])
    await world.sleep(_ALL)
    last.one.leave()


PATIENCE: dict[str, Any] = {"patience": patience}
