"""Tests what the lab keeps: the answers used last, within a number and a size; each asked for once."""

from __future__ import annotations

import gzip
import json
import threading

import pytest

from webapp.http.lab.answers import Answer, Answers, Question
from webapp.http.lab.helper import HelperAnswer, HelperError, HelperQuestion
from webapp.http.lab.laboratory import BusyError, Laboratory, NoAnswerError
from webapp.http.lab.line import WAITING


def question(number: int) -> Question:
    return Question("run", (("depth", str(number)),))


def test_the_answers_used_last_stay() -> None:
    answers = Answers(most=2)
    for number in (1, 2):
        answers.keep(question(number), Answer(200, "text/plain", b"12345"))
    assert answers.find(question(1)) is not None
    answers.keep(question(3), Answer(200, "text/plain", b"123"))
    assert answers.find(question(2)) is None
    assert answers.find(question(1)) is not None
    assert answers.size() == (2, 8)


def test_all_answers_together_have_a_size() -> None:
    answers = Answers(most_bytes=10)
    for _ in range(2):  # kept twice, counted once
        answers.keep(question(1), Answer(200, "text/plain", b"123456"))
    assert answers.size() == (1, 6)
    answers.keep(question(2), Answer(200, "text/plain", b"123456"))
    assert answers.size() == (1, 6)
    answers.keep(question(3), Answer(200, "text/plain", b"12345678901"))
    assert answers.size() == (0, 0), "one above the limit is not kept either"


class Computer:
    """Answers with the question; waits where told to."""

    def __init__(self, status: int = 200, wait: bool = False) -> None:
        self.asked: list[str] = []
        self.status, self.may_answer = status, threading.Event()
        self.working = threading.Event()
        if not wait:
            self.may_answer.set()

    def ask(self, question: HelperQuestion) -> HelperAnswer:
        words = json.dumps({"kind": question.kind, "given": dict(question.given)})
        self.asked.append(words)
        self.working.set()
        assert self.may_answer.wait(60)
        if self.status == 500:
            raise HelperError("gone")
        body = gzip.compress(words.encode())
        return HelperAnswer(self.status, "application/json", body)


def test_an_answer_is_computed_once_a_refusal_each_time() -> None:
    for status, times in ((200, 1), (400, 2)):
        computer = Computer(status)
        laboratory = Laboratory(computer)
        found = [laboratory.answer(question(4), "a") for _ in range(2)]
        assert len(computer.asked) == times
        assert {answer.status for answer in found} == {status}
        assert json.loads(found[0].plain) == {"kind": "run", "given": {"depth": "4"}}


def test_without_the_process_there_are_words() -> None:
    with pytest.raises(NoAnswerError):
        Laboratory(Computer(500)).answer(question(1), "a")


def test_one_computes_eight_wait_and_more_are_refused_in_words() -> None:
    computer = Computer(wait=True)
    laboratory, refused = Laboratory(computer), list[int]()

    def ask(number: int) -> None:
        try:
            laboratory.answer(question(number // 2), "a")
        except BusyError:
            refused.append(number)

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(WAITING + 1)]
    for thread in threads:
        thread.start()
    while laboratory.waiting() < WAITING:
        threads[0].join(0.001)
    with pytest.raises(BusyError):
        laboratory.answer(question(99), "a")
    computer.may_answer.set()
    for thread in threads:
        thread.join(60)
    assert refused == []
    assert len(computer.asked) == len(set(computer.asked)) == 5, "who waited for the same answer finds it"
