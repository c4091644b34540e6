"""Tests that an output which cannot be written is one sentence and code 1, from every command; and interruptions."""

import os
import signal
import subprocess
import sys
import time
import tomllib
from importlib.abc import MetaPathFinder
from pathlib import Path
from pkgutil import resolve_name

import pytest
from click.testing import CliRunner

from tests.profiles import by_day
from tests.waiting import PATIENCE
from webapp.cli import main

pytestmark = pytest.mark.slow
FULL = Path("/dev/full")
RUN = [sys.executable, "-m", "webapp.cli"]
MATCH = ["match", "--first", "random", "--second", "random", "--games", "2", "--game", "tictactoe"]
AT_NIGHT = [
    ["--help"],
    ["settings", "--json"],
    ["doctor"],
    ["textbook", "leaves", "3 12 2 4"],
    ["textbook", "explain", "tictactoe", "519"],
    ["textbook", "compare", "tictactoe", "51"],
    ["check-game", "tictactoe", "--games", "2"],
    [*MATCH, "--json"],
]
GAME = '{"game": "tictactoe", "moves": [5, 1, 9]}\n'


def test_ctrl_c_while_modules_load_is_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(MetaPathFinder):
        def find_spec(self, fullname: str, *_: object) -> None:
            if fullname == "webapp.cli":
                raise KeyboardInterrupt

    script = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["scripts"][
        "fourthought"
    ]
    command = resolve_name(script)
    monkeypatch.delitem(sys.modules, "webapp.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit, match=r"^Aborted!$"):
        command()


def run(*words: str, given: str = "") -> tuple[int, str]:
    """Runs a command with its output into a full file. Returns the code and what was said beside."""
    with FULL.open("w") as out:
        done = subprocess.run(
            [*RUN, *words], input=given, stdout=out, stderr=subprocess.PIPE, text=True, timeout=300, check=False
        )
    return done.returncode, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["--version"], ""),
        (["games", "-"], GAME),
        *(pytest.param(words, "", marks=pytest.mark.long) for words in AT_NIGHT),
    ],
    ids=str,
)
def test_a_full_output_is_one_sentence(words: list[str], given: str) -> None:
    code, said = run(*words, given=given)
    assert code == 1, said
    assert said.splitlines()[-1] == "Error: The output cannot be written: No space left on device."
    assert "Traceback" not in said
    assert "Exception ignored" not in said


@pytest.mark.parametrize("locale", by_day(["C", "C.UTF-8"], 2))
def test_an_input_that_is_no_utf_8_is_said_to_be_so(locale: str) -> None:
    """The other commands are asked in ``test_odd_input.py``."""
    environ = {**os.environ, "LC_ALL": locale}
    given = "\ufeff4455\n".encode("utf-16")
    words = [*RUN, "textbook", "leaves"]
    done = subprocess.run(words, input=given, capture_output=True, env=environ, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"Error: The input is no text in UTF-8; save the file in UTF-8.\n"


def test_a_reader_that_has_enough_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [*RUN, "textbook", "explain", "tictactoe", "51"]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_closed_output_is_told_also_where_nothing_can_be_told() -> None:
    words = ["/bin/sh", "-c", '"$@" >&-', "sh", *RUN, "textbook", "leaves", "3", "5"]
    ran = subprocess.run(words, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert (ran.returncode, ran.stderr) == (1, "Error: There is no standard output to write to.\n")
    if FULL.exists():
        with FULL.open("w") as full:
            assert subprocess.run(words, stderr=full, timeout=300, check=False).returncode == 1


@pytest.mark.parametrize("store", ["file/games.jsonl", "loop/games.jsonl", "a" * 300])
def test_a_store_that_cannot_be_made_is_one_sentence(tmp_path: Path, store: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    ran = CliRunner().invoke(main, [*MATCH, "--store", str(tmp_path / store)])
    assert (ran.exit_code in (1, 2), len(ran.stderr.splitlines())) == (True, 1), ran.output
    assert ran.stderr.startswith("Error: ")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("threads", by_day(["2", "1"], 2))
def test_a_long_search_hears_an_interruption(threads: str) -> None:
    """The first position ends at once, and the second one never."""
    command = [*RUN, "solve", "--game", "connect4-10x10", "--threads", threads]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as solving:
        assert solving.stdin
        assert solving.stdout
        solving.stdin.write(b"121212\n1\n")
        solving.stdin.flush()
        assert solving.stdout.readline()
        time.sleep(0.5)  # so that the kernel runs; an earlier interruption would end it as well
        solving.send_signal(signal.SIGINT)
        try:
            _, said = solving.communicate(timeout=PATIENCE)
        finally:
            solving.kill()
    assert b"Traceback" not in said
