from __future__ import annotations

from xml.etree import ElementTree

from engine.arena.figure import ladder_svg
from engine.arena.ratings import Rating

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
