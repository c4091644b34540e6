from __future__ import annotations

import itertools
import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

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


def test_our_engine_is_an_outside_engine_too() -> None:
    said: list[str] = []
    lines = ["game tictactoe", "position 19", "go", "dance", "position 11", "position 1524", "go"]
    lines += ["game slippery-tictactoe", "position 5", "go", "quit", "go"]
    serve(lines, said.append, "Us", lambda game, moves: len(moves) + 1)
    assert said[:2] == ["ok Us", "move 3"]
    assert said[2].startswith("error there is no command 'dance'")
    assert said[3].startswith("error move 2: ")  # square 1 is taken
    assert said[4:6] == ["move 5", "ok Us"]
    assert said[6:] == ["error a lot is to be drawn here: there is no move to play"]


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
