"""Holds that everybody tells the same version, and that the CHANGELOG begins with it."""

import re
from importlib.metadata import version
from pathlib import Path

from click.testing import CliRunner

from engine.version import __version__
from webapp.cli import main

CHANGELOG = Path(__file__).resolve().parents[1] / ".github" / "CHANGELOG.md"


def test_the_changelog_begins_with_the_version() -> None:
    assert re.findall(r"^## (\S+)$", CHANGELOG.read_text(), re.MULTILINE)[0] == __version__


def test_the_command_and_the_package_tell_the_version() -> None:
    assert __version__ in CliRunner().invoke(main, ["--version"]).output
    assert version("fourthought") == __version__
