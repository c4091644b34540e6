"""Tests that a seed repeats puzzles, also after an interruption, and that the shares of the kinds are kept."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import Puzzle, Theme
from engine.workshop.commands.puzzles import puzzles as command
from engine.workshop.puzzles import check as checks
from engine.workshop.puzzles import maker, shipping
from engine.workshop.puzzles.check import proof_fault
from engine.workshop.puzzles.selection import Selection


@pytest.mark.long
def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    every = list(maker.make("connect4", 6, whole, 7, 1))
    assert [taken for _, taken in every] == sorted(taken for _, taken in every)
    assert every[-1][1] == 6
    run = maker.make("connect4", 6, parts, 7, 1)
    next(run)
    run.close()
    with parts.open("a") as file:
        file.write('\n{"puzzles of game": 9, "se')  # the machine went down in the middle of a line
    played, make_puzzles = list[int](), maker.Maker.puzzles

    def counted(self: maker.Maker, number: int, seed: int) -> list[Puzzle]:
        played.append(number)
        return make_puzzles(self, number, seed)

    monkeypatch.setattr(maker.Maker, "puzzles", counted)
    list(maker.make("connect4", 6, parts, 7, 1))
    assert 0 not in played
    assert maker.chosen("connect4", 6, parts, 7) == maker.chosen("connect4", 6, whole, 7)


@pytest.mark.long
def test_a_run_is_chosen_from_and_written(tmp_path: Path) -> None:
    store = tmp_path / "puzzles.jsonl"
    assert list(maker.make("connect4", 2, store, 7, 1))[-1][1] == 2
    puzzles, proofs = maker.chosen("connect4", 2, store, 7)
    assert proofs
    assert all(proof_fault(connect_four(), puzzle, proofs.get(puzzle.name)) == "" for puzzle in puzzles)
    shipping.write(tmp_path / "data", shipping.files(puzzles, proofs, 7))
    index = json.loads((tmp_path / "data" / "index.json").read_text())
    assert (index["count"], index["seed"]) == (2, 7)


def test_each_kind_has_a_share() -> None:
    selection = Selection(100)
    plain = Puzzle((1,), 5, (1,), (), Theme.QUIET_MOVE, 800, 5)
    for kind, offered in ((Theme.WIN_AT_ONCE, 40), (Theme.MUST_BLOCK, 5), (Theme.DO_NOT_HAND_OVER, 5)):
        taken = [selection.add(replace(plain, themes=kind, lines=1)) for _ in range(offered)]
        assert sum(taken) == min(offered, 26)
        assert not selection.add(replace(plain, themes=kind))  # beginners get an explanation, always
    assert sum(selection.add(plain) for _ in range(100)) == 28
    assert not selection.full
    assert sum(selection.add(replace(plain, lines=10)) for _ in range(100)) == 36  # all the rest
    assert selection.full
    assert not selection.add(replace(plain, lines=11))


def test_other_games_have_no_puzzles(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Tic-Tac-Toe has no puzzles"):
        next(maker.make("tictactoe", 1, tmp_path / "none.jsonl", 1, 1))


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
