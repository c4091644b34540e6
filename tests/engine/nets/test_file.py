"""Tests the file of a network: what is written is read, and nothing in a file is trusted."""

import hashlib
import json
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.arena.match import play
from engine.arena.players import RandomPlayer, make_player
from engine.games import GameError, LineGame, Player, find
from engine.nets import file
from engine.nets.net import MOST, Net, Shape
from engine.nets.tuples import chosen_tuples, images, images_of

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
    for damaged, words in ((whole[:-1], "damaged"), (whole[:99] + b"x" + whole[100:], "damaged"), (b"", "not a net")):
        path.write_bytes(damaged)
        with pytest.raises(GameError, match=words):
            file.read(path)
    with pytest.raises(GameError, match="cannot be read"):
        file.read(tmp_path / "none.net")


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    net, path = small_net(find("connect4-5x4")), tmp_path / "a.net"
    bomb = Net(net.shape, np.zeros(1 << 24, np.int8), 128, 1, 1)
    path.write_bytes(packed(bomb))
    with pytest.raises(GameError, match="bytes of weights"):
        file.read(path)


def test_symmetric_positions_have_one_value() -> None:
    rng = random.Random(1)
    for name in ("tictactoe", "connect4-5x4"):
        game: Any = find(name)
        net = small_net(game)
        for _ in range(20):
            state = game.initial()
            for _ in range(rng.randrange(3)):
                state = game.play(state, rng.choice(game.moves(state)))
            assert net.value(game, state) == net.value(game, game.key(state))


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
