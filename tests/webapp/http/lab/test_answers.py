"""Tests what the lab keeps: the newest answers, within a number and a size, each asked for once."""

import gzip
import json
import threading

import pytest

from webapp.http.lab.helper import Answer, NoAnswerError, Question
from webapp.http.lab.laboratory import Laboratory


def question(number: int) -> Question:
    return Question("run", (("depth", str(number)),))


class Computer:
    """Answers with the question, and waits where told to."""

    def __init__(self, status: int = 200, wait: bool = False) -> None:
        self.asked: list[str] = []
        self.status, self.may_answer = status, threading.Event()
        self.working = threading.Event()
        if not wait:
            self.may_answer.set()

    def ask(self, question: Question) -> Answer:
        words = json.dumps({"kind": question.kind, "given": dict(question.given)})
        self.asked.append(words)
        self.working.set()
        assert self.may_answer.wait(60)
        if self.status == 500:
            raise NoAnswerError
        body = gzip.compress(words.encode())
        return Answer(self.status, "application/json", body)


def test_an_answer_is_computed_once_a_refusal_each_time() -> None:
    for status, times in ((200, 1), (400, 2)):
        computer = Computer(status)
        laboratory = Laboratory(computer)
        found = [laboratory.answer(question(4)) for _ in range(2)]
        assert len(computer.asked) == times
        assert {answer.status for answer in found} == {status}
        assert json.loads(found[0].plain) == {"kind": "run", "given": {"depth": "4"}}


def test_the_answers_of_a_pupil_are_forgotten_at_once_and_stand_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    given = Question("marks", (("answers", "B=987654"),))
    computer = Computer()
    laboratory = Laboratory(computer)
    for _ in range(2):
        laboratory.answer(given)
    assert (len(computer.asked), laboratory.size()) == (2, (0, 0))
    with pytest.raises(NoAnswerError):
        Laboratory(Computer(500)).answer(given)
    assert "marks" in caplog.text
    assert "987654" not in caplog.text


def test_who_waited_for_the_same_answer_finds_it() -> None:
    computer = Computer(wait=True)
    laboratory = Laboratory(computer)
    threads = [
        threading.Thread(target=laboratory.answer, args=(question(number // 2),), daemon=True) for number in range(8)
    ]
    for thread in threads:
        thread.start()
    assert computer.working.wait(60)
    assert len(computer.asked) == 1, "one is computed at a time"
    computer.may_answer.set()
    for thread in threads:
        thread.join(60)
    assert len(computer.asked) == len(set(computer.asked)) == 4


def test_the_oldest_answers_go_beyond_a_number_and_a_size() -> None:
    computer = Computer()
    laboratory = Laboratory(computer, most=2)
    for number in (1, 2, 3, 2, 3, 1):
        laboratory.answer(question(number))
    assert len(computer.asked) == 4
    count, size = laboratory.size()
    assert count == 2
    small = Laboratory(computer, most_bytes=size - 1)
    for number in (1, 2):
        small.answer(question(number))
    assert small.size()[0] == 1
    none = Laboratory(computer, most_bytes=1)
    none.answer(question(1))
    assert none.size() == (0, 0), "one above the limit is not kept either"
