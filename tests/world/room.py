"""Holds what a world knows of room in memory: how many tables there is room for, and which were closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.cluster.protocol import LOBBY
from webapp.play.table.new_games import Request
from webapp.storage.fence import shard_of

if TYPE_CHECKING:
    from tests.world.ledger.owners import Owners
    from tests.world.plan import Plan
    from tests.world.rules.reasons import Asked
    from tests.world.simulated.hosts.cluster import Cluster
    from tests.world.simulated.machine import Machine
    from tests.world.simulated.server import Host

RECOVERED = 30.0
"""Virtual seconds after the last trouble from which on a game can be saved."""
_HANDED = 14.0
"""Virtual seconds after which all processes know the owner of a game, and its host knows the pages."""
_FEW = 6
"""The tables in memory where there is room for few."""


class Room:
    """Is the base of a world."""

    plan: Plan
    machine: Machine
    host: Host | Cluster
    server: Host
    closed: dict[str, float]
    owners: Owners
    _crowded_until: float

    def narrow(self, seconds: float) -> None:
        """Leaves room for few tables for a while: then one with people may be closed for another one."""
        usual = self.plan.settings.get("live_games", 500)

        def leave_room(count: int) -> None:
            for owner in self.host.owners():
                owner.tables._live_games = count

        leave_room(_FEW)
        self.machine.later(seconds, lambda: leave_room(usual))
        self._crowded_until = max(self._crowded_until, self.machine.now + seconds + RECOVERED)

    def close_table(self, game_id: str) -> None:
        """Closes the table of a game as if there were no room for it, unless something is being stored there."""
        for owner in self.host.owners():
            tables = owner.tables
            table = tables.find_live(game_id)
            if table is not None and not table.turn.taken:
                del tables._tables[game_id]
                table.close()
                tables._keep_turn(table, tables._open_again)
                self.closed[game_id] = self.machine.now

    def is_settled(self, game_id: str | None, since: float) -> bool:
        """Tells whether one process has had a game, or with None those who look for strangers, since a moment and a
        while before, and nothing let others think otherwise. One server has them all the time."""
        if not self.plan.hosts:
            return True
        shard = LOBBY if game_id is None else shard_of(game_id)
        changed = max(self.owners.had(shard), self.owners.given.get(shard, 0.0))
        return self.owners.is_calm(since) and changed < since - _HANDED

    def is_refused(self, asked: Asked | None) -> bool:
        """Tells whether a question is about a game whose writes are refused for a while."""
        form = asked.payload if asked is not None and isinstance(asked.payload, dict) else {}
        if self.plan.hosts:
            return False
        begins = Request(str(form.get("request_id")), str(form.get("secret"))).game_id
        return bool({str(form.get("game_id")), begins} & self.server.refusing.keys())

    def was_closed(self, game_id: str, since: float = 0.0) -> bool:
        """Tells whether the table of a game was closed, since a moment or ever."""
        return self.closed.get(game_id, -1.0) >= since

    def is_crowded(self) -> bool:
        """Tells whether a table with people may be closed for another one, or may have been lately."""
        return int(self.plan.settings.get("live_games", 500)) <= 20 or self.machine.now < self._crowded_until

    @property
    def was_narrow(self) -> bool:
        """Tells whether there has been room for few tables for a while."""
        return self._crowded_until > 0.0

    def is_crowded_out(self, game_id: str) -> bool:
        """Tells whether a table was closed to make room for others, and nobody has opened it again."""
        is_perhaps = self.was_narrow or self.was_closed(game_id)
        return is_perhaps and not any(one.tables.find_live(game_id) for one in self.host.owners())
