"""Holds what comes from one address in numbers, while others of that address or elsewhere keep what is theirs."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page
from tests.world.scripts.foes import odd_heads

_PEOPLE = [{"kind": "human"}, {"kind": "human"}]
_CODES = 34
"""Right codes from one address: more than the wrong ones that it may send."""
_REVIEWS = 66
"""Reviews of one address: more than a server keeps of one."""
_PACE = 0.12
"""Virtual seconds between two events of one address, so that no rate refuses them."""
_LONGEST = 40.0
"""Virtual seconds for which somebody waits for a review."""


async def in_numbers(person: Person, acts: int) -> None:
    """Reads a review to its end, and again after another address has had more reviewed than is kept of one. Before,
    an address asks for lines in odd words, and one uses the code of a game again and again."""
    await odd_heads(person, 12)
    await _school_of_codes(person)
    await _reviews(person)


async def _school_of_codes(person: Person) -> None:
    """Comes to one game by its code from one address, as a school does: no right code is one too many."""
    pupil, seats = other_page(person, "pupil", "10.22.0.1"), [{"kind": "human"}, {"kind": "human", "open": True}]
    answer = await person.ask("new_game", game="nim", seats=seats, request_id=person.number())
    if answer and answer["ok"]:
        person.at = str(answer["game_id"])
        made = await person.ask("make_code", game_id=person.at)
        for _ in range(_CODES if made and made["ok"] else 0):
            if not await pupil.come():
                break
            await pupil.ask("use_code", again=False, code=made["code"])
            await person.world.sleep(_PACE)
    pupil.leave()


async def _reviews(person: Person) -> None:
    world, other = person.world, other_page(person, "many", "10.22.0.2")
    asked: dict[str, Any] = {"game": "connect4", "seats": _PEOPLE, "moves": [4, 4, 3], "analysis": True}
    answer = await person.ask("new_game", request_id=person.number(), **asked)
    if answer and answer["ok"]:
        person.at = game_id = str(answer["game_id"])
        began = world.machine.now
        await person.ask("review", again=False, game_id=game_id)
        while game_id not in person.reviewed and world.machine.now < began + _LONGEST and not world.is_over:
            await person.news(5.0)
        for _ in range(_REVIEWS):
            if world.is_over or not await other.come():
                break
            short = {**asked, "game": "connect4-10x10", "moves": [1]}
            more = await other.ask("new_game", again=False, request_id=other.number(), **short)
            if more and more["ok"]:
                other.at = None
                await world.sleep(_PACE)
                await other.ask("review", again=False, game_id=more["game_id"])
                await world.sleep(_PACE)
        await person.ask("review", again=False, game_id=game_id)
    other.leave()


NUMBERS: dict[str, Any] = {"in numbers": in_numbers}
