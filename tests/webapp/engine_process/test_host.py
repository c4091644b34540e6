"""Tests the engine's side of the pipe: what each message does to minds and searches, in this process."""

import queue
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine.games import find
from engine.mind.tree.records import MEMORY
from tests.waiting import PATIENCE, wait_until
from webapp.engine_process import messages as m
from webapp.engine_process.host import Host
from webapp.engine_process.notes import Notes


class Told:
    """Takes what the host sends, through bytes."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[m.Told] = queue.SimpleQueue()

    def send(self, told: m.Told) -> None:
        self._queue.put(m.read_told(m.pack(told)))

    def next(self) -> Any:
        """Returns the next answer to a question."""
        while isinstance(told := self._queue.get(timeout=PATIENCE), m.State):
            continue
        return told


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def host(told: Told, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(MEMORY, "cap", MEMORY.cap)
    notes = Notes()
    host = Host(m.Start(1, 1.5, 77.0, 9.0), told.send, notes)
    host.start()
    yield host
    host.close()
    notes.close()


def spec(*moves: int, number: int = 1, game: str = "connect4", level: int = 5, visitor: str = "a") -> m.MindSpec:
    return m.MindSpec(number, game, level, 1, visitor, moves)


def test_the_limits_are_those_of_the_first_message(host: Host) -> None:
    assert MEMORY.cap == 77 * 2**20
    assert host._scheduler.idle_seconds == 9.0
    assert host._bring(spec()).cap_mb == 1.5


def test_a_choice_is_the_one_of_a_mind_in_the_same_place(host: Host, told: Told) -> None:
    host.hear(m.Order(7, spec(4, 4), m.Work.CHOOSE, 3.0))
    answer = told.next()
    alone = engine.Mind(find("connect4"), 5, 1)
    alone.follow((4, 4))
    while alone.work(engine.Purpose.CHOOSE):
        pass
    assert (answer.number, answer.choice.move) == (7, alone.answer().move)
    assert answer.choice.nodes > 0


def test_a_mind_follows_and_its_tree_is_cut_move_by_move(host: Host, told: Told) -> None:
    for number, moves in enumerate([(4,), (4, 4), (4, 4, 3)], start=1):
        host.hear(m.Order(number, spec(*moves), m.Work.CHOOSE, 3.0))
        answer = told.next()
    assert answer.choice.kept.kept + answer.choice.kept.pruned > 0
    host.hear(m.Look(9, spec(4, 4, 3), 1, True))
    seen = told.next()
    assert [(cut.ply, cut.move) for cut in seen.thoughts.cuts] == [(2, 4), (3, 3)]
    assert seen.thoughts.cuts[1].kept.searched
    assert (seen.thoughts.digest.ply, seen.thoughts.digest.seat, seen.thoughts.digest.pondering) == (3, 1, False)
    assert seen.thoughts.top[0].parent == -1
    host.hear(m.Order(10, spec(4), m.Work.PONDER))
    host.hear(m.Look(11, spec(4), None, False))
    seen = told.next()
    assert (*seen.thoughts.cuts, *seen.thoughts.top, seen.thoughts.digest.pondering) == (True,)


def test_rest_and_close_stop_and_forget_a_mind(host: Host) -> None:
    host.hear(m.Order(1, spec(), m.Work.PONDER))
    assert host.state().load.pondering == 1
    host.hear(m.Rest(1))
    assert host.state().load.pondering == 0
    assert list(host._minds) == [1]
    host.hear(m.Rest(1, close=True))
    host.hear(m.Rest(1, close=True))
    assert not host._minds


def test_a_level_and_an_asker_come_with_the_next_order(host: Host) -> None:
    worker = host._bring(spec(level=3))
    again = host._bring(spec(4, level=8, visitor="b"))
    assert again is worker
    assert (worker.level, worker.visitor, worker.moves) == (8, "b", (4,))


def test_questions_about_positions(host: Host, told: Told) -> None:
    host.hear(m.WhyNot(1, spec(4, number=3), (1,)))
    assert told.next().why.line[0] == 1
    host.hear(m.Foretell(2, "connect4", (4,), 3, 1, 3, "a", 0.5))
    assert told.next().preview.words.endswith(".")
    host.hear(m.MakePuzzle(3, "connect4", (4, 4), 1, "a", PATIENCE))
    made = told.next()
    assert (made.number, made.complete) == (3, True)
    host.hear(m.Believe(4, "connect4-8x7", (4,)))
    assert len(told.next().beliefs) == 8
    host.hear(m.Explain(5, "connect4", (4, 1), 0, None, "a", 2.0, quick=True))
    assert told.next().explanation["claim"] is not None
    host.hear(m.Explain(6, "tictactoe", (5,), 0, None, "a", 2.0, quick=True))
    assert told.next().code == "no_proof"


def test_a_wrong_question_is_answered_too(host: Host, told: Told, caplog: pytest.LogCaptureFixture) -> None:
    host.hear(m.Foretell(1, "connect4", (9,), 3, 1, 0, "a", 0.5))
    assert told.next().code == "no_proof"
    host.hear(m.Order(2, spec(level=11), m.Work.CHOOSE, 1.0))
    assert told.next().code == "internal"
    assert "could not do" in caplog.text


def test_a_glance_runs_no_compiled_search(host: Host, told: Told) -> None:
    host.hear(m.Order(1, spec(4, 1, 4, 1, 4), m.Work.CHOOSE, 3.0, glance=True))
    choice = told.next().choice
    assert (choice.move, choice.nodes) == (4, 0), "even so it blocks"
    host.hear(m.Order(2, spec(), m.Work.PONDER, glance=True))
    assert not host._minds


def test_the_notes_name_the_order_under_work(host: Host, told: Told) -> None:
    host.hear(m.Order(5, spec(), m.Work.ANALYSE))
    reader = Notes(host._notes.file)
    wait_until(lambda: 5 in reader.read())
    host.hear(m.Rest(1))
    wait_until(lambda: not reader.read())
