"""Lets opponents report one name in several games: it is hidden there, and then everywhere, also after a restart."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page
from tests.world.scripts.scenes import begin_two

_NAME, _GAMES = "Grimwald", 5
"""A name that is no first name, and the games and opponents whose reports hide it for all."""
_PLAYED = 2
"""The moves of a game after which two have played."""
_SOON, _LATER = 8.0, 228.0
"""Virtual seconds in which a name is hidden, and a moment of the world at which troubles are over most often."""


async def _with_name(bearer: Person, opponent: Person) -> str | None:
    """Begins a game in which one bears the name, and both have moved. Returns its id."""
    game_id = await begin_two(opponent, bearer, game="connect4-5x4")
    if game_id is None:
        return None
    named = await bearer.ask("name", again=False, game_id=game_id, name=_NAME, request_id=bearer.number())
    for mover in (opponent, bearer):
        if mover.views.get(game_id, {}).get("to_move") in mover.seats(game_id):
            await mover.move(game_id)
            await bearer.catch_up(game_id, mover.views[game_id]["version"])
            await opponent.catch_up(game_id, mover.views[game_id]["version"])
    return game_id if named and named["ok"] else None


async def named(person: Person, acts: int) -> None:
    """Bears the name in six games. Opponents report it in five of them, and it is gone from the sixth as well."""
    world, since, games, reports = person.world, person.world.machine.now, list[str](), 0
    for number in range(_GAMES + 1):
        bearer, opponent = (other_page(person, who, f"10.25.{number}.{len(who)}") for who in ("bearer", "other"))
        game_id = await _with_name(bearer, opponent)
        games += [game_id] if game_id is not None else []
        if number and game_id is not None:  # the first game is the one in which nobody reports it
            answer = await opponent.ask("report", again=False, game_id=game_id, seat=1)
            reports += bool(answer and answer["ok"])
            bearer.leave()
            opponent.leave()
    is_hidden = reports == _GAMES and all(world.truth.facts[game_id][-1].turns >= _PLAYED for game_id in games)
    await world.sleep(_SOON)
    if is_hidden and world.is_calm(since) and not world.is_over and not world.is_crowded():
        _check_gone(person, games)
    await world.sleep(_LATER - (world.machine.now - 1000.0))
    if is_hidden and not world.is_over:
        await _try_again(other_page(person, "newcomer", "10.25.9.1"))


def _check_gone(person: Person, games: list[str]) -> None:
    for game_id in games:
        shown = person.world.truth.shown[game_id][-1]
        if any(seat["name"] == _NAME for seat in shown["seats"]):
            words = f"The name {_NAME!r} is shown in {game_id}, and {_GAMES} opponents have reported it elsewhere"
            person.world.fail("each question is answered", f"{words}.")


async def _try_again(newcomer: Person) -> None:
    """Asks for the name once more in a new game, where nobody has reported it."""
    seats: list[dict[str, Any]] = [{"kind": "human", "name": _NAME}, {"kind": "human"}]
    answer = await newcomer.ask("new_game", again=False, game="nim", seats=seats, request_id=newcomer.number())
    if answer and answer["ok"]:
        newcomer.world.fail("one owner", f"{newcomer.name} bears the name {_NAME!r}, which is hidden for all.")
    newcomer.leave()


NAMED: dict[str, Any] = {"named": named}
