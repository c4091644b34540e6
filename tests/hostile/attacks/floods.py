"""Attacks on the shares of others: pages, runs of the lab, questions to the engine, games, writes.

Those on games run from one address and from many.
"""

import itertools
import secrets
from typing import Any

from tests.hostile.foe import Foe, attack, tries
from tests.hostile.line import Line
from tests.wire import RefusedError, request

_HUMAN, _ENGINE = {"kind": "human"}, {"kind": "engine"}
_PEOPLE = (_HUMAN, _HUMAN)
_WAIT = 0.2
"""Seconds after a refusal before the next try."""


async def _page(foe: Foe, line: Line, path: str) -> bytes:
    """Asks for a page, and returns the answer."""
    await line.send(request(foe.target, path, "Connection: close"))
    answer = await line.everything()
    status = int(answer[9:12] or b"0")
    foe.check(status not in (500, 501, 502), f"the answer {status}")
    if not 200 <= status < 400:
        raise RefusedError(str(status))
    return answer


@tries("floods of pages")
async def pages(foe: Foe, line: Line) -> None:
    """Asks for pages, pictures and checks of the database as fast as the answers come."""
    await _page(foe, line, foe.rng.choice(("/", "/connect4/4453", "/readyz", "/game/AAAAAAAAAAAA", "/help")))


@tries("runs of the lab", scattered=True)
async def runs(foe: Foe, line: Line) -> None:
    """Asks the lab for a search of a position that it has not seen."""
    async with foe.line() as first:
        moved = await _page(foe, first, "/lab/run/000000000000")
    run = moved.partition(b"\r\nLocation: ")[2].partition(b"\r\n")[0].partition(b"?")[0].decode()
    moves = "".join(foe.rng.choices("1234567", k=6))
    await _page(foe, line, f"{run}?game=connect4&moves={moves}&algorithm=minimax&depth={2 if foe.most < 10 else 8}")


def _flood(name: str, *seats: dict[str, Any], **fields: Any) -> Any:
    """Enters an attack twice, from one address and from many: begins games, and repeats the act at each.

    Args:
        seats: the players. An engine without a level has that of the attack.
        fields: further fields of the new games.
    """

    def enter(act: Any) -> Any:
        async def client(foe: Foe) -> None:
            levels = [{"level": foe.level, **seat} if seat["kind"] == "engine" else seat for seat in seats]
            while foe.going():
                async with foe.session() as line:
                    await line.websocket()
                    opened = await line.ask("new_game", game=foe.rng.choice(foe.games), seats=levels, **fields)
                    for number in itertools.count():
                        if not foe.going():
                            break
                        refused = foe.tally.refused
                        async with foe.step():
                            await act(foe, line, opened["game_id"], opened["state"], number)
                        if foe.tally.refused > refused:
                            await foe.rest(_WAIT)
                await foe.rest(_WAIT)

        attack(f"{name}, one address")(client)
        attack(f"{name}, many addresses", scattered=True)(client)
        return act

    return enter


@_flood("hints", _HUMAN, _ENGINE)
async def hints(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    await line.ask("hint", game_id=game, ply=state["ply"])


@_flood("previews", *_PEOPLE)
async def previews(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    await line.ask("preview", game=state["game"], level=1 + number % 10, moves=[foe.rng.choice(state["legal"])])


@_flood("refutations", _HUMAN, _ENGINE)
async def refutations(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    await line.ask("why_not", game_id=game, ply=state["ply"], move=foe.rng.choice(state["legal"]))


@_flood("reviews", *_PEOPLE, moves=[1, 2, 3])
async def reviews(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    await line.ask("review", game_id=game)


@_flood("puzzles of mistakes", *_PEOPLE)
async def mistakes(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    if not number:
        for ply, move in enumerate((1, 2, 3)):
            await line.ask("move", game_id=game, ply=ply, move=move, request_id=f"m{ply}")
        await line.ask("resign", game_id=game)
    await line.ask("mistake", game_id=game, ply=number % 3)


@_flood("analyses", *_PEOPLE, analysis=True)
async def analyses(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    """Watches the search at analysis boards, with the tree, one board after the other."""
    await line.ask("watch_thinking", game_id=game, on=True, tree=True)
    await foe.rest(0.5)


@_flood("moves due", _HUMAN, _ENGINE)
async def due_moves(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    """Moves against the highest level and does not wait for the answer, but takes the move back."""
    ply, move = state["ply"], foe.rng.choice(state["legal"])
    await line.ask("move", game_id=game, request_id=secrets.token_hex(8), ply=ply, move=move)
    await line.ask("undo", game_id=game, ply=ply + 1, request_id=secrets.token_hex(8))


async def engine_games(foe: Foe, line: Line) -> None:
    """Begins games between engines without a pause between moves."""
    await line.websocket()
    engines = [{"kind": "engine", "level": foe.level}] * 2
    opened = await line.ask("new_game", game=foe.rng.choice(foe.games), seats=engines)
    await line.ask("pace", game_id=opened["game_id"], per_minute=0)
    await foe.rest(1.0)


tries("games of engines, one address")(engine_games)
tries("games of engines, many addresses", scattered=True)(engine_games)


@_flood("new games", *_PEOPLE)
async def new_games(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    await line.ask("new_game", game="tictactoe", seats=_PEOPLE)


@_flood("writes", _HUMAN, {**_ENGINE, "level": 1})
async def writes(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    """Changes the level of an engine again and again: an event in the database each time."""
    await line.ask("set_level", game_id=game, seat=1, level=1 + number % 10)


@_flood("rematches", *_PEOPLE)
async def rematches(foe: Foe, line: Line, game: str, state: Any, number: int) -> None:
    """Resigns and asks for a rematch, as one player of both sides."""
    state["rematch"] = state["rematch"] if number else game
    await line.call("resign", game_id=state["rematch"])
    state["rematch"] = (await line.ask("rematch", game_id=state["rematch"]))["game_id"]
