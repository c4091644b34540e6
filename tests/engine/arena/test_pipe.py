from __future__ import annotations

import itertools
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.arena.jsonl import read_records
from engine.arena.match import match
from engine.arena.openings import openings
from engine.arena.pipe import ForfeitError, PipePlayer, serve
from engine.arena.players import LevelPlayer, make_player
from engine.commands.matches import match as match_command
from engine.commands.matches import outside_engine
from engine.games import GameError, find
from engine.mind.plans.budgets import Budgets

GAME = find("tictactoe")


def engine(tmp_path: Path, body: str) -> str:
    """Returns the command line of an outside engine, a loop with this body over each input ``line``."""
    script = tmp_path / "engine.py"
    script.write_text(f"import os, sys, time\nfor line in sys.stdin:\n    line = line.strip()\n{body}")
    return f'"{sys.executable}" -u "{script}"'


GREET = "    if line.startswith('game'): print('ok Tester')\n"


def test_positions_go_out_and_moves_come_in(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"    open({str(heard)!r}, 'a').write(line + chr(10))\n"
    body = GREET + note + "    if line == 'go': print('info 1'); print('move 5')\n"
    player = PipePlayer(GAME, engine(tmp_path, body))
    assert player.name == "Tester"
    player.begin(1)
    assert player.move([1, 9]) == 5
    assert player.move([]) == 5
    player.close()
    player.close()
    assert heard.read_text().splitlines() == ["game tictactoe", "position 19", "go", "position", "go", "quit"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("    if line == 'go': sys.exit(3)\n", "ended by itself, with exit code 3"),
        ("    if line == 'go': print('move 1')\n", "played 1, which is not legal after 1"),
        ("    if line == 'go': print('hello there')\n", 'answered "hello there"'),
        ("    if line == 'go': time.sleep(60)\n", 'gave no answer to "go" in 0.5 s'),
    ],
)
def test_an_engine_that_does_not_play_on_forfeits_in_one_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    player = PipePlayer(GAME, engine(tmp_path, GREET + body), 10.0)
    player._patience = patience = 0.5 if "0.5" in sentence else 10.0
    with pytest.raises(ForfeitError, match=sentence):
        player.move([1])
    player._patience = 10.0  # a busy machine may need longer to start a program
    player.begin(2)  # it is started again for the next game
    player._patience = patience
    with pytest.raises(ForfeitError, match=sentence):
        player.move([1])


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


def answers_of(*lines: str) -> list[str]:
    """Returns what the engine's end of the protocol says, without its information lines."""
    said: list[str] = []
    serve(lines, said.append, "Us", lambda game, moves: len(moves) + 1)
    return [line for line in said if not line.startswith("info")]


def test_our_engine_is_an_outside_engine_too() -> None:
    lines = ["game tictactoe", "position 19", "go", "position 1524", "go"]
    lines += ["game slippery-tictactoe", "position 5", "go", "quit", "go"]
    said = answers_of(*lines)
    assert said[:4] == ["ok Us", "move 3", "move 5", "ok Us"]
    assert said[4:] == ["error a lot is to be drawn here: there is no move to play"]


@pytest.mark.parametrize("refused", ["position 44x", "position 4444444", "dance", "game foo", "posiiton 4"])
def test_after_a_refused_line_no_earlier_position_is_in_force(refused: str) -> None:
    said = answers_of("position 44", "go", refused, "go", "go", "game connect4", "position 4", "go")
    told = [line for line in said if not line.startswith("ok")]
    errors = ["error"] * (3 if refused.startswith("game") else 2)
    assert [line.split()[0] for line in told] == ["move", *errors, "move"]
    assert told[-1] == "move 2"


WORDS = st.sampled_from(["game", "position", "go", "quit", "info", "dance", "", "gο"])
RESTS = st.sampled_from(["", "connect4", "tictactoe", "nim", "44", "19", "4-5", "９", "²", "1,2", "-"]) | st.text(
    max_size=9
)


@given(st.lists(st.tuples(WORDS, RESTS), max_size=12))
def test_every_go_has_one_answer_whatever_is_sent(lines: list[tuple[str, str]]) -> None:
    sent = [f"{word} {rest}".replace("\n", " ") for word, rest in lines]
    heard = [line.strip().partition(" ")[0] for line in sent]
    heard = heard[: heard.index("quit")] if "quit" in heard else heard
    assert len(answers_of(*sent)) == heard.count("go") + heard.count("game")


@pytest.mark.slow
def test_our_engine_repeats_a_game_whatever_it_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    player = partial(LevelPlayer, budgets=Budgets(no_gravity_horizon=300))
    monkeypatch.setattr("engine.arena.players.LevelPlayer", player)
    line, other = ["25,18", "25,18,24,26", "25,18,24,26,32,17"], ["25,18,24,26,32,17,31,39", "25", "25,17"]

    def answers(*games: list[str]) -> list[str]:
        said = "".join(f"position {moves}\ngo\n" for game in games for moves in game)
        return (
            CliRunner().invoke(outside_engine, ["--level", "9"], input=f"game gomoku7\n{said}quit\n").output.split("\n")
        )

    alone, after = answers(line)[1:4], answers(other, line)[4:7]
    assert len(set(alone)) > 1
    assert after == alone


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("    if line == 'go':\n        while True: print('info', time.time()); time.sleep(0.01)\n", "no answer"),
        ("    if line == 'go': os.close(1); time.sleep(60)\n", "closed its output and still runs"),
        ("    if line == 'go': sys.stdout.buffer.write(b'caf\\xe9\\n')\n", 'answered "caf\N{REPLACEMENT CHARACTER}"'),
        ("    if line == 'go': print('m' * 10**6)\n", "answered"),
        ("    if line == 'go': print('move ' + '9' * 5000)\n", "is not legal|where a line"),
        ("    if line == 'go': print('move \u0664')\n", "where a line such as"),
    ],
)
def test_an_engine_of_bad_manners_forfeits_in_its_time(tmp_path: Path, body: str, sentence: str) -> None:
    player = PipePlayer(GAME, engine(tmp_path, GREET + body), 10.0)
    player._patience = 1.0 if "no answer" in sentence else 10.0
    with pytest.raises(ForfeitError, match=sentence) as said:
        player.move([1])
    assert len(str(said.value)) < 300
    player.close()


def test_what_is_said_unasked_is_thrown_away_and_any_bytes_are_read(tmp_path: Path) -> None:
    body = "    if line == 'go': print('move 5\\r\\n' + 'move 1\\n' * 500, flush=True)\n"
    greet = "    if line.startswith('game'): sys.stdout.buffer.write(b'info caf\\xe9\\nok [bold]Caf\\xe9[/nope]\\n')\n"
    player = PipePlayer(GAME, engine(tmp_path, greet + body), 10.0)
    assert player.name == "[bold]Caf\N{REPLACEMENT CHARACTER}[/nope]"
    assert player.move([1]) == 5
    assert player._lines._kept.qsize() <= 64
    player.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
def test_a_wrapper_s_children_end_with_it(tmp_path: Path) -> None:
    told = tmp_path / "child"
    script = tmp_path / "wrap.sh"
    command = engine(tmp_path, GREET + f"    open({str(told)!r}, 'w').write(str(os.getpid()))\n")
    script.write_text(f"#!/bin/sh\n{command}\nexit $?\n")
    script.chmod(0o755)
    player = PipePlayer(GAME, str(script), 10.0)
    player._patience = 0.5
    with pytest.raises(ForfeitError, match="no answer"):
        player.move([1])
    child = Path(f"/proc/{told.read_text()}/stat")
    while child.exists() and child.read_text().rsplit(")")[1].split()[0] != "Z":
        time.sleep(0.01)  # the kernel takes a moment to end a process


def test_a_banner_is_shown_and_what_was_due_is_said(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r'said "Welcome to FooEngine 1\.0" where "ok NAME" was due'):
        PipePlayer(GAME, engine(tmp_path, "    print('Welcome to FooEngine 1.0')\n"), 10.0)


def test_engines_of_one_name_are_told_apart(tmp_path: Path) -> None:
    commands = []
    for name, move in (("one", 0), ("two", -1)):
        (tmp_path / name).mkdir()
        body = "    if line.startswith('position'): free = [c for c in '123456789' if c not in line]\n"
        commands.append(engine(tmp_path / name, GREET + body + f"    if line == 'go': print('move', free[{move}])\n"))
    one, two = (PipePlayer(GAME, command) for command in commands)
    assert one.name == two.name
    assert one.key != two.key
    built = one.key
    script = tmp_path / "one" / "engine.py"
    script.write_text(script.read_text() + "# a new build\n")
    assert one.key != built
    one.close()
    two.close()
    arguments = [
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--first",
        f"pipe:{commands[0]}",
        "--second",
        f"pipe:{commands[1]}",
    ]
    said = CliRunner().invoke(match_command, [*arguments, "--json"]).output
    assert "one/engine.py" in said
    assert "two/engine.py" in said


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
