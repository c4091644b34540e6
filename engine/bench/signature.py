"""The signature: how many nodes the solver needs for a fixed set of positions. A refactoring must not move it."""

from __future__ import annotations

from engine.games import LineGame, parse
from engine.solver.solver import Solver

POSITIONS = (
    *("4455", "44455554221", "444444", "4453415", "32164625", "64625427", "1233722555341451114725221333"),
    *("32751571231557", "335662333565", "2416615552", "274552224131661", "5455174361263362", "2531276566711153"),
    *("5554224333234511764415115", "52753311433677442422121", "2252576253462244111563365343671351441"),
)
SIGNATURE = 2804747


def measure() -> tuple[int, float]:
    """Solve every position with an empty 16 MB table; total nodes and seconds."""
    solver = Solver(table_mb=16)
    game = LineGame(7, 6, 4, True)
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        solver.clear()
        solved = solver.solve(*parse(game, text)[1])
        nodes += solved.nodes
        seconds += solved.seconds
    return nodes, seconds
