"""Attacks on the shares of others: questions to the engine, games of engines, new games, the writer of the database.

Each runs from one address and from many.
"""

from __future__ import annotations

import itertools
import secrets
from typing import Any

from tests.hostile.foe import Client, Foe, attack
from tests.hostile.line import Line

_HUMAN = {"kind": "human"}
_WAIT = 0.2
"""Seconds after a refusal before the next try."""


def _flood(name: str, **more: Any) -> Any:
    """Enters an attack twice: from one address, and from many."""

    def enter(client: Client) -> Client:
        attack(f"{name}, one address", **more)(client)
        return attack(f"{name}, many addresses", scattered=True, **more)(client)

    return enter


async def _at_tables(foe: Foe, seats: list[dict[str, Any]], act: Any, **fields: Any) -> None:
    """Begins games and repeats ``act(line, game_id, state, number)`` at each; comes back after being cut."""
    while foe.going():
        async with foe.session() as line:
            await line.websocket()
            opened = await line.ask("new_game", game=foe.rng.choice(foe.games), seats=seats, **fields)
            for number in itertools.count():
                if not foe.going():
                    break
                refused = foe.tally.refused
                async with foe.step():
                    await act(line, opened["game_id"], opened["state"], number)
                if foe.tally.refused > refused:
                    await foe.rest(_WAIT)
        await foe.rest(_WAIT)


@_flood("hints")
async def hints(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("hint", game_id=game, ply=state["ply"])

    await _at_tables(foe, [_HUMAN, {"kind": "engine", "level": foe.level}], act)


@_flood("previews")
async def previews(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        moves = [foe.rng.choice(state["legal"])]
        await line.ask("preview", game=state["game"], level=1 + number % 10, moves=moves)

    await _at_tables(foe, [_HUMAN, _HUMAN], act)


@_flood("refutations")
async def refutations(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("why_not", game_id=game, ply=state["ply"], move=foe.rng.choice(state["legal"]))

    await _at_tables(foe, [_HUMAN, {"kind": "engine", "level": foe.level}], act)


@_flood("reviews")
async def reviews(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("review", game_id=game)

    await _at_tables(foe, [_HUMAN, _HUMAN], act, moves=[1, 2, 3])


@_flood("puzzles of mistakes")
async def mistakes(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        if not number:
            for ply, move in enumerate((1, 2, 3)):
                await line.ask("move", game_id=game, ply=ply, move=move, request_id=f"m{ply}")
            await line.ask("resign", game_id=game)
        await line.ask("mistake", game_id=game, ply=number % 3)

    await _at_tables(foe, [_HUMAN, _HUMAN], act)


@_flood("analyses")
async def analyses(foe: Foe) -> None:
    """Watches the search at analysis boards, with the tree, one board after the other."""

    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("watch_thinking", game_id=game, on=True, tree=True)
        await foe.rest(0.5)

    await _at_tables(foe, [_HUMAN, _HUMAN], act, analysis=True)


@_flood("moves due")
async def due_moves(foe: Foe) -> None:
    """Moves against the highest level and does not wait for the answer, but takes the move back."""

    async def act(line: Line, game: str, state: Any, number: int) -> None:
        ply = state["ply"]
        move = {"ply": ply, "move": foe.rng.choice(state["legal"])}
        await line.ask("move", game_id=game, request_id=secrets.token_hex(8), **move)
        await line.ask("undo", game_id=game, ply=ply + 1, request_id=secrets.token_hex(8))

    await _at_tables(foe, [_HUMAN, {"kind": "engine", "level": foe.level}], act)


@_flood("games of engines")
async def engine_games(foe: Foe) -> None:
    """Lets engines play each other without a pause between moves."""
    engines = [{"kind": "engine", "level": foe.level}] * 2
    while foe.going():
        async with foe.attempt() as line:
            await line.websocket()
            opened = await line.ask("new_game", game=foe.rng.choice(foe.games), seats=engines)
            await line.ask("pace", game_id=opened["game_id"], per_minute=0)
            await foe.rest(1.0)


@_flood("new games")
async def new_games(foe: Foe) -> None:
    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("new_game", game="tictactoe", seats=[_HUMAN, _HUMAN])

    await _at_tables(foe, [_HUMAN, _HUMAN], act)


@_flood("writes")
async def writes(foe: Foe) -> None:
    """Changes the level of an engine again and again: an event in the database each time."""

    async def act(line: Line, game: str, state: Any, number: int) -> None:
        await line.ask("set_level", game_id=game, seat=1, level=1 + number % 10)

    await _at_tables(foe, [_HUMAN, {"kind": "engine", "level": 1}], act)


@_flood("rematches")
async def rematches(foe: Foe) -> None:
    """Resigns and begins anew, as one player of both sides."""
    table = [""]

    async def act(line: Line, game: str, state: Any, number: int) -> None:
        table[0] = table[0] if number else game
        await line.call("resign", game_id=table[0])
        table[0] = (await line.ask("rematch", game_id=table[0]))["game_id"]

    await _at_tables(foe, [_HUMAN, _HUMAN], act)
