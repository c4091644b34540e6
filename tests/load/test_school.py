"""Lets a class of 40 behind one address in with the defaults, each with a game. ``python -m tests.load`` has more."""

from pathlib import Path

from tests.load.run import Plan
from tests.load.school import school, settings_for
from webapp.settings import Settings


def test_a_class_behind_one_address_sits_down_with_the_defaults(tmp_path: Path) -> None:
    plan = Plan(40, 40, 20, 60.0, shares=True, enough=20)
    little = {"threads": 1, "ponder_seconds": 0.1, "think_seconds": 0.3}
    outcome = school(tmp_path, plan, "tests.chaos.cheap_host", little)
    assert outcome.connected == 40
    assert len(outcome.back) >= 40
    assert outcome.refused_events == {}
    assert outcome.refused_lines == {}
    assert outcome.lost_lines == 0


def test_the_settings_are_those_of_the_product() -> None:
    assert settings_for(40)["game_rate"] == Settings().game_rate
    assert settings_for(2000)["connections"] == 2500
    assert settings_for(2000)["proxies"] == 0
