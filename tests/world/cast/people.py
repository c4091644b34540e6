"""Holds the people of a world: they know the rules, come back when a line ends, and send again what was not answered.

A person asks only what a page would ask, and holds every answer against the truth.
"""

from __future__ import annotations

import math
import random
import string
from typing import TYPE_CHECKING, Any

from engine.games import find, replay
from tests.world.cast.client import Client, Wait
from tests.world.ledger.model import key_of

if TYPE_CHECKING:
    from tests.world.world import World

LETTERS = string.ascii_letters + string.digits + "-_"
_AGAIN = ("rate_limited", "not_saved", "restarting", "internal")
_SILENCE, _LONGEST_SILENCE = 30.0, 120.0
"""Virtual seconds of silence after which a page asks for a review again, doubled each time."""
_REVIEWED = {False: 180.0, True: 210.0}
"""Virtual seconds within which the next part of a review comes, whatever is wrong, at one server and in a cluster."""


def secret(chance: random.Random) -> str:
    """Draws a token as a page does."""
    return "".join(chance.choices(LETTERS, k=43))


class Person:
    """Holds a person with a page: one line at a time, tokens by game, and the newest view of each game."""

    def __init__(self, world: World, name: str, address: str, chance: random.Random) -> None:
        self.world, self.name, self.address, self.chance = world, name, address, chance
        self.client: Client | None = None
        self.tokens: dict[str, list[str]] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.at: str | None = None
        self.found: dict[str, Any] | None = None
        self.reviewed: set[str] = set()
        self.reviewed_at = 0.0
        self.asked: dict[str, Any] | None = None
        self._news: Wait[None] = Wait()
        self._numbers = 0
        self.joined_at, self.deaf_until = math.inf, 0.0
        world.people[self] = None
        self.wallet = world.truth.wallets.setdefault(name, set())

    # --- the line ---

    async def come(self) -> bool:
        """Opens a line, again and again; back at the table where the person was. False once the world is over."""
        for _ in range(200):
            if self.world.is_over:
                return False
            if self.client is not None and self.client.is_open:
                return True
            self.client = Client(self.world, self.name, self.address, self.chance, self._hear)
            self.client.doubles, self.client.lost, self.client.late = self.world.plan.harm
            if await self.client.opened is True and (self.at is None or await self._join(self.at)):
                return True
            self.client.close()
            await self.world.sleep(self.chance.uniform(1.0, 4.0))
        self.world.fail("each question is answered", f"{self.name} has tried 200 times to come, and was not let in.")
        return False

    def leave(self) -> None:
        """Closes the page."""
        self.world.people.pop(self, None)
        if self.client is not None:
            self.client.close()

    async def ask(self, event: str, again: bool = True, **payload: Any) -> Any:
        """Asks, and asks again with the same number where the line ended before the answer. None: it was no use."""
        if payload.get("request_id"):
            self.world.truth.requests[payload["request_id"]] = self.name, event
            self.world.truth.payloads[payload["request_id"]] = payload
        for _ in range(30):
            if not await self.come() or self.client is None:
                return None
            answer = await self.client.ask(event, payload)
            if answer is not None and (answer["ok"] or answer["error"]["code"] not in _AGAIN):
                self._keep(answer)
                if answer["ok"]:
                    check = self.world.truth.check_begun if event == "new_game" else self.world.truth.check_granted
                    check(self.name, event, payload, answer)
                return answer
            once = not again or (event == "new_game" and "request_id" not in payload)
            if answer is None and once:
                return None
            await self.world.sleep(self.chance.uniform(0.5, 8.0))
        return None

    def number(self) -> str:
        """Returns a new number for a request."""
        self._numbers += 1
        return f"{self.name.replace(' ', '-')}.{self._numbers}"

    async def join(self, game_id: str) -> bool:
        """Goes to a table, with the tokens for it."""
        self.at = game_id
        return await self.come() and await self._join(game_id)

    async def _join(self, game_id: str) -> bool:
        asked: dict[str, Any] = {"game_id": game_id, "tokens": self.tokens.get(game_id, [])[-4:]}
        if game_id in self.views:
            asked["version"] = self.views[game_id]["version"]
        answer = await self.client.ask("join", asked) if self.client else None
        if answer is not None and not answer["ok"] and answer["error"]["code"] == "no_such_game":
            self.at = None
        self.joined_at = self.world.machine.now
        self._keep(answer)
        return answer is not None

    # --- the page ---

    def _hear(self, event: str, payload: Any) -> None:
        if event == "game":
            self._show(payload)
        elif event == "found":
            self.found = payload
        elif event == "review":
            self.reviewed_at = self.world.machine.now
            if payload["done"]:
                self.reviewed.add(payload["game_id"])
        self._tell()

    def _keep(self, answer: Any) -> None:
        """Takes what an answer holds: a game, tokens."""
        if answer is None or not answer["ok"]:
            return
        game_id = answer.get("game_id") or (answer.get("state") or {}).get("game_id")
        for token in [*(answer.get("seat_tokens") or []), answer.get("table_token")]:
            if token and game_id:
                self.keep_token(game_id, token)
        if "state" in answer:
            self._show(answer["state"])

    def keep_token(self, game_id: str, token: str) -> None:
        """Puts a token into the wallet."""
        self.wallet.add(token)
        mine = self.tokens.setdefault(game_id, [])
        if token not in mine:
            mine.append(token)

    def _show(self, view: dict[str, Any]) -> None:
        game_id = view["game_id"]
        if view["version"] >= self.views.get(game_id, {"version": 0})["version"]:
            self.views[game_id] = view
            self.world.games[game_id] = None

    def _tell(self) -> None:
        news, self._news = self._news, Wait()
        news.resolve(None)

    async def news(self, seconds: float) -> None:
        """Waits for news, at most some seconds."""
        if self._news.done:
            self._news = Wait()
        news = self._news
        self.world.machine.later(seconds, lambda: news.resolve(None))
        await news

    # --- playing ---

    async def move(self, game_id: str) -> None:
        """Makes a legal move, unless the game is over or was not shown."""
        view = self.views.get(game_id)
        legal = view["legal"] if view else ()
        if not legal or view is None:
            return
        game = find(view["game"])
        if list(legal) != list(game.moves(replay(game, view["moves"]))):
            self.world.fail("the rules", f"{self.name} was shown the moves {legal}, which are not those of the rules.")
        payload = {
            "game_id": game_id,
            "ply": view["ply"],
            "move": self.chance.choice(legal),
            "request_id": self.number(),
        }
        if self.chance.random() < 0.2 and self.tokens.get(game_id):
            payload["token"] = self.tokens[game_id][0]
        answer = await self.ask("move", **payload)
        if answer is None:
            return
        if answer["ok"]:
            self.world.say(f"{self.name} plays {payload['move']} in {game_id}.")
            self.world.truth.check_move(self.name, payload, answer)
            await self.catch_up(game_id, answer["version"])
        elif answer["error"]["code"] in ("stale", "illegal_move"):
            await self.join(game_id)

    def seats(self, game_id: str) -> set[int]:
        """Returns the seats for which this person may move, as the newest stored event says."""
        model, mine = self.world.truth.models.get(game_id), set(map(key_of, self.tokens.get(game_id, ())))
        return {seat for seat in (0, 1) if model and model.keys[seat] in mine}

    async def catch_up(self, game_id: str, version: int) -> None:
        """Waits until the page shows a version; joins again if the news does not come."""
        for _ in range(20):
            if self.views.get(game_id, {"version": 0})["version"] >= version or self.world.is_over:
                return
            await self.news(5.0)
        await self.join(game_id)

    async def play(self, game_id: str, seats: list[int], moves: int) -> None:
        """Plays for some seats, until the game is over or the person has had enough."""
        made, looks = 0, 0
        while made < moves and not self.world.is_over and looks < 40:
            view = self.views.get(game_id)
            if view is None or view["outcome"] is not None:
                return
            asked = view["asked"]
            if asked and asked["seat"] not in seats:
                yes = self.chance.random() < 0.6
                await self.ask("reply", game_id=game_id, what=asked["what"], yes=yes, request_id=self.number())
                await self.news(1.0)
                looks += 1
            elif view["to_move"] in seats:
                await self.world.sleep(self.chance.uniform(0.3, 9.0))
                await self.move(game_id)
                made, looks = made + 1, 0
            else:
                await self.news(15.0)
                looks += 1

    def _hears(self) -> bool:
        """Returns whether the person's line brings what is sent."""
        line = self.client.line if self.client is not None and self.client.is_open else None
        return line is not None and not line.is_frozen and line.slowness is None and line.buffer > 50_000

    def _is_quiet(self, since: float | None = None) -> bool:
        """Returns whether nothing here or in the world explains that no news comes, now and since a moment."""
        return self._hears() and self.world.is_calm(since) and not self.world.is_crowded()

    async def review(self, game_id: str) -> None:
        """Has a finished game reviewed, and waits for the end of the review. As a page does, it asks again after a
        silence and on a new line: a review ends with its host, and where a table is crowded out. Else it asks no
        silent one again, and where nothing is wrong no silence is long: so the world sees what asking would hide."""
        hosts = self.world.plan.hosts
        silence = first = _SILENCE if hosts or self.world.is_crowded() else math.inf
        since, crowded = 0.0, self.world.is_crowded()
        while not self.world.is_over:
            answer = await self.ask("review", game_id=game_id)
            if not answer or not answer["ok"] or answer["done"]:
                return
            self.world.say(f"{self.name} has {game_id} reviewed.")
            line, asked = self.client, self.world.machine.now
            since = since or asked
            while self.client is line and line is not None and line.is_open and not self.world.is_over:
                if game_id in self.reviewed:
                    return
                now = self.world.machine.now
                if self.world.is_crowded() and not crowded:
                    silence, crowded = _SILENCE, True
                since = max(since, self.reviewed_at) if self._hears() else now
                if now - since > (_SILENCE if self._is_quiet(since) and not crowded else _REVIEWED[hosts > 0]):
                    words = f"{self.name} has waited {now - since:.0f} s at the table for the next part of a review."
                    self.world.fail("each question is answered", words)
                    return
                if now - max(asked, self.reviewed_at) > silence:
                    break
                await self.news(5.0)
            longest = _LONGEST_SILENCE if crowded else max(first, _LONGEST_SILENCE)
            silence = min(first, longest) if self.reviewed_at > asked else min(2 * silence, longest)


def other_page(person: Person, who: str, address: str = "") -> Person:
    """Returns another page, of a friend or of the same person."""
    chance = random.Random(person.chance.random())
    return Person(person.world, f"{person.name} {who}", address or person.address, chance)
