"""Trains students in a browser without a server: their play, by the file that a match plays, and what they keep."""

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.arena.players import make_player
from engine.games import Game, find, parse
from engine.nets import file as net_file
from engine.student import shipped
from engine.workshop.student_making import Judge

GAMES = {"tictactoe": 2_000, "connect4-5x4": 30_000}
"""As many games as a browser learns in five seconds of one core, or fewer."""
MATCH = 100
SEEDS = range(1, 6)
_TRAIN = """
async (text) => {
  const { board, seed, games, rows, own } = JSON.parse(text);
  const { Student } = await import("/static/js/student/model/student.js");
  const { BOARDS, Position } = await import("/static/js/student/model/student_position.js");
  const { Random } = await import("/static/js/student/model/net.js");
  const { body, sealed } = await import("/static/js/student/model/file.js");
  const student = new Student(BOARDS[board], seed, rows);
  student.learn(games);
  const random = new Random(seed + 1000);
  const position = new Position(BOARDS[board]);
  let learned = 0;
  for (let game = 0; game < own; game += 1) {  // a person who takes wins, answers threats, and else plays anywhere
    const [moves, side] = [[], game % 2];
    for (position.clear(); position.moves(); ) {
      const cells = [...position.free.slice(0, position.moves())];
      const completing = (side) => cells.find((one) => position.completes(side, one));
      let cell = completing(position.mover) ?? completing(1 - position.mover);
      if (position.mover === side) {
        learned += student.study(moves);
        cell = position.cellOf(student.reply(moves, null));
      }
      cell ??= cells[random.below(cells.length)];
      const won = position.completes(position.mover, cell);
      moves.push(position.moveOf(cell));
      position.put(cell);
      if (won) break;
    }
    learned += student.thinkOver(moves, side);
  }
  const bytes = await sealed(await body(student.net, student.settled, student.life));
  let file = "";
  for (const byte of bytes) file += String.fromCharCode(byte);
  return JSON.stringify({ file: btoa(file), curve: student.curve, learned, games: student.games, own: student.own });
}
"""


def rows(board: str) -> list[list[str]]:
    """Returns the positions as the server sends them."""
    return [[one.moves, one.results] for one in shipped(board)]


def train(modules: Page, board: str, seed: int, games: int, own: int = 0) -> dict[str, Any]:
    """Returns what became of a student: the file in base 64, the curve, the numbers of games."""
    question = {"board": board, "seed": seed, "games": games, "rows": rows(board), "own": own}
    answer: dict[str, Any] = json.loads(modules.evaluate(_TRAIN, json.dumps(question)))
    return answer


def drawn(path: Path, board: str) -> int:
    """Returns how many of a hundred games, half of them as the second player, a file draws against perfect play.

    The perfect player draws among all moves that keep the result, by a seed, so that the games differ.
    """
    game: Game[Any] = find(board)
    student, judge, rng, draws = make_player(game, f"net:{path}"), Judge(game), random.Random("perfect"), 0
    for number in range(MATCH):
        student.begin(number)
        state, moves = game.initial(), list[int]()
        while game.outcome(state) is None:
            if len(moves) % 2 == number % 2:
                moves.append(student.move(moves))
            else:
                signs = judge.signs(state)
                moves.append(rng.choice([move for move, sign in signs.items() if sign == max(signs.values())]))
            state = game.play(state, moves[-1])
        end = game.outcome(state)
        assert end.winner is None or end.winner % 2 != number % 2  # perfect play does not lose
        draws += end.winner is None
    return draws


def write(folder: Path, trained: dict[str, Any]) -> Path:
    path = folder / "student.net"
    path.write_bytes(base64.b64decode(trained["file"]))
    return path


@pytest.mark.long  # by day thirty games of a person and connect four on 5x4 tell that a student learns
@pytest.mark.parametrize("seed", SEEDS)
def test_a_student_of_tic_tac_toe_draws_every_game_against_perfect_play(
    modules: Page, tmp_path: Path, seed: int
) -> None:
    assert drawn(write(tmp_path, train(modules, "tictactoe", seed, 0)), "tictactoe") < 90  # from nothing
    trained = train(modules, "tictactoe", seed, GAMES["tictactoe"])
    assert drawn(write(tmp_path, trained), "tictactoe") == MATCH


@pytest.mark.parametrize(
    ("seed", "games"),
    [(2, 5_000), *(pytest.param(seed, GAMES["connect4-5x4"], marks=pytest.mark.long) for seed in SEEDS)],
)
def test_a_student_of_connect_four_draws_95_games_of_a_hundred(
    modules: Page, tmp_path: Path, seed: int, games: int
) -> None:
    trained = train(modules, "connect4-5x4", seed, games)
    draws = drawn(write(tmp_path, trained), "connect4-5x4")
    print(f"seed {seed}: {draws} of {MATCH} games drawn after {games:,} games")
    assert draws >= 95
    assert trained["curve"][-1][1] > 0.8 > 0.5 > trained["curve"][0][1]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[1:])])
def test_thirty_games_against_a_person_alone_are_enough_for_tic_tac_toe(
    modules: Page, tmp_path: Path, seed: int
) -> None:
    trained = train(modules, "tictactoe", seed, games=0, own=30)
    assert (trained["games"], trained["own"]) == (30, 30)
    assert trained["learned"] > 30 * 100  # a game teaches hundreds of positions, not ten
    assert drawn(write(tmp_path, trained), "tictactoe") >= MATCH - 1


def test_the_same_seed_gives_the_same_student(modules: Page) -> None:
    once, again, other = (train(modules, "connect4-5x4", seed, 300) for seed in (3, 3, 4))
    assert once["file"] == again["file"] != other["file"]
    assert once["curve"] == again["curve"]


@pytest.mark.parametrize("board", ["tictactoe", pytest.param("connect4-5x4", marks=pytest.mark.long)])
def test_the_curve_begins_with_a_player_who_sees_threats_alone(modules: Page, board: str) -> None:
    [[games, keeps]] = train(modules, board, 1, 0)["curve"]
    kept = 0.0
    for one in shipped(board):
        results = one.results.replace(".", "")
        best = next(letter for letter in "wdl" if letter in results)
        kept += results.count(best) / len(results)
    assert games == 0
    assert kept / len(shipped(board)) < keeps < 0.8  # better than any choice, which two threats refute


@pytest.mark.parametrize("board", ["tictactoe", pytest.param("connect4-5x4", marks=pytest.mark.long)])
def test_the_file_says_what_the_student_believes(modules: Page, tmp_path: Path, board: str) -> None:
    trained = train(modules, board, 2, 400)
    path, game = write(tmp_path, trained), find(board)
    net = net_file.read(path)
    assert (net.games, net.seed, net.learner, net.figures["own games"]) == (400, 2, "student", 0)
    assert net.figures["keeps after 100"] == pytest.approx(dict(map(tuple, trained["curve"]))[100], abs=1e-4)
    believed = json.loads(modules.evaluate(_BELIEFS, json.dumps({"file": trained["file"], "rows": rows(board)})))
    checked = 0
    for one, values in zip(shipped(board), believed, strict=True):
        _, state = parse(game, one.moves)
        for move, value in values:
            after = game.play(state, move)
            if game.outcome(after) is None and abs(value) < 0.85:  # the file's values end at 0.89
                assert -net.value(game, after) / 10_000 == pytest.approx(value, abs=0.11), (one.moves, move)
                checked += 1
    assert checked > 100


_BELIEFS = """
async (text) => {
  const { file, rows } = JSON.parse(text);
  const { opened } = await import("/static/js/student/model/file.js");
  const { beliefs } = await import("/static/js/student/model/student_choice.js");
  const { BOARDS, Position } = await import("/static/js/student/model/student_position.js");
  const { Net } = await import("/static/js/student/model/net.js");
  const bytes = Uint8Array.from(atob(file).slice(0, -32), (one) => one.charCodeAt(0));  // without the hash
  const { board, tuples, weights } = await opened(bytes);
  const net = new Net(BOARDS[board], tuples);
  net.weights.set(weights);
  const position = new Position(BOARDS[board]);
  return JSON.stringify(rows.map(([moves]) => {
    position.playAll([...moves].map(Number));
    return beliefs(net, position).map(({ move, value }) => [move, value]);
  }));
}
"""


def test_a_saved_student_goes_on_where_it_was(modules: Page) -> None:
    found = modules.evaluate(
        """async (rows) => {
          const { Student } = await import("/static/js/student/model/student.js");
          const { BOARDS } = await import("/static/js/student/model/student_position.js");
          const { body, opened } = await import("/static/js/student/model/file.js");
          const before = new Student(BOARDS.tictactoe, 7, rows);
          before.learn(150);
          before.thinkOver([5, 1, 3], 1);
          const bytes = await body(before.net, before.settled, before.life);
          const { weights, life } = await opened(bytes);
          const after = new Student(BOARDS.tictactoe, life.seed, rows);
          after.restore(weights, life);
          const [one, other] = [before, after].map((student) => student.beliefs([5]).map(({ value }) => value));
          const apart = Math.max(...one.map((value, i) => Math.abs(value - other[i])));
          const same = [before, after].map((one) => [one.games, one.own, one.curve.length, one.net.tuples].join());
          after.learn(100);
          const damaged = await opened(bytes.slice(0, 40)).catch((error) => error.message);
          const ages = [...before.younger.keys()];
          return { apart, same, curve: after.curve.at(-1)[0], games: after.games, damaged, ages };
        }""",
        rows("tictactoe"),
    )
    assert found["apart"] < 0.01
    assert (found["same"][0], found["games"], found["curve"]) == (found["same"][1], 251, 237)
    assert (found["damaged"], found["ages"]) == ("This is no file of a student.", [0, 10, 100])


def test_the_axis_is_logarithmic_and_the_table_has_a_row_for_each_half_of_a_tenfold(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
          const { nextStop } = await import("/static/js/student/model/student_judge.js");
          const { along, rows, tenfolds } = await import("/static/js/student/view/curve.js");
          const stops = [0];
          while (stops.at(-1) < 1000) stops.push(nextStop(stops.at(-1)));
          const curve = stops.map((games) => [games, 0.5]);
          return { stops, folds: [tenfolds([]), tenfolds(curve), tenfolds([...curve, [1001, 1]])],
            along: [0, 1, 10, 1000].map((games) => along(games, 3)), rows: rows(curve).map(([games]) => games) };
        }"""
    )
    assert (found["stops"][:8], found["stops"][-1]) == ([0, 1, 2, 3, 4, 6, 7, 10], 1000)
    assert len(found["stops"]) < 3 * 9
    assert (found["folds"], found["along"]) == ([3, 3, 4], pytest.approx([0, 0, 1 / 3, 1]))
    assert found["rows"] == [0, 3, 7, 24, 75, 316, 750, 1000]


def test_who_fails_in_one_position_does_not_keep_the_result_in_all(modules: Page) -> None:
    said = modules.evaluate(
        """async () => {
        const { beliefWords, keepsWords } = await import("/static/js/student/model/shown.js");
        return [keepsWords([[0, 0.3], [9, 299 / 300]]), beliefWords(0.999), beliefWords(-0.999), beliefWords(-1)];
      }"""
    )
    assert said[0] == "After 9 games it keeps the result in 99 of 100 positions; before the first, in 30."
    assert said[1:] == ["+99", "\u221299", "\u2212100"]
