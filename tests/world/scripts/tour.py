"""Walks through the acts of people in the orders that matter: what is refused once and granted later, asked twice, or
asked again after the game has changed. Each world has all of it. The people expect nothing: the world judges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.world.cast.client import start
from tests.world.cast.partners import SLOW, Partners
from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.restless import restless
from tests.world.simulated.network import SLOW_BUFFER

_PERSON, _ENGINE = {"kind": "human"}, {"kind": "engine", "level": 3}
_SETTLED = 20.0
"""Virtual seconds after which a game that was given away and back is judged as any other."""
_TABLES = 9
"""One table more than the server knows of what a line has shown."""
_PACES, _WRITE, _PLAYS = 6, 0.3, 22.0
"""How often the pace is changed, the seconds of each write then, and those for which the engines play on after it."""


async def _questions(pair: Partners) -> None:
    """Asks each question: declined, asked again, asked after a move, withdrawn, asked by both, and granted."""
    one, other = pair.one, pair.other
    if not await pair.begin():
        return
    await pair.turns(2)
    for what in ("draw", "takeback"):
        await pair.do(one, "ask", what=what)
        await pair.do(one, "reply", what=what, yes=True)
        await pair.do(other, "ask", what="takeback" if what == "draw" else "draw")
        await pair.do(other, "reply", what=what, yes=False)
        await pair.do(one, "ask", what=what)
        await pair.turns(1)
        await pair.do(one, "ask", what=what)
        await pair.do(one, "reply", what=what, yes=False)
        await pair.turns(1)
    await pair.do(other, "ask", what="takeback")
    await pair.do(one, "reply", what="takeback", yes=True)
    await pair.turns(1)
    await pair.do(other, "undo")
    await pair.do(one, "reply", what="takeback", yes=True)
    await pair.turns(2)
    await pair.do(one, "ask", what="draw")
    if pair.chance.random() < 0.5:
        await pair.do(other, "ask", what="draw")
    await pair.do(other, "reply", what="draw", yes=True)
    await pair.do(one, "ask", what="rematch")
    await pair.do(other, "reply", what="rematch", yes=False)
    await pair.do(one, "rematch")
    await pair.do(other, "ask", what="rematch")
    await pair.do(one, "reply", what="rematch", yes=True)
    await pair.do(other, "rematch")
    if pair.world.plan.hosts:  # both are still at the old table, and hold tokens of two games
        pair.world.silences.exchange(pair.game_id)
        await pair.world.sleep(_SETTLED)


async def _lines(pair: Partners) -> None:
    """Somebody alone takes back, plays on elsewhere, returns, and asks the engine about each line."""
    one = pair.one
    analysis = {"moves": [4, 4, 3], "analysis": True} if pair.chance.random() < 0.5 else {}
    if not await pair.alone([_PERSON, _PERSON], **analysis):
        return
    await pair.turns(4)
    if one.views[pair.game_id]["outcome"]:  # four in a row by chance: then nobody could ask for a hint
        await pair.do(one, "undo")
    await pair.help(one)
    await pair.help_of_a_closed_table()
    await pair.hint_beside("watch_thinking", on=True, tree=True)
    await pair.hint_beside("watch_thinking", on=False)
    await pair.hints_of_two()
    await pair.hints_in_a_row()
    await pair.do(one, "redo")
    for _ in range(2):
        await pair.do(one, "undo")
    await pair.do(one, "review")
    await pair.do(one, "redo")
    await pair.do(one, "undo")
    legal = one.views[pair.game_id]["legal"] if pair.game_id in one.views else []
    if len(legal) > 1:
        await pair.do(one, "move", move=legal[-1])
    await pair.help(one)
    for branch in (0, 0, 1, 5):
        await pair.do(one, "return", branch=branch)
        await pair.do(one, "undo")
    await pair.do(one, "review")
    await pair.do(one, "undo")
    await pair.do(one, "resign")
    for event, more in (
        ("undo", {}),
        ("redo", {}),
        ("return", {"branch": 0}),
        ("set_seat", {"seat": 0, "kind": "engine"}),
    ):
        await pair.do(one, event, **more)
    await pair.help(one, 2)
    for ply in range(4):
        await pair.do(one, "mistake", ply=ply)
    await pair.do(one, "review")
    await pair.do(one, "rematch")


async def _strangers(pair: Partners) -> None:
    """Two pages look for one another, and say so again while their game is stored; a third one comes too late."""
    world, disk, third = pair.world, pair.world.host.disk, other_page(pair.one, "third", "10.18.0.1")
    pages, tokens = (pair.one, pair.other, third), [secret(pair.chance) for _ in range(3)]
    pair.one.at = None
    for one, token in zip(pages, tokens, strict=True):
        one.wallet.add(token)
        await one.come()
    before, clock = disk.seconds, pair.chance.choice(("none", "any", "5+3"))
    disk.seconds = max(before, SLOW)
    asked = {"game": "connect4-5x4", "clock": clock, "name": ""}
    since, answers = world.machine.now, list[tuple[int, Any]]()

    async def find(number: int) -> None:
        answers.append((number, await pages[number].ask("find", again=False, token=tokens[number], **asked)))

    for number in (0, 1, 0, 1, 2, 0, 1):
        start(find(number))
        await world.sleep(0.04)
    await world.sleep(1.5)
    disk.seconds = before
    await find(1)
    well = world.is_calm(since) and not any(world.plan.harm) and not world.plan.hosts and not world.is_over
    if well and all(one and one["ok"] for _, one in answers):
        met = {number for number, one in answers if one["found"]} | ({0} if pages[0].found else set())
        if 0 not in met:
            world.fail(
                "each question is answered", f"{pair.one.name} looks for a stranger beside others, and meets none."
            )
    await third.ask("stop_finding", again=False)
    for one, token in zip(pages[:2], tokens, strict=False):
        if one.found is not None:
            pair.game_id = one.found["game_id"]
            one.keep_token(pair.game_id, token)
            await one.join(pair.game_id)
    await pair.turns(2)
    await pair.do(pair.one, "resign")
    third.leave()


async def _first_move(pair: Partners) -> None:
    """A game begins with a move, and is asked for again by the same request, by a third one for another game."""
    one = pair.one
    seats = pair.chance.choice(([_PERSON, _ENGINE], [_PERSON, {"kind": "human", "open": True}], [_PERSON, _PERSON]))
    asked: dict[str, Any] = {"game": "connect4", "seats": seats, "move": 4, "secret": secret(pair.chance)}
    number = one.number()
    for again in ({}, {}, {"game": "connect4-5x4"}, {}):
        answer = await one.ask("new_game", again=False, request_id=number, **asked, **again) if not again else None
        if again and one.client is not None:
            await one.client.ask("new_game", {**asked, **again, "request_id": number})
        if answer and answer["ok"]:
            pair.game_id = one.at = str(answer["game_id"])
    await pair.turns(1)
    await pair.do(one, "resign")


async def _paces(pair: Partners) -> None:
    """Changes the pace of two engines again and again, on a disk so slow that a move falls due before that is stored.
    Then they must play on by themselves."""
    disk, chance = pair.world.host.disk, pair.chance
    before, disk.seconds = disk.seconds, max(disk.seconds, _WRITE)
    for _ in range(_PACES):
        await pair.do(pair.one, "pace", paused=chance.random() < 0.5, per_minute=300.0)
        await pair.world.sleep(chance.uniform(0.1, 0.6))
    disk.seconds = before
    await pair.do(pair.one, "pace", paused=False, per_minute=100.0)
    await pair.world.sleep(_PLAYS)


async def _engines(pair: Partners) -> None:
    """Two engines play at a pace, pause and step; a person takes a seat and gives it back."""
    one = pair.one
    if not await pair.alone([_ENGINE, _ENGINE]):
        return
    await pair.do(one, "watch_thinking", on=True, tree=True)
    await pair.do(one, "pace", per_minute=300.0)
    await pair.world.sleep(1.0)
    for more in ({"paused": True}, {"step": True}, {"step": True}, {"paused": False, "per_minute": 100.0}):
        await pair.do(one, "pace", **more)
        await pair.world.sleep(1.0)
    await pair.do(one, "set_level", seat=0, level=5)
    await pair.do(one, "set_seat", seat=1, kind="engine", level=7)
    await pair.do(one, "undo")
    await pair.do(one, "redo")
    await pair.do(one, "set_seat", seat=0, kind="human")
    await pair.turns(2)
    await pair.help(one)
    await pair.do(one, "undo")
    await pair.do(one, "set_seat", seat=0, kind="engine")
    await pair.do(one, "answers")
    await _paces(pair)
    await pair.do(one, "pace", paused=True)


async def _sides(pair: Partners) -> None:
    """Two people swap sides, take that back, hand a seat over, and speak by signs and names."""
    one, other = pair.one, pair.other
    discs = {"moves": [1, 2]} if pair.chance.random() < 0.4 else {}
    if not await pair.begin(pie=True, **discs):
        return
    for mover in (one, other):
        await pair.do(mover, "name", name="Robin")
        await pair.do(mover, "name", name="Kim")
        await pair.do(mover, "react", reaction="hello")
        await pair.do(mover, "aim")
    await pair.turns(0 if discs else 1)
    for mover in (one, other):
        await pair.do(mover, "swap")
    await pair.do(one, "ask", what="takeback")
    await pair.do(other, "ask", what="takeback")
    for mover in (one, other):
        await pair.do(mover, "reply", what="takeback", yes=True)
    await pair.turns(2)
    for mover in (one, other):
        await pair.do(mover, "ask", what="takeback")
        await pair.do(mover, "reply", what="takeback", yes=False)
    phone, code, seat = other_page(one, "phone"), secret(pair.chance), min(one.seats(pair.game_id), default=0)
    pair.world.truth.wallets[phone.name] = phone.wallet = one.wallet
    if await phone.join(pair.game_id):
        await pair.do(one, "hand_over", seat=seat, code=code)
        await pair.do(one, "hand_over", seat=seat, code=code)
        for device in (phone, other, phone):
            token = secret(pair.chance)
            device.keep_token(pair.game_id, token)
            shown = secret(pair.chance) if device is other else code
            await pair.do(device, "take_seat", code=shown, token=token)
        for event in ("resign", "aim"):
            await pair.do(one, event)
    await pair.do(other, "resign")
    phone.leave()


async def _reports(pair: Partners) -> None:
    """A name is reported: by an opponent it is hidden at once, by watchers after some."""
    one, other = pair.one, pair.other
    if not await pair.begin():
        return
    await pair.do(one, "name", name="Odo")
    await pair.do(other, "name", name="Robin")
    await pair.turns(2)
    guests = [other_page(one, f"guest {number}", f"10.19.{number}.1") for number in range(3)]
    for guest in guests:
        if await guest.join(pair.game_id):
            await pair.do(guest, "report", seat=0)
    await pair.do(one, "report", seat=0)
    await pair.do(one, "report", seat=1)
    await pair.world.sleep(1.0)
    await pair.do(other, "name", name="Robin")
    await pair.do(one, "resign")
    for guest in guests:
        guest.leave()


async def _shown(pair: Partners) -> None:
    """Lets both agree to be watched. One takes that back and hides the page. A code leads to the table."""
    one, other = pair.one, pair.other
    if not await pair.alone([_PERSON, {"kind": "human", "open": True}]):
        return
    made = await pair.do(one, "make_code")
    await other.come()
    if made and made["ok"]:
        await other.ask("use_code", again=False, code=made["code"].lower())
    other.keep_token(pair.game_id, token := secret(pair.chance))
    if not await other.join(pair.game_id):
        return
    await pair.do(other, "sit", token=token)
    await pair.do(one, "make_code")
    for page, on in ((one, True), (other, True), (one, False)):
        await pair.do(page, "show", on=on)
        await pair.do(page, "look", on=not on)
        await pair.turns(1)
        await pair.world.sleep(3.5)
        await other.ask("shown_tables", again=False)
    await pair.world.sleep(26.0)
    await pair.do(one, "stand_in", seat=1)
    await pair.do(other, "set_seat", seat=1, kind="human")
    await pair.do(one, "resign")


async def _slow_guest(pair: Partners) -> None:
    """Somebody looks on who reads slowly for a while: later the page shows all the same."""
    one, guest = pair.one, other_page(pair.one, "slow guest", "10.21.0.1")
    if not await pair.begin() or not await guest.join(pair.game_id) or guest.client is None:
        return
    line = guest.client.line
    before = line.slowness, line.buffer
    line.slowness, line.buffer = 400.0, SLOW_BUFFER
    for _ in range(8):
        await pair.turns(2)
    await pair.do(one, "react", reaction="oops")
    await pair.world.sleep(1.0)
    line.slowness, line.buffer = before
    await pair.turns(1)
    await pair.world.sleep(24.0)
    await pair.do(one, "resign")
    await pair.world.sleep(1.0)
    await pair.do(guest, "review")
    guest.leave()


async def _absence(pair: Partners) -> None:
    """One is away for long while the game waits for the other one: a win may be claimed only after as long a wait
    for who is away, and an engine may stand in at once."""
    one, other, world = pair.one, pair.other, pair.world
    patience = float(world.plan.settings.get("claim", 60.0)) + 8.0
    if not await pair.begin():
        return
    if other.client is not None:
        other.client.close()
    await world.sleep(patience)
    await pair.do(one, "claim", seat=1)
    await pair.turns(1)
    await pair.do(one, "claim", seat=1)
    await pair.do(one, "stand_in", seat=0)
    await world.sleep(patience / 2)
    await pair.do(one, "claim", seat=1)
    await world.sleep(patience / 2)
    await pair.do(one, pair.chance.choice(("claim", "stand_in")), seat=1)
    await pair.do(one, "set_level", seat=1, level=9)
    await other.join(pair.game_id)
    await pair.do(other, "set_seat", seat=1, kind="human")
    await pair.do(one, "resign")


async def _many_games(pair: Partners) -> None:
    """Somebody opens nine games by one line, comes back to the first of them before the last one, and moves in it."""
    games = list[str]()
    for number in range(_TABLES):
        if number == _TABLES - 1 and not await pair.one.join(games[0]):
            return
        if not await pair.alone([_PERSON, _PERSON]):
            return
        games.append(pair.game_id)
    for game_id in (games[0], *games[2:]):
        pair.game_id = game_id
        await pair.do(pair.one, "move")
        await pair.do(pair.one, "resign")


async def _goers(pair: Partners) -> None:
    """Pages ask for something and leave at once."""
    one, world = pair.one, pair.world
    if not await pair.begin():
        return
    for event in ("join", "watch_thinking", "find", "sit", "hint", "new_game"):
        page = other_page(one, f"goer {event}", "10.20.0.1")
        if not await page.join(pair.game_id) or page.client is None:
            continue
        token = secret(pair.chance)
        page.wallet.add(token)
        forms: dict[str, dict[str, Any]] = {
            "find": {"game": "nim", "token": token, "clock": "none"},
            "new_game": {"game": "nim", "seats": [_PERSON, _PERSON], "request_id": page.number()},
            "sit": {"game_id": pair.game_id, "token": token, "request_id": page.number()},
            "watch_thinking": {"game_id": pair.game_id, "on": True},
            "hint": {"game_id": pair.game_id, "ply": 0},
        }
        page.client.ask(event, forms.get(event, {"game_id": pair.game_id}))
        await world.sleep(pair.chance.choice((0.0, 0.002, 0.02)))
        page.leave()
    await pair.turns(2)
    await pair.do(one, "resign")


_CHAPTERS: tuple[Callable[[Partners], Awaitable[None]], ...] = (
    _questions, _lines, _strangers, _first_move, _engines, _sides, _reports, _goers, _shown, _slow_guest,
    _absence, _many_games, restless,
)  # fmt: skip


async def tour(person: Person, acts: int) -> None:
    """Goes through one half of the chapters or the other, in an order that is drawn."""
    half = _CHAPTERS[acts % 2 :: 2]
    for chapter in person.chance.sample(half, len(half)):
        pair = Partners(person)
        if not person.world.is_over:
            await chapter(pair)
        pair.other.leave()


TOURS: dict[str, Any] = {"tour": tour}
