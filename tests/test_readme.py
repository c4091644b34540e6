"""The README is true: its commands exist and print what it says, its example runs, its pictures are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main

README = (Path(__file__).resolve().parents[1] / "README.md").read_text()
COMMANDS = [
    line.strip().removeprefix("fourthought ").split("   ")[0].strip()
    for line in README.splitlines()
    if line.startswith("    fourthought ")
]


def test_the_two_commands_come_first() -> None:
    blocks = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert blocks == [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/fourthought",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m tests",
    ]
    ci = (Path(__file__).resolve().parents[1] / ".ci" / "run").read_text()
    assert blocks[1].replace("pip install -e", "pip install --quiet -e") in ci


LONG = ("ladder", "match", "regret", "ponder-report", "ponder-match", "race", "backup", "restore")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_does_what_its_line_says(command: str) -> None:
    words = shlex.split(command)
    if words[0].startswith("--") or words[0] in LONG:
        asked = CliRunner().invoke(main, ["--help"] if words[0].startswith("--") else [words[0], "--help"])
        assert asked.exit_code == 0
        assert all(word in asked.output for word in words if word.startswith("--"))
        return
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 0, run.output
    promised = {"solve": ["+18", "-15"], "leaves": ["Best the Maximizer can get: 3"], "analyse": ["wins in"]}
    for text in promised.get(words[0], []):
        assert text in run.output


def test_the_example_of_the_library_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    (said,) = re.findall(r'# "(Column [^"]*)"', program)
    assert capsys.readouterr().out.strip() == said


def test_every_picture_is_in_the_repository() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        assert (Path(__file__).resolve().parents[1] / picture).is_file(), picture
