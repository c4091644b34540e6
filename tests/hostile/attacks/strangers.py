"""Attacks on those who look for somebody: the queue, the codes of rooms, the list of tables, reactions and reports."""

import secrets

from tests.hostile.foe import Foe, visits
from tests.hostile.line import Line

_HUMAN = {"kind": "human"}
_WRONG_CODES = 30
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


@visits("searches for strangers", scattered=True)
async def searches(foe: Foe, line: Line) -> None:
    """Looks for somebody again and again, and leaves the person found."""
    while foe.going():
        async with foe.step():
            wishes = {"game": foe.rng.choice(foe.games), "clock": foe.rng.choice(["any", "none", "3+2"])}
            await line.ask("find", token=secrets.token_urlsafe(32), shown=True, **wishes)
            await line.ask("shown_tables")
        await foe.rest(0.05)


@visits("guesses of codes")
async def guesses(foe: Foe, line: Line) -> None:
    """Tries codes of rooms: one address has so many wrong tries in ten minutes."""
    while foe.going():
        async with foe.step():
            await line.ask("use_code", code="".join(foe.rng.choices(_LETTERS, k=5)))
        foe.check(foe.tally.words["no_such_code"] <= _WRONG_CODES, "too many codes were tried")
        await foe.rest(0.05)


@visits("reactions and reports", scattered=True)
async def reactions(foe: Foe, line: Line) -> None:
    """Reacts without an opponent, reports the names of a game, and agrees to be watched and takes the consent back."""
    seats = [{**_HUMAN, "name": "Anna"}, {**_HUMAN, "open": True}]
    game = (await line.ask("new_game", game="connect4", seats=seats))["game_id"]
    for number in range(100):
        if not foe.going():
            break
        async with foe.step():
            await line.ask("show", game_id=game, on=bool(number % 2))
            await line.ask("make_code", game_id=game)
            name, fields = foe.rng.choice([("react", {"reaction": "hello"}), ("report", {"seat": 0})])
            await line.ask(name, game_id=game, **fields)
        await foe.rest(0.05)
