"""Counts cards apart from the command whose table RESULTS.md shows: in the published files, by other code."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine.cards
from engine.cards import check
from engine.cards.play import SHIPPED, Opening
from engine.workshop.cards import export
from engine.cards.sizes import PUBLISHED, size_of
from engine.cards.teaching.course import Course
from engine.workshop.cards.report import report
from tests.engine.cards.published import LEVELS, Columns, Solution, dropped
from tests.results import BLOCK

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
