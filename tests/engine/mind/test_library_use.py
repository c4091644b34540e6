"""Tests a mind as a library uses it: at once, with names as text, after the end."""

import subprocess
import sys

import pytest

from engine.games import GameError, all_games, replay
from engine.kernels import KernelError
from engine.mind import mind as minds
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.preview import preview
from engine.mind.search.kernels import KernelCache
from tests.engine.mind.minds import finish
from tests.engine.search.oracle import oracle
from tests.engine.search.test_turns import KALAH
from tests.profiles import by_day

ENDED = {"tictactoe": "14253", "connect4": "1212121", "nim": "3" * 7}


@pytest.mark.slow
@pytest.mark.parametrize("name", by_day(["connect4-5x4", "connect4-8x7", "gomoku7", "nim", "slippery-tictactoe"], 2))
def test_a_mind_is_ready_at_once(name: str) -> None:
    """Runs in a new process, where nothing is loaded."""
    program = (
        f"import engine; mind = engine.Mind({name!r}, level=4, seed=1)\n"
        "while mind.work(engine.Purpose.CHOOSE): pass\n"
        "print(mind.nodes, mind.answer().why)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    nodes, why = run.stdout.split(maxsplit=1)
    assert int(nodes) > 0
    assert why.strip()


def test_a_board_without_machine_code_is_played_by_the_textbook(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(game: object) -> None:
        raise KernelError("no machine code ships for it")

    cache = KernelCache()
    monkeypatch.setattr(cache, "_bring", refuse)
    monkeypatch.setattr(minds, "KERNEL_CACHE", cache)
    mind = Mind("connect4-5x4", level=3, seed=1)
    while mind.work(Purpose.CHOOSE):
        pass
    assert mind.answer().move in mind.game.moves(mind.state)
    assert len(caplog.messages) == 1
    assert "played by the textbook's search: no machine code ships for it" in caplog.text


@pytest.mark.parametrize("name", [name for name in all_games() if name != "connect4"])
def test_there_is_no_answer_from_nothing(name: str) -> None:
    mind = Mind(name, level=5, seed=1)
    with pytest.raises(GameError, match=r"nothing is known of this position yet; call work\(Purpose.CHOOSE\)"):
        mind.answer()
    assert mind.glance().move in mind.game.moves(mind.state)


def test_a_new_position_needs_new_work() -> None:
    mind = Mind("tictactoe", level=5, seed=1)
    mind.work(Purpose.CHOOSE)
    mind.answer()
    mind.level = 2
    with pytest.raises(GameError, match="nothing is known"):
        mind.answer()


@pytest.mark.parametrize(("name", "line"), ENDED.items())
def test_questions_after_the_end_are_errors_in_words(name: str, line: str) -> None:
    mind = Mind(name, seed=1)
    mind.follow(line)
    assert not mind.work(Purpose.CHOOSE)
    for ask in (mind.answer, mind.glance, lambda: preview(name, line, 3)):
        with pytest.raises(GameError, match="the game is over"):
            ask()


def test_a_refused_move_leaves_the_mind_where_it_was() -> None:
    mind = Mind("connect4", seed=1)
    mind.follow("44")
    with pytest.raises(GameError):
        mind.follow("4444444")
    assert (mind.moves, mind.state) == ((4, 4), replay(mind.game, [4, 4]))


@pytest.mark.parametrize("purpose", Purpose)
def test_where_a_side_moves_twice_the_best_level_plays_as_minimax_says(purpose: Purpose) -> None:
    value = oracle(KALAH)
    mind = Mind(KALAH, seed=1)
    while KALAH.outcome(mind.state) is None:
        finish(mind, purpose)
        choice, player = mind.answer(), mind.player
        after = KALAH.play(mind.state, choice.move)
        assert value(after, player, 99) == max(
            value(KALAH.play(mind.state, move), player, 99) for move in KALAH.moves(mind.state)
        )
        assert "looks best" in choice.why
        mind.follow([*mind.moves, choice.move])
