"""Handles the questions to the engine: hints, previews, refutations, proofs, notes, reviews, puzzles, beliefs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from queue import Empty, SimpleQueue
from typing import TypeVar

from engine import EXPLANATION_VERSION, Explanation, shipped_beliefs
from engine.text import wire
from webapp.play.audience.reviews import Reviews
from webapp.play.desk import answers as a
from webapp.play.desk import forms as f
from webapp.play.desk.news import ReviewView
from webapp.play.game.refusals import Refusal, stale
from webapp.play.game.wire import fill
from webapp.play.owner.sender import Handler, Sender
from webapp.play.table.mistake import mistake
from webapp.play.table.preview import preview
from webapp.play.table.tables import Tables
from webapp.play.table.why import ask_why

Answer = TypeVar("Answer")


class EngineEvents:
    """Holds the handlers of the questions to the engine, for the desk.

    Args:
        tables: the games in memory.
        reviews: reviews games.
        hint_seconds: the longest search for a hint; an answer may take a second more.
        aside: the context of a wait for the engine, in which others have their turn.
    """

    def __init__(
        self,
        tables: Tables,
        reviews: Reviews,
        hint_seconds: float,
        aside: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._tables, self._reviews, self._hint_seconds, self._aside = tables, reviews, hint_seconds, aside

    def handlers(self) -> dict[str, Handler]:
        """Returns the handler of each event."""
        return {
            "hint": self._hint,
            "preview": self._preview,
            "why_not": self._why_not,
            "why": self._why,
            "answers": self._answers,
            "review": self._review,
            "mistake": self._mistake,
            "beliefs": self._beliefs,
        }

    def _hint(self, sender: Sender, form: f.Hint) -> a.Hinted:
        table = self._tables.open(form.game_id)
        tokens = sender.tokens_of(form.game_id)
        choice = self._wait_for(partial(table.hint, form.ply, tokens))
        if choice is None:
            raise Refusal("stale", "The game has gone on; there is no hint for that position any more.")
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

    def _preview(self, sender: Sender, form: f.Preview) -> a.Previewed:
        tables, game_id = self._tables, form.game_id if isinstance(form.game_id, str) else None
        ask = partial(preview, tables, tables.engine, form.game, form.moves, form.level)
        seen = self._wait_for(partial(ask, game_id=game_id, asker=sender.address))
        if seen is None:
            raise Refusal("not_ready", "The engine is busy; move the slider again in a moment.")
        return a.Previewed(form.level, int(seen.move), seen.words, str(seen.blind), wire(seen.blind))

    def _why_not(self, sender: Sender, form: f.WhyNot) -> a.Refuted:
        table = self._tables.open(form.game_id)
        why = table.explain(form.ply, (form.move, *form.then), form.seat if isinstance(form.seat, int) else None)
        return a.Refuted(form.ply, why.line, str(why.words), wire(why.words))

    def _why(self, sender: Sender, form: f.Why) -> a.Explained:
        table, engine = self._tables.open(form.game_id), self._tables.engine
        side = form.side if isinstance(form.side, int) else None
        first = form.first if isinstance(form.first, int) else None
        tokens, line = sender.tokens_of(form.game_id), list[int]()

        def ask(done: Callable[[Explanation], None]) -> None:
            line.extend(ask_why(table, engine, form.ply, side, first, tokens, done, sender.address))

        found = self._wait_for(ask)
        if found is None:
            raise Refusal("not_ready", "The engine is busy; ask again in a moment.")
        play = found.play or (() if found.certificate else tuple(line))
        told: a.Explained = fill(a.Explained, found, ply=form.ply, version=EXPLANATION_VERSION, play=play, ok=True)
        return told

    def _answers(self, sender: Sender, form: f.Answers) -> a.Answered:
        return a.Answered(self._tables.open(form.game_id).answers())

    def _review(self, sender: Sender, form: f.Review) -> ReviewView:
        return self._reviews.ask(form.game_id, sender.address)

    def _mistake(self, sender: Sender, form: f.Mistake) -> a.Mistaken:
        tables, tokens = self._tables, sender.tokens_of(form.game_id)
        ask = partial(mistake, tables, tables.engine, form.game_id, form.ply, tokens)
        found = self._wait_for(partial(ask, asker=sender.address))
        if found is None or not found.complete:
            raise Refusal("not_ready", "The engine is busy; ask for this puzzle again in a moment.")
        return a.Mistaken(form.ply, found.puzzle.row() if found.puzzle else None)

    def _beliefs(self, sender: Sender, form: f.Beliefs) -> a.Believed:
        state = self._tables.open(form.game_id).state
        if form.ply != state.ply:
            raise stale(state, form.ply)
        beliefs = shipped_beliefs(state.game, state.position)
        return a.Believed(form.ply, [fill(a.BeliefView, one) for one in beliefs])

    def _wait_for(self, ask: Callable[[Callable[[Answer], None]], object]) -> Answer | None:
        """Asks the engine by ``ask(done)`` and waits for the call of ``done``; returns None if it comes too late."""
        answers: SimpleQueue[Answer] = SimpleQueue()
        ask(answers.put)
        try:
            with self._aside():
                return answers.get(timeout=max(0.0, self._hint_seconds + 1.0))
        except Empty:
            return None
