"""Handles the questions to the engine: hints, previews, refutations, proofs, notes, reviews, puzzles, beliefs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from engine import Explanation, explanation_to_json
from engine.text import wire
from webapp.play.audience.reviews import Reviews
from webapp.play.desk import forms as s
from webapp.play.game.refusals import Refusal, stale
from webapp.play.owner.sender import Handler, Sender
from webapp.play.table.mistake import mistake
from webapp.play.table.preview import preview
from webapp.play.table.tables import Tables
from webapp.play.table.why import ask_why

Answer = TypeVar("Answer")


def _blind(sentence: str) -> dict[str, Any]:
    return {"blind": str(sentence), "said": wire(sentence)}


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

    def _hint(self, sender: Sender, form: s.HintForm) -> dict[str, Any]:
        table = self._tables.open(form.game_id)
        tokens = sender.tokens_of(form.game_id)
        choice = self._wait_for(partial(table.hint, form.ply, tokens))
        if choice is None:
            raise Refusal("stale", "The game has gone on; there is no hint for that position any more.")
        game = table.state.game
        return {
            "ply": form.ply,
            "move": int(choice.move),
            "words": str(game.move_words(int(choice.move))),
            "why": str(choice.why),
            "said": wire(choice.why),
            "value": choice.value,
            "proven": choice.score is not None,
            "result": str(choice.score.words(game.player_names)) if choice.score else "",
        }

    def _preview(self, sender: Sender, form: s.PreviewForm) -> dict[str, Any]:
        tables, game_id = self._tables, form.game_id if isinstance(form.game_id, str) else None
        ask = partial(preview, tables, tables.engine, form.game, form.moves, form.level)
        seen = self._wait_for(partial(ask, game_id=game_id, asker=sender.address))
        if seen is None:
            raise Refusal("not_ready", "The engine is busy; move the slider again in a moment.")
        return {"level": form.level, "move": int(seen.move), "words": seen.words, **_blind(seen.blind)}

    def _why_not(self, sender: Sender, form: s.WhyNotForm) -> dict[str, Any]:
        table = self._tables.open(form.game_id)
        seat = form.seat if isinstance(form.seat, int) else None
        why = self._wait_for(partial(table.explain, form.ply, (form.move, *form.then), seat))
        if why is None:
            raise Refusal("not_ready", "The engine is busy; ask again in a moment.")
        return {"ply": form.ply, "line": list(why.line), "words": str(why.words), "said": wire(why.words)}

    def _why(self, sender: Sender, form: s.WhyForm) -> dict[str, Any]:
        table, engine = self._tables.open(form.game_id), self._tables.engine
        side = form.side if isinstance(form.side, int) else None
        first = form.first if isinstance(form.first, int) else None
        tokens, line = sender.tokens_of(form.game_id), list[int]()

        def ask(done: Callable[[Explanation | Refusal], None]) -> None:
            ask_why(table, engine, form.ply, side, first, tokens, done, sender.address, line.extend)

        found = self._wait_for(ask)
        if found is None:
            raise Refusal("not_ready", "The engine is busy; ask again in a moment.")
        if isinstance(found, Refusal):
            raise found
        told = explanation_to_json(found)
        if not found.certificate and not found.play:
            told["play"] = line
        return {"ply": form.ply, **told}

    def _answers(self, sender: Sender, form: s.AnswersForm) -> dict[str, Any]:
        return {"answers": self._tables.open(form.game_id).answers()}

    def _review(self, sender: Sender, form: s.ReviewForm) -> dict[str, Any]:
        return self._reviews.ask(form.game_id, sender.address)

    def _mistake(self, sender: Sender, form: s.MistakeForm) -> dict[str, Any]:
        tables, tokens = self._tables, sender.tokens_of(form.game_id)
        ask = partial(mistake, tables, tables.engine, form.game_id, form.ply, tokens)
        found = self._wait_for(partial(ask, asker=sender.address))
        if found is None or not found.complete:
            raise Refusal("not_ready", "The engine is busy; ask for this puzzle again in a moment.")
        return {"ply": form.ply, "puzzle": found.puzzle.row() if found.puzzle else None}

    def _beliefs(self, sender: Sender, form: s.BeliefsForm) -> dict[str, Any]:
        state = self._tables.open(form.game_id).state
        if form.ply != state.ply:
            raise stale(state, form.ply)
        beliefs = self._wait_for(partial(self._tables.engine.beliefs, state.game, state.moves))
        if beliefs is None:
            raise Refusal("not_ready", "The engine is busy; ask again in a moment.")
        return {"ply": form.ply, "beliefs": [asdict(one) for one in beliefs]}

    def _wait_for(self, ask: Callable[[Callable[[Answer], None]], object]) -> Answer | None:
        """Asks the engine by ``ask(done)`` and waits for the call of ``done``; returns None if it comes too late."""
        answers: SimpleQueue[Answer] = SimpleQueue()
        ask(answers.put)
        try:
            with self._aside():
                return answers.get(timeout=max(0.0, self._hint_seconds + 1.0))
        except Empty:
            return None
