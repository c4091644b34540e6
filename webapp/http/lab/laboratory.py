"""Answers the lab's questions from memory, or by the process, one at a time."""

import logging
import threading

from webapp.http.lab.helper import Answer, Helper, NoAnswerError, Question

_log = logging.getLogger(__name__)

_NOT_KEPT = "marks"
"""The kind of question that holds a pupil's answers. They are forgotten at once, and stand in no log."""
KEPT, KEPT_BYTES = 256, 8 << 20
"""The most answers kept, and the most bytes of all together."""


class Laboratory:
    """Answers questions for the lab's threads. Keeps the last answers: ``most``, and ``most_bytes`` in all."""

    def __init__(self, helper: Helper, most: int = KEPT, most_bytes: int = KEPT_BYTES) -> None:
        self._helper, self._most, self._most_bytes = helper, most, most_bytes
        self._turn = threading.Lock()
        self._kept: dict[Question, Answer] = {}
        self._bytes = 0

    def answer(self, question: Question) -> Answer:
        """Returns the answer, which may be an error message. Raises ``NoAnswerError`` if the helper failed."""
        kept = self._kept.get(question)
        if kept is not None:
            return kept
        with self._turn:
            return self._kept.get(question) or self._compute(question)

    def size(self) -> tuple[int, int]:
        """Returns the number of kept answers and their bytes."""
        return len(self._kept), self._bytes

    def _compute(self, question: Question) -> Answer:
        try:
            answer = self._helper.ask(question)
        except NoAnswerError:
            _log.exception("the lab has no answer to %r", question.kind if question.kind == _NOT_KEPT else question)
            raise
        if answer.status != 200 or question.kind == _NOT_KEPT:
            return answer
        self._kept[question] = answer
        self._bytes += len(answer.packed)
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._bytes -= len(self._kept.pop(next(iter(self._kept))).packed)
        return answer
