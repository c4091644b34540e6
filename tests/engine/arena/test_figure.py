from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engine.arena.figure import ladder_svg, tree_svg
from engine.arena.pondering.tree_sizes import TreeSizes, tree_sizes
from engine.arena.ratings import Rating
from engine.games import find, replay
from engine.mind.search.kernels import KERNEL_CACHE

SPACE = "{http://www.w3.org/2000/svg}"


def test_the_figure_is_a_picture_of_the_ratings() -> None:
    ratings = [Rating(0, 0.0, 0.0, 10), Rating(1, 120.4, 30.0, 10), Rating(2, 260.0, 28.0, 10)]
    svg = ElementTree.fromstring(ladder_svg("Connect Four", {0: "random", 1: "level 1", 2: "level 2"}, ratings))
    bars = [float(bar.get("width", "0")) for bar in svg.iter(f"{SPACE}rect")]
    assert bars == sorted(bars)
    assert len(bars) == 3
    texts = [text.text for text in svg.iter(f"{SPACE}text")]
    assert "120 ± 30" in texts
    assert "level 2" in texts


def test_each_move_has_a_bar_for_its_tree_for_what_it_kept_and_for_what_it_pruned() -> None:
    game = [TreeSizes(0, 4, 1_000, 100, 899), TreeSizes(1, 4, 100, 100, 0), TreeSizes(2, 3, 9_999, 1, 9_998)]
    svg = ElementTree.fromstring(tree_svg("A game", game))
    heights: dict[str, list[float]] = {}
    for bar in svg.iter(f"{SPACE}rect"):
        heights.setdefault(bar.get("class", ""), []).append(float(bar.get("height", "0")))
    assert heights["all"][1:] == pytest.approx([150, 100, 200], abs=0.2)  # the first is the legend's
    assert heights["kept"][1:] == pytest.approx([100, 100, 2], abs=0.2)
    assert heights["cut"][1:] == pytest.approx([147.7, 2, 200], abs=0.2)
    assert [text.text for text in svg.iter(f"{SPACE}desc")] == ["Over 3 moves 201 nodes were kept and 10,897 pruned."]


@pytest.mark.slow
def test_a_tree_is_followed_from_the_first_move_to_the_last() -> None:
    game = find("connect4-5x4")
    KERNEL_CACHE.warm_up(game)
    taken = list(tree_sizes(game, 3, 20_000, 1))
    assert taken == list(tree_sizes(game, 3, 20_000, 1))
    assert game.outcome(replay(game, [step.move for step in taken])) is not None
    assert [step.ply for step in taken] == list(range(len(taken)))
    assert all(0 <= step.size - step.kept - step.pruned <= 1 for step in taken)
    assert max(step.pruned for step in taken) > 20
