"""Holds the READMEs true: commands exist and print the given text, the example runs, files and pictures exist."""

import os
import re
import shlex
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.version import __version__
from tests import results
from webapp.cli import main

ROOT = Path(__file__).resolve().parents[1]
ALL = {str(path.relative_to(ROOT)): path.read_text() for path in results.documents()}
README = ALL["README.md"]
_LINES = [line for text in ALL.values() for line in text.splitlines() if line.startswith("    fourthought ")]
COMMANDS = sorted({line.strip().removeprefix("fourthought ").split("   ")[0].strip() for line in _LINES})


def test_the_two_commands_come_first() -> None:
    blocks = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert blocks == [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/fourthought",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m tests",
    ]
    ci = (ROOT / ".ci" / "run").read_text()
    assert blocks[1].replace("pip install -e", "pip install --quiet --no-compile -e") in ci


LONG = ("arena", "bench", "cards", "check", "tree", "match", "prove", "backup", "restore", "cluster", "site")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_does_what_its_line_says(command: str) -> None:
    words = shlex.split(command)
    if words[0].startswith("--") or words[0] in LONG:
        asked = CliRunner().invoke(main, [*_named(words), "--help"])
        assert asked.exit_code == 0
        assert asked.stderr == ""
        assert all(word in asked.output for word in words if word.startswith("--"))
        return
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 0, run.output
    promised = {"solve": ["+18", "-15"], "leaves": ["Best the Maximizer can get: 3"], "analyse": ["wins in"]}
    for text in promised.get(words[words[0] == "textbook"], []):
        assert text in run.output


def _named(words: list[str]) -> list[str]:
    """Returns the words that name a command: a group is followed by a command of the group."""
    named: list[str] = []
    command: click.Command = main
    for word in words:
        found = command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
        if found is None:
            break
        command = found
        named.append(word)
    return named


@pytest.mark.parametrize("name", [*ALL, ".github/CONTRIBUTING.md"])
def test_every_command_named_exists_under_its_present_name(name: str) -> None:
    """Checks the text between back quotes as well as the lines to type; words in capitals are arguments."""
    text = (ROOT / name).read_text()
    for line in re.findall(r"(?:^    |`)fourthought ([a-z][^`\n]*)", text, re.MULTILINE):
        words = shlex.split(line.split("   ")[0])
        assert _named(words), line
        assert len(_named(words)) > 1 or words[0] not in ("bench", "database") or words[1:] == ["--help"], line


@pytest.mark.parametrize("name", [*ALL, ".github/CONTRIBUTING.md"])
def test_every_module_to_run_exists(name: str) -> None:
    for module in re.findall(r"python -m ((?:tests|webapp|engine)[\w.]*)", (ROOT / name).read_text()):
        place = ROOT / module.rstrip(".").replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module


def test_the_example_of_the_library_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert said.startswith("3\n")
    assert "Yellow wins with column 4." in said
    assert "% of the tree kept" in said


@pytest.mark.parametrize("name", ALL)
def test_every_picture_and_every_link_leads_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    links = re.findall(r"\[[^\]]*\]\(([^)#\s]*)(?:#([^)]*))?\)", ALL[name])
    for target, anchor in links:
        file = (folder / target).resolve() if target else ROOT / name
        assert file.is_file(), target
        if anchor:
            headings = [line.lstrip("# ") for line in file.read_text().splitlines() if line.startswith("#")]
            assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings], anchor


def test_every_test_that_a_document_names_exists() -> None:
    for name, text in ALL.items():
        for file, test in re.findall(r"(tests/[\w/]+\.py)::(\w+)", text):
            assert f"def {test}(" in (ROOT / file).read_text(), f"{name}: {file}::{test}"


def test_a_block_is_written_in_place_by_its_command() -> None:
    text = "Before.\n<!-- by: first -->\nold\n<!-- end -->\nBetween.\n<!-- by: second x -->\n<!-- end -->\n"
    outputs = {"first": "| a |\n", "second x": "plain\n"}
    done = results.rewritten(text, run=outputs.__getitem__)
    assert done == (
        "Before.\n<!-- by: first -->\n| a |\n<!-- end -->\nBetween.\n"
        "<!-- by: second x -->\n```text\nplain\n```\n<!-- end -->\n"
    )
    assert results.rewritten(done, "second", run=lambda _: "new").count("new") == 1
    assert results.commands(done) == ["first", "second x"]


@pytest.mark.parametrize(("name", "lines"), [("README.md", 110), ("engine/README.md", 250), ("webapp/README.md", 250)])
def test_the_three_readmes_are_short(name: str, lines: int) -> None:
    assert (ROOT / name).read_text().count("\n") <= lines


@pytest.mark.parametrize("name", ALL)
def test_every_file_named_exists_and_defines_what_is_named_with_it(name: str) -> None:
    text = ALL[name]
    for path in re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", text):
        assert _exists(path, ROOT / name), path
    walk = re.findall(r"`([\w/.]+\.(?:py|js))`: ((?:`[\w.]+`(?:, | and )?)+)", text)
    for path, names in walk:
        source = (ROOT / path).read_text()
        for stem in [word.split(".")[-1] for word in re.findall(r"`([\w.]+)`", names)]:
            kind = r"(def|class) " if path.endswith(".py") else r"^ *((export |async |static )*function |(async )?)"
            assert re.search(rf"{kind}{stem}\(|class {stem}\b", source, re.MULTILINE), f"{path} has no {stem}"
    if "## The life of" in text:
        assert len(walk) >= 8


_OF_READERS = {"index.html", "main.py", "mygame.py"}
"""Files that the documents' readers have or make."""
_BARE = re.compile(r"(?<![\w/.-])([a-z_]\w*\.(?:py|js|css|sh))\b")
_ASKED = re.compile(r"(?:-m long|pytest) (tests/[\w/.]+)")


def test_every_file_named_without_its_folder_exists() -> None:
    """Checks names such as ``groups.py``, and the files of a ``-m long``, which stand in the middle of a command."""
    there = {name for _, _, names in os.walk(ROOT) for name in names} | _OF_READERS
    named = [(name, said) for name, text in ALL.items() for said in _BARE.findall(text)]
    asked = [(name, path) for name, text in ALL.items() for path in _ASKED.findall(text) if path != "tests/PATH"]
    assert len(named) > 50
    assert [(name, said) for name, said in named if said not in there] == []
    assert [(name, path) for name, path in asked if not _exists(path, ROOT / name)] == []


def _exists(path: str, readme: Path) -> bool:
    """Returns whether ``path`` exists below the top or below the README's own folder."""
    return (ROOT / path).exists() or (readme.parent / path).exists()


CHANGELOG = Path(__file__).resolve().parents[1] / ".github" / "CHANGELOG.md"


def test_the_changelog_begins_with_the_version() -> None:
    assert re.findall(r"^## (\S+)$", CHANGELOG.read_text(), re.MULTILINE)[0] == __version__


def test_the_command_and_the_package_tell_the_version() -> None:
    assert __version__ in CliRunner().invoke(main, ["--version"]).output
    assert version("fourthought") == __version__


def test_the_tasks_are_found_from_the_readme_in_two_steps() -> None:
    """Checks that the README links the document of each task, and that the heading and the file exist."""
    page = ROOT / ".github" / "CONTRIBUTING.md"
    tasks = re.findall(
        r"^\| [^|]+ \| \[[^\]]+\]\(\.\./([^)#]+)(?:#([^)]+))?\) \| `([^`]+)` \|$", page.read_text(), re.MULTILINE
    )
    assert len(tasks) == 19
    for document, heading, file in tasks:
        assert (ROOT / file).is_file(), file
        text = (ROOT / document).read_text()
        above = ALL["README.md"] + ALL["webapp/README.md"]
        assert f"({document}" in above or f"({document.removeprefix('webapp/')})" in above, document
        titles = [line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")]
        assert not heading or heading in [re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in titles], heading
