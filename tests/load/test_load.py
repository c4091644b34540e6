"""Tests L1, L2 and C7 in short: counts, no timing. The full forms are ``python -m tests.load`` (README).

By day worlds crowd a server and kill it, and ``webapp/test_production.py`` fills one of the command's.
"""

from pathlib import Path

import pytest

from tests.load.__main__ import settings_for
from tests.load.run import Plan, hold, serving, storm
from webapp.settings import Settings

LITTLE_THINKING = {"threads": 1, "ponder_seconds": 0.1, "think_seconds": 0.3, "minimum_reply": 0.05}


@pytest.mark.long
def test_everybody_is_served_beyond_the_cap_refused_in_words_and_all_come_back_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path, "tests.chaos.cheap_host", connections=24, **LITTLE_THINKING) as server:
        outcome = hold(server, Plan(24, 8, 10, 120.0, beyond=8, enough=12))
        assert outcome.connected == 24
        assert outcome.refused_events == {}
        assert outcome.refused_lines == {}
        assert outcome.lost_lines == 0
        assert outcome.moves >= 5
        assert outcome.replies >= 1
        assert outcome.beyond == {"server_full": 8}
        _, outcome = storm(server, 24)
        assert outcome.connected == 24
        assert outcome.refused_events == {}


def test_a_school_comes_with_its_own_settings_and_a_class_with_the_defaults() -> None:
    assert settings_for(40)["game_rate"] == Settings().game_rate
    assert settings_for(2000)["connections"] == 2500
    assert settings_for(2000)["proxies"] == 0
