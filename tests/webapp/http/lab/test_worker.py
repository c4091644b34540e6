"""Tests what the process of the lab does by itself: limits of time and memory, errors in words, faults that pass."""

import gzip
import json
import signal
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from engine.games import GameError
from engine.lab.api import Reply
from webapp.common import speech
from webapp.http.lab import worker
from webapp.http.lab.helper import Answer, Question


def reply(monkeypatch: pytest.MonkeyPatch, answer: Any) -> tuple[int, Any]:
    """Returns status and text of the reply where the lab answers like this."""
    monkeypatch.setattr(worker, "answer", answer)
    return ask("run", {"depth": "2"})


def ask(kind: str, given: Mapping[str, str]) -> tuple[int, Any]:
    packed = worker.reply_to(msgspec.msgpack.encode(Question(kind, tuple(given.items()))))
    told = msgspec.msgpack.decode(packed, type=Answer)
    return told.status, json.loads(gzip.decompress(told.packed))


def test_an_answer_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(kind: str, given: Mapping[str, str], _say: worker.Say) -> Reply:
        return Reply("application/json", json.dumps([kind, given]))

    assert reply(monkeypatch, answer) == (200, ["run", {"depth": "2"}])


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (GameError("column 4 is full"), 400, "Column 4 is full."),
        (MemoryError(), 400, "This needs more memory than the lab may take"),
        (RecursionError(), 400, "This needs more memory than the lab may take"),
        (KeyError("a fault"), 500, "Something went wrong on our side"),
    ],
)
def test_an_error_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, status: int, words: str
) -> None:
    def answer(_kind: str, _given: Mapping[str, str], _say: worker.Say) -> Reply:
        raise error

    found, text = reply(monkeypatch, answer)
    assert found == status
    assert text["error"].startswith(words)
    assert text["error"].endswith(".")
    assert ("Traceback" in capsys.readouterr().err) is (status == 500)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers of processor time")
def test_an_endless_answer_is_ended_and_the_next_one_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SECONDS", 0.05)
    before = signal.signal(signal.SIGPROF, worker._stop)
    traced: list[object] = []

    def endless(_kind: str, _given: Mapping[str, str], _say: worker.Say) -> Reply:
        sys.settrace(lambda *_: None)
        while True:
            pass

    def short(_kind: str, _given: Mapping[str, str], _say: worker.Say) -> Reply:
        traced.append(sys.gettrace())
        return Reply("application/json", "1")

    tracing = sys.gettrace()
    try:
        found, text = reply(monkeypatch, endless)
        assert found == 400
        assert "seconds of work" in text["error"]
        assert reply(monkeypatch, short) == (200, 1)
        assert traced == [None]
    finally:
        signal.signal(signal.SIGPROF, before)
        sys.settrace(tracing)


def test_an_answer_and_a_refusal_are_said_in_the_language_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"{first} and {last}": "{first} und {last}", "column {move} is full": "Spalte {move} ist voll"}
    monkeypatch.setattr(speech, "catalogue", lambda language, _room: german if language == "de" else {})
    speech.speech.cache_clear()
    try:
        wrong = {"kind": "values", "seed": "7", "answer": "A=9 B=9 C=9 D=9 E=99 F=99 G=99", "language": "de"}
        status, told = ask("check", wrong)
        assert status == 200
        assert " und " in told["sentence"]
        status, told = ask("run", {"game": "connect4", "moves": "4444444", "language": "de"})
        assert status == 400
        assert "Spalte 4 ist voll" in told["error"]
    finally:
        speech.speech.cache_clear()


def test_the_process_is_small() -> None:
    """Neither the web nor a compiler is loaded. That keeps the process at a tenth of the server's memory."""
    code = "import sys, webapp.http.lab.worker; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "engine" in loaded
    assert not {"flask", "werkzeug", "numpy", "numba", "sqlalchemy"} & set(loaded)
