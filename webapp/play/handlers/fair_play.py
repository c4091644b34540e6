"""Blocks the engine's help while two people play each other: the rule of ``GameState.help_allowed`` on the wire.

Two things are refused. One is a question about a game of two people, by anybody. The other, to a player in such a game
on the same connection, is every question and every other table with an engine or for analysis. A page shows one table,
so a fair player misses nothing.
"""

from webapp.play.desk.forms import ENGINES_WORD
from webapp.play.game.access import identify
from webapp.play.game.refusals import Refusal, refuse_help
from webapp.play.game.wire import Form
from webapp.play.handlers.base import Sender
from webapp.play.table.tables import Tables


class FairPlay:
    """Refuses the engine's help to those who play another person."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def check(self, sender: Sender, event: str, form: Form) -> None:
        """Raises a refusal for an event that would give the sender the engine's help in a game of two people."""
        game_id = sender.game_id or None
        asks = event in ENGINES_WORD and getattr(form, "on", True)
        if asks and game_id is not None:
            refuse_help((await self._tables.open(game_id, sender.address)).state)
        if not (sender.client.plays_elsewhere or self.plays_a_person(sender.tokens(), apart_from=game_id)):
            return
        if asks:
            raise Refusal("no_help", "You play another person; the engine is silent until that game ends.")
        if _begins_with_engine(form) or (game_id is not None and await self._has_engine(game_id)):
            raise Refusal("no_help", "You play another person; please finish that game, or resign.")

    def plays_a_person(self, tokens: dict[str, tuple[str, ...]], apart_from: str | None = None) -> bool:
        """Tells whether a holder of tokens has a seat in a running game in memory of two people without help."""
        for game_id, shown in tokens.items():
            state = self._tables.state_of(game_id) if game_id != apart_from else None
            if state and not state.help_allowed and not state.free and identify(state, shown).own:
                return True
        return False

    async def _has_engine(self, game_id: str) -> bool:
        state = (await self._tables.open(game_id)).state
        return state.analysis or (bool(state.engines) and state.help_allowed)


def _begins_with_engine(form: Form) -> bool:
    """Tells whether an event begins a game against an engine, or an analysis."""
    return bool(getattr(form, "analysis", False)) or any(seat.kind == "engine" for seat in getattr(form, "seats", ()))
