"""Compares the page's engine with the server's, which are made from one source."""

import itertools
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import LineGame, LineState, find, replay
from engine.games.openings import random_opening
from engine.mind.search.available import compiles, proves
from engine.solver.analysis import Analysis
from engine.solver.book.book import Book, shipped_book
from engine.solver.solver import Solver
from engine.workshop.bench.growth import late
from engine.workshop.kernels.shipped import boards
from tests.browser.engine_parity import report_of, searches_differ, steps_differ, trees_differ
from webapp.play.game import move_marks

_SCORES = """
async (text) => {
  const { board, games, table } = JSON.parse(text);
  const { load } = await import("/static/js/engine/loading.js");
  const { Analysis } = await import("/static/js/engine/search.js");
  const { replay } = await import("/static/js/engine/board.js");
  const { kernels, book } = await load(board, table);
  return games.map((moves) => {
    const analysis = new Analysis(kernels, book, replay(board, moves));
    while (!analysis.step(5_000));
    analysis.close();
    return Object.fromEntries(analysis.found().moves.map(({ move, low, high }) => [move, low === high ? low : null]));
  });
}
"""
_MARKS = """
async (text) => {
  const { board, sides, moves, scores } = JSON.parse(text);
  const { markMove } = await import("/static/js/engine/own/marks.js");
  const { say } = await import("/static/js/words.js");
  const bounds = ([move, score]) => ({ move: Number(move), low: score, high: score });
  const found = scores.map((one) => one && { moves: Object.entries(one).map(bounds) });
  const rows = moves.map((_, ply) => markMove(board, sides, moves, ply, found[ply], found[ply + 1]));
  return rows.map((row) => ({ ...row, words: say(row.said) }));
}
"""


def _state(game: LineGame, plies: int, seed: int) -> LineState:
    return replay(game, random_opening(game, plies, seed))


def _searches(game: LineGame, count: int, seed: int, most: int) -> list[tuple[LineState, list[int], int]]:
    rng = random.Random(f"parity {seed}")
    plies = range(game.max_plies // 4, game.max_plies - 8)
    if game.words > 1:  # random play seldom lasts so long there
        states = (
            late(game.width, game.height, rng.randrange(game.max_plies // 3, game.max_plies * 3 // 4), number)
            for number in itertools.count(seed * 1000)
        )
    else:
        states = (_state(game, rng.choice(plies), rng.randrange(1 << 30)) for _ in itertools.count())
    return [
        (
            state,
            [rng.choice((1, 17, 256, most)) for _ in range(rng.randrange(1, 5))],
            rng.choice((-1, -1, 0, 1)),
        )
        for state in itertools.islice(states, count)
    ]


_LATEST = 48
"""Plies that random play on a large board often lasts."""


def _steps(game: LineGame, count: int, seed: int) -> list[tuple[LineState, int, float, float, list[int]]]:
    rng = random.Random(f"steps {seed}")
    windows = ((-1.0, 1.0), (0.0, 0.0001), (-0.2, 0.1))
    return [
        (
            _state(game, rng.randrange(min(game.max_plies - 8, _LATEST)), rng.randrange(1 << 30)),
            rng.randrange(1, 7),
            *rng.choice(windows),
            [rng.choice((1, 5, 100, 5000)) for _ in range(3)],
        )
        for _ in range(count)
    ]


def test_a_search_leaves_the_same_words_on_the_page_as_on_the_server(modules: Page) -> None:
    game = find("connect4-5x4")
    assert isinstance(game, LineGame)
    assert searches_differ(modules, game, _searches(game, 30, 1, 2_000)) == []
    assert steps_differ(modules, game, _steps(game, 20, 1)) == []


@pytest.mark.parametrize(
    "name", ["gomoku7", *(pytest.param(f"connect4-{size}", marks=pytest.mark.long) for size in ("8x8", "10x10"))]
)
def test_a_search_of_other_boards_leaves_the_same_words(modules: Page, name: str) -> None:
    game = find(name)
    assert isinstance(game, LineGame)
    assert steps_differ(modules, game, _steps(game, 20, 1)) == []
    if proves(game):
        rng = random.Random(name)
        positions = [
            (_state(game, rng.randrange(20, _LATEST), rng.randrange(1 << 30)), [17, 256, 2_000], -1) for _ in range(20)
        ]
        assert searches_differ(modules, game, positions) == []


@pytest.mark.parametrize("name", ["connect4-9x9", pytest.param("connect4-8x8", marks=pytest.mark.long)])
def test_a_tree_of_a_large_board_is_kept_by_the_same_words(modules: Page, name: str) -> None:
    game = find(name)
    assert isinstance(game, LineGame)
    drawn = (late(game.width, game.height, 28, seed) for seed in itertools.count())
    state, rows = next((state, rows) for state in drawn if len(rows := report_of(game, state)) > 20)
    assert trees_differ(modules, game, state, rows) == []


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 200))])
def test_a_tree_is_kept_by_the_same_words(modules: Page, seed: int) -> None:
    game = find("connect4-5x4")
    assert isinstance(game, LineGame)
    drawn = (_state(game, 2 + seed % 4, seed + 1_000 * again) for again in itertools.count())
    reported = ((state, report_of(game, state)) for state in drawn)
    state, rows = next((state, rows) for state, rows in reported if len(rows) > 20)  # some are decided at once
    assert trees_differ(modules, game, state, rows) == []


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, game in boards().items() if compiles(game)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thousands_of_searches_leave_the_same_words(modules: Page, name: str, seed: int) -> None:
    game = boards()[name]
    if proves(game):
        assert searches_differ(modules, game, _searches(game, 250, seed, 20_000)) == []
    assert steps_differ(modules, game, _steps(game, 250, seed)) == []


@pytest.mark.parametrize("count", [12, pytest.param(400, marks=pytest.mark.long)])
def test_the_scores_on_the_page_are_those_of_the_server(modules: Page, count: int) -> None:
    game, book = find("connect4"), shipped_book()
    assert isinstance(game, LineGame)
    rng = random.Random(4)
    games = [random_opening(game, ply, rng.randrange(1 << 30)) for ply in rng.choices(range(1, 33), k=count)]
    games = [moves for moves in games if len(moves) <= 7 or len(moves) > 15 or count > 100]
    solver = Solver(table_mb=16)
    expected = []
    for moves in games:
        found = _bounds(solver, game, replay(game, moves), book)
        expected.append({str(one.move): one.low for one in found})
    board = {"width": 7, "height": 6, "connect": 4}
    found = modules.evaluate(_SCORES, json.dumps({"board": board, "games": games, "table": 16 << 20}))
    assert found == expected


def test_a_review_on_the_page_says_what_the_server_says(modules: Page) -> None:
    game = find("connect4-5x4")
    assert isinstance(game, LineGame)
    solver = Solver(5, 4, 4, table_mb=1)
    for seed in range(8):
        moves = _whole_game(game, seed)
        scores: list[dict[int, int] | None] = []
        judged = {}
        for ply in range(len(moves) + 1):
            state = replay(game, moves[:ply])
            if game.outcome(state) is not None:
                scores.append(None)
                break
            found = Analysis(solver, game, state).scores()
            numbers = {bounds.move: bounds.low for bounds in _bounds(solver, game, state)}
            played = moves[ply] if ply < len(moves) else 0
            best = max(numbers, key=lambda move: (numbers[move], move == played, -abs(2 * move - 6), -move))
            sign = found[best].sign
            only = (
                sign >= 0
                and len(numbers) > 1
                and all(score < (1 if sign else 0) for move, score in numbers.items() if move != best)
            )
            judged[ply] = move_marks.Analysis(best, float(sign), found[best], only)
            scores.append(numbers)
        expected = move_marks.mark_moves(game, moves, judged)
        asked: dict[str, Any] = {"board": {"width": 5, "height": 4, "connect": 4}, "sides": ["red", "yellow"]}
        rows = modules.evaluate(_MARKS, json.dumps({**asked, "moves": moves, "scores": scores}))
        for row, right in zip(rows, expected, strict=True):
            for name in ("ply", "seat", "move", "best", "mark", "loss", "proven", "near", "value"):
                assert row[name] == getattr(right, name), (seed, name, right)
            assert row["words"] == str(right.words)


def _bounds(solver: Solver, game: LineGame, state: LineState, book: Book | None = None) -> Any:
    analysis = Analysis(solver, game, state, book)
    while not analysis.step(1 << 20):
        pass
    return analysis.moves


def _whole_game(game: LineGame, seed: int) -> list[int]:
    rng, state, moves = random.Random(seed), game.initial(), list[int]()
    while game.outcome(state) is None:
        moves.append(rng.choice(game.moves(state)))
        state = game.play(state, moves[-1])
    return moves
