"""Judges how people are brought together: codes, tables to watch, strangers."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.ledger.model import Model
    from tests.world.rules.reasons import Asked
    from tests.world.world import World

_LISTED = 6.0
"""The list may hold a table that is gone for so many virtual seconds: it is made again every three."""
_MOST = 12
"""The tables that are listed at most."""
_PLAYED, _WATCHERS, _OPPONENTS = 2, 3, 5
"""The moves of a game after which two have played, and the reports that hide a name: by others, or of other games."""
_HIDDEN = 8.0
"""Virtual seconds in which a reported name is hidden."""
_KEPT = 3600.0
"""Virtual seconds for which a code is kept at least."""
_GONE = 8.0
"""Virtual seconds after which the server knows that a page has left."""


class Lobby:
    """Knows which codes there are, who agrees to be watched, and who looks for a stranger."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._codes: dict[str, str] = {}
        """By code, the game."""
        self._made: dict[str, float] = {}
        self._used: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=1000))
        """By address, when right codes were used."""
        self._agreed: dict[str, tuple[bool, float]] = {}
        """By what is stored of a token, whether its holder agrees to be watched, and since when."""
        self._seekers: dict[str, Client] = {}
        self._reports: dict[str, list[Client]] = {}
        """By game, who has reported a name there."""
        self._unsure: set[str] = set()
        """What is stored of the tokens whose holders have just said so or so."""

    def looks(self, client: Client, key: str) -> None:
        """Notes that a page looks for a stranger."""
        self._seekers[key] = client

    def agree(self, key: str, on: bool) -> None:
        """Notes that the holder of a token agrees to be watched, or no more."""
        self._agreed[key] = on, self._world.machine.now

    def asks(self, client: Client, event: str, payload: dict[str, Any]) -> None:
        """Notes that a page reports a name, or has agreed to be watched, or no longer agrees. The server may not know
        it yet."""
        if event == "report":
            self._reports.setdefault(str(payload.get("game_id")), []).append(client)
            return
        self._unsure |= client.heard.shown.get(str(payload.get("game_id")), set())

    def check_pair(self, other: str, game_id: str) -> None:
        """Checks that nobody is paired with a player who left long ago."""
        client, now = self._seekers.get(other), self._world.machine.now
        if client is not None and now - client.ended_at > _GONE and self._world.is_settled(None, client.ended_at):
            rows = self._world.truth.games.get(game_id)
            if rows and rows[0].at - client.ended_at > _GONE and self._world.is_calm(client.ended_at):
                self._world.fail("each question is answered", f"Somebody was paired with {client.name}, who has gone.")

    def answered(self, client: Client, asked: Asked, answer: dict[str, Any]) -> None:
        """Judges what was granted."""
        event, payload, world = asked.event, asked.payload, self._world
        match event:
            case "show":
                owners = world.truth.facts[payload["game_id"]][-1].owners
                for key in client.heard.shown.get(payload["game_id"], set()):
                    self._unsure.discard(key)
                    if key in owners:
                        self.agree(key, payload["on"])
                self._check_agreed(payload["game_id"], answer["agreed"])
            case "report":
                self._check_reported(client, payload, answer["name"])
            case "make_code":
                self._made[answer["code"]] = world.machine.now
                if self._codes.setdefault(answer["code"], payload["game_id"]) != payload["game_id"]:
                    world.fail("one owner", f"The code {answer['code']} is of two games.")
            case "use_code":
                self._used[client.address].append(world.machine.now)
                code = "".join(filter(str.isalnum, payload["code"])).upper()
                if self._codes.get(code, answer["game_id"]) != answer["game_id"]:
                    world.fail("one owner", f"The code {code} leads to {answer['game_id']}, another game.")
            case "shown_tables":
                for row in answer["tables"]:
                    self._check_listed(row)
                self._check_all_listed({row["game_id"] for row in answer["tables"]})

    def _check_reported(self, client: Client, payload: dict[str, Any], name: str) -> None:
        """The name of that seat is reported, and one that an opponent has reported is soon hidden in that game."""
        world, game_id, since = self._world, payload["game_id"], self._world.machine.now
        world.kept.touched_at = since
        known = {shown["seats"][payload["seat"]]["name"] for shown in world.truth.shown[game_id]}
        if name not in known - {None}:
            world.fail("one answer", f"{client.name} reported {name!r}, where {known} have been.")
        keys, facts = client.heard.sure.get(game_id, set()), world.truth.facts[game_id][-1]
        has_played = facts.owners[1 - payload["seat"]] in keys and facts.turns >= _PLAYED

        def look() -> None:
            names = {seat["name"] for seat in world.truth.shown[game_id][-1]["seats"]}
            if name in names and world.is_calm(since) and not world.is_crowded() and game_id not in world.truth.deleted:
                words = f"The name {name!r} is shown in {game_id}, and {client.name} has played there and reported it"
                world.fail("each question is answered", f"{words}.")

        if has_played and not client.name.startswith("Foe") and world.is_settled(game_id, since):
            world.machine.later(_HIDDEN, look)

    def check_hidden(self, model: Model, event: dict[str, Any]) -> None:
        """No name is taken away but one that an opponent has reported, or a few others, or many opponents elsewhere."""
        mine = self._reports.get(model.game_id, [])
        seat = event["seat"]
        by_opponent = any(model.owner(1 - seat) in client.heard.shown.get(model.game_id, set()) for client in mine)
        is_many = len({client.address for client in mine}) >= _WATCHERS or len(self._reports) >= _OPPONENTS
        if not (by_opponent or is_many or self._world.plan.hosts):
            who = [client.name for client in mine]
            self._world.fail(
                "one owner", f"The name of seat {seat} in {model.game_id} is hidden; reports are by {who}."
            )

    def is_unreported(self, game_id: str) -> bool:
        """Tells whether no name of a game was reported, and names of only a few other games were."""
        return game_id not in self._reports and len(self._reports) < _OPPONENTS

    def right_codes(self, address: str, since: float) -> int:
        """Counts the right codes that an address has used since a moment: no rate is for them."""
        return sum(at > since for at in self._used[address])

    def refused(self, client: Client, asked: Asked) -> None:
        """Judges that a code is unknown: not one that was made lately."""
        code = "".join(filter(str.isalnum, asked.payload["code"])).upper()
        made = self._made.get(code, 0.0)
        is_known = 0.0 < self._world.machine.now - made < _KEPT and made < asked.at
        if is_known and self._world.is_settled(self._codes.get(code, ""), made) and self._world.host.started_at < made:
            self._world.fail("one answer", f"{client.name} is told that there is no code {code}, which was given.")

    def _check_agreed(self, game_id: str, agreed: list[bool]) -> None:
        """Of each seat it is told whether its player agrees. An engine always does, and nobody does not."""
        facts, shown = self._world.truth.facts[game_id][-1], self._world.truth.shown[game_id][-1]
        for seat, owner in enumerate(facts.owners):
            is_engine = owner is None and shown["seats"][seat]["kind"] == "engine"
            on, since = self._agreed.get(owner or "", (is_engine, 0.0))
            if owner in self._unsure:
                continue
            is_known = not (self._world.was_down or self._world.is_crowded())
            is_known = is_known and self._world.is_settled(game_id, max(since, self._world.truth.games[game_id][0].at))
            if is_known and self._world.machine.now - since > _LISTED and agreed[seat] is not on:
                self._world.fail("one answer", f"In {game_id} the players agree to be watched as told: {agreed}.")

    def _check_all_listed(self, listed: set[str]) -> None:
        """Each running game is listed whose players have all agreed, while one of them is there."""
        world, now = self._world, self._world.machine.now
        if len(listed) >= _MOST or world.is_crowded() or not world.is_calm(now - _LISTED):
            return
        for game_id, model in world.truth.models.items():
            owners = [model.owner(seat) for seat in (0, 1)]
            since = [self._agreed.get(owner, (False, now)) for owner in owners if owner]
            if not since or not all(on and now - at > _LISTED for on, at in since) or self._unsure.intersection(owners):
                continue
            is_running = not model.is_over and not model.created.get("analysis") and not model.facts().free
            is_wanted = is_running and any(model.keys) and game_id not in world.truth.deleted
            is_wanted = is_wanted and not world.was_closed(game_id)
            is_wanted = is_wanted and world.is_settled(game_id, min(at for _, at in since))
            rows = world.truth.games[game_id] if is_wanted and game_id not in listed else ()
            began = max(world.host.started_at, rows[-1].at) if rows else now
            here = now - began > _LISTED and world.crowd.is_here(world, model, now - _LISTED)
            if here and min(at for _, at in since) > world.host.started_at:
                world.fail("each page is told", f"{game_id} is not listed to be watched, and all have agreed.")

    def _check_listed(self, row: dict[str, Any]) -> None:
        world, game_id, now = self._world, row["game_id"], self._world.machine.now
        model = world.truth.models.get(game_id)
        if model is None:
            world.fail("nothing but the truth", f"{game_id} is listed to be watched, and is no game.")
        elif model.is_over and now - world.truth.games[game_id][-1].at > _LISTED:
            world.fail("nothing but the truth", f"{game_id} is listed to be watched, and is over.")
        elif not any(_is_row(row, shown) for shown in world.truth.shown[game_id]):
            world.fail("nothing but the truth", f"{row} is listed to be watched, and the game was never so.")
        else:
            for key in filter(None, map(model.owner, (0, 1))):
                on, since = self._agreed.get(key, (False, 0.0))
                on = on or key in self._unsure  # the server may know what nobody was told
                if not on and now - max(since, world.truth.games[game_id][-1].at) > _LISTED and not world.was_down:
                    world.fail("one owner", f"{game_id} is listed to be watched, and not all have agreed.")


def _is_row(row: dict[str, Any], shown: dict[str, Any]) -> bool:
    seats = [{"level": None, "name": None, "bot": False, "open": False, "lent": False, **seat} for seat in row["seats"]]
    time = shown["time"][:2] if shown["time"] else None
    right = shown["game"], shown["ply"], shown["discs"], shown["seats"], time
    return (row["game"], row["ply"], row["discs"], seats, row["clock"]) == right
