"""Plays a short match at equal processor time, and reads it from its file again."""

import json
import sys
from pathlib import Path

import pytest

from engine.workshop.bench.equal_time import main


def test_a_match_plays_every_opening_with_both_colours_and_goes_on_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.jsonl"
    command = f"{sys.executable} -m webapp.cli engine --level 1"
    said = []
    for _ in range(2):
        main("connect4-8x8", 2, 0.001, store, command)
        said.append(capsys.readouterr().out.splitlines())
    (score, seconds), (again,) = said
    assert score == again
    assert score.startswith("connect4-8x8 2 games against Fourthought level 1: ")
    assert seconds.startswith("seconds a move: ")
    first, second = (json.loads(line) for line in store.read_text("utf-8").splitlines() if line)
    assert first["moves"][:6] == second["moves"][:6]
    assert first["players"] == second["players"][::-1] == ["level 10", "Fourthought level 1"]
