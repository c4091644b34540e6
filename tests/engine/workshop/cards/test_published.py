"""Shows that what is exported is accepted by a checker by the published description, and what is wrong not."""

import json
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

from engine.cards import check
from engine.workshop.cards import export
from tests.engine.cards.test_check import DATA, at_night, spread
from tests.engine.workshop.cards.published import LEVELS, Solution
from tests.engine.workshop.cards.reading import Reader
from webapp.cli import main

Files = tuple[dict[str, Any], list[list[str]]]


def files_in(folder: Path) -> Files:
    branches, states = (json.loads((folder / name).read_text()) for name in (export.BRANCHES, export.STATES))
    return branches, states


class Remembering(check.Part):
    """Checks a part as the checker does, but each card in each position once."""

    known: ClassVar[dict[tuple[str, check.Stones], str]] = {}

    def _card(self, at: check.Stones, number: int, mirrored: bool) -> None:
        text = self.texts[number - 1] if number <= len(self.texts) else str(number)
        key = text, (self.board.flip(at[0]), self.board.flip(at[1])) if mirrored else at
        if key not in self.known:
            try:
                super()._card(at, number, mirrored)
                self.known[key] = ""
            except check.RefusedError as why:
                self.known[key] = str(why)
        if self.known[key]:
            raise check.RefusedError(self.known[key])
        self.used.add(number)

    def __init__(self, texts: list[str]) -> None:
        super().__init__()
        self.texts = texts


def ours(claim: str, branches: dict[str, Any], states: list[list[str]]) -> str:
    """Returns why our checker refuses a published solution, or ""."""
    try:
        lines = Reader(claim, branches, states).lines
        Remembering(lines[2:]).check(lines)
    except check.RefusedError as why:
        return str(why)
    return ""


@at_night("4x4", "4x5", "5x4")
def test_the_published_files_are_accepted_and_read_back(path: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["cards", "export", str(path), str(tmp_path)])
    assert run.exit_code == 0, run.output
    parts = check.parts(path.read_bytes())
    for lines in parts:
        folder = tmp_path / lines[0].split()[2] if len(parts) > 1 else tmp_path
        branches, states = files_in(folder)
        assert Solution(lines[0]).fault(branches, states) == ""
        assert Reader(lines[0], branches, states).lines[2:] == lines[2:]
        assert ours(lines[0], branches, states) == ""


@pytest.mark.parametrize("size", ["4x5", "6x4"])
def test_before_sharing_each_diagram_has_the_stones_of_its_position(size: str, tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["cards", "export", str(DATA / f"{size}.cards"), str(tmp_path)]).exit_code == 0
    parts = check.parts((DATA / f"{size}.cards").read_bytes())
    for lines in parts:
        folder = tmp_path / lines[0].split()[2] if len(parts) > 1 else tmp_path
        (shared, diagrams), (moves, alone) = files_in(folder), files_in(folder / export.BEFORE)
        assert moves == {key: what for key, what in shared.items() if isinstance(what, str)}
        leaves = {Solution(lines[0]).position(key): what for key, what in shared.items() if isinstance(what, int)}
        assert len(alone) == len(leaves)
        for rows in alone:
            columns = tuple("".join(column[::-1]) for column in zip(*rows, strict=True))
            at = tuple(column.rstrip(LEVELS) for column in columns)
            levels = zip(rows, diagrams[leaves.pop(at)], strict=True)
            assert all(a in ("R", "Y", b) for row, other in levels for a, b in zip(row, other, strict=True))


def changed(files: Files, rng: random.Random) -> Files:
    """Returns the files with one change: a level, a move, a diagram of a position, or a position more or less."""
    branches, diagrams = dict(files[0]), [list(rows) for rows in files[1]]
    key = rng.choice(list(branches))
    number, width = rng.randrange(len(diagrams)), len(diagrams[0][0])
    match rng.randrange(8):
        case 0:
            branches[key] = str(rng.randint(1, width))
        case 1:
            branches[key] = rng.randrange(len(diagrams) + 1)
        case 2:
            branches["".join(str(width + 1 - int(move)) for move in key)] = branches.pop(key)
        case 3:
            del branches[key]
        case 4:
            branches[key + rng.choice("1234") + rng.choice("1234")] = number
        case _:
            row, at = rng.randrange(len(diagrams[0])), rng.randrange(width)
            line = diagrams[number][row]
            diagrams[number][row] = line[:at] + rng.choice(LEVELS) + line[at + 1 :]
    return branches, diagrams


LONG = [pytest.param(size, 5_000, marks=pytest.mark.long) for size in ("5x4", "6x4")]


@pytest.mark.parametrize(("size", "count"), [("4x5", 200), *LONG])
def test_changed_files_get_the_same_verdict(size: str, count: int) -> None:
    lines, rng, refused = spread(DATA / f"{size}.cards")[0], random.Random(count), 0
    files, theirs = export.shared(lines, check.checked(lines)[1]), Solution(lines[0])
    assert theirs.fault(*files) == ""
    for _ in range(count):
        branches, diagrams = changed(files, rng)
        why = ours(lines[0], branches, diagrams)
        assert bool(why) is bool(theirs.fault(branches, diagrams)), why
        refused += bool(why)
    assert 0 < refused < count
