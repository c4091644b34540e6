"""Counts cards apart from the command whose table RESULTS.md shows: in the published files, by other code."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import engine.cards
from engine.cards import check
from engine.cards.play import SHIPPED, Opening
from engine.cards.sizes import PUBLISHED, size_of
from engine.cards.teaching.course import Course
from engine.workshop.cards import export
from engine.workshop.cards.report import report
from tests.engine.workshop.cards.published import LEVELS, Columns, Solution, dropped
from tests.results import BLOCK
from webapp.cli import main

RESULTS = Path(engine.cards.__file__).with_name("RESULTS.md")


def counted(lines: list[str]) -> tuple[int, ...]:
    """Returns the sheets, branches, leaves, weight and bytes in protobuf of a part."""
    opening = Opening()
    opening.check(lines)
    branches, diagrams = export.shared(lines, opening)
    leaves = sum(isinstance(what, int) for what in branches.values())
    return len(diagrams), len(branches) - leaves, leaves, weight(lines[0], branches), len(message(branches, diagrams))


def weight(claim: str, branches: dict[str, Any]) -> int:
    solution = Solution(claim)
    said = dict[Columns, tuple[Columns, Any]]()
    for key, what in branches.items():
        at = solution.position(key)
        said |= {at[::-1]: (at, what), at: (at, what)}

    @cache
    def own(at: Columns) -> int:
        at, what = said[at]
        return 1 if isinstance(what, int) else 1 + other(dropped(at, int(what) - 1, solution.me))

    def other(at: Columns) -> int:
        return 1 + sum(map(own, solution.replies(at)))

    empty = ("",) * solution.width
    return own(empty) if solution.first else other(empty)


def message(branches: dict[str, Any], diagrams: list[list[str]]) -> bytes:
    """Returns a message in protobuf: field 1 holds the positions, field 2 the diagrams. An empty field is left out."""
    positions = b"".join(
        field(1, (field(1, bytes(map(int, key))) if key else b"") + b"\x10" + number(int(what)))
        for key, what in branches.items()
    )
    length = -(-(18 ** len("".join(diagrams[0]))).bit_length() // 8)
    cells = (int.from_bytes(bytes(map(LEVELS.index, "".join(rows)))) % 18**42 for rows in diagrams)
    return positions + b"".join(field(2, field(1, (one % 256**length).to_bytes(length))) for one in cells)


def field(name: int, content: bytes) -> bytes:
    return bytes([8 * name + 2]) + number(len(content)) + content


def number(one: int) -> bytes:
    return bytes([one]) if one < 128 else bytes([one % 128 + 128]) + number(one // 128)


@pytest.mark.parametrize("size", ["4x4", "4x5", "6x4", "7x6"])
def test_the_table_counts_what_the_published_files_hold(size: str) -> None:
    parts = check.parts((SHIPPED / f"{size}.cards").read_bytes())
    sizes = [counted(lines) for lines in parts]
    assert sizes == [size_of(Course(lines)) for lines in parts]
    (block,) = (found for found in BLOCK.finditer(RESULTS.read_text("utf-8")) if "cards table" in found["command"])
    (row,) = (line.split("|") for line in block["output"].splitlines() if line.startswith(f"| {size} |"))
    assert [cell.strip() for cell in row[3:8]] == [
        " + ".join(f"{one:,}" for one in column) for column in zip(*sizes, strict=True)
    ]


def test_what_others_have_published_stands_below_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    (published,) = PUBLISHED.values()
    monkeypatch.setitem(PUBLISHED, "4x4", published)
    head, line, first, second, third, empty, source = report(
        [SHIPPED / f"{size}.cards" for size in ("4x5", "4x4")]
    ).split("\n")
    assert {one.count("|") for one in (head, line, first, second, third)} == {11}
    assert [one.split(" | ")[0] for one in (first, second, third)] == ["| 4x4", "| published", "| 4x5"]
    assert (empty, source[:10]) == ("", "published:")
    assert second.split(" | ")[2:7] == ["500", "167", "623", "4,379", "26,420"]


def race(*arguments: str | Path) -> tuple[int, str]:
    run = CliRunner().invoke(main, ["cards", "race", *map(str, arguments)])
    return run.exit_code, run.output


def test_a_file_is_compared_with_the_one_that_ships_or_another(tmp_path: Path) -> None:
    claim, opening, *cards = check.parts((SHIPPED / "6x4.cards").read_bytes())[0]
    shipped, file = SHIPPED / "6x4.cards", tmp_path / "mine.cards"
    assert race(shipped) == (1, f"{shipped}: accepted, but not smaller\n")
    # A card more, of which one leaf has a copy of its own: larger by three measures, smaller by none.
    words = opening.split()
    once = next(f"c{n}" for n in range(1, len(cards) + 1) if sum(word[1:] == str(n) for word in words) > 1)
    at = words.index(once)
    spare = next(
        text
        for text in (cards[int(once[1:]) - 1][:n] + "e" + cards[int(once[1:]) - 1][n + 1 :] for n in range(24))
        if not check.checked(
            more := [claim, " ".join([*words[:at], f"c{len(cards) + 1}", *words[at + 1 :]]), *cards, text]
        )[0]
        and more
    )
    more = [claim, " ".join([*words[:at], f"c{len(cards) + 1}", *words[at + 1 :]]), *cards, spare]
    file.write_text("\n".join([check.FIRST_LINE, "", *more]) + "\n")
    code, told = race(file)
    assert (code, "smaller:" in told, f"larger: cards {len(cards) + 1} after {len(cards)}" in told) == (1, False, True)
    code, told = race(shipped, "--against", file)
    assert (code, told.startswith(f"{shipped}: accepted; smaller: cards {len(cards)} after {len(cards) + 1}")) == (
        0,
        True,
    )


def test_what_is_refused_or_no_file_of_cards_has_its_own_code_and_one_sentence(tmp_path: Path) -> None:
    claim, opening, *cards = check.parts((SHIPPED / "6x4.cards").read_bytes())[0]
    file = tmp_path / "mine.cards"
    file.write_text("\n".join([check.FIRST_LINE, "", claim, opening, *cards[1:]]) + "\n")
    code, told = race(file)
    assert (code, told.count("\n")) == (1, 1)
    assert told.startswith(f"{file}: refused: 6x4 4 second wins: after ")
    file.write_text("no cards")
    code, told = race(file)
    assert (code, "this is no file of cards" in " ".join(told.split())) == (2, True)
    code, told = race(SHIPPED / "4x5.cards", "--against", SHIPPED / "4x6.cards")
    assert (code, "not comparable" in told) == (1, True)
    lines = ["4x1 4 second holds", "c1 c1", "102f"]
    file.write_text("\n".join([check.FIRST_LINE, "", *lines]) + "\n")
    assert race(file) == (0, f"{file}: accepted, and the first file for 4x1\n")
