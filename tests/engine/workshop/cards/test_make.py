"""Makes cards of small boards: they are accepted, and an interrupted search goes on with what it has found."""

import io
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from engine.cards import check
from engine.cards.play import SHIPPED
from engine.coach.certificate import Claim
from engine.commands.solve import board_called
from engine.games import Player
from engine.solver.solver import Solver
from engine.workshop.cards import commands as cards
from engine.workshop.cards.board import Board, Position
from engine.workshop.cards.boards import make
from engine.workshop.cards.file import seconds_in
from engine.workshop.cards.finder import Answer, Question
from engine.workshop.cards.graph import Size
from engine.workshop.cards.make import Maker, Progress, Task, answer
from engine.workshop.pool import Job, LocalPool, Workers
from webapp.cli import main


def made(size: str, path: Path, tell: object = None, *, effort: int = 50_000, processes: int = 1) -> list[Maker]:
    board, pool, ignore = board_called(size), LocalPool(processes), lambda _: None
    return make(
        board, path, effort=effort, table_mb=4, pool=pool, tell=tell or ignore  # type: ignore[arg-type]
    )  # fmt: skip


class Counting(LocalPool):
    """Counts the positions that the questions of a run allow to be played."""

    played = 0

    @contextmanager
    def workers(self, job: Job[Any, Any]) -> Iterator[Workers[Any, Any]]:
        with super().workers(job) as answers:

            def counted(items: Iterable[tuple[Task, Question]]) -> Iterator[Answer]:
                questions = [*items]
                self.played += sum(question.positions for _, question in questions)
                return answers(questions)

            yield counted


def accepted(path: Path) -> list[check.Part]:
    results = [check.checked(lines) for lines in check.parts(path.read_bytes())]
    assert [why for why, _ in results] == [""] * len(results)
    return [part for _, part in results]


def test_the_command_makes_cards_and_says_how_many(tmp_path: Path) -> None:
    path = tmp_path / "4x4.cards"
    run = CliRunner().invoke(main, ["cards", "make", "4x4", "--out", str(path), "--processes", "1", "--effort", "1"])
    assert run.exit_code == 0, run.output
    for part, line in zip(accepted(path), run.stdout.splitlines(), strict=False):
        leaves = sum(not word.isdigit() for _, _, word in part.tree)
        assert line == f"{len(part.cards)} cards for {leaves} leaves, {len(part.tree) - leaves} branches"
    assert re.match(r"now \d+ cards, \d+ branches, \d+ open\n", run.stderr)  # without a terminal


def test_the_size_told_is_that_of_the_file(tmp_path: Path) -> None:
    makers = made("4x4", tmp_path / "cards")
    for maker, part in zip(makers, accepted(tmp_path / "cards"), strict=True):
        size = maker.best.size
        assert (size.open, size.cards, size.leaves + size.branches) == (0, len(part.cards), len(part.tree))


@pytest.mark.long
def test_two_processes_make_the_same_cards(tmp_path: Path) -> None:
    texts = list[list[list[str]]]()
    for processes in (1, 2):
        made("4x4", tmp_path / f"{processes}.cards", processes=processes)
        texts.append(check.parts((tmp_path / f"{processes}.cards").read_bytes()))
    assert texts[0] == texts[1]


@pytest.mark.parametrize(("size", "effort", "played", "positions"), [("5x4", 1_000_000, 30_000_000, 9)])
def test_so_many_positions_played_make_so_small_openings(
    tmp_path: Path, size: str, effort: int, played: int, positions: int
) -> None:
    """Counts the positions that all searches may play, and those of the openings."""
    pool = Counting(1)
    makers = make(board_called(size), tmp_path / "cards", effort=effort, table_mb=4, pool=pool, tell=lambda _: None)
    assert sum(len(part.tree) for part in accepted(tmp_path / "cards")) <= positions
    assert pool.played <= played
    assert len(makers) == 2


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    path, told = tmp_path / "4x4.cards", list[Progress]()

    def interrupt(at: Progress) -> None:
        told.append(at)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made("4x4", path, interrupt, effort=5_000)
    assert not path.exists()
    makers = made("4x4", path, effort=5_000)
    assert told[-1].now.open > 0
    smaller = made("4x4", path, effort=20_000)
    for maker, before in zip(smaller, makers, strict=True):
        assert maker.graph.price(maker.best) <= maker.graph.price(before.best)
    accepted(path)
    searched = [maker.graph.nodes for maker in smaller]
    for maker, before in zip(made("4x4", path, effort=0), searched, strict=True):
        assert all(node.spent == before[at].spent for at, node in maker.graph.nodes.items() if at in before)
        assert not any(node.spent for at, node in maker.graph.nodes.items() if at not in before)


def test_every_card_is_tried_at_the_leaves_of_a_lighter_opening(tmp_path: Path) -> None:
    game, claim = board_called("4x5"), Claim(Player.FIRST, False)
    board, answers = Board(game, claim, Solver(4, 5, 4, table_mb=4)), partial(map, answer)
    maker = Maker(Task(game, claim), board, answers, tmp_path / "work", lambda _: None)
    solutions = maker.improve(50_000)
    next(solutions)
    lighter = next(solutions)
    assert {maker.graph.nodes[at].tested for at in lighter.leaves} == {len(maker.library.cards)}


@pytest.mark.parametrize("levels", ["012345", "02468e"])
def test_a_file_without_its_work_is_improved(tmp_path: Path, levels: str) -> None:
    path, text = tmp_path / "4x5.cards", check.text_of((SHIPPED / "4x5.cards").read_bytes())
    others = str.maketrans("012345", levels)
    path.write_text(re.sub(r"^[0-9a-f]{20}$", lambda card: card[0].translate(others), text, flags=re.MULTILINE))
    before, seconds = accepted(path), seconds_in(path.read_bytes())
    makers = made("4x5", path)
    for maker, part in zip(makers, before, strict=True):
        for _, stones, word in part.tree:
            options = maker.graph.nodes[maker.board.key(Position(*stones))].options
            assert not word.isdigit() or options == maker.board.options(maker.board.key(Position(*stones)))
    assert [len(maker.library.cards) >= len(part.cards) for maker, part in zip(makers, before, strict=True)] == [
        True
    ] * 2
    after = accepted(path)
    for one, other in zip(after, before, strict=True):
        assert len(one.cards) <= len(other.cards)
        assert len(one.tree) <= len(other.tree)
    assert (seconds_in(path.read_bytes()) or 0) >= (seconds or 0)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"my notes", "this is no file of cards"),
        ((SHIPPED / "5x4.cards").read_bytes(), "they are for another board"),
        (b"fourthought cards 2\n\n4x4 4 first holds\nc1\n" + b"f" * 16 + b"\n", "card 1 fails: "),
    ],
)
def test_a_file_of_something_else_is_not_written_over(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "4x4.cards"
    path.write_bytes(content)
    run = CliRunner().invoke(main, ["cards", "make", "4x4", "--out", str(path), "--processes", "1"])
    assert run.exit_code == 2
    assert run.output.startswith(f"Error: The cards in {path} are nothing to begin with: {why}")
    assert path.read_bytes() == content


def test_an_interruption_leaves_a_file_once_both_sides_have_cards(tmp_path: Path) -> None:
    path = tmp_path / "4x5.cards"

    def interrupt(at: Progress) -> None:
        if path.exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made("4x5", path, interrupt, effort=80_000)
    assert [part.board.height for part in accepted(path)] == [5, 5]


def test_a_game_that_is_no_line_game_has_no_cards(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["cards", "make", "tictactoe", "--out", str(tmp_path / "cards")])
    assert run.exit_code != 0


def test_the_time_left_is_told_for_the_first_solution_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Console(file=io.StringIO(), force_terminal=True, width=120)
    monkeypatch.setattr(cards, "console", lambda **_: shown)
    sizes = [Size(open=open_, cards=4, branches=2, leaves=7) for open_ in (3, 0)]
    with cards.telling() as tell:
        for done, now, best in ((0.5, sizes[0], None), (1.0, sizes[1], sizes[1]), (0.9, sizes[0], sizes[1])):
            told = shown.file = io.StringIO()
            tell(Progress(done, now, best))
            shown.print("now")  # which draws the bar again
            text = told.getvalue()
            assert ("left:" in text, "%" in text) == (best is None, best is None)
            assert ("best 4 cards" in text) == (best is not None)
