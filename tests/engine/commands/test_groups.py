"""Tests that the commands stand in groups, and that the names of earlier releases still work."""

import pytest
from click.testing import CliRunner

from engine.commands import MOVED
from webapp.cli import main

SCREEN = 44
"""Lines of 80 letters."""


def test_the_help_fits_a_screen_and_cuts_no_sentence() -> None:
    for command in ([], ["bench"]):
        lines = CliRunner().invoke(main, [*command, "--help"], terminal_width=80).output.splitlines()
        assert len(lines) <= SCREEN
        assert not [line for line in lines[1:] if line.endswith("...")]


def test_what_measures_is_listed_under_bench_alone() -> None:
    top, bench = (CliRunner().invoke(main, [*words, "--help"]).output for words in ([], ["bench"]))
    listed, measuring = (
        {line.split()[0] for line in text.splitlines() if line.startswith("  ")} for text in (top, bench)
    )
    assert {"analyse", "bench", "match", "why", "backup", "cluster"} <= listed
    assert {"book", "frontier", "ladder", "latency", "learning", "minds", "ponder", "puzzles", "race"} <= measuring
    assert {"regret", "signature", "student"} <= measuring
    assert not listed & {*MOVED, "signature", "learning"}


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_name_works_with_one_sentence_on_the_error_stream(old: str, new: tuple[str, ...]) -> None:
    before, now = (CliRunner().invoke(main, [*words, "--help"]) for words in ((old,), new))
    assert (before.exit_code, before.stdout) == (0, now.stdout)
    assert now.stderr == ""
    name = " ".join(new)
    assert before.stderr == f"fourthought {old} is now fourthought {name}; the old name answers for one more release.\n"


def test_bench_with_options_alone_is_the_signature_as_before() -> None:
    before = CliRunner().invoke(main, ["bench", "--without", "luck"])
    assert before.stderr.startswith("fourthought bench is now fourthought bench signature; the old name answers")
    assert "there is no technique 'luck'" in before.stderr.replace("There", "there")
    assert before.exit_code == 2
