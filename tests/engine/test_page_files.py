"""Compares the page's files of networks with what the kernels take, and with the names by which the page asks."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import page_files
from engine.games import GameError, find
from engine.nets import shipped
from engine.nets.layout import Compiled
from engine.workshop.kernels.page import LIST

NAMES = page_files.names(page_files.NET)


def _boards() -> list[dict[str, Any]]:
    """Returns what the page's list says of each board with a network."""
    found = re.search(r"^export const FILES = (.*);$", LIST.read_text(), re.MULTILINE)
    assert found is not None
    return [board for board in json.loads(found[1]).values() if "net" in board]


def test_the_page_asks_for_every_network_once() -> None:
    assert sorted(board["net"] for board in _boards()) == sorted(NAMES)
    assert {name.rpartition("-")[0] for name in NAMES} == {*shipped.ORDERING.values(), *shipped.BOARDS.values()}


@pytest.mark.parametrize("board", _boards(), ids=lambda board: board["net"])
def test_a_file_holds_the_arrays_that_the_kernels_take(board: dict[str, Any]) -> None:
    name, content = board["net"], gzip.decompress(page_files.packed(board["net"]))
    game = find(name.rpartition("-")[0])
    *arrays, memory = Compiled(game, shipped.ordering_net(game) or shipped.shipped(game)).arrays()
    at = 0
    for (kind, *shape), array in zip(board["net_arrays"], arrays, strict=True):
        size = np.dtype(kind).itemsize * int(np.prod(shape))
        found = np.frombuffer(content[at : at + size], f"<{kind}").reshape(shape)
        assert found.dtype == array.dtype
        assert np.array_equal(found, array)
        at += size
    assert at == len(content)
    assert len(memory) == board["net_arrays"][2][1], "the page makes this memory itself"


def test_a_server_makes_the_files_without_the_compiler_and_names_them_without_numpy() -> None:
    code = (
        "import sys\n"
        "from engine import page_files\n"
        "named, early = page_files.names(page_files.NET), 'numpy' in sys.modules\n"
        "made = [page_files.packed(name) for name in named]\n"
        "print(len(made), early, {'numba', 'llvmlite', 'engine.kernels.compiling'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{len(NAMES)} False set()"


def test_a_damaged_network_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bytearray(shipped.path_of("connect4").read_bytes())
    whole[70_000] ^= 1
    (tmp_path / "connect4.net").write_bytes(whole)
    monkeypatch.setattr(shipped, "path_of", lambda name: tmp_path / f"{name}.net")
    (name,) = [name for name in NAMES if name.startswith("connect4-") and "8x7" not in name]
    with pytest.raises(GameError, match="is damaged or cut short"):
        page_files.packed(name)
