"""Judges the clocks of games: no flag falls too soon or too late, and nobody gains or loses time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import Model
from webapp.play.game import events as e

if TYPE_CHECKING:
    from tests.world.ledger.truth import Truth
    from tests.world.outcome import Row
    from tests.world.world import World

_TURNS = e.Moved | e.Swapped | e.Undone | e.Redone | e.Returned | e.Seated | e.SeatSet
_CHARGED = ("moved", "swapped", "seat_set", "resigned", "claimed", "drawn")
"""The events that end a turn and count its seconds."""
_ROUNDED, _ROUGHLY = 0.02, 2.0
"""Seconds by which a shown clock may be wrong that stands still, and that runs."""
_LATE = 20.0
"""Virtual seconds after which a flag must have fallen that was due, where nothing is wrong."""


class Clocks:
    """Looks at the clocks of all games whose events are stored."""

    def __init__(self, world: World, truth: Truth) -> None:
        self._world, self._truth = world, truth

    def check_shown(self, who: str, view: dict[str, Any], left: tuple[float, float], at: float) -> None:
        """Nobody is shown less time than is left, nor more than at the beginning of the turn."""
        since = self.turn_began(view["game_id"], view["version"])
        for seat, shown in enumerate(view["clock"]["left"]):
            gone = self._world.machine.now - since + _ROUGHLY if view["clock"]["running"] == seat else _ROUNDED
            if not left[seat] - gone <= shown <= left[seat] + _ROUNDED:
                self._world.fail("the clocks", f"{who} was shown {shown} s for seat {seat}, which has {left[seat]} s.")

    def check_running(self, who: str, view: dict[str, Any]) -> None:
        """Nobody is shown more time on a running clock than is left, on a line that is not slow."""
        game_id, version = view["game_id"], view["version"]
        seat = view["clock"]["running"] if view["clock"] else None
        if seat is None or game_id not in self._truth.left or version > len(self._truth.left[game_id]):
            return
        world, since = self._world, self.turn_began(game_id, version)
        is_known = world.is_calm(since) and not (
            world.was_down or world.is_crowded() or self._is_late(game_id, version)
        )
        is_known = is_known and world.is_settled(game_id, since)
        most = max(0.0, self._truth.left[game_id][version - 1][seat] - (world.machine.now - since) + _ROUGHLY)
        if is_known and view["clock"]["left"][seat] > most:
            shown = view["clock"]["left"][seat]
            world.fail("the clocks", f"{who} was shown {shown} s for seat {seat} of {game_id}, which has {most:.1f} s.")

    def turn_began(self, game_id: str, version: int) -> float:
        """Returns when the turn began that runs in a version of a game."""
        rows = self._truth.games[game_id][:version]
        return max(row.at for row in rows if isinstance(row.event, e.Created | _TURNS))

    def _is_late(self, game_id: str, version: int) -> bool:
        """Tells whether the event that began the turn was told as failed: the server began the turn when it knew."""
        began = self.turn_began(game_id, version)
        rows = enumerate(self._truth.games[game_id][:version], 1)
        return any((game_id, number) in self._truth.doubted for number, row in rows if row.at >= began)

    def check_flags(self, started_at: float) -> None:
        """Checks that a flag falls when the time is up, even if nobody is there. A restart begins a new turn."""
        for game_id, states in self._truth.states.items():
            state, rows = states[-1], self._truth.games[game_id]
            seat = state.to_move
            runs = state.clock is not None and state.turns and not state.free and not state.analysis
            runs = runs and game_id not in self._truth.deleted
            if not runs or seat is None or state.outcome is not None or seat in state.engines:
                continue
            since = max(started_at, *(row.at for row in rows if isinstance(row.event, e.Created | _TURNS)))
            since = max(since, self._world.owners.since(game_id) if self._world.plan.hosts else 0.0)
            late = self._world.machine.now - since - state.clock_left[seat]
            if late > _LATE:
                self._world.fail(
                    "the clocks", f"Seat {seat} of {game_id} has no time left for {late:.0f} s, and plays on."
                )

    def check_stored(self, model: Model, event: dict[str, Any]) -> None:
        """Nobody's time is cut short, whatever the clock on the wall does, nor is anybody given some."""
        if model.clock is None or model.to_move is None:
            return
        waited = self._world.machine.now - self.turn_began(model.game_id, model.version)
        left, spent = model.left[model.to_move], event.get("spent", 0.0)
        is_person = model.turns and not model.facts().free and model.seats[model.to_move]["kind"] == "human"
        if event["kind"] == "flagged" and waited < left - 0.5:
            self._world.fail("the clocks", f"A flag fell {waited:.1f} s after a move, with {left:.1f} s left.")
        if event["kind"] in ("moved", "swapped") and is_person and spent > left + _ROUNDED:
            words = f"A turn of {spent:.2f} s in {model.game_id} counts, of which {left:.2f} s were left"
            self._world.fail("the clocks", f"{words}.")
        if spent > waited + _ROUNDED:
            self._world.fail("the clocks", f"A turn of {waited:.1f} s in {model.game_id} is stored as {spent:.1f} s.")
        since = self._world.machine.now - waited
        is_calm = (
            self._world.is_calm(since) and self._world.is_settled(model.game_id, since) and not self._world.was_down
        )
        is_calm = is_calm and not self._is_late(model.game_id, model.version)
        if event["kind"] in _CHARGED and is_person and is_calm and spent < min(waited, left) - _ROUGHLY:
            self._world.fail("the clocks", f"A turn of {waited:.1f} s in {model.game_id} is stored as {spent:.1f} s.")

    def waited_misfit(self, model: Model, event: dict[str, Any], rows: list[Row]) -> str | None:
        """Returns what is wrong about the seconds that a person has taken, as the engine tells them; else None. A
        server that has read the game since does not know them."""
        told, taken = (event.get("answer") or {}).get("waited", 0.0), 0.0
        last = next(place for place in reversed(range(len(rows))) if isinstance(rows[place].event, e.Created | _TURNS))
        if last and isinstance(rows[last].event, e.Moved):
            taken = rows[last].at - self.turn_began(model.game_id, last)
        is_kept = not (self._world.is_crowded() or self._world.was_narrow)
        is_kept = is_kept and self._world.is_settled(model.game_id, rows[0].at)
        is_kept = is_kept and not self._world.was_closed(model.game_id)
        is_known = is_kept and self._world.is_calm(self._world.machine.now - taken) and not self._world.was_down
        is_known = is_known and not self._truth.is_doubted(model.game_id, max(1, last))
        if abs(told - taken) > _ROUGHLY and is_known:
            return f"that a turn of {taken:.1f} s took {told} s"
        return None
