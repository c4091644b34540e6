"""Judges answers by what was told before: nobody is shown less of a game than somebody else was, and who plays a person
is helped nowhere. Both hold at every moment, whatever troubles the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.simulated.node import Disk
from webapp.cluster.protocol import COMINGS, EVERYWHERE
from webapp.play.desk.forms import ENGINES_WORD

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.cast.people import Person
    from tests.world.rules.reasons import Asked
    from tests.world.world import World

_STEADY = 20.0
"""Virtual seconds after which a game with a page is in the memory of its host."""
_TRIES = 5.0
"""Virtual seconds for which a front of a cluster tries at least to have something stored."""
_TOLD = 20.0
"""Virtual seconds after which a page at a table knows of an event, where nothing is wrong."""
_SOON, _STARTS = 8.0, 12.0
"""Virtual seconds in which pages hear of what has changed with the engine, and in which it is started again."""
_HEARS = 50_000
"""The bytes that a line takes at least which holds nothing up."""
_KNOWN = 8
"""The games of which the server keeps the tokens of a page."""


class Told:
    """Holds the newest version of each game that anybody was told."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._versions: dict[str, int] = {}
        self._failed_at = 0.0
        """When the disk was seen to fail last."""
        self._works_at = 0.0
        """When the engine was seen to work last."""

    def note(self, game_id: str, version: int) -> None:
        """Notes that somebody was told of a version."""
        self._versions[game_id] = max(version, self._versions.get(game_id, 0))

    def version(self, game_id: str) -> int:
        """Returns the newest version that anybody was told, 0 for none."""
        return self._versions.get(game_id, 0)

    def judge(self, client: Client, asked: Asked, answer: dict[str, Any]) -> None:
        """Judges an answer by what was told before it was asked for."""
        payload = asked.payload if isinstance(asked.payload, dict) else {}
        if not answer["ok"]:
            waited = self._world.machine.now - asked.at
            is_refused = answer["error"]["code"] == "not_saved" and asked.event not in {*COMINGS, *EVERYWHERE}
            is_of_store = answer["error"]["code"] == "not_saved" and self._is_stored_well(asked)
            if (is_refused and waited < _TRIES and self._can_store(asked.at)) or is_of_store:
                words = f"{client.name} is refused {asked.event!r} after {waited:.1f} s, and can be stored."
                self._world.fail("each question is answered", words)
            return
        if asked.event == "join" and answer.get("state"):
            shown, game_id = answer["state"]["version"], answer["state"]["game_id"]
            if shown < asked.told and game_id == payload.get("game_id"):
                words = f"{client.name} was shown version {shown} of {game_id} after version {asked.told} was told."
                self._world.fail("order", words)
            if not self._world.plan.hosts and shown < (newest := client.newest(game_id)):
                words = f"{client.name} was shown version {shown} of {game_id} after the news of version {newest}."
                self._world.fail("order", words)
        if helps(asked.event, payload):
            for game_id in set(asked.beside) & set(self.beside(client, payload.get("game_id"))):
                words = f"{client.name} plays a person in {game_id}, and was granted {asked.event!r} {payload!r:.100}."
                self._world.fail("fair play", words)

    def look(self) -> None:
        """Looks every second whether pages know of all events and of ready engines, and whether the disk has failed."""
        world, now = self._world, self._world.machine.now
        if world.host.disk != Disk():
            self._failed_at = now
        for person in [one for one in world.people if one.client is not None and one.client.is_open]:
            self._check_person(person)
        is_ready = bool(world.host.owners()) and all(one.engine.readiness().ready for one in world.host.owners())
        self._check_engine(is_ready)
        for client in world.clients:
            self._check_thoughts(client)
            heard, at = client.heard, client.heard.at_since + _STEADY
            is_calm = world.is_calm(now - _STEADY) and now > max(at, client.deaf_until + _STEADY)
            is_told = heard.at is None or heard.is_ready is not False
            hears = client.is_open and not client.line.is_frozen and client.line.slowness is None
            if is_ready and is_calm and not is_told and hears and not client.name.startswith("Foe"):
                world.fail("each page is told", f"{client.name} is not told that the engine is ready.")

    def _check_engine(self, is_ready: bool) -> None:
        """The engine works again soon after all troubles, and pages hear soon that it does not."""
        world, now = self._world, self._world.machine.now
        if world.plan.hosts or world.server.services is None:
            return
        process = world.server.engines.now
        if is_ready or (process is not None and process.is_alive):
            self._works_at = now
        away = now - max(self._works_at, world.server.started_at)
        if not is_ready and now - max(world.calm_from(), self._works_at, world.server.started_at) > _STARTS:
            world.fail("each question is answered", "The engine is not started again, and nothing is wrong.")
        for client in world.clients if away > _SOON else ():
            heard, since = client.heard, now - _SOON
            hears = client.line.slowness is None and not client.line.is_frozen and client.deaf_until < since
            if hears and client._joined and heard.is_ready and heard.ready_at < since and not world.heavy:
                world.fail("each page is told", f"{client.name} is not told that the engine has gone {away:.0f} s ago.")

    def _check_thoughts(self, client: Client) -> None:
        """Who watches an engine is shown its thoughts after each event, not at the beginning alone."""
        world, now, heard = self._world, self._world.machine.now, client.heard
        model = world.truth.models.get(heard.watches or "")
        if model is None or heard.at != heard.watches or heard.watches_at < heard.at_since or model.is_over:
            return
        rows, line = world.truth.games[model.game_id], client.line
        since = max(rows[-1].at, heard.watches_at, heard.at_since, world.calm_from(), client.deaf_until)
        since = max(since, world.kept.live_since(model.game_id))
        hears = client.is_open and line.slowness is None and not line.is_frozen and line.buffer > _HEARS
        is_known = world.truth.is_known(model.game_id, model.version) and model.game_id not in world.truth.deleted
        if now - since < _SOON or not (hears and is_known) or world.is_crowded():
            return
        if world.is_crowded_out(model.game_id) or not world.is_settled(model.game_id, since):
            return
        if not model.shown()["help"]:
            return
        shown = (told["ply"] for _, kind, told in reversed(heard.lately) if _is_of(kind, told, model.game_id))
        if next(shown, model.ply) != model.ply:
            words = f"{client.name} watches the engine in {model.game_id}, and is shown nothing of move {model.ply}"
            world.fail("each page is told", f"{words} for {now - since:.0f} s.")

    def _check_person(self, person: Person) -> None:
        """A page at a table is told of each event soon, and after a trouble of all that it has missed."""
        if not person._hears() or (person.client is not None and person.client.heard.at != person.at):
            person.deaf_until = self._world.machine.now
        view, rows = person.views.get(person.at or ""), self._world.truth.games.get(person.at or "", [])
        truth, game_id = self._world.truth, person.at or ""
        is_known = view is not None and view["version"] < len(rows) and truth.is_known(game_id, view["version"] + 1)
        is_behind = is_known or (bool(rows) and truth.is_owed(game_id))  # of others it learns with the next question
        if view is not None and is_behind and view["version"] < len(rows) and person.at not in truth.deleted:
            moments = rows[view["version"]].at, person.joined_at, person.deaf_until, self._world.calm_from()
            if self._world.machine.now - max(moments) > _TOLD and person._is_quiet():
                words = f"{person.name} is at {person.at}, and was not told of version {view['version'] + 1}."
                self._world.fail("each page is told", words)

    def _is_stored_well(self, asked: Asked) -> bool:
        """Tells whether no write and no read of the one server has failed since shortly before a question."""
        world, game_id = self._world, asked.payload.get("game_id") if isinstance(asked.payload, dict) else None
        if world.plan.hosts or world.is_crowded() or game_id in world.truth.deleted:
            return False
        if isinstance(game_id, str) and world.was_closed(game_id, asked.at - 1.0):
            return False
        return asked.at > max(world.rough_until, world.server.failed_at) + 1.0

    def _can_store(self, since: float) -> bool:
        """Tells whether nothing but a wrong host explains that something was not stored since a moment."""
        world = self._world
        if not world.plan.hosts or world.is_crowded() or world.host.disk != Disk():
            return False
        cluster = world.cluster
        reach = all(one._away_until < since - 2.0 for one in [*cluster.processes(), *cluster.dead])
        return reach and self._failed_at < since - 2.0 and not cluster.postgres.late

    def beside(self, client: Client, apart_from: Any) -> tuple[str, ...]:
        """Lists the games in which the holder of a page is sure to play another person, apart from one."""
        truth, heard, now = self._world.truth, client.heard, self._world.machine.now
        if len(heard.shown) > _KNOWN or client.name.startswith("Foe"):
            return ()
        return tuple(
            game_id
            for game_id, keys in heard.sure.items()
            if game_id in truth.shown
            and game_id not in {apart_from, *truth.deleted}
            and not truth.shown[game_id][-1]["help"]
            and not truth.facts[game_id][-1].free
            and not keys.isdisjoint(filter(None, truth.facts[game_id][-1].owners))
            and now - truth.games[game_id][-1].at > 1.0
            and self._is_in_memory(game_id)
        )

    def _is_in_memory(self, game_id: str) -> bool:
        since = self._world.machine.now - _STEADY
        if self._world.is_crowded() or not self._world.is_kept(game_id, since):
            return False
        there = (one.heard for one in self._world.clients if one.is_open and one.heard.at == game_id)
        return any(one.is_there(since) for one in there)


def _is_of(kind: str, told: Any, game_id: str) -> bool:
    return kind == "thinking" and bool(told["game_id"] == game_id)


def helps(event: str, payload: dict[str, Any]) -> bool:
    """Tells whether an event gives the word of an engine, or begins a game with one."""
    with_engine = any(isinstance(one, dict) and one.get("kind") == "engine" for one in payload.get("seats") or ())
    begins = event == "new_game" and (with_engine or bool(payload.get("analysis")))
    return begins or (event in ENGINES_WORD and bool(payload.get("on", True)))
