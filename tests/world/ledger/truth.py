"""Keeps the ledger of a world: every stored event, read from the file behind the server's back, and what follows."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.world.ledger.begun import begun_misfit
from tests.world.ledger.clocks import Clocks
from tests.world.ledger.longest import excess
from tests.world.ledger.model import Facts, Model, key_of
from tests.world.ledger.old_games import OldGames
from tests.world.ledger.order import rematch_misfit
from tests.world.ledger.rights import misdeed
from tests.world.ledger.whole import shown_by
from tests.world.outcome import Row
from tests.world.rules.said import account
from webapp.play.game import events as e
from webapp.play.game.fold import apply, begin
from webapp.play.game.state import GameState

if TYPE_CHECKING:
    from tests.world.world import World

_WAITS = e.Moved | e.Undone | e.Redone | e.Returned | e.SeatSet | e.Created
"""The events from which on an engine waits for a while."""
_SAFE = 3.0
"""Virtual seconds after which no power cut takes an event (``FOURTHOUGHT_FLUSH``: one, and one look in between)."""
_HEARD = 0.6
"""The most virtual seconds from the sending of an answer to its arrival, on a line that is not slow."""
_STORED = ("move", "resign", "sit", "take_seat", "swap", "claim", "stand_in")
"""The events that are granted only if something changes."""
_BY_NUMBER = ("moved", "swapped", "handed", "seated")
_OWN = e.Moved | e.Swapped | e.Flagged
"""The events that the server writes itself."""
_REPLY = 0.25
"""Virtual seconds that an engine lets pass before it answers a person (``FOURTHOUGHT_MINIMUM_REPLY``: 0.3)."""
_MOVES = 15.0
"""Virtual seconds within which an engine moves, where nothing is wrong."""


class Truth:
    """Holds the events of all games, in order, with the state after each. ``wallets`` are the tokens of each person,
    ``requests`` tell who has made a request."""

    def __init__(self, world: World, file: Path) -> None:
        self._world, self._file = world, file
        self.clocks = Clocks(world, self)
        self.games: dict[str, list[Row]] = {}
        self.states: dict[str, list[GameState]] = {}
        self.models: dict[str, Model] = {}
        self.shown: dict[str, list[dict[str, Any]]] = {}
        self.left: dict[str, list[tuple[float, float]]] = {}
        self.requests: dict[str, tuple[str, str]] = {}
        self.begun: dict[str, str] = {}
        """Who has begun each game."""
        self.payloads: dict[str, dict[str, Any]] = {}
        """What was asked for by each request."""
        self.chosen: set[tuple[str, tuple[int, ...], int, int]] = set()
        """The choices of engines: the game, the moves before, the level and the move."""
        self.wallets: dict[str, set[str]] = {}
        self._games_of: dict[str, str] = {}
        self.latest = ""
        """The game in which something was stored last."""
        self.deleted: set[str] = set()
        """The games that the operator has deleted."""
        self.facts: dict[str, list[Facts]] = {}
        self.stored: dict[tuple[str, str], float] = {}
        self.versions: dict[tuple[str, str], int] = {}
        """By game and number of a request, when it was stored, and as which version."""
        self.doubted: set[tuple[str, int]] = set()
        self.unsafe: list[float] = []
        """The events, by game and version, that were stored and told to the server as failed. And when each event was
        stored that a power cut would take."""
        self.old = OldGames(world.plan.settings, file)
        self._database = sqlite3.connect(file)
        (self._last,) = self._database.execute("SELECT max(rowid) FROM game_event").fetchone()

    def look_at_old(self) -> None:
        """Judges what has become of the games that are older than the world."""
        self.old.look(self._world, self._database)

    def look(self, is_doubted: bool = False) -> None:
        """Reads what was stored since the last look, and holds it against the rules. ``is_doubted``: the write of it is
        told as failed."""
        query = "SELECT rowid, game_id, version, request_id, data FROM game_event WHERE rowid > ? ORDER BY rowid"
        for number, game_id, version, request, data in self._database.execute(query, (self._last,)).fetchall():
            self._last = number
            if is_doubted:
                self.doubted.add((game_id, version))
            self._add(game_id, version, request, data)

    def is_doubted(self, game_id: str, since: int) -> bool:
        """Tells whether an event of a game from a version on was told as failed."""
        return any((game_id, version) in self.doubted for version in range(since, len(self.games[game_id]) + 1))

    def is_known(self, game_id: str, version: int) -> bool:
        """Tells whether the server is sure to know an event: it or a later one was stored and not told as failed, or
        somebody was told of it."""
        later = range(version, len(self.games.get(game_id, ())) + 1)
        is_stored = any((game_id, one) not in self.doubted for one in later)
        return is_stored or self._world.told.version(game_id) >= version

    @contextmanager
    def deleting(self, game_id: str) -> Iterator[Callable[[bool], None]]:
        """Notes that a game is deleted inside this context, and reads the last row number again: SQLite reuses it. What
        it gives takes that back if it is called with True."""
        self.look()
        self.deleted.add(game_id)
        yield lambda is_kept: self.deleted.discard(game_id) if is_kept else None
        query = "SELECT game_id, version, request_id, data FROM game_event ORDER BY rowid"
        for other, version, request, data in self._database.execute(query).fetchall():
            rows = self.games.get(other, [])
            is_new = version > len(rows) or rows[version - 1].data != data
            if is_new and other not in self.old:  # it has the number of a row that has gone
                self._add(other, version, request, data)
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

    def check_begun(self, who: str, _event: str, payload: dict[str, Any], answer: dict[str, Any]) -> None:
        """A game that was granted is the game that was asked for, with its moves."""
        if wrong := begun_misfit(self, who, payload, answer, self._world.host.settings.per_minute):
            self._world.fail(wrong[0], f"{who} {wrong[1]}.")

    def check_help(self, who: str, event: str, game_id: str) -> None:
        """The engine says nothing about a game that two people play."""
        since, version = math.inf, len(self.games.get(game_id, ())) + 1
        for state, row in zip(self.states.get(game_id, [])[::-1], self.games.get(game_id, [])[::-1], strict=True):
            if state.help_allowed:
                break
            since, version = row.at, version - 1
        if self.is_known(game_id, version) and self._world.machine.now - since > _HEARD:
            self._world.fail("fair play", f"{who} was given an answer to {event!r} about a game of two people.")

    def check_safe(self, since: float) -> None:
        """A power cut takes no event but the newest, of a server that has run ``since`` a moment."""
        if self.unsafe and self._world.machine.now - max(self.unsafe[0], since) > _SAFE:
            self._world.fail("nothing lost", "A power cut would take an event that was stored seconds ago.")

    def check_view(self, who: str, view: dict[str, Any], is_live: bool = True) -> None:
        """Holds the game that a page is shown against what is stored. One that is not live shows no running clock."""
        game_id, version = view["game_id"], view["version"]
        right = self.shown.get(game_id, [])
        if not 0 < version <= len(right):
            self._world.fail("a prefix of the truth", f"{who} was shown version {version} of {len(right)} stored.")
            return
        shown, wanted = shown_by(view), right[version - 1]
        if not is_live and wanted["time"]:
            wanted = {**wanted, "time": [*wanted["time"][:2], shown["time"][2]]}
        if wrong := [name for name in wanted if shown[name] != wanted[name]]:
            words = "; ".join(f"{name} {shown[name]!r} in place of {wanted[name]!r}" for name in wrong)
            self._world.fail("a prefix of the truth", f"{who} was shown at version {version} {words:.300}.")
        if view["clock"] is not None:
            self.clocks.check_shown(who, view, self.left[game_id][version - 1], self.games[game_id][version - 1].at)
        if event := view.get("event"):
            self.check_events(who, game_id, version - 1, [event])

    def check_events(self, who: str, game_id: str, after: int, events: list[dict[str, Any]]) -> None:
        """The events that a page is told follow a version without a hole, and are those that are stored."""
        for version, told in enumerate(events, after + 1):
            rows = self.games.get(game_id, [])
            stored = json.loads(rows[version - 1].data) if version <= len(rows) else {}
            if told["version"] != version or any(stored.get(name, told[name]) != told[name] for name in told):
                self._world.fail("order", f"{who} was told of {told} as event {version}; stored is {stored}.")
            elif told.get("answer") and not any(shown["help"] for shown in self.shown[game_id][version - 1 :]):
                self._world.fail("fair play", f"{who} was told of an engine's thoughts in {game_id}: {told}.")

    def lines(self, game_id: str, since: int) -> list[tuple[int, ...]]:
        """Lists the lines on the board of a game, from a version on, each once."""
        return list(dict.fromkeys(tuple(shown["moves"]) for shown in self.shown[game_id][since - 1 :]))

    def moves_of(self, game_id: str) -> list[dict[str, Any]]:
        """Lists the stored moves of a game."""
        return [json.loads(row.data) for row in self.games[game_id] if isinstance(row.event, e.Moved)]

    def rows(self, table: str) -> dict[int, tuple[float, str]]:
        """Returns when each row of a table of the database was written, and of a report in which game."""
        game = "game_id" if table == "report" else "''"
        return {row: (at, of) for row, at, of in self._database.execute(f"SELECT rowid, at, {game} FROM {table}")}

    def is_reported(self, game_id: str) -> bool:
        """Tells whether a report about a name in a game is stored."""
        query = "SELECT count(*) FROM report WHERE game_id = ?"
        return bool(self._database.execute(query, (game_id,)).fetchone()[0])

    def check_granted(self, who: str, event: str, payload: dict[str, Any], answer: dict[str, Any]) -> None:
        """What was granted is stored."""
        game_id, request = str(payload.get("game_id")), str(payload.get("request_id"))
        if event in _STORED and (game_id, request) not in self.stored and game_id not in self.deleted:
            self._world.fail("nothing lost", f"{who} was granted {event!r} in {game_id}, which is not stored.")
        version = self.versions.get((game_id, request), answer.get("version"))
        if event not in ("why", "new_game", "rematch", "reply", "ask") and answer.get("version", version) != version:
            words = f"{who} was granted {event!r} as version {answer['version']} of {game_id}, and it is {version}"
            self._world.fail("one answer", f"{words}.")
        if event != "why" and "version" in answer and answer["version"] > len(self.games.get(game_id, ())):
            self._world.fail("a prefix of the truth", f"{who} was told version {answer['version']} of {game_id}.")

    def is_owed(self, game_id: str) -> bool:
        """Tells whether the server knows where a game stands, or is about to: what it writes itself, it tries again."""
        unsure = [row for version, row in enumerate(self.games[game_id], 1) if not self.is_known(game_id, version)]
        return all(row.request is None and isinstance(row.event, _OWN) for row in unsure)

    def check_engines(self, there: dict[str, float]) -> None:
        """An engine moves soon where a person is ``there``, by game, since a moment: also after all that has kept it
        from a move, such as a disk that was full."""
        now, world = self._world.machine.now, self._world
        for game_id, since in there.items():
            model = self.models.get(game_id)
            if model is None or model.to_move is None or model.paused or game_id in self.deleted:
                continue
            if world.is_crowded_out(game_id):
                continue
            pause = 180.0 / model.pace if model.pace and len(model.engines()) == 2 else 0.0
            since = max(since, self.games[game_id][-1].at, world.calm_from(), world.kept.live_since(game_id))
            pause += world.fates.delay(tuple(model.moves))
            if world.plan.hosts and not world.is_calm(self.games[game_id][-1].at):
                continue
            is_due = model.seats[model.to_move]["kind"] == "engine" and now - since > _MOVES + pause
            if is_due and world.is_calm() and model.version < world.longest * 3 // 4 and self.is_owed(game_id):
                words = f"The engine to move in {model.game_id} does nothing for {now - since:.0f} s."
                world.fail("each question is answered", words)

    def _add(self, game_id: str, version: int, request: str | None, data: str) -> None:
        if version == 1 and game_id in self.deleted:  # the request that began it has come again
            for each in (self.games, self.states, self.models, self.shown, self.facts, self.left):
                each.pop(game_id, None)
        rows = self.games.setdefault(game_id, [])
        event = e.decode(data)
        if version != len(rows) + 1:
            self._world.fail("order", f"Version {version} of a game was stored after {len(rows)}.")
            return
        states, known, plain = self.states.setdefault(game_id, []), self.models.get(game_id), json.loads(data)
        if known is not None:
            self._check_owner(known, plain, request)
            self.clocks.check_stored(known, plain)
            is_whole = request is None and known.created.get("analysis")  # a game that is begun with its moves
            if not is_whole and (words := excess(known, plain, self._world.longest)):
                self._world.fail("memory is bounded", f"The game {game_id} is too long: {words}.")
            if request is None and plain["kind"] in ("moved", "swapped"):
                self._check_engine(known, plain, rows)
            if request is None and plain["kind"] == "named" and plain.get("name") is None:
                self._world.lobby.check_hidden(known, plain)
            known.take(plain)
        else:
            known = self.models[game_id] = Model(game_id, plain)
            self._check_tokens(known)
            self._world.minds.begins(known)
            self._world.seekers.begins(known)
        self.shown.setdefault(game_id, []).append(known.shown())
        self.facts.setdefault(game_id, []).append(known.facts())
        self.left.setdefault(game_id, []).append((known.left[0], known.left[1]))
        if isinstance(event, e.Rematched) and event.game_id not in self.games:
            self._world.fail("order", f"The players of {game_id} are sent to a rematch that is not stored.")
        elif isinstance(event, e.Rematched) and (words := rematch_misfit(known, self.models[event.game_id].created)):
            self._world.fail("the rules", f"In the rematch {event.game_id} of {game_id} {words}.")
        rows.append(Row(event, request, data, self._world.machine.now, self._world.machine.wall))
        self.unsafe.append(self._world.machine.now)
        self.latest = game_id
        self._world.midst.note("stored")
        if request is not None:
            self._world.order.stored(game_id, request)
            self.stored[game_id, request] = self._world.machine.now
            self.versions[game_id, request] = version
        try:
            states.append(apply(states[-1], event) if states else begin(game_id, event))  # type: ignore[arg-type]
        except Exception as error:
            self._world.fail("order", f"Event {version} of a game cannot follow: {error!r}.")

    def _check_tokens(self, model: Model) -> None:
        """A token is of one game, and of its rematches, unless a server has forgotten that it has begun the first."""
        world = self._world
        for key in filter(None, model.keys):
            other = self._games_of.setdefault(key, model.game_id)
            if other == model.game_id or model.created.get("rematch_of") or world.plan.hosts or world.was_down:
                continue
            if (other, 1) not in self.doubted:
                self._world.fail("order", f"The same person begins {other} and {model.game_id} by one token.")

    def _check_engine(self, model: Model, event: dict[str, Any], rows: list[Row]) -> None:
        """A move of an engine is what an engine chose there at this level. A pause holds it, and it is not too soon."""
        level = model.seats[event["seat"]]["level"]
        if level is None:
            return  # the moves of an analysis
        told, swaps = account(model, event["seat"], level) or ({}, False)
        answer = {**(event.get("answer") or {}), "move": event.get("move")}
        if swaps != (event["kind"] == "swapped") or (not swaps and {**answer, **told} != answer):
            words = (
                f"Level {level} made {event} in {model.game_id}, and chose {told}, {'a swap' if swaps else 'a move'}."
            )
            self._world.fail("the rules", words)
        if wrong := self.clocks.waited_misfit(model, event, rows):
            self._world.fail("the clocks", f"The engine in {model.game_id} tells {wrong}.")
        waited = self._world.machine.now - max(row.at for row in rows if isinstance(row.event, e.Moved | e.Created))
        since = max(row.at for row in rows if isinstance(row.event, _WAITS))
        self._world.turns.check(model, self._world.machine.now - since if model.turns else math.inf, since)
        if len(model.engines()) == 1 and model.turns and waited < _REPLY:
            self._world.fail("the rules", f"An engine in {model.game_id} answered after {waited:.3f} s.")

    def _check_owner(self, model: Model, event: dict[str, Any], request: str | None) -> None:
        """One seat has one owner: what is stored is the act of who has the right to it, as it was asked for."""
        who, asked = self.requests.get(request or "", ("", ""))
        keys = {key_of(token) for token in self.wallets.get(who, ())}
        is_named = event["kind"] in _BY_NUMBER and not (request or "").startswith("front-")
        if request == "first-move" or not (who or is_named):
            return  # a pace and the like may come without a number
        payload = self.payloads.get(request or "", {})
        if asked == "new_game":  # the tokens come with the answer
            keys |= set(filter(None, model.keys))
        if event["kind"] in ("claimed", "seat_set") and asked in ("claim", "stand_in"):
            self._world.crowd.check_absent(self._world, model, event, asked)
        if words := misdeed(model, event, request, keys, payload, asked):
            rule = "the rules" if event["kind"] == "moved" and event["seat"] != model.to_move else "one owner"
            self._world.fail(rule, f"{who or 'Somebody'} in {model.game_id}: {words}.")
