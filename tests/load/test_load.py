"""Tests L1, L2 and C7 in short: counts, no timing. The full forms are ``python -m tests.load`` (README)."""

from collections import Counter
from pathlib import Path

from tests.load.neighbours import readers, reviewers
from tests.load.run import Plan, hold, serving, storm

LITTLE_THINKING = {"threads": 1, "ponder_seconds": 0.1, "think_seconds": 0.3, "minimum_reply": 0.05}


def test_everybody_is_served_beyond_the_cap_refused_in_words_and_all_come_back_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path, 24, module="tests.chaos.cheap_host", **LITTLE_THINKING) as server:
        with reviewers(server, 4, seconds=1):
            pass  # none is refused
        answers = Counter[int]()
        with readers(server, 2, answers, depth=2):
            outcome = hold(server, Plan(24, 8, 10, 120.0, beyond=8, enough=12))
        assert answers[200] > 0
        assert answers.keys() == {200}, "two at once never fill the line of eight"
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
