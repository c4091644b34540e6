"""Lets one of two people change a game again and again: the other one can still do all that a player needs."""

from __future__ import annotations

from tests.world.cast.partners import Partners
from tests.world.cast.people import other_page, secret

_SMALL = 200
"""The most events of a game in worlds where somebody tries to exceed them."""
_PACE = 0.12
"""Virtual seconds between two acts, so that no rate refuses them."""


async def restless(pair: Partners) -> None:
    """One offers a seat to another device until that is refused, and so does the other one. Both move, and ask."""
    if pair.world.longest > _SMALL:
        return
    pair = Partners(other_page(pair.one, "restless", "10.26.0.1"))  # whose changes are not those of the others
    world, one, other = pair.world, pair.one, pair.other
    if not await pair.begin():
        return
    await pair.turns(2)
    for mover, most in ((one, world.longest // 5 + 2), (other, world.longest // 20)):
        seat = min(mover.seats(pair.game_id), default=0)
        for _ in range(most):
            await pair.do(mover, "hand_over", seat=seat, code=secret(pair.chance))
            await world.sleep(_PACE)
    await pair.do(one, "name", name="Kim")
    await pair.do(other, "name", name="Robin")
    await pair.turns(2)
    await pair.do(one, "ask", what="draw")
    await pair.do(other, "ask", what="draw")
    await pair.do(one, "reply", what="draw", yes=False)
    await pair.do(one, "resign")
    await pair.do(other, "rematch")
    await pair.do(one, "rematch")
    one.leave()
    other.leave()
