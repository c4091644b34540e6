"""Handles the questions to the engine: hints, previews, refutations, proofs, notes, reviews, puzzles, beliefs."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from engine import Explanation, explanation_to_json
from engine.text import wire
from webapp.play.audience.reviews import Reviews
from webapp.play.desk import answers as a
from webapp.play.desk import forms as f
from webapp.play.desk.news import ReviewView
from webapp.play.game.refusals import Refusal, busy, stale
from webapp.play.game.wire import fill
from webapp.play.handlers.base import Sender
from webapp.play.ports import Timers
from webapp.play.steps import Pending
from webapp.play.table.engine_views import answers_view
from webapp.play.table.questions import ask_why, mistake, preview
from webapp.play.table.tables import Tables

Answer = TypeVar("Answer")
SLACK = 30.0
"""Seconds by which an answer may be later than its search: a busy machine answers late rather than never."""


class EngineEvents:
    """Holds the handlers of the questions to the engine."""

    def __init__(self, tables: Tables, reviews: Reviews, hint_seconds: float, timers: Timers) -> None:
        self._tables, self._reviews, self._hint_seconds, self._timers = tables, reviews, hint_seconds, timers

    async def on_hint(self, sender: Sender, form: f.Hint) -> a.Hinted:
        table = await self._tables.open(form.game_id)
        gone = Refusal("stale", "The game has gone on; there is no hint for that position any more.")
        choice = await self._wait_for(partial(table.thinking.hint, table, form.ply, sender.keys), gone)
        if choice is None:
            raise gone
        game, move = table.state.game, int(choice.move)
        return a.Hinted(
            ply=form.ply,
            move=move,
            words=str(game.move_words(move)),
            why=str(choice.why),
            said=wire(choice.why),
            value=choice.value,
            proven=choice.score is not None,
            result=str(choice.score.words(game.player_names)) if choice.score else "",
        )

    async def on_preview(self, sender: Sender, form: f.Preview) -> a.Previewed:
        table = await self._tables.open(form.game_id) if isinstance(form.game_id, str) else None
        ask = partial(preview, self._tables.engine, form.game, form.moves, form.level)
        too_late = Refusal("not_ready", "The engine is busy; move the slider again in a moment.")
        seen = await self._wait_for(partial(ask, table=table, visitor=sender.address), too_late)
        return a.Previewed(form.level, int(seen.move), seen.words, str(seen.blind), wire(seen.blind), seen.glance)

    async def on_why_not(self, sender: Sender, form: f.WhyNot) -> a.Refuted:
        table = await self._tables.open(form.game_id)
        seat = form.seat if isinstance(form.seat, int) else None
        moves = (form.move, *form.then)
        why = await self._wait_for(partial(table.thinking.explain, table.state, form.ply, moves, seat))
        return a.Refuted(form.ply, why.line, str(why.words), wire(why.words))

    async def on_why(self, sender: Sender, form: f.Why) -> a.Explained:
        table, engine = await self._tables.open(form.game_id), self._tables.engine
        side = form.side if isinstance(form.side, int) else None
        first = form.first if isinstance(form.first, int) else None
        line = list[int]()

        def ask(done: Callable[[Explanation | Refusal], None]) -> None:
            keys, address = sender.keys, sender.address
            ask_why(table, engine, form.ply, side, first, keys, done, address, line.extend, quick=form.quick)

        found = await self._wait_for(ask)
        if isinstance(found, Refusal):
            raise found
        play = found.play or (() if found.certificate else tuple(line))
        told = explanation_to_json(found) | {"ply": form.ply, "play": play, "more": found.more}
        return a.Explained(ok=True, **told)

    async def on_answers(self, sender: Sender, form: f.Answers) -> a.Answered:
        table = await self._tables.open(form.game_id)
        return a.Answered(answers_view(table.state, table.history))

    def on_review(self, sender: Sender, form: f.Review) -> Awaitable[ReviewView]:
        return self._reviews.ask(form.game_id, sender.address)

    async def on_mistake(self, sender: Sender, form: f.Mistake) -> a.Mistaken:
        table = await self._tables.open(form.game_id)
        ask = partial(mistake, table, self._tables.engine, form.ply, sender.keys)
        too_late = Refusal("not_ready", "The engine is busy; ask for this puzzle again in a moment.")
        found = await self._wait_for(partial(ask, visitor=sender.address), too_late)
        if not found.complete:
            raise too_late
        return a.Mistaken(form.ply, found.puzzle.row() if found.puzzle else None)

    async def on_beliefs(self, sender: Sender, form: f.Beliefs) -> a.Believed:
        state = (await self._tables.open(form.game_id)).state
        if form.ply != state.ply:
            raise stale(state, form.ply)
        beliefs = await self._wait_for(partial(self._tables.engine.beliefs, state.game, state.moves))
        return a.Believed(form.ply, [fill(a.BeliefView, one) for one in beliefs])

    async def _wait_for(
        self, ask: Callable[[Callable[[Answer], None]], object], too_late: Refusal | None = None
    ) -> Answer:
        """Asks the engine by ``ask(done)`` and waits for the call of ``done``. Raises ``too_late`` without one."""
        answer = Pending[Answer]()
        ask(answer.resolve)
        too_late = too_late or busy()
        call_off = self._timers.later(max(0.0, self._hint_seconds + SLACK), partial(answer.fail, too_late))
        try:
            return await answer
        finally:
            call_off()
