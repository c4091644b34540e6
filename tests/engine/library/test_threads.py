"""Uses one mind from several threads, and from the child of a fork."""

import os
import threading
from collections.abc import Callable

import fourthought as ft
import pytest

SECONDS = 120


def together(acts: list[Callable[[], object]]) -> list[BaseException]:
    """Runs each act in a thread, some times, and returns what they raised."""
    raised: list[BaseException] = []

    def repeat(act: Callable[[], object]) -> None:
        try:
            for _ in range(20):
                act()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=repeat, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    return raised


def test_calls_of_several_threads_wait_for_each_other() -> None:
    before = threading.active_count()
    with ft.Mind("tictactoe", 3) as mind:
        acts = [mind.ponder, mind.rest, mind.ponder, mind.rest, mind.choose, lambda: mind.follow("51")]
        assert together(acts) == []
    assert threading.active_count() == before


def test_close_ends_the_search_of_another_thread() -> None:
    mind, begun, moves = ft.Mind(level=10), threading.Event(), list[int]()

    def choose() -> None:
        begun.set()
        try:
            moves.append(mind.choose(ft.Limit(seconds=10 * SECONDS)))
        except ft.GameError:
            moves.append(0)

    mind.follow("44")
    thread = threading.Thread(target=choose)
    thread.start()
    begun.wait(SECONDS)
    mind.close()
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert len(moves) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_mind_that_ponders_thinks_on_in_the_child_of_a_fork() -> None:
    with ft.Mind(level=5) as mind, ft.Mind(level=5) as busy:
        mind.ponder()
        thread = threading.Thread(target=lambda: busy.choose(ft.Limit(seconds=0.5)))
        thread.start()
        for _ in range(5):
            child = os.fork()
            if child == 0:
                ended = threading.Timer(SECONDS, os._exit, (1,))  # hung
                ended.start()
                try:
                    mind.played(mind.choose(ft.Limit(nodes=2000)))
                    busy.choose(ft.Limit(nodes=2000))
                    mind.close()
                    os._exit(0)
                finally:
                    os._exit(2)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        thread.join(SECONDS)
