"""Tests C3: after a kill in the middle of games every acknowledged move is stored, no move twice."""

from pathlib import Path

import pytest

from tests.chaos import kill


def check(survived: kill.Survived) -> None:
    assert survived.tally.faults == (0, 0, 0)
    assert survived.tally.acknowledged >= 5 * survived.kills
    assert len(survived.back) == survived.kills


def test_a_kill(tmp_path: Path) -> None:
    """Kills a server with the tests' engine, which loads no kernels."""
    check(kill.run(tmp_path, 1, module="tests.chaos.cheap_host"))


@pytest.mark.long
def test_a_hundred_kills_of_the_engine_s_process(tmp_path: Path) -> None:
    check(kill.run(tmp_path, 100, of_engine=True))


@pytest.mark.long
def test_a_hundred_kills_on_each_kind_of_database(tmp_path: Path, database_url: str) -> None:
    check(kill.run(tmp_path, 100, database=database_url))
