"""Checks each game that a server deletes: it is old, it belongs to this server, and nobody is at its table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.world.simulated.machine import EPOCH
from webapp.play.game import events as e
from webapp.storage import forgetting
from webapp.storage.fence import shard_of

if TYPE_CHECKING:
    from tests.world.world import World

_DAY, _THERE = 86_400.0, 20.0


@contextmanager
def judging_deletions(world: World) -> Iterator[None]:
    """Judges what is forgotten inside this context."""
    forget = forgetting.Forgetting._forget

    def judged(self: forgetting.Forgetting, old: Any, now: int) -> bool:
        with world.truth.deleting(old.id) as undo:
            is_gone = False
            try:
                is_gone = forget(self, old, now)
            finally:
                undo(not is_gone)
        if is_gone and (words := _wrong(world, old.id, self._fence)):
            world.fail("nothing lost", f"The game {old.id} was forgotten, {words}.")
        return is_gone

    with patch.object(forgetting.Forgetting, "_forget", judged):
        yield


def _wrong(world: World, game_id: str, fence: Any) -> str | None:
    """Returns what speaks against the deletion of a game, or None."""
    if game_id in world.truth.old:
        return world.truth.old.misfit(game_id, world.machine.today())
    rows, settings, now = world.truth.games[game_id], world.plan.settings, world.machine.now
    days = [settings.get("keep_days", 0)]
    if not any(isinstance(row.event, e.Moved) for row in rows):
        days.append(settings.get("keep_unmoved_days", 30))
    age = world.machine.today() - (EPOCH + rows[-1].at + rows[-1].wall)
    if age < _DAY * min(filter(None, days), default=1e9):
        return f"{age / _DAY:.2f} days after its last event"
    there = (
        one.name
        for one in world.clients
        if one.is_open and one.heard.at == game_id and one.heard.is_there(now - _THERE)
    )
    if (name := next(there, None)) and world.is_kept(game_id, now - _THERE) and not world.is_crowded():
        return f"and {name} is there"
    if fence is not None and (owner := world.owners.owner(shard_of(game_id))) != fence.owner:
        return f"by {fence.owner}, and {owner} owns it"
    return None
