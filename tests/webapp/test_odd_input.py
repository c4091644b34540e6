"""Gives commands and readers odd input, and expects one sentence as the answer."""

import contextlib
import json
import lzma
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cards.play import SHIPPED
from engine.games import GameError
from engine.games.formats.records import read_games
from tests.profiles import by_day
from tests.waiting import PATIENCE
from webapp.cli import main


def refused(*words: str, given: str | bytes | None = None) -> str:
    """Returns the one sentence with which a command is refused."""
    ran = CliRunner().invoke(main, list(words), input=given)
    assert ran.exit_code == 2, ran.output
    assert ran.stderr.count("\n") == 1
    assert len(ran.stderr) < 600
    return ran.stderr


@pytest.mark.parametrize(
    ("player", "words"),
    [*((name, "There is no player") for name in ("9" * 5000, "0" * 5000, "11", "-1", "\u0663", "level 3")),
     ("pipe:", "names no command"), ("pipe:  ", "names no command"), ("net:x:99999", "cannot be read")],
)  # fmt: skip
def test_players_that_do_not_exist(player: str, words: str) -> None:
    assert words in refused("match", "--game", "tictactoe", "--first", player, "--second", "1")


def test_levels_of_many_digits() -> None:
    echo = f"{sys.executable} -V"
    assert "levels from 1 to 10" in refused("arena", f"a={echo}", f"b={echo}", "--levels", "9" * 5000)


@pytest.mark.parametrize("text", ["4455", "ä"])
def test_bytes_that_are_no_utf_8_are_told_by_every_command(text: str) -> None:
    for words in (["textbook", "leaves"], ["solve"], ["games"]):
        for given in (text.encode("utf-16"), text.encode("utf-8") + b"\xff\n"):
            assert "no text in UTF-8" in refused(*words, given=given)


@pytest.mark.parametrize(
    "record",
    [
        {"game": "tictactoe", "moves": "\0"},
        {"game": "tictactoe", "moves": [1, {}]},
        {"game": "tictactoe", "moves": [True]},
        {"game": "tictactoe", "moves": [1.5]},
        {"game": "tictactoe", "moves": None},
        {"game": "tictactoe", "moves": [[1]]},
        {"game": "tictactoe", "moves": ["9" * 6000]},
        {"game": [], "moves": []},
        {"game": "x" * 5_000_000, "moves": []},
        {"game": "tictactoe", "moves": [5], "players": [1, 2, 3]},
        {"game": "tictactoe", "moves": [5], "players": 5},
        {"game": "tictactoe"},
        {"moves": [5]},
    ],
)
def test_records_of_another_form_are_told_in_words(record: dict[str, object]) -> None:
    with pytest.raises(GameError, match=r"^line 1: ") as found:
        list(read_games([json.dumps(record)]))
    assert len(str(found.value)) < 500
    for words in ("int()", "literal", "unpack", "unhashable", "object is", "sys."):
        assert words not in str(found.value)


@pytest.mark.parametrize(
    "line", ["{bad", '{"game": "tictactoe", "moves": [' + "1" * 5000 + "]}", '{"a": 1}}', "x" * 5_000_000, "{}"]
)
def test_lines_that_are_no_records_are_told_in_words(line: str) -> None:
    with pytest.raises(GameError, match=r"^line 1: ") as found:
        list(read_games([line]))
    assert len(str(found.value)) < 500


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "\n", "{}\n", "[1]\n", '{"claim": 1}\n', '{"a": ' * 100_000, "\x00\n"], ids=range(7)
)
def test_a_file_of_something_else(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    assert "is no file of proofs" in refused("check", str(file))
    if text.strip():
        assert "give another file" in refused("prove", "5x4", "44", "--out", str(file))
        assert file.read_text() == text
        assert "ine 1" in refused("games", str(file))


@pytest.mark.parametrize("text", ["", "\n", "4453\n", "[" * 200_000])
def test_every_command_that_reads_cards_refuses_another_file_by_its_own_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    for words in (["check"], ["deck"], ["export"], ["race"], ["resist"], ["table"]):
        folder = [str(tmp_path / "out")] if words[0] in ("deck", "export") else []
        with contextlib.chdir(tmp_path):
            assert refused("cards", *words, "file", *folder).startswith("Error: file")
    shipped = SHIPPED / "4x4.cards"
    assert "file to compare with is no file of cards" in refused("cards", "race", str(shipped), "--against", str(file))


@pytest.mark.skipif(sys.platform == "win32", reason="devices and pipes with names")
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "pipe"])
def test_a_device_and_a_pipe_without_a_writer_are_no_files(tmp_path: Path, name: str) -> None:
    name = str(tmp_path / name)  # a device keeps its own name
    writes = [("match", "--store", name), ("prove", "5x4", "--out", name), ("autograder", "gradescope", name)]
    reads = [("check", name), ("cards", "check", name), ("games", name), ("tree", name), ("database", "import", name),
             ("doctor", "--settings", name), ("grade", name)]  # fmt: skip
    if not name.startswith("/dev/"):
        os.mkfifo(name)
        reads.clear()  # a pipe can be read: cards check <(xzcat FILE)
    for words in (*writes, *reads):
        assert f"{name} is no file" in refused(*words)
    if reads:
        assert "too large for a network" in refused("match", "--first", f"net:{name}", "--game", "connect4")


@pytest.mark.parametrize("text", ["print(1)\n", "\0" * 300, "9" * 6000, '"x"\n', "[]", "\ufeff{}"], ids=range(6))
def test_what_somebody_else_has_written_is_not_written_to(tmp_path: Path, text: str) -> None:
    file = tmp_path / "search.py"
    file.write_text(text)
    assert "something else than results" in refused("match", "--game", "tictactoe", "--store", str(file))
    assert "is no package" in refused("autograder", "gradescope", str(file))
    assert file.read_text() == text


@pytest.mark.parametrize(
    "changed",
    [{"moves": None}, {"moves": "x"}, {"moves": [1, "a"]}, {"moves": [[1]]}, {"moves": 5}, {"moves": [1]}, {"a": 1}],
)
def test_a_store_whose_games_have_another_form(tmp_path: Path, changed: dict[str, object]) -> None:
    store, words = tmp_path / "store", ["match", "--game", "tictactoe", "--first", "random", "--second", "random"]
    words += ["--games", "1", "--store", str(store)]
    assert CliRunner().invoke(main, words).exit_code == 0
    record = json.loads(store.read_text())
    if "a" in changed:
        del record["moves"]
    store.write_text(json.dumps(record | changed))
    assert "store of results holds a game that" in refused(*words)
    if changed != {"moves": [1]}:  # in an arena a game may be broken off
        (tmp_path / "games.jsonl").write_text(json.dumps(record | changed | {"round": 1}))
        arena = ["arena", f"a={sys.executable}", f"b={sys.executable}", "--out", str(tmp_path), "--unconfined"]
        ran = CliRunner().invoke(main, [*arena, "--game", "tictactoe"])
        assert (ran.exit_code, "holds a game that cannot be read" in ran.stderr) == (2, True)
    store.write_text(json.dumps(record | {"name": [1]}) + "\n\0\0\n[1]\n{" + '"a":{' * 100_000)
    assert CliRunner().invoke(main, words).exit_code == 0


def test_a_name_with_a_line_break_stays_in_its_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a\nb\x1b]0;c\x07"
    file.write_text("4453")
    assert "a b\ufffd]0;c\ufffd is no file of proofs" in refused("check", str(file))


def test_an_archive_of_a_few_bytes_that_holds_very_many(tmp_path: Path) -> None:
    packer = lzma.LZMACompressor(preset=0)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(256)) + packer.flush()
    (tmp_path / "file").write_bytes(packed)
    tracemalloc.start()
    try:
        assert "is no file of cards" in refused("cards", "check", str(tmp_path / "file"))
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *((words, "cannot be started: No such file or directory.") for words in
          (("check-engine", "/nothing/here"), ("match", "--first", "pipe:/nothing/here"))),
        *((("bot", "--level", "1", "--code", "KRMTX", "--at", at), "address is such as") for at in
          ("http://[::1", "http://127.0.0.1:99999", "ftp://example.org", "", "http://")),
        (("bot", "--level", "1", "--game", "nonexist"), "twelve letters and digits"),
        (("bot", "--level", "1", "--code", "KRMTX", "--movetime", "nan"), "is no number"),
        (("autograder", "gradescope", "x.zip", "--decay", "nan"), "is no number"),
        (("games", "--game", "chess"), "no game called 'chess'"),
        (("match", "--first", "net:", "--second", "1"), "names no file"),
        (("database", "status", "--database", "sqlite:////"), "is a folder"),
        *(((*words, "a\udcff"), "is no text in UTF-8") for words in
          (("forget",), ("database", "status", "--database"))),
        (("solve", "--table-mb", "1048576", "44"), "memory"),
    ],
)  # fmt: skip
def test_what_a_command_cannot_use_is_refused_before_it_begins(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words, given="")


@pytest.mark.skipif(sys.platform == "win32", reason="a device of that name")
def test_an_arena_without_a_folder_to_write_to_does_not_begin() -> None:
    ran = CliRunner().invoke(main, ["arena", "--out", "/dev/null/x", "a=true", "b=true"])
    assert (ran.exit_code, "cannot be used" in ran.stderr, "Traceback" in ran.stderr) == (1, True, False)


def test_the_first_setting_of_a_file_from_windows_counts(tmp_path: Path) -> None:
    file = tmp_path / "school.env"
    file.write_bytes(b"\xef\xbb\xbfFOURTHOUGHT_CONNECTIONS=many\r\n")
    assert "FOURTHOUGHT_CONNECTIONS is 'many'" in refused("doctor", "--settings", str(file))


def test_a_name_of_a_game_keeps_its_small_letter() -> None:
    assert refused("why", "--game", "nim", "1").startswith("Error: nim has no exact solver")


@pytest.mark.parametrize("words", by_day([["solve"], ["games"], ["tree", "-"]], 3))
def test_a_closed_input_is_an_empty_one(words: list[str]) -> None:
    closed = (
        "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'webapp.cli', *sys.argv[1:]])"
    )
    command = [sys.executable, "-c", closed, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == (2 if words[0] == "tree" else 0), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such file here")
def test_what_cannot_be_read_is_not_called_an_output() -> None:
    ran = CliRunner().invoke(main, ["check", "/proc/self/mem"])
    assert ran.exit_code == 1
    assert "output cannot be written" not in ran.stderr


@pytest.mark.parametrize("position", ["1234,5", "5,4321"])
def test_a_position_that_lacks_a_comma(position: str) -> None:
    assert "one stands between any two moves" in refused("textbook", "explain", "connect4", position)
