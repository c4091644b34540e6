"""Counts the shipped cards of 7x6 as the table of the smallest win does (engine/cards/RESULTS.md)."""

from functools import cache
from pathlib import Path

import engine.cards
from engine.cards.play import SHIPPED
from engine.cards.teaching.course import Course, courses

RESULTS = Path(engine.cards.__file__).with_name("RESULTS.md")


def weight(course: Course) -> int:
    """Returns the weight of the tree: a leaf 1, an own position 1 and its child, another one 1 and its children."""

    @cache
    def below(at: int) -> int:
        after = course.nodes[at].after
        return 2 + sum(below(to >> 1) for to in after if to >= 0) if after else 1

    return below(0)


def plies(course: Course) -> list[int]:
    """Returns the ply of each entry, by the shortest way."""
    found = {0: 0}
    for at in (order := [0]):
        for to in course.nodes[at].after:
            if to >= 0 and to >> 1 not in found:
                found[to >> 1] = found[at] + 2
                order.append(to >> 1)
    return list(found.values())


def test_the_table_of_the_smallest_win_counts_the_shipped_cards() -> None:
    (course,) = (one for one in courses(SHIPPED / "7x6.cards") if one.name == "7x6-1")
    branches = sum(bool(node.after) for node in course.nodes)
    depths = plies(course)
    assert len(depths) == len(course.nodes)
    counted = {
        "sheets to know": f"{len(course.cards):,}",
        "positions with a move to know": f"{branches:,}",
        "positions with a sheet": f"{len(course.nodes) - branches:,}",
        "weight as a tree": f"{weight(course):,}",
        "mean ply of an entry": f"{sum(depths) / len(depths):.1f}",
    }
    rows = [line.split("|") for line in RESULTS.read_text("utf-8").splitlines() if line.startswith("|")]
    for name, count in counted.items():
        (told,) = (row[3].strip() for row in rows if row[1].strip().startswith(name))
        assert told == count, name
