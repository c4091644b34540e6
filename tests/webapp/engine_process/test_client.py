"""Tests the web's side of the engine's process: no question is lost, also when the process dies."""

import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Choice, Digest
from engine.child import Child, ChildError, command
from engine.games import Player, find
from engine.text import Side, Text, from_wire, text, wire
from tests.conftest import StartServer
from tests.waiting import PATIENCE, wait_until
from tests.webapp.engine_process import fake_host as fake
from webapp import owner
from webapp.engine_process import messages as m
from webapp.engine_process import pipe, questions
from webapp.engine_process.client import EngineClient
from webapp.engine_process.notes import Notes
from webapp.engine_process.pipe import Patience
from webapp.engine_process.questions import MindHandle
from webapp.play.game.wire import Readiness
from webapp.play.ports import Thoughts
from webapp.settings import Settings

ROOT = Path(__file__).parents[3]


class Answers(list[Any]):
    """Takes the answers, and waits for them."""

    def __init__(self) -> None:
        super().__init__()
        self._came = threading.Condition()

    def take(self, answer: Any) -> None:
        with self._came:
            self.append(answer)
            self._came.notify_all()

    def wait(self, count: int = 1) -> Any:
        with self._came:
            assert self._came.wait_for(lambda: len(self) >= count, PATIENCE), f"{len(self)} answers of {count}"
            return self[count - 1]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[EngineClient]:
    with_fakes = fakes(tmp_path)
    with_fakes.start()
    yield with_fakes
    with_fakes.close()


def fakes(folder: Path, **options: Any) -> EngineClient:
    def run(notes: Notes) -> Child:
        return Child(
            command("tests.webapp.engine_process.fake_host", str(notes.file), str(folder)), shared=(notes.file,)
        )

    return EngineClient(Settings(), run=run, **options)


def mind_of(client: EngineClient, seed: int, *moves: int) -> MindHandle:
    mind = client.mind(find("connect4"), 5, seed)
    mind.follow(moves)
    return mind


def choice_of(client: EngineClient, seed: int) -> Choice:
    answers = Answers()
    client.choose(mind_of(client, seed, 4), answers.take)
    choice: Choice = answers.wait()
    return choice


@pytest.mark.parametrize("seed", [fake.ANSWERS, fake.CRASHES_ONCE, fake.IS_KILLED_ONCE])
def test_a_choice_comes_although_the_process_dies(client: EngineClient, seed: int) -> None:
    choice = choice_of(client, seed)
    assert (choice.move, choice.nodes) == (2, 0)
    assert client.restarts() == (seed != fake.ANSWERS)
    wait_until(lambda: client.readiness() == Readiness(True, "The engine is ready."))
    assert client.load().nodes == 7


def test_what_crashes_the_process_twice_is_answered_at_a_glance_and_the_others_as_ever(
    client: EngineClient, tmp_path: Path
) -> None:
    waiting = mind_of(client, fake.ANSWERS, 1, 2)
    client.ponder(waiting)
    assert choice_of(client, fake.CRASHES).nodes == 1, "at a glance"
    assert client.restarts() == 2
    assert choice_of(client, fake.ANSWERS).nodes == 0
    orders = (tmp_path / "orders").read_text().splitlines()
    assert orders.count("ponder (1, 2) False") == 3, "each process is given the mind's work"


def test_lasting_work_that_crashes_the_process_twice_is_not_done_again(client: EngineClient, tmp_path: Path) -> None:
    mind = mind_of(client, fake.ANSWERS, 3)
    client.analyse(mind)
    number = client._work[mind.number]
    wait_until((tmp_path / "orders").exists)
    for _ in range(2):
        client.ended(pipe.End((number,), is_fault=True))
    assert [packed for packed in client.begun() if b"analyse" in packed] == []


def test_a_fault_told_by_the_process_is_answered_at_a_glance(client: EngineClient) -> None:
    assert choice_of(client, fake.FAILS).nodes == 1
    assert client.restarts() == 0


@pytest.mark.parametrize("seed", [fake.HANGS_ONCE, fake.IS_STUCK_ONCE])
def test_a_hung_process_is_ended_and_started_again(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pipe, "BEAT", 0.02)
    limits = Patience(beat=0.5) if seed == fake.HANGS_ONCE else Patience(slice=0.5)
    client = fakes(tmp_path, patience=limits)
    client.start()
    try:
        wait_until(lambda: client.readiness().ready)
        assert choice_of(client, seed).move == 2
        assert client.restarts() >= 1
    finally:
        client.close()
    assert ("does not answer" if seed == fake.HANGS_ONCE else "in one slice of work") in caplog.text


def test_a_process_that_cannot_be_started_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "_FIRST_PAUSE", 0.001)
    whole, fails = fakes(tmp_path)._pipe._run, [True, True]

    def run(notes: Notes) -> Child:
        if fails and fails.pop():
            raise ChildError("no memory")
        return whole(notes)

    client = EngineClient(Settings(), run=run)
    answers = Answers()
    client.choose(mind_of(client, fake.ANSWERS), answers.take)
    client.start()
    assert answers.wait().move == 1, "asked before the process ran"
    assert client.restarts() == 2
    client.close()


@pytest.mark.parametrize(("end", "longest"), [("os.kill(os.getpid(), 9)", 0.004), ("sys.exit(1)", 0.016)])
def test_a_process_that_is_killed_at_its_start_waits_less_than_one_that_fails(
    end: str, longest: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A foreign program that kills one process may spare the next, which shall not be awaited for half a minute."""
    for name, seconds in (("_FIRST_PAUSE", 0.001), ("_KILLED_PAUSE", 0.004)):
        monkeypatch.setattr(pipe, name, seconds)
    whole, pauses = fakes(tmp_path)._pipe._run, list[float]()

    def run(notes: Notes) -> Child:
        pauses.append(client._pipe._pause)
        return whole(notes) if len(pauses) > 5 else Child([sys.executable, "-c", f"import os, sys; {end}"])

    client = EngineClient(Settings(), run=run)
    client.start()
    try:
        wait_until(lambda: client.readiness().ready)
    finally:
        client.close()
    assert max(pauses) == longest


def test_readiness_sees_within_a_minute_that_no_search_is_answered_while_nobody_plays(
    tmp_path: Path, start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process answers every heartbeat, and works on no slice: only the tiny search tells that it hangs."""
    assert questions._PROBE_AFTER < owner._SILENT < 60
    monkeypatch.setattr(questions, "_PROBE_AFTER", 0.0)
    monkeypatch.setattr(owner, "_SILENT", 1.0)
    client = fakes(tmp_path)
    browser = start_server(engine=lambda: client).app.test_client()
    wait_until(lambda: client.silence() < PATIENCE)
    wait_until(lambda: browser.get("/readyz").status_code == 200)
    (tmp_path / "no searches").touch()
    wait_until(lambda: browser.get("/readyz").status_code == 503)
    wait_until(lambda: str(browser.get("/readyz").json["engine"]).startswith("No search has been answered"))
    (tmp_path / "no searches").unlink()
    wait_until(lambda: browser.get("/readyz").status_code == 200)
    assert client.restarts() == 0


def test_an_idle_engine_is_asked_for_a_tiny_search(client: EngineClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readiness needs an answered search, and each new process must show one."""
    wait_until(lambda: client.silence() < PATIENCE)
    client.ended(pipe.End((), is_fault=False))
    assert client.silence() == math.inf
    client.heard(m.pack(m.State()))
    wait_until(lambda: client.silence() < PATIENCE)
    asked = client._probe
    client.beat()
    assert client._probe == asked, "the last answer is fresh"
    monkeypatch.setattr("webapp.engine_process.questions._PROBE_AFTER", 0.0)
    client.beat()
    assert client._probe > asked


def test_the_pages_are_told_when_it_lasts(tmp_path: Path) -> None:
    client = fakes(tmp_path)
    assert client.readiness() == Readiness(False, "The engine is starting.")
    client.ended(pipe.End((), is_fault=False))
    assert "started again" not in client.readiness().stage
    client._lost_at = time.monotonic() - 1.5
    assert "started again" in client.readiness().stage
    client.heard(m.pack(m.State()))
    assert client.readiness().ready


def test_no_answer_comes_to_a_mind_that_went_on_or_rests_or_was_asked_something_else(client: EngineClient) -> None:
    late, answers = Answers(), Answers()
    minds = [mind_of(client, fake.WAITS, place) for place in range(1, 5)]
    for mind in minds:
        client.choose(mind, late.take)
        mind.seed = fake.ANSWERS
    minds[0].follow((1, 1))
    client.choose(minds[0], answers.take)
    client.rest(minds[1])
    minds[2].close()
    client.ponder(minds[3])
    assert answers.wait().move == 3
    assert late == []
    orders = [question.message for question in client._open.values() if isinstance(question.message, m.Order)]
    assert [order.work for order in orders] == [m.Work.PONDER]


def test_an_answer_on_its_way_to_a_mind_that_went_on_is_dropped(tmp_path: Path) -> None:
    calls: list[Callable[[], None]] = []
    client = fakes(tmp_path, call=calls.append)
    client.start()
    answers = Answers()
    mind = mind_of(client, fake.ANSWERS, 4)
    client.choose(mind, answers.take)
    wait_until(lambda: calls)
    mind.follow((4, 4))
    calls.pop()()
    assert answers == []
    client.choose(mind, answers.take)
    wait_until(lambda: calls)
    assert answers == [], "the loop gives the answers"
    calls.pop()()
    assert len(answers) == 1
    client.close()


def test_a_process_that_does_not_read_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = fakes(tmp_path, patience=Patience(beat=PATIENCE))
    client.start()
    mind = mind_of(client, fake.HANGS_ONCE)
    answers = Answers()
    client.choose(mind, answers.take)
    wait_until((tmp_path / f"seed {fake.HANGS_ONCE}").exists)
    others = [mind_of(client, fake.ANSWERS, *[1 + i % 7 for i in range(40)]) for _ in range(2000)]
    for other in others:
        client.ponder(other)
    assert client._pipe._outbox.size > 0, "asked, though nobody reads"
    assert client.restarts() == 0
    monkeypatch.setattr(pipe, "_MOST_WAITING", 1)
    wait_until(client.restarts)
    monkeypatch.undo()
    assert answers.wait().move == 1, "ended, and asked again"
    client.close()


def test_a_slow_engine_answers_who_asks_again_and_again(tmp_path: Path) -> None:
    """Each beat asks before the last answer has come."""
    client, beats, once = fakes(tmp_path), Answers(), Answers()
    mind = mind_of(client, fake.WAITS, 4)
    for _ in range(3):
        client.thoughts(mind, 1, beats.take, again=True)
    client.thoughts(mind, 1, once.take)
    open_ones = [question.message for question in client._open.values()]
    assert len(open_ones) == 2, "the beats have one question together"
    client.heard(m.pack(_seen(open_ones[0].number, 1)))
    client.thoughts(mind, 1, beats.take, again=True)
    mind.follow((4, 4))
    client.thoughts(mind, 1, beats.take, again=True)
    for number, question in enumerate([*client._open.values()], 2):
        client.heard(m.pack(_seen(question.message.number, number)))
    assert [thoughts.digest.ply for thoughts in beats] == [1, 3], "the question about the position before was dropped"
    assert [thoughts.digest.ply for thoughts in once] == [2]


def _seen(number: int, ply: int) -> m.Seen:
    return m.Seen(number, Thoughts(Digest(ply, 1, False, False, False, 1, 7, 100, 3, 2, 1, None, (), ()), (), ()))


def test_sentences_keep_what_other_languages_need() -> None:
    sentence = text("{side} plays {moves}.", side=Side("Red"), moves=[text("column {n}", n=4), "or none"])
    message = m.Chosen(1, Choice(0, 4, 0.0, None, 0, 0.0, why=sentence), wire(sentence))
    told = m.read_told(m.pack(message))
    assert isinstance(told, m.Chosen)
    again = from_wire(told.why)
    assert isinstance(again, Text)
    assert (again, wire(again)) == (sentence, wire(sentence))
    assert told.choice.why == str(sentence)


@pytest.mark.slow
def test_the_true_engine_killed_in_mid_choice_gives_the_reply() -> None:
    client, answers = EngineClient(Settings(threads=2, think_seconds=3.0)), Answers()
    client.start()
    try:
        mind = mind_of(client, 1)
        client.choose(mind, answers.take)
        answers.wait()
        mind.follow((4, 4, 4, 4, 4, 2, 2, 6))
        client.choose(mind, answers.take)
        pid = client.pid()
        assert pid is not None
        subprocess.run(["kill", "-9", str(pid)], check=True)
        assert answers.wait(2).nodes > 0, "searched, not guessed"
        wait_until(lambda: client.pid() not in (None, pid))  # the answer may have come right before the kill
        client.thoughts(mind, 1, answers.take, tree=True)
        seen = answers.wait(3)
        assert (seen.digest.ply, seen.digest.seat) == (8, 1)
        assert len(seen.top) > 1
        client.preview(find("connect4"), (4,), 3, 1, mind, answers.take)
        assert answers.wait(4).words.endswith(".")
        client.beliefs(find("connect4-8x7"), (4,), answers.take)
        assert len(answers.wait(5)) == 8
        wait_until(lambda: client.readiness().ready)
        client.why(find("tictactoe"), (4,), Player.FIRST, None, answers.take)
        assert answers.wait(6).code == "no_proof"
        client.explain(mind, (1,), answers.take)
        assert answers.wait(7).line[0] == 1
    finally:
        client.close()


@pytest.mark.slow
def test_the_web_loads_no_compiler_and_nothing_from_the_folder_of_the_command(tmp_path: Path) -> None:
    """A page is served before the engine's process is begun."""
    for name in ("engine", "webapp", "numba", "msgspec"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'executed')!r}, 'w').close()\n")
    code = f"""
import os, sys, time
sys.path.insert(0, {str(ROOT)!r})
sys.path.append("")
sys.path.append(os.getcwd())
from webapp.app import create_app
from webapp.engine_process.pipe import Pipe
from webapp.settings import Settings
begin, waiting = Pipe.start, []
Pipe.start = lambda pipe: waiting.append(pipe)
app = create_app(Settings(database="games.sqlite3"))
page = app.test_client().get("/")
services = app.extensions["fourthought"]
client = services.owner.engine
early = client.readiness().ready
(pipe,) = waiting
begin(pipe)
client.levels("connect4")
deadline = time.monotonic() + 60
while not client.readiness().ready and time.monotonic() < deadline:
    time.sleep(0.02)
print(page.status_code, early, client.readiness().ready, {{"numba", "llvmlite"}} & set(sys.modules))
services.close()
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout.split("\n")[0] == "200 False True set()", done.stderr
    assert not (tmp_path / "executed").exists()
