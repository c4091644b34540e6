"""Tests jobs on Ray: they survive workers, their machines survive the head, games need no head. Needs Ray."""

import pytest

import tests.postgres
from tests.chaos import machines

pytestmark = [
    pytest.mark.skipif(not machines.HAS_RAY, reason=machines.ABSENT),
    pytest.mark.skipif(not tests.postgres.can_start(), reason=tests.postgres.ABSENT),
    pytest.mark.long,
]


def test_jobs_are_the_same_before_and_after_a_death_of_the_head_and_games_need_none() -> None:
    """Leaves the head away for longer than the minute after which Ray ends all its processes."""
    survived = machines.run(75.0)
    print(*survived.report(), sep="\n")
    assert survived.tally.faults == (0, 0, 0)
    assert survived.cut == 0, "connections were cut by the death of the head"
    assert survived.moves_without_head >= 60
    assert survived.games >= 20
    assert survived.ladders == [True, True]
