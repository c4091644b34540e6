"""Holds tables at which people do all that the schema of the wire allows, in any order, for as long as the world lasts.

The people here expect no results. The world judges each answer (``rules/answers.py``), each stored event
(``ledger/rights.py``) and all that a page is told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.world.cast.client import start
from tests.world.cast.frames import frame
from tests.world.cast.people import Person, other_page, secret
from tests.world.cast.schema import TYPES, draw
from tests.world.scripts.visits import GAMES

_NOT_HERE = ("new_game", "find", "stop_finding", "use_code", "report")
_EVENTS = [event for event in sorted(TYPES) if event not in _NOT_HERE]
_OFTEN = (
    "undo",
    "redo",
    "ask",
    "reply",
    "hint",
    "set_seat",
    "hand_over",
    "take_seat",
    "react",
    "aim",
    "watch_thinking",
)
_OF_PLAYERS = ("undo", "redo", "set_level", "set_seat", "hint", "move", "ask", "name", "rematch")
_HUMAN, _FREE = {"kind": "human"}, {"kind": "human", "open": True}
_OLD = 4
"""The offers of a seat after which the first of them has ended."""
_STEPS, _SPAN = 14, 5
"""The acts at a table at least, and how many more for each act of the plan."""


class Company:
    """Holds the people of a table: who began the game, a phone of theirs, a friend, and somebody who looks on."""

    def __init__(self, owner: Person) -> None:
        self.owner, self.world, self.chance = owner, owner.world, owner.chance
        self.phone, self.friend, self.guest = (other_page(owner, who) for who in ("phone", "friend", "guest"))
        self.friend.address = f"10.14.{self.chance.randrange(200)}.1"
        self.world.truth.wallets[self.phone.name] = self.phone.wallet = owner.wallet
        self.all = [owner, self.friend, self.guest, self.phone]
        self.codes: list[str] = []
        self.game_id = ""

    async def begin(self) -> bool:
        """Begins a game of any kind. Returns whether there is one."""
        chance, game = self.chance, self.chance.choice(GAMES)
        engine: dict[str, Any] = {"kind": "engine", "level": chance.randint(1, 10)}
        pairs: Any = ([_HUMAN, _FREE],) * 3 + ([_HUMAN, engine], [engine, _HUMAN], [engine, engine], [_HUMAN, _HUMAN])
        asked: dict[str, Any] = {"game": game, "seats": chance.choice(pairs), "secret": secret(chance)}
        if chance.random() < 0.4:
            asked["clock"] = {"seconds": chance.choice((8, 20, 60)), "increment": chance.choice((0, 5))}
        people = engine not in asked["seats"]
        if people and chance.random() < 0.3:  # the owner has a name from the beginning
            asked["seats"] = [{**_HUMAN, "name": "Kim"}, asked["seats"][1]]
        asked |= {name: True for name in ("pie", "with_help") if people and chance.random() < 0.25}
        asked |= {"analysis": True} if _FREE not in asked["seats"] and people and chance.random() < 0.5 else {}
        number = self.owner.number()
        if not self.game_id and chance.random() < 0.4:  # a program without a secret, which counts as others do
            asked, number = {"game": "tictactoe", "seats": [_HUMAN, _FREE]}, "1"
        answer = await self.owner.ask("new_game", request_id=number, **asked)
        if not answer or not answer["ok"]:
            return False
        await self._go_to(str(answer["game_id"]))
        await self.sit()
        return True

    async def _go_to(self, game_id: str) -> None:
        self.game_id, self.owner.at = game_id, game_id
        if self.chance.random() < 0.5:
            for token in self.owner.tokens.get(game_id, ()):
                self.phone.keep_token(game_id, token)
        for one in self.all[1:]:
            await one.join(game_id)

    async def sit(self) -> None:
        """Lets the friend take the free seat, perhaps after the first move."""
        friend, token = self.friend, secret(self.chance)
        if self.chance.random() < 0.3:
            await self.owner.move(self.game_id)
            await self.world.sleep(self.chance.uniform(1.0, 25.0))
        friend.keep_token(self.game_id, token)
        await friend.ask("sit", game_id=self.game_id, token=token, request_id=friend.number())

    async def step(self) -> None:
        """Lets somebody do something."""
        chance, game_id = self.chance, self.game_id
        one, fate = chance.choice(self.all[: 2 if chance.random() < 0.6 else 4]), chance.random()
        if self.world.is_over:
            return
        if game_id not in one.views or one.client is None:
            await one.join(game_id)
        elif fate < 0.03:
            chance.choice((one.client.close, one.client.line.tear))()
        elif fate < 0.05:
            await self.world.sleep(chance.uniform(5.0, 30.0))
        elif fate < 0.07:
            await self._point(one)
        elif fate < 0.09:
            self._crowd(one)
        elif one.views[game_id]["outcome"] is not None and fate < 0.4:
            await self._again(one)
        elif fate < 0.5:
            mover = next((each for each in (self.owner, self.friend) if self._moves(each)), one)
            await mover.move(game_id)
        elif fate < 0.7:
            start(self._act(one))  # and somebody else does something before the answer
        else:
            await self._act(one)

    async def _point(self, one: Person) -> None:
        """Moves the pointer for a while, far more slowly than a page may, and waits for no answer."""
        silent = self.chance.random() < 0.5
        for _ in range(40):
            aim = {"game_id": self.game_id, "move": self.chance.randint(1, 7)}
            if one.client is not None and silent:
                self.world.crowd.note(one.client, "aim", aim)
                one.client.send(frame("42" + json.dumps(["aim", aim])))
            elif one.client is not None:
                one.client.ask("aim", aim)
            await self.world.sleep(0.3)

    def _crowd(self, one: Person) -> None:
        """Sends more questions at once than an address may ask, as by a slider on three pages; or what somebody else at
        the table has asked for, by the same number."""
        if self.chance.random() < 0.3:
            for each in 5 * [self.owner, self.guest, self.phone]:
                if each.client is not None:
                    asked = {"game": "connect4", "level": self.chance.randint(1, 10), "moves": "44"}
                    each.client.ask("preview", asked)
            return
        truth = self.world.truth
        lately = [number for number in list(truth.payloads)[-40:] if (self.game_id, number) in truth.stored]
        others = [
            number for number in lately if "token" not in truth.payloads[number]
        ]  # which would give its right away
        if others and one.client is not None:
            number = self.chance.choice(others)
            one.client.ask(truth.requests[number][1], truth.payloads[number])

    def _moves(self, one: Person) -> bool:
        view = one.views.get(self.game_id)
        return view is not None and one.seats(self.game_id) >= {view["to_move"]}

    async def _act(self, one: Person, chosen: Sequence[str] = ()) -> None:
        """Does anything at all at the table, or one of the ``chosen`` events, and now and then the same once more."""
        chance, game_id = self.chance, self.game_id
        if game_id not in one.views:  # the others have gone on to the next game
            return
        event, asked = self.form(one, chosen or (_OFTEN if chance.random() < 0.5 else _EVENTS))
        answer = await one.ask(event, again=False, **asked)
        if answer and answer["ok"] and event == "hand_over" and one is self.owner and chance.random() < 0.6:
            await self._take_over(asked["code"])
        elif answer and answer["ok"] and event == "watch_thinking" and chance.random() < 0.5:
            await self.world.sleep(15.0)  # the engine has thought its fill, and somebody else begins to watch
            await chance.choice(self.all).ask(event, again=False, **asked)
        elif answer and answer["ok"] and chance.random() < 0.2 and asked.get("request_id"):
            await one.ask(event, again=False, **asked)

    def form(self, one: Person, events: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """Draws one of some events as somebody at the table would send it."""
        chance, view, game_id = self.chance, one.views[self.game_id], self.game_id
        mine = one.tokens.get(game_id, [])[-4:]
        known: dict[str, list[Any]] = {
            "game_id": [game_id], "ply": [*3 * [view["ply"]], max(0, view["ply"] - 1)], "tokens": [mine],
            "move": view["legal"] or [1], "token": mine, "table_token": mine, "version": [view["version"]],
            "per_minute": [40.0, 300.0], "name": ["", "Robin", "Kim"], "branch": [0, 1], "then": [[]], "first": [1],
            "code": [*self.codes[-2:], *self.codes[:1]], "game": [view["game"]], "moves": [view["moves"]],
        }  # fmt: skip
        known["seat"] = [*2 * sorted(one.seats(game_id)), 0, 1]
        event, asked = draw(chance, known, 0.0, events)
        if event == "take_seat" and one not in (self.owner, self.phone):  # with a code that was used or has ended
            asked["code"] = self.codes[0] if len(self.codes) > _OLD and one is self.guest else secret(chance)
        if event in ("sit", "take_seat"):
            asked["token"] = secret(chance)
            one.keep_token(game_id, asked["token"])
        if event == "hand_over":
            asked["code"] = secret(chance)
            self.codes += [asked["code"]] if one is not self.friend else []
        if any(field.name == "request_id" for field in TYPES[event].fields):  # type: ignore[attr-defined]
            asked["request_id"] = one.number()
        return event, asked

    async def _take_over(self, code: str) -> None:
        """Takes the owner's seat on the other device. The former device keeps sending events, as before."""
        phone, token = self.phone, secret(self.chance)
        phone.keep_token(self.game_id, token)
        asked = {"game_id": self.game_id, "code": code, "token": token}
        await phone.ask("take_seat", again=False, request_id=phone.number(), **asked)
        for _ in range(4):
            await self._act(self.owner, _OF_PLAYERS)

    async def _again(self, one: Person) -> None:
        """Asks for a rematch, and goes there with all once it is agreed."""
        answer = await one.ask("rematch", again=False, game_id=self.game_id, request_id=one.number())
        if answer and answer["ok"] and answer.get("game_id"):
            for each in (self.owner, self.friend):
                for token in each.tokens.get(self.game_id, ()):
                    each.keep_token(answer["game_id"], token)
            self.owner.at = answer["game_id"]
            await self.owner.join(answer["game_id"])
            await self._go_to(answer["game_id"])


async def table(person: Person, acts: int) -> None:
    """Begins games with a friend, and does all that can be done there."""
    company = Company(person)
    left, pause = _STEPS + _SPAN * acts, person.chance.choice((0.05, 0.5, 2.0, 8.0))
    while left > 0 and not person.world.is_over and await company.begin():
        for _ in range(min(left, 40)):
            await company.step()
            await person.world.sleep(pause * person.chance.uniform(0.1, 2.0))
        left -= 40
    for one in company.all[1:]:
        one.leave()


TABLES = {"table": table}
