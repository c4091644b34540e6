"""Judges for whom minds think, and about what: each for one game and seat, at its level, about the line on the board,
on the account of somebody who is there, and only while somebody is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webapp.engine_process import messages as m
from webapp.storage.fence import shard_of

if TYPE_CHECKING:
    from tests.world.ledger.model import Model
    from tests.world.simulated.minds.engine import Process
    from tests.world.world import World

_ANALYST, _LEVEL = 2, 10
"""The number of the mind for hints beside those of the seats, and its level."""
_KNOWN = 3.0
"""Virtual seconds after which a server has given its minds what follows from an event."""
_RESTS = 6.0
"""Virtual seconds after the grace period, or the end of a game, in which all minds of a game rest."""
_GRACE = 60.0


class Minds:
    """Knows which mind of which process thinks about a game, and who has been at its table."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._games: dict[int, tuple[str, int]] = {}
        """By seed, the game, and the number of the mind there."""
        self._numbers: dict[tuple[str, int], tuple[Process, int, float]] = {}
        """By game and number there, the last mind: its process, its own number, and when it was asked."""
        self._came: dict[str, set[str]] = {}
        """By game, the addresses that have asked for anything there; without one, for a new game."""
        self._players: dict[str, set[str]] = {}
        """By game, the addresses of pages that have come as its players."""
        self._watched: dict[str, float] = {}
        """By game, when somebody watched its minds last."""
        self._left: dict[str, float] = {}
        """By game, when somebody was seen there last."""

    def begins(self, model: Model) -> None:
        """Notes a new game, whose minds have seeds of their own."""
        for number in (0, 1, _ANALYST):
            self._games[model.created["seed"] + number] = model.game_id, number

    def comes(self, event: str, game_id: str, address: str) -> None:
        """Notes that somebody asks for something about a game, or for a new one."""
        self._came.setdefault("" if event == "new_game" else game_id, set()).add(address)
        self._left[game_id] = self._world.machine.now

    def enters(self, game_id: str, address: str, keys: set[str]) -> None:
        """Notes that a page has come to a table, and the keys that it has shown there."""
        model = self._world.truth.models.get(game_id)
        if model is not None and keys & {*model.controls, *filter(None, map(model.owner, (0, 1)))}:
            self._players.setdefault(game_id, set()).add(address)

    def _is_player_there(self, game_id: str) -> bool:
        """Tells whether who has come as a player is at the table, and nothing explains that the server errs."""
        world, now = self._world, self._world.machine.now
        players, pages = self._players[game_id], (one for one in world.clients if one.heard.at == game_id)
        is_there = any(one.address in players and one.heard.is_there(now - _KNOWN) for one in pages)
        is_known = world.is_calm(now - _KNOWN) and not (world.is_crowded() or world.was_narrow)
        is_known = is_known and world.is_settled(game_id, now - _KNOWN)
        return is_there and is_known

    def asked(self, process: Process, asked: Any) -> None:
        """Judges what a server asks of a mind."""
        spec: m.MindSpec = asked.mind
        game_id, number = self._games.get(spec.seed, ("", 0))
        model = self._world.truth.models.get(game_id)
        if model is None or game_id in self._world.truth.deleted:
            return  # the mind of a review
        if not self._world.is_settled(game_id, self._world.machine.now - _KNOWN):
            return  # the mind of a host, which may have lost the game
        came = {"", *self._came.get("", ()), *self._came.get(game_id, ())}
        if spec.game != model.game.name or spec.visitor not in came:
            self._fail(game_id, "one owner", f"thinks about {spec.game} for {spec.visitor}, who was never there")
        elif spec.visitor not in (players := self._players.get(game_id, {spec.visitor})) and self._is_player_there(
            game_id
        ):
            self._fail(game_id, "one owner", f"thinks on the account of {spec.visitor}, and {players} play there")
        shown, rows = self._world.truth.shown[game_id], self._world.truth.games[game_id]
        first = self._since(game_id)
        views = shown[first - 1 :]
        if not any(tuple(view["moves"]) == tuple(spec.moves) for view in views):
            self._fail(game_id, "the rules", f"thinks about {spec.moves}, where {shown[-1]['moves']} are on the board")
        levels = {view["seats"][number]["level"] for view in views} - {None} if number < _ANALYST else {_LEVEL}
        if spec.level not in levels and levels:
            self._fail(game_id, "the rules", f"has the level {spec.level}, and the seat has {levels}")
        if isinstance(asked, m.Order):
            if asked.work in (m.Work.CHOOSE, m.Work.SHOW) and not any(view["to_move"] == number for view in views):
                self._fail(game_id, "the rules", f"is asked for a move of seat {number}, whose turn it is not")
            self._check_same(process, game_id, number, spec, len(rows))

    def _check_same(self, process: Process, game_id: str, number: int, spec: m.MindSpec, count: int) -> None:
        """The same mind plays on, and keeps its tree, while somebody is at the table."""
        world, now = self._world, self._world.machine.now
        before, own, at = self._numbers.get((game_id, number), (process, spec.number, 0.0))
        self._numbers[game_id, number] = process, spec.number, now
        truth = world.truth
        since = [place for place, row in enumerate(truth.games[game_id]) if row.at >= at - _KNOWN]
        shown = truth.shown[game_id][max(0, min(since, default=count) - 1) :]
        is_engines = number == _ANALYST or all(view["seats"][number]["kind"] == "engine" for view in shown)
        is_same = process is before and world.crowd.is_occupied(game_id, at) and world.is_kept(game_id, at)
        is_same = is_same and not world.was_closed(game_id, at)
        if own != spec.number and is_same and is_engines and world.is_calm(at) and not world.is_crowded():
            self._fail(game_id, "the rules", f"is a new one, as if the mind {own} had not thought there since {at:.0f}")

    def _since(self, game_id: str) -> int:
        """Returns the first version that a server may hold for the newest: any, where it may not know of something."""
        truth, now = self._world.truth, self._world.machine.now
        rows = truth.games[game_id]
        if not self._world.is_calm() or self._world.is_crowded() or not truth.is_known(game_id, len(rows)):
            return 1
        return max(1, sum(row.at < now - _KNOWN for row in rows))

    def look(self) -> None:
        """Looks every second whether minds think that should rest."""
        world, now = self._world, self._world.machine.now
        for client in world.clients:
            if client.is_open and client.heard.at is not None:
                self._left[client.heard.at] = now
            self._watched.update(dict.fromkeys((one for one, until in client.heard.watched.items() if not until), now))
        if not world.is_calm() or world.is_crowded():
            return
        grace = float(world.plan.settings.get("grace", _GRACE))
        for name, _, engines in world.host.servers():
            if engines.now is not None:
                self._look_at(name, engines.now, grace)

    def _look_at(self, name: str, process: Process, grace: float) -> None:
        world, now = self._world, self._world.machine.now
        for order in list(process.work.values()):
            game_id, number = self._games.get(order.mind.seed, ("", 0))
            model = world.truth.models.get(game_id)
            if model is None or game_id in world.truth.deleted or not world.truth.is_known(game_id, model.version):
                continue
            since = max(world.truth.games[game_id][-1].at, world.calm_from(), world.host.started_at)
            since = max(since, world.owners.since(game_id) if world.plan.hosts else 0.0)
            if world.plan.hosts and world.owners.owner(shard_of(game_id)) != name and now - since > _RESTS:
                self._fail(game_id, "the leases", f"thinks at {name}, and the game is another host's")
            gone = now - max(since, self._left.get(game_id, 0.0), world.kept.touched_at)
            if gone > grace + _RESTS and not model.clock:
                self._fail(game_id, "everything is given back", f"thinks, and nobody was there for {gone:.0f} s")
            elif now - since > _RESTS and model.is_over and number != _ANALYST:
                self._fail(game_id, "everything is given back", "thinks on, and the game is over")
            elif order.work is m.Work.ANALYSE and now - max(since, self._watched.get(game_id, 0.0)) > 2 * _RESTS:
                self._fail(game_id, "everything is given back", "analyses the game, and nobody watches")
            elif now - since > _RESTS and not model.shown()["help"] and not model.engines():
                self._fail(game_id, "fair play", "thinks about a game of two people")

    def _fail(self, game_id: str, rule: str, words: str) -> None:
        self._world.fail(rule, f"A mind of {game_id} {words}.")
