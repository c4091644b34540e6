"""Judges which games stay in the memory of a server: those with people, unless there is no room, and no others for
long. Of the games of the database the old ones go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.simulated.machine import EPOCH
from webapp.play.game import events as e
from webapp.storage.fence import shard_of

if TYPE_CHECKING:
    from tests.world.world import World

_SURE, _EMPTY, _MOVES = 5.0, 20.0, 1.0
"""Virtual seconds for which somebody is at a table whose game must be in memory, for which, beyond the time of the
setting, nobody is at one that must not, and for which a game is in no memory that goes to another host."""
_FORGET, _WEEK, _SLACK, _SELDOM = 600.0, 7, 60.0, 9.5
_DAY, _DELETED = 86_400.0, 75.0
"""Virtual seconds after which an old game is deleted, where nothing keeps it."""


class Kept:
    """Looks every second at the games in the memory of the one server, and at those of the database."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._there: dict[str, float] = {}
        """By game, when somebody was there last, or has asked for something."""
        self._live: dict[str, float] = {}
        self._missing: dict[str, float] = {}
        """By game with people, since when it is in no memory."""
        self._looked_at = self.touched_at = 0.0
        """When all games in memory were looked through last, for a name that is hidden."""
        self._rows: dict[str, dict[int, tuple[float, str]]] = {}
        """By table of the database, when each row was written, and in which game."""
        self._old: dict[str, float] = {}
        """By game, since when it is in memory, as seen a second ago; and since when it is old and nothing keeps it."""

    def note(self, game_id: str) -> None:
        """Notes that somebody asks for something about a game."""
        self._there[game_id] = self._world.machine.now

    def live_since(self, game_id: str) -> float:
        """Returns the moment from which on a game has been in memory."""
        return 0.0 if self._world.plan.hosts else self._live.get(game_id, self._world.machine.now)

    def look(self) -> None:
        """Judges both kinds of memory."""
        world, now = self._world, self._world.machine.now
        here = {client.heard.at for client in world.clients if client.is_open and client.heard.at is not None}
        self._there.update(dict.fromkeys(here, now))
        servers = world.host.servers()
        if not servers:
            return
        at = {name: {table.state.game_id: table for table in owner.tables.live()} for name, owner, _ in servers}
        live = {game_id: table for games in at.values() for game_id, table in games.items()}
        for name, games in at.items() if world.plan.hosts and world.owners.is_calm() else ():
            for game_id in games:
                if world.is_settled(game_id, now) and world.owners.owner(shard_of(game_id)) != name:
                    world.fail("the leases", f"{name} has {game_id} in memory, which is another host's.")
        is_known = world.is_calm(now - _SURE) and not world.is_crowded() and not world.is_over
        missing = sorted((here & world.truth.models.keys()) - live.keys() - world.truth.deleted) if is_known else []
        self._missing = {game_id: self._missing.get(game_id, now) for game_id in missing}
        for game_id, since in self._missing.items():
            is_gone = not world.is_crowded_out(game_id) and world.is_settled(game_id, now - _SURE)
            is_gone = is_gone and now - since >= _MOVES * bool(world.plan.hosts)  # it may be on its way to another host
            if is_gone and world.crowd.is_heard(world, game_id, now - _SURE):
                world.fail("the rules", f"The game {game_id} is not in memory, and people are there.")
        forget = float(world.plan.settings.get("forget", _FORGET)) + _EMPTY
        for game_id, table in live.items() if is_known else ():
            since = max(self._there.get(game_id, 0.0), world.calm_from(), world.host.started_at, self.touched_at)
            rows = world.truth.games.get(game_id)
            since = max(since, rows[-1].at if rows else now, world.owners.since(game_id) if world.plan.hosts else 0.0)
            if now - since > forget and not table.timed:
                world.fail("everything is given back", f"{game_id} is in memory, and empty for {now - since:.0f} s.")
        if is_due := now > self._looked_at + _SELDOM:
            self._looked_at = now
            world.truth.look_at_old()
        if world.plan.hosts:
            return
        tables = servers[0][1].tables
        self._look_at_crowd(live, tables._live_games)
        if is_due:
            self._look_at_old(set(live) | set(tables._turns))
            self._look_at_rows()

    def _look_at_rows(self) -> None:
        """Reports of names and classes that are old enough are deleted, and no others."""
        world, now = self._world, self._world.machine.now
        for table, days in (("report", world.plan.settings.get("keep_report_days", 0)), ("class", _WEEK)):
            rows = world.truth.rows(table)
            young = {
                row: at
                for row, (at, game_id) in self._rows.get(table, {}).items()
                if self._age(at) < days * _DAY - _SLACK
                and game_id not in world.truth.deleted  # they go with their game
            }
            gone = [row for row in young if row not in rows]
            if gone:
                world.fail(
                    "nothing lost", f"A row of {table} is deleted {self._age(young[gone[0]]) / _DAY:.1f} days old."
                )
            self._rows[table] = rows
            old = [row for row, (at, _) in rows.items() if days and self._age(at) > days * _DAY + _SLACK]
            since = self._old.setdefault(table, now) if old and world.is_calm() and not world.heavy else now
            self._old[table] = since
            if now - since > _DELETED:
                world.fail("memory is bounded", f"{len(old)} rows of {table} are older than {days} days, and are kept.")

    def _age(self, at: float) -> float:
        """Returns the seconds since a moment by the clock on the wall, in milliseconds."""
        return self._world.machine.today() - at / 1000

    def _look_at_crowd(self, live: dict[str, Any], most: int) -> None:
        """Where there is no room, empty games go before those with people. There are never more than are allowed."""
        world, now = self._world, self._world.machine.now
        before, self._live = set(self._live), {game_id: self._live.get(game_id, now) for game_id in live}
        if not world.is_calm(now - _SURE) or world.is_over:
            return
        idle = [
            game_id
            for game_id in sorted(before & set(live))
            if now - self._there.get(game_id, 0.0) > _EMPTY and not live[game_id].timed and not live[game_id].turn.taken
        ]
        for game_id in sorted(before - set(live) - world.truth.deleted) if idle else ():
            if world.crowd.is_heard(world, game_id, now - _SURE) and not world.was_closed(game_id, now - _SURE):
                words = f"{game_id} has left the memory, and people are there; {idle[0]} has not, and is empty"
                world.fail("nobody waits for another's act", f"{words}.")
        taken = sum(table.turn.taken for table in live.values())
        if len(live) > most + taken + 1 and not world.was_narrow:
            world.fail("memory is bounded", f"{len(live)} games are in memory, and there is room for {most}.")

    def _look_at_old(self, live: set[str]) -> None:
        """A game that is old enough is deleted, if it is in no memory and no clock may run."""
        world, now, settings = self._world, self._world.machine.now, self._world.plan.settings
        days, unmoved = settings.get("keep_days", 0), settings.get("keep_unmoved_days", 30)
        is_well = world.is_calm() and not world.heavy and not world.is_over
        for game_id, rows in world.truth.games.items():
            if world.machine.today() - (EPOCH + rows[-1].at + rows[-1].wall) < _DAY:
                continue
            has_moved = any(isinstance(row.event, e.Moved) for row in rows)
            most = min(filter(None, (days, 0 if has_moved else unmoved)), default=0)
            age = world.machine.today() - (EPOCH + rows[-1].at + rows[-1].wall)
            is_old = most and age > most * _DAY and game_id not in world.truth.deleted and game_id not in live
            if not (is_old and is_well) or world.truth.models[game_id].clock:
                self._old.pop(game_id, None)
            elif now - self._old.setdefault(game_id, now) > _DELETED:
                world.fail("memory is bounded", f"{game_id} is {age / _DAY:.1f} days old, and is not forgotten.")
