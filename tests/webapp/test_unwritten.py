"""Runs commands whose output cannot be written: one sentence, code 1, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full"),
]
RUN = [sys.executable, "-m", "webapp.cli"]
MATCH = ["match", "--first", "random", "--second", "random", "--games", "2", "--game", "tictactoe"]


def run(*words: str, **streams: object) -> tuple[int, str]:
    """Returns the code and what a command says on its error stream."""
    ran = subprocess.run([*RUN, *words], stderr=subprocess.PIPE, text=True, timeout=300, check=False, **streams)  # type: ignore[call-overload]
    return ran.returncode, str(ran.stderr)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["games", "--help"],
        ["textbook", "leaves", "3", "5"],
        ["textbook", "explain", "tictactoe", "51"],
        ["textbook", "compare", "tictactoe", "51"],
        ["check-game", "tictactoe", "--games", "2"],
        MATCH,
        [*MATCH, "--json"],
    ],
    ids=" ".join,
)
def test_a_full_output_is_one_sentence(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        code, said = run(*words, stdout=full)
    assert code == 1
    assert said.splitlines()[-1] == "Error: The output cannot be written: No space left on device."
    assert "Traceback" not in said
    assert "ignored" not in said


def test_a_reader_that_has_enough_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code, said = run("textbook", "explain", "tictactoe", "51", stdout=writer)
    os.close(writer)
    assert (code, said) == (1, "")


def test_a_closed_output_is_told() -> None:
    words = ["/bin/sh", "-c", '"$@" >&-', "sh", *RUN, "textbook", "leaves", "3", "5"]
    ran = subprocess.run(words, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert (ran.returncode, ran.stderr) == (1, "Error: There is no standard output to write to.\n")


def test_a_full_error_stream_breaks_nothing(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [*RUN, "textbook", "leaves", "3", "x"], stdout=subprocess.PIPE, stderr=full, timeout=300, check=False
        )
    assert ran.returncode in (1, 2)


@pytest.mark.parametrize("below", ["file", "loop", "long"])
def test_a_store_that_cannot_be_made_is_one_sentence(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    store = {"file": "file/games.jsonl", "loop": "loop/games.jsonl", "long": "a" * 300}[below]
    code, said = run(*MATCH, "--store", str(tmp_path / store), stdout=subprocess.DEVNULL)
    assert code in (1, 2)
    assert len(said.splitlines()) == 1
    assert said.startswith("Error: ")
