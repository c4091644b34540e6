"""Plays small arenas of programs of a few lines."""

import json
import math
import shlex
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.arena.contest.contest import Contest
from engine.arena.contest.pairing import Plan, round_robin, swiss
from engine.arena.contest.placement import NEAREST, estimate, next_level, play_levels
from engine.arena.contest.programs import ConfinedPlayer, Program, Room, find_programs
from engine.arena.contest.verdicts import judge_of
from engine.arena.ratings import SCALE, fit_beside
from engine.games import Game, GameError, find
from engine.standings import load
from tests.engine.arena.test_pipe import SECOND, engine
from webapp.cli import main

PLAYER = """
import sys
moves = ""
for line in sys.stdin:
    word, *rest = line.split()
    if word == "game":
        print("ok NAME", flush=True)
    elif word == "position":
        moves = rest[0] if rest else ""
    elif word == "go":
        print("move", next(column for column in "ORDER" if moves.count(column) < 4), flush=True)
    elif word == "quit":
        break
"""
GAME = "connect4-5x4"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with two programs that play, one that prints nonsense, and one that ends in its first move."""
    found = tmp_path / "class"
    found.mkdir()
    for name, order in (("left", "12345"), ("middle", "32415")):
        (found / f"{name}.py").write_text(PLAYER.replace("NAME", name).replace("ORDER", order), encoding="utf-8")
    (found / "nonsense.py").write_text("print('hello')\n", encoding="utf-8")
    (found / "crash").mkdir()
    (found / "crash" / "main.py").write_text(PLAYER.replace("NAME", "crash").replace('"move"', "1 / 0"))
    (found / ".hidden.py").write_text("", encoding="utf-8")
    return found


def play(plan: Plan, store: Path, rounds: int) -> Contest:
    contest = Contest(plan, store)
    list(contest.run(math.inf, 2, rounds))
    return contest


@pytest.mark.slow
def test_an_arena_goes_on_where_programs_break_and_continues_where_it_was_interrupted(
    folder: Path, tmp_path: Path
) -> None:
    store = tmp_path / "games.jsonl"
    plan = Plan(find(GAME), find_programs([str(folder)]), (1,), Room(seconds=60), level_seconds=0)
    assert plan.names == ["crash", "left", "middle", "nonsense"]
    first = play(plan, store, 1)
    assert len(first.games) == 12  # 2 pairs and 4 against the level, two games each
    lines = store.read_text().splitlines()
    store.write_text("\n".join(lines[:-3]) + '\n{"game": "cut')
    again = play(plan, store, 2)
    assert len(again.games) == 24
    assert len({(at, *game.players) for at, game in zip(again._rounds, again.games, strict=True)}) == 24
    table = {line.name: line for line in again.table()}
    for name in ("crash", "nonsense"):
        assert table[name].broken == table[name].lost
        assert table[name].rating < min(table["left"].rating, table["middle"].rating)
    assert table["left"].broken == table["middle"].broken == 0
    assert any("nonsense" in game.players and 'said "hello"' in game.forfeit for game in again.games)

    judge = judge_of(plan.game)
    assert judge is not None
    verdicts = {name: judge.verdict(name, again.games_of(name)) for name in plan.names}
    assert {name for name, verdict in verdicts.items() if verdict} == {"left", "middle"}
    for verdict in filter(None, verdicts.values()):
        assert 0 <= verdict.kept <= 1
        worst = verdict.worst
        assert worst is not None
        assert worst.plies >= verdict.plies
        assert worst.move != worst.best
        assert worst.steps or worst.play


@pytest.mark.slow
def test_the_command_writes_pages_and_a_file_that_match_reads(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["arena", str(folder), "--game", GAME, "--levels", "none", "--rounds", "3", "--seconds", "60"]
    ran = CliRunner().invoke(main, [*words, "--out", str(out)])
    assert ran.exit_code == 0, ran.output
    assert "Refused to each program, as just tried: other files, sockets" in ran.stderr
    assert {file.name for file in out.iterdir()} == {
        "arena.json", "games.jsonl", "index.html", "crash.html", "left.html", "middle.html", "nonsense.html"
    }  # fmt: skip
    standings = load(out)
    assert (standings.ended, standings.running) == (True, ())
    judged = {one.name: one.worst for one in standings.entrants if one.judged}
    assert set(judged) == {"left", "middle"}
    assert all(worst and (worst.steps or worst.play) for worst in judged.values())
    page = (out / "left.html").read_text(encoding="utf-8")
    assert "<h2>The worst move</h2><svg" in page
    assert "games lost by an error" in page

    records = [json.loads(line) for line in (out / "games.jsonl").read_text().split("\n") if line]
    (number,) = {one["round"] for one in records if set(one["players"]) == {"left", "middle"}}
    first, second = next(one["players"] for one in records if set(one["players"]) == {"left", "middle"})
    sides = [f"pipe:{sys.executable} -P {folder / name}.py" for name in (first, second)]
    before, more = (out / "games.jsonl").read_bytes(), ["--games", str(2 * number + 2), "--json"]
    words = ["match", "--game", GAME, "--first", sides[0], "--second", sides[1], "--store", str(out / "games.jsonl")]
    matched = CliRunner().invoke(main, [*words, *more])
    assert matched.exit_code == 0, matched.output
    played = (out / "games.jsonl").read_bytes().removeprefix(before).count(b"{")
    assert played == 2 * number  # the two games of the arena are not played again


@pytest.mark.slow
def test_a_command_in_a_virtual_environment_has_its_packages(tmp_path: Path) -> None:
    venv.create(tmp_path / "env", symlinks=True)
    packages = next((tmp_path / "env").glob("lib/python*/site-packages"))
    (packages / "helper.py").write_text("ORDER = '12345'\n")
    (tmp_path / "bot.py").write_text("from helper import ORDER\n" + PLAYER.replace('"ORDER"', "ORDER"))
    words = shlex.join([str(tmp_path / "env" / "bin" / "python"), str(tmp_path / "bot.py")])
    programs = find_programs([f"one={words}", f"two={words}"])
    contest = play(Plan(find(GAME), programs, (), Room(seconds=60)), tmp_path / "games.jsonl", 1)
    assert [line.broken for line in contest.table()] == [0, 0]


def test_two_programs_of_one_name_and_no_program_are_refused(folder: Path, tmp_path: Path) -> None:
    for given, words in (
        ([str(folder), f"left={sys.executable} x.py"], "two programs are called left"),
        ([str(tmp_path / "missing")], "is no folder and no command"),
        ([f"one={sys.executable}"], "needs two programs or more"),
    ):
        with pytest.raises(GameError, match=words):
            find_programs(given)


def test_everybody_meets_everybody_once() -> None:
    for count in (2, 5, 6):
        names = [str(number) for number in range(count)]
        rounds = count - 1 + count % 2
        met = [frozenset(pair) for number in range(rounds) for pair in round_robin(names, number)]
        assert len(met) == len(set(met)) == count * (count - 1) // 2


def test_swiss_pairs_neighbours_that_have_not_met() -> None:
    names = list("abcde")
    ratings = dict(zip(names, (900.0, 700.0, 500.0, 300.0, 100.0), strict=True))
    assert swiss(names, ratings, {}) == [("a", "b"), ("c", "d")]
    assert swiss(names, ratings, {frozenset("ab"): 1}) == [("a", "c"), ("b", "d")]


def test_a_program_plays_the_levels_near_its_rating() -> None:
    known = {f"level {number}": 150.0 * number for number in range(1, 11)}
    levels = [*known]
    assert next_level(levels, known, {}, None) == "level 5"
    lost = {"level 5": (0.0, 2)}
    assert known[next_level(levels, known, lost, estimate(lost, known))] < 750
    won = {"level 5": (2.0, 2)}
    assert known[next_level(levels, known, won, estimate(won, known))] > 750
    even = {"level 4": (8.0, 16), "level 5": (5.0, 16), "level 3": (11.0, 16)}
    rating = estimate(even, known)
    assert rating is not None
    assert abs(rating.points - 600) < 20
    scores, met = dict(even), set()
    for _ in range(2 * NEAREST):
        level = next_level(levels, known, scores, rating)
        met.add(level)
        scores[level] = scores[level][0] + 1, scores[level][1] + 2
    assert met == {"level 3", "level 4", "level 5"}
    assert {next_level(levels, {}, dict.fromkeys(levels[:count], (0.0, 2)), None) for count in (0, 1, 2)} == {
        *levels[:3]
    }


@pytest.mark.slow
def test_a_program_is_started_once_for_many_games_against_levels_and_its_time_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def start(game: Game[Any], program: Program, room: Room) -> ConfinedPlayer:
        started.append(program.name)
        return ConfinedPlayer(game, program, room)

    monkeypatch.setattr("engine.arena.contest.pairing.ConfinedPlayer", start)
    (tmp_path / "mine.py").write_text(PLAYER.replace("NAME", "mine").replace("ORDER", "32415"))
    (tmp_path / "other.py").write_text("")
    plan = Plan(find(GAME), find_programs([str(tmp_path)]), (1, 2, 3, 4), Room(seconds=60), level_seconds=math.inf)
    played = play_levels(plan, 2, "mine", {}, math.inf, {})
    assert started == ["mine"]
    assert len(play_levels(plan, 3, "mine", {}, 0.0, {})) == 2
    assert len(played) == 100
    assert {record["round"] for record in played} == {2}
    assert not any(record["forfeit"] for record in played)
    for first, second in zip(played[::2], played[1::2], strict=True):
        assert first["players"] == second["players"][::-1]
        assert first["moves"][:4] == second["moves"][:4]
    assert len({one for record in played for one in record["players"]}) >= 3


def test_a_program_keeps_its_key_in_every_room(folder: Path) -> None:
    (program,) = [one for one in find_programs([str(folder)]) if one.name == "left"]
    players = [ConfinedPlayer(find(GAME), program, Room(memory_mb=size, seconds=60)) for size in (200, 300)]
    for player in players:
        assert player.move([1, 2]) == 1
        player.close()
    assert len({player.key for player in players}) == 1


def test_a_program_of_version_2_is_told_its_time(tmp_path: Path) -> None:
    words = shlex.split(engine(tmp_path, SECOND.replace("'move 5'", "'move', 3 if 'movetime 48' in line else 1")))
    program = Program("second", tuple(words), (words[-1],))
    player = ConfinedPlayer(find(GAME), program, Room(seconds=60))
    assert player.version == 2
    assert player.move([1, 2]) == 3
    player.close()


def test_few_games_against_each_of_many_opponents_draw_no_rating_to_the_middle() -> None:
    """Gives every pair the two games of a pairing, with the points that their ratings promise."""
    known, true = {0: 51.0, 1: 275.0, 2: 450.0}, {player: 30.0 * player - 90.0 for player in range(3, 23)}
    points = {**known, **true}
    results = {
        (a, b): (2 / (1 + math.exp((points[b] - points[a]) / SCALE)), 2)
        for a in points for b in points if a < b and b in true
    }  # fmt: skip
    for player, rating in fit_beside(results, known).items():
        assert abs(rating.points - true[player]) < 20
