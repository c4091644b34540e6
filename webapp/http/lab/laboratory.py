"""Answers the lab's questions: from what is kept, or by the process of its own, one question at a time."""

from __future__ import annotations

import logging
from typing import Protocol

from engine.text import text
from webapp.http.lab.answers import Answer, Answers, Question
from webapp.http.lab.helper import HelperAnswer, HelperError, HelperQuestion
from webapp.http.lab.line import WAITING, FullError, Line

_log = logging.getLogger(__name__)


class Computing(Protocol):
    """Describes what computes an answer."""

    def ask(self, question: HelperQuestion) -> HelperAnswer:
        """Returns the answer; raises ``HelperError``."""


class BusyError(Exception):
    """Tells in words that too many questions wait."""

    words = text(
        "The lab computes one thing at a time, and {waiting} requests wait already; please try again in a moment.",
        waiting=WAITING,
    )
    retry_after = 5


class NoAnswerError(Exception):
    """Tells in words that the process gave no answer."""

    words = text("The lab could not compute this; please try again, or choose a smaller depth.")


class Laboratory:
    """Answers questions for many threads."""

    def __init__(self, helper: Computing) -> None:
        self._helper = helper
        self._answers, self._line = Answers(), Line()

    def answer(self, question: Question, visitor: str) -> Answer:
        """Returns the answer; a refusal in words is an answer, too.

        Raises:
            BusyError: too many wait.
            NoAnswerError: the helper failed.
        """
        kept = self._answers.find(question)
        if kept is not None:
            return kept
        try:
            with self._line.turn(visitor):
                return self._answers.find(question) or self._compute(question)
        except FullError:
            raise BusyError from None

    def waiting(self) -> int:
        """Returns how many questions wait."""
        return self._line.length()

    def _compute(self, question: Question) -> Answer:
        try:
            told = self._helper.ask(HelperQuestion(question.kind, dict(question.given)))
        except HelperError:
            _log.exception("the lab has no answer to %s", question)
            raise NoAnswerError from None
        answer = Answer(told.status, told.mimetype, told.body)
        if answer.status == 200:
            self._answers.keep(question, answer)
        return answer
