"""Tests the exact score of every column, at any time of the search."""

from engine.games import LineGame, parse
from engine.games.numbers import number_of
from engine.solver.analysis import Analysis
from engine.solver.solver import Solver

GAME = LineGame(7, 6, 4, True)


def test_bounds_tighten_to_the_scores_of_the_children() -> None:
    state = parse(GAME, "32751571231557")[1]
    solver = Solver(table_mb=4)
    analysis = Analysis(solver, GAME, state)
    last = {bounds.move: bounds for bounds in analysis.moves}
    while not analysis.step(5_000):
        for bounds in analysis.moves:
            assert last[bounds.move].low <= bounds.low <= bounds.high <= last[bounds.move].high
            last[bounds.move] = bounds
    scores = analysis.scores()
    assert list(scores) == list(GAME.moves(state))
    for move, score in scores.items():
        assert number_of(GAME, score, state.ply) == -solver.solve(*GAME.play(state, move)).score
    assert max(number_of(GAME, score, state.ply) for score in scores.values()) == -3


def test_winning_and_losing_moves_say_when() -> None:
    state = parse(GAME, "121212")[1]
    words = {m: s.words() for m, s in Analysis(Solver(table_mb=1), GAME, state).scores().items()}
    assert words[1] == "First wins in 1 move"
    assert {words[m] for m in range(3, 8)} == {"Second wins in 1 move"}
