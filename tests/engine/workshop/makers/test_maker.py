"""Tests the command that checks the puzzles."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from engine.puzzles.puzzle import Puzzle
from engine.workshop.commands.puzzles import puzzles as command
from engine.workshop.puzzles import check as checks
from engine.workshop.puzzles import shipping


def test_the_command_checks_a_sample() -> None:
    done = CliRunner().invoke(command, ["check", "--sample", "0"])
    assert done.exit_code == 2
    assert "0 is not in the range" in done.output


@pytest.mark.slow
def test_an_interrupted_check_tells_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(puzzles: list[Puzzle], proofs: shipping.Proofs) -> Iterator[tuple[Puzzle, list[str]]]:
        yield puzzles[0], ["the first is wrong."]
        yield puzzles[1], []
        raise KeyboardInterrupt

    monkeypatch.setattr(checks, "check", interrupted)
    done = CliRunner().invoke(command, ["check", "--sample", "5"])
    assert done.output == "the first is wrong.\nInterrupted: 2 of 5 puzzles checked: 1 fault\n"
    assert done.exit_code == 1
