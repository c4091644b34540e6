"""Measures the signature: the solver's node count on a fixed set of positions. A refactoring keeps the count."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.games import LineGame, parse
from engine.solver.solver import Solver
from engine.solver.switches import Switch, find_switch

POSITIONS = (
    *("4455", "44455554221", "444444", "4453415", "32164625", "64625427", "1233722555341451114725221333"),
    *("32751571231557", "335662333565", "2416615552", "274552224131661", "5455174361263362", "2531276566711153"),
    *("5554224333234511764415115", "52753311433677442422121", "2252576253462244111563365343671351441"),
)
GAME = LineGame(7, 6, 4, True)
SIGNATURE = 2654727


def measure(switches: Switch | None = None) -> tuple[int, float]:
    """Solves every position with an empty 16 MB table. Returns all nodes and the seconds of processor time."""
    solver = Solver(GAME.width, GAME.height, GAME.connect, table_mb=16, switches=switches)
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        solver.clear()
        state = parse(GAME, text)[1]
        started = time.thread_time()
        nodes += solver.solve(*state).nodes
        seconds += time.thread_time() - started
    return nodes, seconds


@dataclass(frozen=True, slots=True)
class Worth:
    """Holds the nodes and seconds without one technique, as multiples of the nodes and seconds with all."""

    technique: str
    nodes: float
    seconds: float


def ablation(names: Sequence[str], rounds: int = 3) -> Iterator[Worth]:
    """Measures each technique's worth on the signature's positions, by the quickest of some rounds. The kernel with
    switches is slower than the real kernel, so the baseline uses the kernel with switches as well. Raises ValueError
    if there is no technique of this name."""
    chosen = [(name, find_switch(name)) for name in names]
    rounds_of_all = [measure(Switch.ALL) for _ in range(rounds)]
    nodes, seconds = min(rounds_of_all)
    for name, switch in chosen:
        without = min(measure(Switch.ALL ^ switch) for _ in range(rounds))
        yield Worth(name, without[0] / nodes, without[1] / seconds)
