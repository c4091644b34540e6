"""Tests learning: a seed repeats every bit, an interrupted run too, and what is learnt plays better."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from engine.arena.players import make_player
from engine.games import GameError, LineGame, Player, find
from engine.nets import file
from engine.nets.judging import LEARNT, QUIET
from engine.nets.net import images
from engine.players import RandomPlayer, play
from engine.workshop.commands.learn import learn
from engine.workshop.learn import figure, judge, kernel, positions, run
from engine.workshop.learn.learner import Learner, Settings
from engine.workshop.learn.plain import PlainLearner
from engine.workshop.learn.tuples import chosen_tuples, images_of

GAME: Any = find("connect4-5x4")
SETTINGS = Settings(games=3_000, seed=3, walks=4)


@pytest.fixture(scope="module", autouse=True)
def short_matches() -> Iterator[None]:
    """Makes the judge play few games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "MATCH_GAMES", 4)
        yield


@pytest.fixture(scope="module")
def learnt() -> Learner:
    """Returns the learner of a whole run."""
    learner = Learner(GAME, SETTINGS)
    list(run.run(learner))
    return learner


@pytest.mark.slow
def test_an_interrupted_run_ends_with_the_same_bits(learnt: Learner, tmp_path: Path) -> None:
    path = tmp_path / "a.checkpoint"
    first = Learner(GAME, SETTINGS)
    for report in run.run(first, path):
        if report.games >= 1_000:
            break
    again = Learner.load(path, GAME, SETTINGS)
    assert again.games == 1_000
    list(run.run(again, path))
    assert np.array_equal(again.weights, learnt.weights)
    assert np.array_equal(again.state, learnt.state)
    assert again.curve == learnt.curve
    assert [one["games"] for one in learnt.curve] == run.marks(3_000)
    with pytest.raises(GameError, match="the checkpoint of another run"):
        Learner.load(path, GAME, Settings(games=3_000, seed=4, walks=4))
    path.write_bytes(path.read_bytes()[:999])
    with pytest.raises(GameError, match="damaged"):
        Learner.load(path, GAME, SETTINGS)


def test_the_network_is_the_mean_of_the_last_games_also_after_an_interruption() -> None:
    settings = Settings(games=200, seed=3, walks=2)
    whole, first = Learner(GAME, settings), Learner(GAME, settings)
    whole.play(200)
    first.play(177)
    second = Learner.restore(first.dump(), GAME, settings)
    second.play(100)
    assert np.array_equal(second.net().weights, whole.net().weights)
    hand = Learner(GAME, replace(settings, mean=0.0))
    hand.play(160)
    moments = []
    for _ in range(40):
        hand.play(1)
        moments.append(hand.weights.copy())
    assert np.array_equal(hand.weights, whole.weights)  # learning itself is as before
    last = hand.net().weights
    hand.weights[:] = np.mean(moments, axis=0)
    assert np.array_equal(hand.net().weights, whole.net().weights)
    assert not np.array_equal(last, whole.net().weights)


def test_a_board_of_one_word_is_learnt_alike_in_two() -> None:
    learners = [Learner(GAME, Settings(games=300, seed=3, walks=4)) for _ in range(2)]
    learners[1]._compiled = kernel.build(5, 4, 4, True, words=2)
    for learner in learners:
        learner.play(300)
    assert np.array_equal(*(learner.weights for learner in learners))
    assert np.array_equal(*(learner.state for learner in learners))


@pytest.mark.slow
def test_what_is_learnt_beats_the_hand_written_evaluation(learnt: Learner) -> None:
    one = judge.Searcher(GAME, judge.kernels(GAME, LEARNT, learnt.net(), remembers=True), depth=1)
    two = judge.Searcher(GAME, judge.kernels(GAME, QUIET, remembers=True), depth=1)
    share = judge.points(judge.duel(GAME, one, two, 120))["share"]
    assert share > 0.55
    assert learnt.updates > 3_000


def test_another_seed_learns_otherwise(learnt: Learner) -> None:
    other = Learner(GAME, Settings(games=200, seed=4, walks=4))
    other.play(200)
    assert other.games == 200
    assert not np.array_equal(other.weights, learnt.weights)


@pytest.mark.long
def test_boards_without_gravity_learn_with_eight_symmetries(tmp_path: Path) -> None:
    game: Any = find("tictactoe")
    learner = Learner(game, Settings(games=20_000, seed=1, walks=4, length=6, opening=2))
    learner.play(20_000)
    assert learner.shape.images == 8
    file.write(learner.net(), tmp_path / "a.net")
    player = make_player(game, f"net:{tmp_path / 'a.net'}")
    assert all(play(game, (RandomPlayer(game), player), seed=number).points(False) > 0 for number in range(50))


def test_tuples_are_lines_and_walks_without_images_of_one_another() -> None:
    for name in ("connect4", "gomoku7", "connect5", "tictactoe"):
        game: Any = find(name)
        tuples = chosen_tuples(game, 5, 1, length=7)
        count, lines = images_of(game), [set(_cells(game, line)) for line in game.lines]
        sets = [frozenset(image) for cells in tuples for image in images(cells, game.width, game.height, count)]
        assert all(any(line <= cells for cells in sets) for line in lines)
        assert len({min(tuple(sorted(i)) for i in images(c, game.width, game.height, count)) for c in tuples}) == len(
            tuples
        )
        assert max(map(len, tuples)) <= 7
        assert tuples == chosen_tuples(game, 5, 1, length=7) != chosen_tuples(game, 5, 2, length=7)


def _cells(game: LineGame, line: int) -> list[int]:
    return [(c - 1) * game.height + r - 1 for c, r in game.board if line & game.bit((c, r))]


def test_the_judge_knows_who_keeps_the_result() -> None:
    made = list(itertools.islice(positions.make("connect4-5x4", 1, 1), 12))
    found = []
    for kind, moves, results in made:
        state: Any = GAME.initial()
        for move in moves:
            state = GAME.play(state, move)
        assert GAME.is_quiet(state)
        assert len(set(results.values())) > 1
        found.append(positions.Judged(kind, state, results))
    perfect = judge.kernels(GAME, QUIET).leaf()
    assert judge.keeps(GAME, found, perfect, 20) == 1
    assert judge.keeps(GAME, found, perfect, 1) < 1


def test_the_frozen_positions_are_those_of_their_command() -> None:
    frozen = positions.judged("connect4")
    assert len(frozen) == 2 * 50 * len(positions.PLIES["connect4"])
    assert {len(one.results) for one in frozen} <= set(range(2, 8))
    assert all(len(set(one.results.values())) > 1 for one in frozen)


@pytest.mark.slow
def test_the_command_learns_and_draws_the_curve(tmp_path: Path) -> None:
    out, drawn = tmp_path / "a.net", tmp_path / "a.svg"
    given = ["--game", "connect4-5x4", "--games", "1000", "--walks", "2", "--out", str(out)]
    found = CliRunner().invoke(learn, [*given, "--figure", str(drawn), "--json"], catch_exceptions=False)
    last = json.loads(found.stdout.splitlines()[-1])
    assert last["games"] == 1_000
    net = file.read(out)
    assert (net.shape.game, net.games, net.seed) == ("connect4-5x4", 1_000, 1)
    assert net.figures == {"points at one ply": last["points at one ply"]}
    svg = drawn.read_text()
    assert svg.count("<circle") == len(found.stdout.splitlines())
    assert re.search(r"1,000 games \d+\.\d%", svg)
    written = out.read_bytes()
    CliRunner().invoke(learn, [*given, "--resume"], catch_exceptions=False)
    assert out.read_bytes() == written


def test_the_curve_stands_within_its_frame() -> None:
    svg = figure.curve_svg("A < B", "keeps", [(1_000, 0.61), (30_000, 0.849), (50_000, 0.85)])
    assert "A &lt; B" in svg
    heights = [float(y) for y in re.findall(r'cy="([\d.]+)"', svg)]
    assert heights == sorted(heights, reverse=True)
    assert min(heights) >= 44
    assert max(heights) <= 304


def test_nim_is_learnt_to_the_last_match() -> None:
    game: Any = find("nim")
    learner = PlainLearner(game, 300, 1)
    learner.play(300)
    state = game.initial()
    while game.outcome(state) is None:
        best = learner.look(state)[0].move
        if state.left % 4:
            assert best == state.left % 4
        state = game.play(state, best)
    assert game.outcome(state).winner is Player.FIRST
    assert learner.net() is None


def test_a_seed_repeats_a_run() -> None:
    first, again, other = (PlainLearner(find("nim"), 20, seed) for seed in (1, 1, 2))
    for learner in (first, again, other):
        learner.play(20)
    state: Any = find("nim").initial()
    values = [[one.value for one in learner.look(state)] for learner in (first, again, other)]
    assert values[0] == values[1] != values[2]


@pytest.mark.slow
def test_a_game_of_chance_is_learnt_into_a_file_that_plays(tmp_path: Path) -> None:
    game: Any = find("slippery-tictactoe")
    out = tmp_path / "a.net"
    given = ["--game", game.name, "--games", "60", "--out", str(out)]
    found = CliRunner().invoke(learn, given, catch_exceptions=False)
    assert "60 games: " in found.stderr
    assert file.read(out).games == 60
    player = make_player(game, f"net:{out}")
    points = [play(game, (player, RandomPlayer(game)), seed=number).points(True) for number in range(10)]
    assert sum(points) > 5
    with pytest.raises(GameError, match="without checkpoints"):
        CliRunner().invoke(learn, [*given, "--resume"], catch_exceptions=False)
