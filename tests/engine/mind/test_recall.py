"""Tests minds that survive: a process killed by the system, what the next one knows, and that it is right."""

import math
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.games import find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.reproof import Reproof, doubts
from engine.mind.search import recall
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.tree.tree import Tree
from engine.solver.proof_log import log as logs
from engine.solver.proof_log.file import read_all
from engine.solver.proof_log.log import ProofLog
from engine.solver.proof_log.rows import Proof, merge, proof_of, stones_of
from engine.solver.solver import Solver
from engine.workshop.bench.growth import late_line
from engine.workshop.bench.restart import brought, dear

NAME, LEAST = "connect4-6x5", 200


def log_of(kernels: Kernels) -> ProofLog:
    assert kernels.solver
    assert kernels.solver.proofs
    return kernels.solver.proofs


def mind(kernels: Kernels | None, moves: str = "33", level: int = 10, seed: int = 1, name: str = NAME) -> Mind:
    made = Mind(name, level, seed, uses_book=False, shares_tables=True, kernels=kernels)
    made.follow(moves)
    return made


def work(one: Mind, purpose: Purpose = Purpose.PONDER) -> None:
    while one.work(purpose, math.inf, 20_000):
        pass


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> tuple[Mind, Path]:
    """Returns a mind that has pondered to the end, and the folder with its proofs."""
    folder = tmp_path_factory.mktemp("proofs")
    kernels = brought(folder, find(NAME), LEAST)
    one = mind(kernels)
    work(one)
    tree = tree_of(one)
    log_of(kernels).add_nodes(tree.records[tree.records["visits"] >= LEAST], recall.tag_of(1))
    log_of(kernels).sync()
    return one, folder


@pytest.fixture
def pondered(life: tuple[Mind, Path], tmp_path: Path) -> Mind:
    """Returns that mind, with a copy of its proofs in this test's folder."""
    shutil.copytree(life[1], tmp_path, dirs_exist_ok=True)
    return life[0]


def tree_of(one: Mind) -> Tree:
    assert one.tree is not None
    return one.tree


_KILLED = """
import os, signal, sys
from pathlib import Path
from engine.games import find
from engine.mind.planner import Purpose
from tests.engine.mind.test_recall import LEAST, brought, mind
folder, name, moves = Path(sys.argv[1]), *sys.argv[2:]
one = mind(brought(folder, find(name), LEAST), moves, name=name)
while one.work(Purpose.PONDER):
    if next(folder.glob("*.proofs")).stat().st_size > 32 * 100:
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        (NAME, "33"),
        pytest.param("connect4-9x9", "", marks=pytest.mark.long),  # an empty one is drawn
    ],
)
def test_what_a_killed_process_wrote_is_whole_true_and_back_in_the_tree(tmp_path: Path, name: str, moves: str) -> None:
    moves = moves or "".join(map(str, late_line(9, 9, 36, 27)))
    command = [sys.executable, "-c", _KILLED, str(tmp_path), name, moves]
    run = subprocess.run(command, cwd=Path(__file__).parents[3], check=False)
    assert run.returncode == -signal.SIGKILL
    kernels = brought(tmp_path, find(name), LEAST)
    again, rows = mind(kernels, moves, name=name), merge(log_of(kernels).rows)[0]
    again.work(Purpose.PONDER, math.inf, 0)
    assert again.nodes < 1_000
    assert len(rows) >= 30
    found, solver = dear(again, 0), Solver(*(find(name).board_size() or (0, 0)), table_mb=4)
    for row, one in zip(rows, solver.solve_many(map(stones_of, rows)), strict=True):
        proof = proof_of(row)
        assert proof.low <= one.score <= proof.high
    below = log_of(kernels).board.below(rows, *again.state)
    back = [row for row in below if (at := found.get(stones_of(row))) and _is_in(proof_of(row), at)]
    assert len(back) >= 0.97 * len(below)  # some lie on lines that the tree does not try


def _is_in(proof: Proof, bounds: tuple[int, int]) -> bool:
    return bounds[0] >= proof.low and bounds[1] <= proof.high


def test_the_next_mind_has_the_whole_tree_and_answers_without_a_search(pondered: Mind, tmp_path: Path) -> None:
    kernels = brought(tmp_path, find(NAME), LEAST)
    again, proofs = mind(kernels), dear(pondered, LEAST)
    again.work(Purpose.PONDER, math.inf, 0)
    assert again.tree is not None
    assert again.nodes == 0
    found = dear(again, 0)
    back = [at for at, (low, high) in proofs.items() if at in found and found[at][0] >= low and found[at][1] <= high]
    assert len(back) >= 0.99 * len(proofs)
    for move, log in ((view.move, log_of(kernels)) for view in again.digest().moves):
        after = find(NAME).play(pondered.state, move)
        known = log.find(*after)
        if known and known.low == known.high:
            answering = mind(kernels, f"33{move}")
            answering.work(Purpose.PONDER, 0.0, 0)
            assert tree_of(answering).low[tree_of(answering).root] == known.low
            assert answering.answer().score is not None
            assert answering.nodes == 0


def test_a_level_with_a_horizon_knows_nothing_of_it(pondered: Mind, tmp_path: Path) -> None:
    kernels = brought(tmp_path, find(NAME), LEAST)
    knowing, plain = mind(kernels, level=5), mind(None, level=5)
    for one in (knowing, plain):
        work(one)
    assert knowing.nodes == plain.nodes
    assert knowing.digest().moves == plain.digest().moves
    assert knowing.digest().recalled is None


@pytest.mark.parametrize(("seed", "days", "said"), [(1, 1, None), (2, 3, None), (40, 0, 0), (40, 1, 1), (40, 12, 12)])
def test_a_mind_says_when_another_game_proved_the_result(
    pondered: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, days: int, said: int | None
) -> None:
    monkeypatch.setattr(recall, "today", lambda: logs.today() + days)
    kernels = brought(tmp_path, find(NAME), LEAST)
    again = mind(kernels, seed=seed)
    again.work(Purpose.PONDER, math.inf, 0)
    assert again.digest().recalled == said
    log = log_of(kernels)
    states = {move: find(NAME).play(pondered.state, move) for move in range(1, 7)}
    exact = [move for move, state in states.items() if (known := log.find(*state)) and known.low == known.high]
    again.follow((3, 3, exact[0]))
    again.work(Purpose.CHOOSE, math.inf, 0)
    assert again.digest().recalled == said
    again.follow((3, 3))
    again.follow((3, 3, exact[0]))
    again.work(Purpose.CHOOSE, math.inf, 0)
    assert again.digest().recalled in (None, said)


def test_one_in_a_hundred_is_proved_again_and_a_wrong_one_leaves(
    pondered: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logs, "PROVED_AGAIN", 1.0)
    kernels = brought(tmp_path, find(NAME), LEAST)
    log = log_of(kernels)
    right, count = log.rows[7:8].copy(), len(log.rows)
    score = Solver(6, 5, 4, table_mb=1).solve(int(right[0, 0]), int(right[0, 1])).score
    wrong = right.copy()
    wrong[0, 2] = int(right[0, 2]) & ~0xFFFF00 | score + 129 << 8 | score + 130 << 16
    log.drop(right)
    log.sync()
    log._put(wrong)
    log.sync()
    monkeypatch.setattr(KERNEL_CACHE, "proofs", Single(log))
    assert doubts()
    question = Reproof()
    while question.work():
        pass
    assert not doubts()
    assert question.found == 1
    assert question.proved >= count - 1
    assert log.find(int(wrong[0, 0]), int(wrong[0, 1])) is None
    ((_, rows, _),) = read_all(tmp_path)
    assert not np.any((rows[:, 0] == wrong[0, 0]) & (rows[:, 1] == wrong[0, 1]))
    assert "was wrong" in caplog.text


class Single:
    """Stands in for all logs."""

    def __init__(self, log: ProofLog) -> None:
        self._log = log

    def doubtful(self) -> ProofLog | None:
        return self._log if self._log.doubtful else None
