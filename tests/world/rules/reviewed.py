"""Judges that a review which somebody has seen to its end is kept, however much others have reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.world import World

_KEPT, _OF_ADDRESS = 256, 64
"""The reviews that a server keeps, and those of one address."""


class Reviews:
    """Knows which games each address has had reviewed, and which lines to their ends."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._of: dict[str, dict[str, None]] = {}
        """By address, the games in the order of the first question."""
        self._done: dict[tuple[str, str], float] = {}
        """By game and line, since when the review is known to be done."""

    def told(self, view: dict[str, Any]) -> None:
        """Notes how far a review has come."""
        if view["done"]:
            self._done.setdefault((view["game_id"], view["notation"]), self._world.machine.now)

    def answered(self, client: Client, view: dict[str, Any]) -> None:
        """Judges the answer to a question for a review."""
        world, game_id = self._world, view["game_id"]
        since = self._done.get((game_id, view["notation"]))
        of_all = sum(map(len, self._of.values()))
        owners = [games for games in self._of.values() if game_id in games]
        is_kept = since is not None and of_all <= _KEPT and all(len(games) <= _OF_ADDRESS for games in owners)
        is_kept = is_kept and world.is_kept(game_id, since or 0.0) and world.is_settled(game_id, since or 0.0)
        if is_kept and not view["done"]:
            words = f"{client.name} is told of {game_id} a review with {len(view['rows'])} rows, which was done before."
            world.fail("each question is answered", words)
        self._of.setdefault(client.address, {})[game_id] = None
        self.told(view)
