"""Keeps results and interrupted searches of boards in a folder."""

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np

from engine.solver import memory as k
from engine.workshop.bench.frontier.published import Size
from engine.workshop.bench.frontier.search import BoardSearch, Plan
from engine.workshop.bench.signature import SIGNATURE


class Result(msgspec.Struct, frozen=True):
    """Holds the value of one empty board, and the cost of the search."""

    width: int
    height: int
    value: int  # 1: the first player wins, 0: a draw, -1: the first player loses
    score: int | None  # the exact score number; None: only the value was asked for
    nodes: int
    seconds: float  # processor time of all threads
    threads: int
    table_mb: float  # the size of the shared table
    lost_first: bool  # the first question was whether the first player loses
    theorem: bool  # the follow-up theorem was used
    signature: int  # the solver's signature, which identifies the solver
    net: str = ""  # the first digits of the SHA-256 of the network's file, if one was given

    @property
    def size(self) -> Size:
        """Returns the board."""
        return Size(self.width, self.height)

    def answers(self, plan: Plan) -> bool:
        """Tests if the result was found by a plan."""
        exact = self.score is not None
        own = Plan(self.size, exact, self.lost_first, self.theorem, self.threads, self.table_mb, plan.net)
        return own == plan and self.net == plan.net_mark


def result_of(search: BoardSearch) -> Result:
    """Returns the result of a finished search."""
    plan, score = search.plan, search.low
    value = (score > 0) - (score < 0)
    cost = search.nodes, round(search.seconds, 3), plan.threads, plan.table_mb
    exact = score if plan.exact else None
    return Result(*plan.size, value, exact, *cost, plan.lost_first, plan.theorem, SIGNATURE, plan.net_mark)


class Store:
    """Keeps results in one file of a folder, and every interrupted search in a separate file."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 600.0  # between two saves of an unfinished search
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._file = folder, folder / "results.jsonl"

    def results(self) -> list[Result]:
        """Returns all results, the oldest first."""
        lines = self._file.read_bytes().splitlines() if self._file.exists() else []
        return [msgspec.json.decode(line, type=Result) for line in lines]

    def has(self, plan: Plan) -> bool:
        """Tests if there is a result by a plan."""
        return any(one.answers(plan) for one in self.results())

    def add(self, result: Result) -> None:
        """Appends a result to the file."""
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")

    def save(self, search: BoardSearch) -> None:
        """Keeps an interrupted search: the table, and the words of each thread's search."""
        memories = np.array([one.memory for one in search.searches])
        beside = self._path(search.plan).with_suffix(".new")
        with beside.open("wb") as file:
            np.save(file, np.array([search.goal, search.seconds]))
            np.save(file, memories)
            np.save(file, search.solver.table)
        os.replace(beside, self._path(search.plan))

    def begin(self, plan: Plan) -> BoardSearch:
        """Returns the search of a plan, where an interruption left it."""
        search = BoardSearch(plan)
        if self._path(plan).exists():
            with self._path(plan).open("rb") as file:
                goal, seconds = np.load(file)
                search.restore(int(goal), float(seconds), np.load(file))
                search.solver.table[:] = np.load(file)
        return search

    def forget(self, plan: Plan) -> None:
        """Removes an interrupted search."""
        self._path(plan).unlink(missing_ok=True)

    def _path(self, plan: Plan) -> Path:
        ways = "".join(("-exact" * plan.exact, "-lost-first" * plan.lost_first, "-plain" * (not plan.theorem)))
        ways += f"-{plan.net_mark}" if plan.net else ""
        kernel = k.layout(*plan.size).size
        return self._folder / f"{plan.size}{ways}-{plan.threads}-{plan.table_mb:g}-{kernel}.search"


def best_of(results: Iterable[Result]) -> dict[Size, Result]:
    """Returns for each board the result with the fewest nodes. Boards are in the order of squares."""
    found = dict[Size, Result]()
    for result in sorted(results, key=lambda one: (one.size.squares, one.size, one.nodes)):
        found.setdefault(result.size, result)
    return found
