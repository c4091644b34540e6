"""Judges when engines move: a pause holds them but for the steps that were asked for, and a pace is kept."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import Model

if TYPE_CHECKING:
    from tests.world.world import World

_EARLY = 0.05
"""Seconds by which a move may come before the pace allows it."""
_ASKED = 120.0
"""Virtual seconds for which a hint may be searched for, whatever becomes of the engine."""
_SLOWEST = 50.0
"""The longest wait of a pace in seconds that is looked at: in a longer one a table may leave the memory."""


class Turns:
    """Counts the steps of each game that were asked for, and its moves in a pause."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._steps = Counter[str]()
        self._hints = deque[float](maxlen=200)

    def asks(self, event: str, payload: Any, count: int) -> None:
        """Notes what a page asks, so often."""
        if event == "hint":
            self._hints.append(self._world.machine.now)
        elif event == "pace" and isinstance(payload, dict) and payload.get("step"):
            self._steps[str(payload.get("game_id"))] += count

    def hints(self) -> int:
        """Returns how many hints were asked for in the last minutes."""
        return sum(self._world.machine.now - at < _ASKED for at in self._hints)

    def check(self, model: Model, waited: float, since: float) -> None:
        """Judges a move of an engine, ``waited`` seconds after what it had to wait for, which was at ``since``."""
        game_id, world = model.game_id, self._world
        if self._steps[game_id]:
            self._steps[game_id] -= model.paused
            return
        if model.paused:
            world.fail("the rules", f"An engine moved in {game_id}, which is paused, and nobody asked for a step.")
        pause = 60.0 / model.pace if model.pace and len(model.engines()) == 2 else 0.0
        is_known = world.is_calm(since) and not (world.was_down or world.is_crowded())
        is_known = is_known and world.is_settled(game_id, since)
        if is_known and waited < min(pause, _SLOWEST) - _EARLY - world.host.disk.seconds:
            world.fail("the rules", f"An engine in {game_id} moved after {waited:.2f} s, at {model.pace} a minute.")
