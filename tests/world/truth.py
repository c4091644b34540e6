"""Keeps the ledger of a world: every stored event, read from the file behind the server's back, and what follows."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from webapp.play.game import events as e
from webapp.play.game.access import key_of
from webapp.play.game.fold import apply, begin
from webapp.play.game.state import GameState

if TYPE_CHECKING:
    from tests.world.world import World

_TURNS = e.Moved | e.Swapped | e.Undone | e.Redone | e.Returned | e.Seated | e.SeatSet
_SAFE = 3.0
"""Virtual seconds after which no power cut takes an event (``FOURTHOUGHT_FLUSH``: one, and one look in between)."""
_HEARD = 0.6
"""The most virtual seconds from the sending of an answer to its arrival, on a line that is not slow."""
_LATE = 20.0
"""Virtual seconds after which a flag must have fallen that was due, where nothing is wrong."""


class Row(NamedTuple):
    """Holds a stored event as it was when it was first seen."""

    event: e.Event
    request: str | None
    data: str
    at: float


class Truth:
    """Holds the events of all games, in order, with the state after each. ``wallets`` are the tokens of each person,
    ``requests`` tell who has made a request."""

    def __init__(self, world: World, file: Path) -> None:
        self._world, self._file, self._last = world, file, 0
        self.games: dict[str, list[Row]] = {}
        self.states: dict[str, list[GameState]] = {}
        self.requests: dict[str, tuple[str, str]] = {}
        self.wallets: dict[str, set[str]] = {}
        self.deleted: set[str] = set()
        """The games that the operator has deleted."""
        self._stored: set[tuple[str, str]] = set()
        self.unsafe: list[float] = []
        """When each event was stored that a power cut would take."""
        self._database = sqlite3.connect(file)

    def look(self) -> None:
        """Reads what was stored since the last look, and holds it against the rules."""
        query = "SELECT rowid, game_id, version, request_id, data FROM game_event WHERE rowid > ? ORDER BY rowid"
        for number, game_id, version, request, data in self._database.execute(query, (self._last,)).fetchall():
            self._last = number
            self._add(game_id, version, request, data)

    @contextmanager
    def deleting(self, game_id: str) -> Iterator[None]:
        """Notes that a game is deleted inside this context, and reads the last row number again: SQLite reuses it."""
        self.look()
        self.deleted.add(game_id)
        yield
        (self._last,) = self._database.execute("SELECT coalesce(max(rowid), 0) FROM game_event").fetchone()

    def look_again(self) -> None:
        """Reads the file from its beginning: nothing may have gone or changed."""
        self.look()
        stored = {
            (game_id, version): data
            for game_id, version, data in self._database.execute("SELECT game_id, version, data FROM game_event")
        }
        for game_id, rows in self.games.items():
            if game_id in self.deleted:
                continue
            for version, row in enumerate(rows, 1):
                if stored.get((game_id, version)) != row.data:
                    self._world.fail(
                        "nothing lost", f"Event {version} of game {game_id} was stored, and is not any more."
                    )
                    return

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def check_move(self, who: str, payload: dict[str, Any], answer: dict[str, Any]) -> None:
        """Holds an acknowledged move against what is stored."""
        rows, version = self.games.get(payload["game_id"], []), answer["version"]
        row = rows[version - 1] if 0 < version <= len(rows) else None
        event = row.event if row else None
        if not isinstance(event, e.Moved) or row is None:
            self._world.fail(
                "nothing lost", f"{who} was told that a move is stored as version {version}, where none is."
            )
        elif (event.ply, event.move, row.request) != (payload["ply"], payload["move"], payload["request_id"]):
            self._world.fail(
                "nothing lost", f"{who} was told that a move is stored as version {version}, another's place."
            )

    def check_begun(self, who: str, payload: dict[str, Any], answer: dict[str, Any]) -> None:
        """A game that was granted begins with the moves that were asked for."""
        moves = tuple(map(int, payload.get("moves") or ()))
        if not any(state.moves[: len(moves)] == moves for state in self.states.get(answer["game_id"], [])):
            self._world.fail("nothing lost", f"{who} was granted a game of {len(moves)} moves, which are not stored.")

    def check_help(self, who: str, event: str, game_id: str) -> None:
        """The engine says nothing about a game that two people play."""
        since = math.inf
        for state, row in zip(self.states.get(game_id, [])[::-1], self.games.get(game_id, [])[::-1], strict=True):
            if state.help_allowed:
                break
            since = row.at
        if self._world.machine.now - since > _HEARD:
            self._world.fail("fair play", f"{who} was given an answer to {event!r} about a game of two people.")

    def check_safe(self, since: float) -> None:
        """A power cut takes no event but the newest, of a server that has run ``since`` a moment."""
        if self.unsafe and self._world.machine.now - max(self.unsafe[0], since) > _SAFE:
            self._world.fail("nothing lost", "A power cut would take an event that was stored seconds ago.")

    def check_refused(self, who: str, move: tuple[str, str] | None) -> None:
        """A move that is stored is not refused, however often it is sent."""
        if move in self._stored:
            self._world.fail("one answer", f"{who} sent a move again, was refused, and the move is stored.")

    def check_view(self, who: str, view: dict[str, Any]) -> None:
        """Holds the game that a page is shown against what is stored."""
        states, version = self.states.get(view["game_id"], []), view["version"]
        if not 0 < version <= len(states):
            self._world.fail("a prefix of the truth", f"{who} was shown version {version} of {len(states)} stored.")
            return
        state = states[version - 1]
        shown = (
            tuple(view["moves"]),
            view["to_move"],
            (view["outcome"] is None),
            [seat["kind"] for seat in view["seats"]],
        )
        right = state.moves, state.to_move, state.outcome is None, [seat.kind for seat in state.seats]
        if shown != right:
            self._world.fail(
                "a prefix of the truth", f"{who} was shown {shown} at version {version}; right is {right}."
            )

    def check_flags(self) -> None:
        """A flag falls when the time is up, whether or not anybody is there."""
        for game_id, states in self.states.items():
            state, rows = states[-1], self.games[game_id]
            seat = state.to_move
            runs = state.clock is not None and state.turns and not state.free and not state.analysis
            if not runs or seat is None or state.outcome is not None or seat in state.engines:
                continue
            since = max(row.at for row in rows if isinstance(row.event, e.Created | _TURNS))
            late = self._world.machine.now - since - state.clock_left[seat]
            if late > _LATE:
                self._world.fail(
                    "the clocks", f"Seat {seat} of {game_id} has no time left for {late:.0f} s, and plays on."
                )

    def _add(self, game_id: str, version: int, request: str | None, data: str) -> None:
        rows = self.games.setdefault(game_id, [])
        event = e.decode(data)
        if version != len(rows) + 1:
            self._world.fail("order", f"Version {version} of a game was stored after {len(rows)}.")
            return
        states = self.states.setdefault(game_id, [])
        if states:
            self._check_owner(states[-1], event, request)
            self._check_clock(states[-1], event, rows)
        if isinstance(event, e.Rematched) and event.game_id not in self.games:
            self._world.fail("order", f"The players of {game_id} are sent to a rematch that is not stored.")
        rows.append(Row(event, request, data, self._world.machine.now))
        self.unsafe.append(self._world.machine.now)
        if request is not None:
            self._stored.add((game_id, request))
        try:
            states.append(apply(states[-1], event) if states else begin(game_id, event))  # type: ignore[arg-type]
        except Exception as error:
            self._world.fail("order", f"Event {version} of a game cannot follow: {error!r}.")

    def _check_clock(self, state: GameState, event: e.Event, rows: list[Row]) -> None:
        """Nobody's time is cut short, whatever the clock on the wall does."""
        if isinstance(event, e.Flagged) and state.clock is not None:
            since = max(row.at for row in rows if isinstance(row.event, e.Moved | e.Created))
            left, waited = state.clock_left[event.seat], self._world.machine.now - since
            if waited < left - 0.5:
                self._world.fail("the clocks", f"A flag fell {waited:.1f} s after a move, with {left:.1f} s left.")

    def _check_owner(self, state: GameState, event: e.Event, request: str | None) -> None:
        """One seat has one owner: a move is the move of the one whose seat it is, at the ply that the game has."""
        if isinstance(event, e.SeatTaken | e.Swapped):  # by the one whose seat it was
            who, _ = self.requests.get(request or "", ("", ""))
            if state.keys[event.seat] not in {key_of(token) for token in self.wallets.get(who, ())}:
                self._world.fail("one owner", f"{who or 'Somebody'} took seat {event.seat} of another person.")
            return
        if not isinstance(event, e.Moved):
            return
        if event.seat != state.to_move or event.ply != state.ply or event.move not in state.legal:
            if not state.analysis:
                self._world.fail(
                    "the rules", f"Seat {event.seat} moved {event.move} at ply {event.ply}: not allowed there."
                )
            return
        if request is None:
            if state.seats[event.seat].kind != "engine" and not state.analysis:
                self._world.fail("one owner", f"A move was made for the person of seat {event.seat}, and by nobody.")
            return
        who, asked = self.requests.get(request, ("", ""))
        if asked == "new_game":
            return  # the tokens come with the answer
        keys = {key_of(token) for token in self.wallets.get(who, ())}
        if state.keys[event.seat] not in keys:
            self._world.fail("one owner", f"{who or 'Somebody'} moved for seat {event.seat} of another person.")
