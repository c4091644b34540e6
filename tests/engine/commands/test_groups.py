"""Tests that the commands stand in groups, and what a wheel says of those that it lacks."""

import importlib.util

import pytest
from click.testing import CliRunner

from engine.commands import CARD_MAKERS, commands
from engine.workshop.cards.commands import MAKERS
from webapp.cli import main
from webapp.commands.sentences import FriendlyGroup

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
    assert not listed & {"book", "ladder", "ponder", "puzzles", "signature", "learning", "host", "explain"}


def test_without_the_workshop_one_sentence_says_where_its_commands_are(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "engine.workshop" else find(name))
    found = {str(command.name): command for command in commands()}
    for words in (["bench"], ["bench", "ladder", "--openings", "3"], *(["cards", name, "x"] for name in CARD_MAKERS)):
        run = CliRunner().invoke(found[words[0]], words[1:])
        assert run.exit_code == 2
        assert "is in the source package, not in a wheel" in run.output
    assert "is in the source package" in CliRunner().invoke(found["bench"], ["--help"]).output
    group = FriendlyGroup()
    group.add_section("Games", lambda: [*found.values()])
    listed = CliRunner().invoke(group, ["--help"]).output
    assert "  analyse " in listed
    assert "  bench" not in listed


def test_the_makers_of_cards_are_those_that_a_wheel_knows_of() -> None:
    assert tuple(sorted(str(command.name) for command in MAKERS)) == CARD_MAKERS
