"""Tests the file of a network, of which nothing is trusted, and what a network says of every move."""

import hashlib
import json
import math
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from engine.arena.players import make_player
from engine.commands.textbook import explain
from engine.games import GameError, LineGame, Player, find, parse
from engine.nets import file
from engine.nets.beliefs import beliefs, words
from engine.nets.net import MOST, Net, Shape, images
from engine.players import RandomPlayer, play
from engine.search.deepening import search_to
from engine.search.parts.evaluation import Evaluation, Feature, line_features, with_evaluation
from engine.search.parts.values import estimate
from engine.workshop.learn.tuples import chosen_tuples, images_of
from webapp.cli import main

TICTACTOE = find("tictactoe")


def small_net(game: LineGame, sets: int = 2, seed: int = 1) -> Net:
    """Returns a network with random weights."""
    tuples = tuple(chosen_tuples(game, 2, seed, length=5))
    shape = Shape(game.name, game.width, game.height, images_of(game), sets, tuples)
    weights = np.random.default_rng(seed).integers(-99, 100, shape.size * sets).astype(np.int8)
    return Net(shape, weights, 128, seed, 300, {"keeps the result, 1 ply": 0.5})


def packed(net: Net, **changed: Any) -> bytes:
    """Returns the file of a network as a page in a browser writes one, with changed fields."""
    body = zlib.compress(net.weights.tobytes())
    shape = net.shape
    head = {"game": shape.game, "width": shape.width, "height": shape.height, "images": shape.images}
    head |= {"sets": shape.sets, "tuples": [list(cells) for cells in shape.tuples], "unit": 128, "bytes": 1}
    head |= {"packing": "zlib", "seed": 1, "games": 300, "figures": {}, "learner": "student"}
    content = file.MAGIC + json.dumps(head | changed).encode() + b"\n" + body
    return content + hashlib.sha256(content).digest()


def test_a_network_is_read_as_written(tmp_path: Path) -> None:
    net, path = small_net(find("connect4-5x4")), tmp_path / "a.net"
    file.write(net, path)
    again = file.read(path)
    assert (again.shape, again.unit, again.seed, again.games) == (net.shape, net.unit, net.seed, net.games)
    assert again.figures == net.figures
    assert np.array_equal(again.weights, net.weights)
    written = path.read_bytes()
    file.write(again, path)
    assert path.read_bytes() == written
    path.write_bytes(packed(net))
    assert np.array_equal(file.read(path).weights, net.weights)


@pytest.mark.parametrize(
    "changed",
    [
        {"tuples": [[99]]}, {"tuples": [[0] * 13]}, {"tuples": []}, {"tuples": 3}, {"images": 3}, {"sets": 0},
        {"bytes": 2}, {"bytes": 1.0}, {"unit": 0}, {"packing": "none"}, {"packing": "rar"}, {"figures": {"a": 1e999}},
        {"width": 10**9}, {"seed": -1}, {"figures": [1]}, {"tuples": [[[0]]]},
    ],
)  # fmt: skip
def test_a_wrong_description_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    path = tmp_path / "a.net"
    path.write_bytes(packed(small_net(find("connect4-5x4")), **changed))
    with pytest.raises(GameError, match="is not a network"):
        file.read(path)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.net", packed(small_net(find("connect4-5x4")))
    for damaged, said in ((whole[:-1], "damaged"), (whole[:99] + b"x" + whole[100:], "damaged"), (b"", "not a net")):
        path.write_bytes(damaged)
        with pytest.raises(GameError, match=said):
            file.read(path)
    with pytest.raises(GameError, match="cannot be read"):
        file.read(tmp_path / "none.net")


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    net, path = small_net(find("connect4-5x4")), tmp_path / "a.net"
    bomb = Net(net.shape, np.zeros(1 << 24, np.int8), 128, 1, 1)
    path.write_bytes(packed(bomb))
    with pytest.raises(GameError, match="bytes of weights"):
        file.read(path)


def test_images_are_the_symmetries() -> None:
    assert images((0, 1, 3), 3, 3, 8) == [
        (0, 1, 3), (6, 7, 3), (2, 1, 5), (8, 7, 5), (0, 3, 1), (2, 5, 1), (6, 3, 7), (8, 5, 7),
    ]  # fmt: skip
    assert images((0, 5), 5, 4, 2) == [(0, 5), (16, 13)]


def test_forced_replies_are_played_before_the_network_is_asked() -> None:
    game: Any = find("connect4-5x4")
    net = small_net(game)
    wins = game.initial()
    for move in (1, 2, 1, 2, 1, 2):
        wins = game.play(wins, move)
    assert net.value(game, wins) == MOST
    blocks = game.play(game.play(game.initial(), 1), 2)
    for move in (1, 5, 1):
        blocks = game.play(blocks, move)
    after = game.play(blocks, 1)
    assert net.value(game, blocks) == -net.value(game, after) == -net.value_of_sum(sum(net.sums(game, after)))
    lost = game.initial()
    for move in (2, 2, 3, 3, 4):
        lost = game.play(lost, move)
    assert net.value(game, lost) == 1 - MOST
    measure = net.measure(game)
    assert measure(lost, Player.SECOND) == (1 - MOST) / 10_000 == -measure(lost, Player.FIRST)


def test_a_network_plays_a_match(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net = small_net(TICTACTOE)
    file.write(net, path)
    ours = make_player(TICTACTOE, f"net:{path}:2")
    games = [play(TICTACTOE, (ours, RandomPlayer(TICTACTOE)), seed=seed) for seed in range(10)]
    assert sum(game.points(True) for game in games) > 5
    assert [game.moves for game in games] == [
        play(TICTACTOE, (ours, RandomPlayer(TICTACTOE)), seed=seed).moves for seed in range(10)
    ]
    with pytest.raises(GameError, match="the network is for tictactoe, not for connect4"):
        make_player(find("connect4"), f"net:{path}")


GAME: Any = find("connect4-5x4")
NET = small_net(GAME)


def test_a_belief_is_the_value_after_the_move() -> None:
    state = parse(GAME, "3243")[1]
    found = beliefs(GAME, NET, state)
    assert [belief.move for belief in found] != sorted(belief.move for belief in found)
    for belief in found:
        after = GAME.play(state, belief.move)
        assert belief.value == -NET.value(GAME, after) / 10_000
        sums = sorted((abs(one) for one in NET.sums(GAME, after)), reverse=True)
        if not belief.replies:
            assert [abs(say.weight) for say in belief.says] == [one / NET.unit for one in sums[:3]]
            total = math.tanh(-sum(NET.sums(GAME, after)) / NET.unit)
            assert belief.value == pytest.approx(0.89 * total, abs=1e-3)


def test_a_forced_end_is_told_as_such() -> None:
    state = parse(GAME, "22334")[1]
    found = {belief.move: belief for belief in beliefs(GAME, NET, state)}
    assert found[1].value == found[5].value == (2 - MOST) / 10_000 or found[1].value < -0.89
    assert "a loss by force" in words(GAME, found[1])
    with pytest.raises(GameError, match="before the game is over"):
        beliefs(GAME, NET, parse(GAME, "1212121")[1])


def test_a_network_is_a_feature_of_an_evaluation() -> None:
    evaluation = Evaluation([Feature("learnt", 0.75, NET.measure(GAME)), *_quarter()])
    state = parse(GAME, "3243")[1]
    parts = evaluation.parts(state, Player.FIRST)
    assert parts["learnt"] == 0.75 * NET.value(GAME, state) / 10_000
    game = with_evaluation(GAME, evaluation)
    searched = search_to(game, state, 1, every=True)
    for one in searched.moves:
        after = GAME.play(state, one.move)
        if GAME.outcome(after) is None:
            assert one.value == pytest.approx(estimate(game, after, Player.FIRST))


def _quarter() -> list[Feature[Any]]:
    return [Feature(one.name, one.weight / 4, one.measure) for one in line_features(GAME).features]


def test_the_command_tells_every_move(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    file.write(NET, path)
    given = ["connect4-5x4", "3243", "--net", str(path)]
    lines = CliRunner().invoke(explain, given, catch_exceptions=False).stdout.splitlines()
    assert len(lines) == 5
    assert all(line.startswith("column ") for line in lines)
    found = json.loads(CliRunner().invoke(explain, [*given, "--json"], catch_exceptions=False).stdout)
    assert [one["move"] for one in found["moves"]] == [
        belief.move for belief in beliefs(GAME, NET, parse(GAME, "3243")[1])
    ]
    wrong = CliRunner().invoke(main, ["textbook", "explain", "connect4", "44", "--net", str(path)])
    assert wrong.exit_code == 2
    assert "The network is for connect4-5x4, not for connect4" in wrong.output
