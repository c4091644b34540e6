"""Tests long runs over processes: what is computed elsewhere, twice or out of order is the same as at home."""

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner

from engine.games import GameError, find
from engine.workshop.arena import ladder, regret
from engine.workshop.commands.arena import ladder as ladder_command
from engine.workshop.learn import run
from engine.workshop.learn.learner import Learner, Settings
from engine.workshop.machines import on_option, open_pool
from engine.workshop.pool import Item, Job, LocalPool, Result, Workers, processes_of

GAME: Any = find("connect4-5x4")

ROOT = Path(__file__).parents[3]


class Elsewhere:
    """Computes some items ahead, the last one first and each twice, as workers do of which some die."""

    def __init__(self) -> None:
        self.computed = 0

    @contextmanager
    def workers(self, job: Job[Item, Result]) -> Iterator[Workers[Item, Result]]:
        yield partial(self.over, job)

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        job.prepare(*job.given)
        source = iter(items)
        while ahead := list(itertools.islice(source, 5)):
            found = {place: job.work(item) for place, item in reversed(list(enumerate(ahead)))}
            found |= {place: job.work(item) for place, item in enumerate(ahead)}
            self.computed += 2 * len(ahead)
            yield from (found[place] for place in range(len(ahead)))


def test_ctrl_c_ends_no_process_of_a_pool_in_the_middle_of_its_work() -> None:
    """The command hears it as well and ends them all; before, a process could end with the lock of a queue."""
    with LocalPool(2).workers(Job(signal.raise_signal)) as results:
        answers: Any = results([signal.SIGINT] * 4)
        assert [answers.next(timeout=300) for _ in range(4)] == [None] * 4


_AT_FIRST = signal.getsignal(signal.SIGINT)
"""The handler of Ctrl-C when a process imports this module: of a pool, before it prepares itself."""


def _handler(_: int) -> Any:
    return _AT_FIRST


def test_a_process_of_a_pool_ignores_ctrl_c_from_its_first_line_on() -> None:
    with processes_of(1, _handler, (0,)) as pool:
        assert pool.map(_handler, [0]) == [signal.SIG_IGN]
    assert signal.getsignal(signal.SIGINT) is _AT_FIRST is not signal.SIG_IGN


@pytest.mark.slow
def test_the_games_of_a_ladder_are_the_same_bytes_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "LEVELS", ladder.LEVELS[:3])
    home, away, elsewhere = tmp_path / "home", tmp_path / "away", Elsewhere()
    list(ladder.run("tictactoe", 2, home, LocalPool(1)))
    broken = ladder.run("tictactoe", 2, away, elsewhere)
    assert [done for done, _ in itertools.islice(broken, 4)] == [0, 1, 2, 3]
    broken.close()  # type: ignore[attr-defined]
    assert home.read_bytes().startswith(away.read_bytes())
    list(ladder.run("tictactoe", 2, away, elsewhere))
    assert away.read_bytes() == home.read_bytes()
    assert elsewhere.computed > len(list(ladder.read(home)))


@pytest.mark.slow
def test_regret_is_the_same_elsewhere() -> None:
    judged = [list(regret.positions(GAME, 6, 1, pool)) for pool in (None, Elsewhere())]
    assert judged[0] == judged[1]
    costs = [list(regret.table(GAME, judged[0], levels=[2, 10], pool=pool)) for pool in (None, Elsewhere())]
    assert costs[0] == costs[1]
    assert [one.level for one in costs[0]] == [2, 10]


@pytest.mark.slow
def test_several_seeds_learn_elsewhere_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MATCH_GAMES", 2)
    monkeypatch.setattr(run, "FIRST", 300)
    runs = {tmp_path / str(seed): Settings(games=1_000, seed=seed, walks=2) for seed in (1, 2)}
    first = run.learn(Elsewhere(), GAME, runs, resume=False)
    assert [len(now) for now in itertools.islice(first, 2)] == [0, 2]  # the process that asks then dies
    *_, ended = run.learn(Elsewhere(), GAME, runs, resume=True)
    assert [done.games for done in ended.values()] == [1_000, 1_000]
    for path, settings in runs.items():
        at_home = Learner(GAME, settings)
        list(run.run(at_home))
        assert np.array_equal(Learner.load(path, GAME, settings).weights, at_home.weights)
        assert ended[path].curve == at_home.curve
    with pytest.raises(GameError, match="checkpoint of another run"):
        list(run.learn(Elsewhere(), GAME, {path: Settings(games=2_000, seed=1) for path in runs}, resume=True))


def process_of(_: int) -> int:
    return os.getpid()


def test_several_runs_have_the_same_processes() -> None:
    with LocalPool(2).workers(Job(process_of)) as results:
        met = {process for _ in range(4) for process in results(range(8))}
    assert os.getpid() not in met
    assert len(met) <= 2


def test_a_command_says_what_is_wrong_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as where it is not installed
    monkeypatch.setattr(os, "environ", {**os.environ})

    @click.command()
    @on_option
    @click.option("--processes", type=int)
    def show(on: str | None, processes: int | None) -> None:
        with open_pool(on, processes) as pool:
            click.echo(type(pool).__name__)

    assert CliRunner().invoke(show, []).output == "LocalPool\n"
    both = CliRunner().invoke(show, ["--on", "10.0.0.7:6379", "--processes", "2"]).exception
    assert str(both) == "--processes is for work on this machine; leave it out where --on names a cluster"
    alone = CliRunner().invoke(ladder_command, ["--on", "10.0.0.7:6379"]).exception
    assert str(alone) == "--on needs ray: pip install 'fourthought[ray]'"


def test_processes_import_nothing_from_the_folder_of_the_command(tmp_path: Path) -> None:
    script, start = tmp_path / "program" / "script.py", tmp_path / "start"
    script.parent.mkdir()
    start.mkdir()
    script.write_text(
        "import os\n"
        "from engine.workshop.pool import LocalPool, Job\n"
        "if __name__ == '__main__':\n"
        "    os.environ['PYTHONPATH'] = os.pathsep\n"
        "    print(list(LocalPool(2).over(Job(abs), [-1, -2])), os.environ['PYTHONPATH'] == os.pathsep)\n"
    )
    for name in ("multiprocessing", "random", "queue", "struct"):
        (start / f"{name}.py").write_text("import os; os._exit(9)\n")
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(script)], cwd=start, env=path, capture_output=True, text=True)
    assert done.stdout == "[1, 2] True\n", done.stderr
