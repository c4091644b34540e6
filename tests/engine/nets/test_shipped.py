"""Tests the networks of the package: the board, hash and figures of each file, the searches with a network, and damaged
files."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.arena.players import make_player
from engine.games import LineGame, find
from engine.mind.search.kernels import KERNEL_CACHE, KernelCache
from engine.nets import file, shipped
from engine.players import player_key
from tests.engine.mind.search.test_deepening import random_state

WIDE = find("connect4-8x7")
HASHES = {
    "connect4": "2013dcb37db4e216a655e47b5848301f5b23ec76e28087b947850221008cd234",
    "connect4-8x7": "ef45aa8b7147d5f55e38ae99444f02cafd62b7bcdae983397d8683b0b54df140",
    "connect5": "1b645a02c4915d1bab4504f6f9c914aa11cc220b3173cdfdadfdb66348ed58aa",
}
BUDGET = 256 * 1024


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Returns another folder for the networks."""
    monkeypatch.setattr(shipped, "path_of", lambda name: tmp_path / f"{name}.net")
    shipped._read.cache_clear()
    yield tmp_path
    shipped._read.cache_clear()


def test_every_file_is_the_one_measured_and_fits_its_board() -> None:
    boards = {**shipped.ORDERING, **shipped.BOARDS}
    assert set(HASHES) == set(boards.values())
    assert {path.name for path in shipped.path_of("x").parent.iterdir()} == {f"{name}.net" for name in HASHES}
    for board, name in boards.items():
        game = find(name)
        assert (game.width, game.height, game.connect, game.gravity) == board
        content = shipped.path_of(name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == HASHES[name]
        assert len(content) <= BUDGET
        net = shipped.shipped(game) or shipped.ordering_net(game)
        assert net.shape.game == name
        assert net.figures
        assert net.weights.dtype == np.int8, "whole numbers from the file to the value"
    assert sum(shipped.path_of(name).stat().st_size for name in HASHES) <= 4 * BUDGET


@pytest.mark.parametrize("game", [WIDE, find("connect5")])
def test_the_file_tells_the_command_that_made_it(game: LineGame) -> None:
    net = shipped.shipped(game)
    command = f"fourthought bench learn --game {net.shape.game} --games {net.games} --seed {net.seed}"
    assert command in Path("engine/workshop/learn/RESULTS.md").read_text()
    assert player_key(game, 5).endswith(shipped.evaluation_of(game).replace(" ", "-"))


def test_the_searches_of_the_wide_board_judge_by_the_network() -> None:
    kernels, net, rng = KERNEL_CACHE.kernels_for(WIDE), shipped.shipped(WIDE), random.Random(3)
    assert kernels.with_own_tables(1).net is kernels.net
    for leaf in (kernels.leaf(), kernels.leaf(remembers=True)):
        for _ in range(10):
            state, _ = random_state(WIDE, rng, rng.randrange(30))
            assert leaf(state, 0, -1.0, 1.0).result() == net.value(WIDE, state) / 10_000
    for level in (5, 10):
        assert player_key(WIDE, level).endswith(shipped.evaluation_of(WIDE).replace(" ", "-"))
        assert make_player(WIDE, level).key == player_key(WIDE, level)


@pytest.mark.parametrize("name", ["connect4", "connect4-5x4", "gomoku7", "nim", "slippery-connect4"])
def test_no_other_game_has_a_network(name: str) -> None:
    game = find(name)
    assert shipped.shipped(game) is None
    assert shipped.evaluation_of(game) == shipped.HAND_WRITTEN
    assert "net" not in player_key(game, 5)


@pytest.mark.parametrize("harm", ["missing", "damaged", "other board"])
def test_without_a_sound_file_the_hand_written_evaluation_judges(
    elsewhere: Path, caplog: pytest.LogCaptureFixture, harm: str
) -> None:
    whole = Path(shipped.__file__).parent / "data" / "connect4-8x7.net"
    path = elsewhere / whole.name
    if harm == "damaged":
        content = bytearray(whole.read_bytes())
        content[70_000] ^= 1
        path.write_bytes(content)
    elif harm == "other board":
        net = file.read(whole)
        object.__setattr__(net.shape, "game", "connect4-9x7")
        file.write(net, path)
    assert shipped.shipped(WIDE) is None
    assert shipped.evaluation_of(WIDE) == shipped.HAND_WRITTEN
    (said,) = caplog.messages
    assert said.count(".") == said.count(".net")
    words = {"missing": "cannot be read", "damaged": "is damaged or cut short", "other board": "is for another board"}
    assert words[harm] in said
    assert said.endswith("; the engine goes on without a network")
    cache = KernelCache()
    kernels = cache.kernels_for(WIDE)
    assert kernels.net is None
