"""Tests that the command which measures acts sees those of the loop and the calls of C in page threads."""

from tests.conftest import StartServer
from tests.load.acts import Acts
from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine


def test_an_act_of_the_loop_is_noted_with_its_name(start_server: StartServer) -> None:
    with Acts() as acts:
        process = start_server(engine=FakeEngine).services.process
        acts.take()
        process.loop.ask(lambda: sum(range(3_000_000)))
        seconds, name = acts.take()
        assert (seconds > 0.0, name) == (True, "Loop.ask.answer")
        done: list[object] = []
        process.workers.run(lambda: sum(range(3_000_000)), done.append)
        wait_until(lambda: done)
        assert any(name.startswith("sum in pages") for name in acts.names())
