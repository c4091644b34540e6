import io
import itertools
import os
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.arena.match import match, openings
from engine.arena.outside import fingerprint
from engine.arena.pipe import PipePlayer
from engine.arena.pipe_words import Info, Limits, read_info
from engine.arena.players import make_player
from engine.arena.protocol.serve import read_lines, serve
from engine.commands.matches import match as match_command
from engine.files import read_records
from engine.games import GameError, find
from engine.players import Clock, ForfeitError
from tests.waiting import PATIENCE

GAME = find("tictactoe")


def engine(tmp_path: Path, body: str) -> str:
    """Returns the command line of an outside engine, a loop with this body over each input ``line``."""
    script = tmp_path / "engine.py"
    script.write_text(f"import sys, time\nfor line in sys.stdin:\n    line = line.strip()\n{body}")
    return f'"{sys.executable}" -u "{script}"'


GREET = "    if line.startswith('game'): print('ok Tester')\n"


def test_positions_go_out_and_moves_come_in(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"    open({str(heard)!r}, 'a').write(line + chr(10))\n"
    body = GREET + note + "    if line == 'go': print('info 1'); print('move 5')\n"
    player = PipePlayer(GAME, engine(tmp_path, body))
    assert player.name == "Tester"
    player.begin(1)
    assert (player.move([1, 9]), player.move([])) == (5, 5)
    player.close()
    player.close()
    assert heard.read_text().splitlines() == ["game tictactoe", "position 19", "go", "position", "go", "quit"]


@pytest.mark.slow
@pytest.mark.parametrize(("body", "sentence"), [
    ("    if line == 'go': sys.exit(3)\n", "ended by itself, with exit code 3"),
    ("    if line == 'go': print('move 1')\n", "played 1, which is not legal after 1"),
    ("    if line == 'go': print('hello there')\n", 'answered "hello there"'),
    ("    if line == 'go': time.sleep(60)\n", 'gave no answer to "go" in 0.5 s'),
    pytest.param("    while line == 'go': print('info thinking')\n", 'gave no answer to "go" in 0.5 s',
                 marks=pytest.mark.long),
    ("    while line == 'go': print(end='x' * 9999)\n", 'gave no answer to "go" in 0.5 s'),
    ("    if line == 'go': print(end='move 5'); sys.exit(3)\n", "ended by itself, with exit code 3"),
    ("    if line == 'go': import os; os.close(1); time.sleep(60)\n", "closed its output"),
    ("    if line == 'go': print('move ' + '5' * 9999)\n", r'answered "move 5+[.]{3}" where'),
    ("    if line == 'go': print('move \u0665')\n", 'answered "move \u0665" where'),
])  # fmt: skip
def test_an_engine_that_does_not_play_on_forfeits_in_one_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    player = PipePlayer(GAME, engine(tmp_path, GREET + body), PATIENCE)
    player._patience = patience = 0.5 if "0.5" in sentence else PATIENCE
    with pytest.raises(ForfeitError, match=sentence):
        player.move([1])
    player._patience = PATIENCE  # a busy machine may need longer to start a program
    player.begin(2)  # it is started again for the next game
    player._patience = patience
    with pytest.raises(ForfeitError, match=sentence):
        player.move([1])


def say(data: bytes) -> str:
    return f"sys.stdout.buffer.write({data!r}); sys.stdout.flush()"


@pytest.mark.parametrize(("banner", "name"), [
    (b"ok Caf\xe9 engine\r\n", "Caf\ufffd engine"),
    (b"\xef\xbb\xbfok\tNul\x00\x1b[1m\n", "Nul\ufffd\ufffd[1m"),
    (b"info \xff\n\n" * 99 + b"ok [bold]Foo[/nope] :smile:\n", "[bold]Foo[/nope] :smile:"),
])  # fmt: skip
def test_any_bytes_are_read_and_shown_as_they_are(tmp_path: Path, banner: bytes, name: str) -> None:
    body = (
        f"    if line.startswith('game'): {say(banner)}\n    if line == 'go': {say(b'info caf' + bytes([233, 10]))}; "
    )
    command = engine(tmp_path, body + "print('move 77')\n")
    options = ["--game", "tictactoe", "--first", "simple", "--second", f"pipe:{command}", "--games", "1"]
    result = CliRunner().invoke(match_command, options, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert f"simple against {name}" in result.output


@pytest.mark.parametrize("said", ["Welcome to FooEngine 1.0", "move 5", "okay"])
def test_a_banner_before_the_protocol_is_told_word_for_word(tmp_path: Path, said: str) -> None:
    with pytest.raises(GameError, match=f'said "{said}" where "ok NAME" was due'):
        PipePlayer(GAME, engine(tmp_path, f"    print({said!r})\n"))


def test_a_move_that_nobody_asked_for_costs_the_game(tmp_path: Path) -> None:
    player = PipePlayer(GAME, engine(tmp_path, GREET + "    if line == 'go': print('move 5\\nmove 6')\n"))
    assert player.move([]) == 5
    lines = player._process.line(time.monotonic() + PATIENCE)  # type: ignore[union-attr]
    player._process._lines.put(lines)  # type: ignore[union-attr]
    with pytest.raises(ForfeitError, match='said "move 6" where no move was asked for'):
        player.move([5, 1])


def test_a_wrapper_goes_with_the_engine_that_it_has_started(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    inner = engine(tmp_path, GREET + f"    if line == 'go': open({str(alive)!r}, 'w').write('x'); time.sleep(600)\n")
    wrapper = tmp_path / "wrap.sh"
    wrapper.write_text(f"#!/bin/sh\nexec 3>{alive}\n{inner}\nexit $?\n")
    wrapper.chmod(0o700)
    ended: list[str] = []
    watcher = threading.Thread(target=lambda: ended.append(alive.read_text()))
    watcher.start()
    player = PipePlayer(GAME, str(wrapper))
    player._patience = 0.2
    with pytest.raises(ForfeitError, match="gave no answer"):
        player.move([])
    watcher.join(PATIENCE)
    assert ended, "no process holds the pipe any more"


@pytest.mark.parametrize("head", ["#!/bin/sh", "#!/bin/sh -e", "#!/usr/bin/env bash"])
@pytest.mark.parametrize(
    "body",
    ["exec {program}", "python3 {program}", 'python3 "$(dirname "$0")/program"', "java -jar '{program}' || exit"],
)
def test_a_new_build_behind_a_wrapper_is_another_engine(tmp_path: Path, head: str, body: str) -> None:
    wrapper, program, found = tmp_path / "wrap.sh", tmp_path / "program", set()
    wrapper.write_text(f"{head}\n{body.format(program=program)}\n")
    for text in ("one", "two"):
        program.write_text(text)
        found.add(fingerprint(str(wrapper)))
    assert len(found) == 2


@pytest.mark.parametrize(("lines", "answers"), [
    ("go", "error"),
    ("game tictactoe,go", "ok error"),
    ("game tictactoe,position 1,go,position 1x,go,go,position 1,go", "ok move error error move"),
    ("game tictactoe,position 1,go,game foo,position,go,game tictactoe,go", "ok move error error ok error"),
    ("game tictactoe,position 1,dance,go", "ok error"),
    ("position 1,game tictactoe,go", "ok error"),
])  # fmt: skip
def test_a_refused_line_leaves_no_earlier_state_in_force(lines: str, answers: str) -> None:
    said: list[str] = []
    serve(lines.split(","), said.append, "Us", lambda game, moves, search: 5)
    assert [line.split()[0] for line in said if not line.startswith("info")] == answers.split()


LINES = st.sampled_from(
    ["game tictactoe", "game nim", "game", "position", "position 1", "position 15,x", "go", "go now"]
)


@given(st.lists(LINES | st.text(max_size=30).filter(lambda text: text.split()[:1] != ["quit"]), max_size=20))
def test_any_lines_in_any_order_have_one_answer_for_each_question(lines: list[str]) -> None:
    said: list[str] = []
    serve(lines, said.append, "Us", lambda game, moves, search: 5)
    asked = [line.removeprefix("\ufeff").split()[:1] for line in lines]
    answers = [line for line in said if not line.startswith("info")]
    assert len(answers) == sum(word in (["game"], ["go"]) for word in asked)
    assert not any("\n" in line for line in said)


def test_of_a_line_without_end_only_a_piece_is_read() -> None:
    lines = list(read_lines(io.StringIO("go\n" + "position " + "1" * 99_999 + "\nquit\n")))
    assert [lines[0], lines[2]] == ["go\n", "quit\n"]
    assert len(lines) == 3
    assert len(lines[1]) < 99


def test_a_match_counts_forfeits_as_losses_and_ends_after_three(tmp_path: Path) -> None:
    player = PipePlayer(GAME, engine(tmp_path, GREET + "    if line == 'go': print('move 77')\n"))
    seen = []

    def watch() -> None:
        for played, is_first in match(GAME, player, make_player(GAME, "simple"), openings(GAME, "random", 1)):
            seen.append((played.points(is_first), bool(played.forfeit)))

    with pytest.raises(GameError, match="ends after 3 forfeited games in a row: the outside engine played 77"):
        watch()
    player.close()
    assert seen == [(0.0, True)] * 3


def test_an_engine_that_cannot_begin_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot be started"):
        make_player(GAME, "pipe:there-is-no-such-command")
    with pytest.raises(GameError, match="does not play Tic-Tac-Toe: only chess"):
        make_player(GAME, "pipe:" + engine(tmp_path, "    if line.startswith('game'): print('error only chess')\n"))
    with pytest.raises(GameError, match="ended by itself"):
        make_player(GAME, f'pipe:"{sys.executable}" -c ""')
    with pytest.raises(GameError, match="there is no player '11'"):
        make_player(GAME, 11)


def test_our_engine_is_an_outside_engine_too() -> None:
    said: list[str] = []
    lines = ["game tictactoe", "position 19", "go", "dance", "position 11", "position 1524", "go"]
    lines += ["game slippery-tictactoe", "position 5", "go", "quit", "go"]
    serve(lines, said.append, "Us", lambda game, moves, search: len(moves) + 1)
    assert said.pop(0) == "info protocol 2"
    assert said[:2] == ["ok Us", "move 3"]
    assert said[2].startswith("info there is no command 'dance'")
    assert said[3].startswith("info move 2: ")  # square 1 is taken
    assert said[4:6] == ["move 5", "ok Us"]
    assert said[6:] == ["error a lot is to be drawn here: there is no move to play"]


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    heard, store = tmp_path / "heard", tmp_path / "games.jsonl"
    tell = f"    open({str(heard)!r}, 'a').write(line + chr(10))\n"
    body = GREET + tell + "    if line.startswith('position'): free = [c for c in '123456789' if c not in line]\n"
    command = engine(tmp_path, body + "    if line == 'go': print('move', free[0])\n")
    one, two = make_player(GAME, "simple"), PipePlayer(GAME, command)
    starts = list(itertools.islice(openings(GAME, "random", 1, 2), 4))
    before = list(match(GAME, one, two, starts[:3], store=store))
    asked = heard.read_text().count("go\n")
    after = list(match(GAME, one, two, starts, store=store))
    two.close()
    assert after[:3] == before
    assert len(list(read_records(store))) == 4
    again = heard.read_text().count("go\n") - asked
    assert 0 < again <= 4  # the last game alone was played
    assert len({record["name"] for record in read_records(store)}) == 4


def test_the_command_reports_a_match(tmp_path: Path) -> None:
    command = engine(tmp_path, GREET + "    if line == 'go': print('move 77')\n")
    result = CliRunner().invoke(
        match_command, ["--game", "tictactoe", "--first", "simple", "--second", f"pipe:{command}", "--games", "2"]
    )
    assert result.exit_code == 0, result.output
    assert result.output.count("is forfeited: the outside engine played 77") == 2
    assert "simple against Tester" in result.output
    shown = CliRunner().invoke(
        match_command, ["--game", "tictactoe", "--first", "simple", "--second", "random", "--games", "2", "--show"]
    )
    assert "game 2, random against simple: " in shown.output
    assert shown.output.count("X") > 10


SECOND = """    if line.startswith('game'): print('info protocol 2'); print('ok Tester')
    elif line.startswith('protocol'): print(line)
    elif line.startswith(('go ponder', 'position', 'clock', 'stop')): print('ok')
    elif line.startswith(('go', 'ponderhit')): print('info depth 3 nodes 70 value 0.5 line 5,1,9'); print('move 5')
"""


def test_an_engine_of_version_2_gets_limits_and_ponders(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"    open({str(heard)!r}, 'a').write(line + chr(10))\n"
    infos: list[Info] = []
    player = PipePlayer(GAME, engine(tmp_path, note + SECOND), inform=infos.append)
    assert player.version == 2
    player.limits = Limits(0.5, 900, Clock((60.0, 55.5), (1.0, 1.0)))
    assert player.move([]) == 5
    player.ponder([5])  # the engine expects 1 and then plays 9
    player.limits = Limits()
    with pytest.raises(ForfeitError, match="played 5, which is not legal after 51"):
        player.move([5, 1])
    assert infos[0] == Info(3, 70, 0.5, (5, 1, 9))
    told = ["game tictactoe", "protocol 2", "position", "clock 60 55.5 1 1", "go movetime 0.5 nodes 900"]
    assert heard.read_text().splitlines() == [*told, "position 5", "go ponder 1", "ponderhit", "quit"]


def test_another_move_than_the_one_pondered_on_begins_anew(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"    open({str(heard)!r}, 'a').write(line + chr(10))\n"
    player = PipePlayer(GAME, engine(tmp_path, note + SECOND))
    player.ponder([2])  # nothing is expected yet
    assert player.move([2, 4]) == 5
    player.close()
    assert heard.read_text().splitlines()[2:] == ["position 2", "go ponder", "position 24", "go", "quit"]


def test_a_match_shows_what_an_engine_tells(tmp_path: Path) -> None:
    body = SECOND.replace("'move 5'", "'move', 10 - 5")
    options = ["--game", "tictactoe", "--first", f"pipe:{engine(tmp_path, body)}", "--second", "simple", "--games", "1"]
    result = CliRunner().invoke(match_command, [*options, "--show"])
    assert "Tester: depth 3, 70 positions, +0.50, 5 1 9" in result.stderr


@given(st.text(max_size=60) | st.from_regex(r"info (depth|nodes|value|line) [-0-9a-z.,]{1,9}", fullmatch=True))
def test_any_information_is_read_or_passed_over(text: str) -> None:
    info = read_info(text)
    assert info is None or read_info(info.text()) is not None or info == Info()
