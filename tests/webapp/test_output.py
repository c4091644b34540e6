"""Tests that an output which cannot be written is one sentence and code 1, from every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
GAME = '{"game": "tictactoe", "moves": [5, 1, 9]}\n'


def run(*words: str, given: str = "", output: Path = FULL) -> tuple[int, str]:
    """Runs a command with its output into a file. Returns the code and what was said beside."""
    with output.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "webapp.cli", *words],
            input=given,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["--version"], ""),
        (["--help"], ""),
        (["settings"], ""),
        (["settings", "--json"], ""),
        (["doctor"], ""),
        (["textbook", "leaves", "3 12 2 4"], ""),
        (["textbook", "leaves"], "3 12 2 4"),
        (["textbook", "explain", "tictactoe", "519"], ""),
        (["games", "-"], GAME),
    ],
    ids=str,
)
def test_a_full_output_is_one_sentence(words: list[str], given: str) -> None:
    code, said = run(*words, given=given)
    assert code == 1, said
    assert said.splitlines()[-1] == "Error: The output cannot be written: No space left on device."
    assert "Traceback" not in said
    assert "Exception ignored" not in said


@pytest.mark.slow
def test_a_reader_that_has_read_enough_is_no_error() -> None:
    words = [sys.executable, "-m", "webapp.cli", "settings"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.close()
        assert writer.stderr.read() == ""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize("words", [["textbook", "leaves"], ["games", "-"], ["solve"]], ids=str)
def test_an_input_that_is_no_utf_8_is_said_to_be_so(words: list[str], locale: str) -> None:
    command = [sys.executable, "-m", "webapp.cli", *words]
    environ = {**os.environ, "LC_ALL": locale}
    given = "\ufeff4455\n".encode("utf-16")
    done = subprocess.run(command, input=given, capture_output=True, env=environ, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"Error: The input is no text in UTF-8; save the file in UTF-8.\n"
