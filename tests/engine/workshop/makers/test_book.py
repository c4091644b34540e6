import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import GameError, LineGame, LineState, find
from engine.solver.analysis import Analysis, solve_with
from engine.solver.book import book as books
from engine.solver.book.book import Book, Section, read
from engine.solver.book.positions import Positions
from engine.solver.book.retrieval import build
from engine.solver.solver import Solver
from engine.workshop.book.build import OPEN, BookBuilder, Progress
from engine.workshop.book.check import check
from engine.workshop.commands.book import book as book_command

GAME = find("connect4-5x4")
PLIES = 5


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(5, 4, 4, table_mb=16)


def finish(folder: Path, solver: Solver, plies: int = PLIES) -> BookBuilder:
    builder = BookBuilder(GAME, plies, folder)
    assert [ply for ply, _ in builder.enumerate()] == list(range(plies + 1)) or (folder / "ply-0.scores.npy").exists()
    assert builder.solve(solver, 2, lambda _: None, np.zeros(1, np.uint64))
    return builder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, solver: Solver) -> Path:
    folder = tmp_path_factory.mktemp("book")
    finish(folder / "work", solver).pack().write(folder / "small.book")
    return folder / "small.book"


def reachable(plies: int) -> Iterator[LineState]:
    """Returns every unfinished position up to a ply, by the rules alone."""
    level = {GAME.initial()}
    for _ in range(plies + 1):
        yield from level
        level = {GAME.play(state, move) for state in level for move in GAME.moves(state)}
        level = {state for state in level if GAME.outcome(state) is None}


@pytest.mark.slow
@given(st.dictionaries(st.integers(0, 2**64 - 1), st.integers(0, 30), max_size=300))
def test_a_static_function_gives_back_what_it_was_built_of(pairs: dict[int, int]) -> None:
    keys = np.array(list(pairs), dtype=np.uint64)
    found = build(keys, np.array(list(pairs.values()), dtype=np.uint8), 5)
    assert {key: found[key] for key in pairs} == pairs


def test_a_static_function_is_small() -> None:
    keys = np.random.default_rng(1).integers(0, 2**64, 100_000, dtype=np.uint64)
    found = build(keys, (keys % 29).astype(np.uint8), 5)
    assert len(found.packed) * 8 < 1.2 * 5 * len(keys)
    assert all(found[int(key)] == int(key) % 29 for key in keys[:1000])


def test_keys_that_are_not_distinct_are_refused() -> None:
    with pytest.raises(ValueError, match="distinct"):
        build(np.array([7, 7], dtype=np.uint64), np.array([1, 2], dtype=np.uint8), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect4", "connect4-5x4", "connect4-8x7", "connect5"])
def test_all_positions_are_those_of_the_rules(name: str) -> None:
    game = find(name)
    positions, states = Positions(game), {game.initial()}
    for ply, codes in enumerate(positions.levels(5 if game.width < 8 else 4)):
        assert list(codes) == sorted({positions.code(*state) for state in states})
        own, mask = positions.states(codes)
        pairs = [LineState(*pair) for pair in zip(own.tolist(), mask.tolist(), strict=True)]
        assert {game.key(pair) for pair in pairs} == {game.key(state) for state in states}
        assert all(pair.mask.bit_count() == ply for pair in pairs)
        quiet = [not game.forced_moves(state) for state in pairs]
        assert positions.quiet(own, mask).tolist() == quiet
        states = {game.play(state, move) for state in states for move in game.moves(state)}
        states = {state for state in states if game.outcome(state) is None}


@pytest.mark.slow
def test_the_book_agrees_with_the_solver_everywhere(small: Path, solver: Solver) -> None:
    opened, states = read(small), list(reachable(PLIES + 2))
    truth = {s: solved.score for s, solved in zip(states, solver.solve_many(states), strict=True)}
    beyond = 0
    for state in states:
        said = opened.score(state)
        assert said in (None, truth[state])
        if state.mask.bit_count() <= PLIES and not GAME.forced_moves(state):
            assert said is not None
        if state.mask.bit_count() > PLIES + 1:
            beyond += said is not None
            continue
        for move, number in opened.moves(state).items():
            after = GAME.play(state, move)
            assert GAME.outcome(after) or number == -truth[after]
    assert beyond > 100, "wins and forced replies are known beyond the last ply, too"


@pytest.mark.slow
def test_answers_with_the_book_are_those_without(small: Path, solver: Solver) -> None:
    opened = read(small)
    for state in list(reachable(PLIES + 1))[::29]:
        with_book, without = solve_with(opened, solver, state), solve_with(None, solver, state)
        assert with_book.score == without.score
        assert Analysis(solver, GAME, state, opened).scores() == Analysis(solver, GAME, state).scores()
        after = GAME.play(state, with_book.move or 0)
        assert GAME.outcome(after) or -solver.solve(*after).score == with_book.score
    assert solve_with(opened, solver, GAME.initial()).nodes == 0


@pytest.mark.slow
def test_the_positions_before_are_those_that_lead_there() -> None:
    positions, before = Positions(GAME), dict[LineState, set[LineState]]()
    for state in reachable(PLIES):
        for move in GAME.moves(state):
            before.setdefault(GAME.play(state, move), set()).add(state)
    going_on = [state for state in before if GAME.outcome(state) is None]
    for state in going_on:
        assert {LineState(*pair) for pair in positions.parents(*state)} == before[state]
    assert len(going_on) > 1_000
    assert not list(positions.parents(*GAME.initial()))
    # First's three stones in one column came before Second's on top, and yet Second's turn lies between them.
    assert not list(positions.parents(0b1000, 0b1111))


@pytest.mark.slow
def test_what_came_before_bounds_what_the_book_does_not_know(small: Path, solver: Solver) -> None:
    opened = read(small)
    beyond = [s for s in reachable(PLIES + 1) if s.mask.bit_count() > PLIES and opened.score(s) is None]
    floors = [opened.floor(state) for state in beyond]
    scores = [solved.score for solved in solver.solve_many(beyond)]
    assert all(floor <= score for floor, score in zip(floors, scores, strict=True))
    assert sum(floor == score for floor, score in zip(floors, scores, strict=True)) > len(beyond) / 4


@pytest.mark.slow
def test_the_last_move_that_can_be_the_best_needs_no_more_search(small: Path, solver: Solver) -> None:
    """Takes the best value from the book: once all other moves are worth less, the last move must be the best."""
    opened = read(small)
    nodes = {True: 0, False: 0}
    for state in [s for s in reachable(PLIES) if s.mask.bit_count() == PLIES][::15]:
        scores = []
        for concluding in nodes:
            solver.clear()
            analysis = Analysis(solver, GAME, state, opened)
            if not concluding:
                analysis._number = None
            scores.append(analysis.scores())
            nodes[concluding] += analysis.nodes
        assert scores[0] == scores[1]
    assert nodes[True] < nodes[False]


def test_work_that_was_stopped_goes_on(small: Path, solver: Solver, tmp_path: Path) -> None:
    stop, seen = np.zeros(1, np.uint64), list[Progress]()

    def tell(now: Progress) -> None:
        seen.append(now)
        stop[0] = len(seen) % 50 == 0

    builder = BookBuilder(GAME, PLIES, tmp_path / "work")
    list(builder.enumerate())
    rounds = 0
    while not builder.solve(solver, 1, tell, stop):
        with pytest.raises(GameError, match="not solved yet"):
            builder.pack()
        stop[0], rounds = 0, rounds + 1
        builder = BookBuilder(GAME, PLIES, tmp_path / "work")
        assert not list(builder.enumerate())
    assert rounds > 5
    solved = [now[:2] for now in seen if now.nodes]
    assert len(solved) == len(set(solved)), "nothing was solved twice"
    builder.pack().write(tmp_path / "again.book")
    assert (tmp_path / "again.book").read_bytes() == small.read_bytes()
    assert builder.seconds > 0


def test_what_is_known_of_moves_is_right(solver: Solver, tmp_path: Path) -> None:
    builder = finish(tmp_path, solver)
    for ply in range(PLIES):
        best, places, rest = builder.best_moves(ply)
        scores = builder.scores(ply)
        assert (best <= scores).all()
        assert (best == scores)[np.setdiff1d(np.arange(len(scores)), places)].all()
        assert (np.diff(places) >= 0).all()
        own, mask = builder.positions.states(rest)
        assert builder.positions.wins(own ^ mask, mask).all(), "only after a threat the book has to be left"
    worth = builder.best_moves(1)[0]
    assert (worth > -OPEN).all()


@pytest.mark.slow
def test_a_book_of_the_whole_game_ends_with_draws(tmp_path: Path) -> None:
    game = LineGame(5, 3, 4, True)
    tiny = Solver(5, 3, 4, table_mb=1)
    builder = BookBuilder(game, game.max_plies, tmp_path)
    list(builder.enumerate())
    assert builder.solve(tiny, 1, lambda _: None, np.zeros(1, np.uint64))
    for ply in range(game.max_plies):
        states = zip(*(words.tolist() for words in builder.positions.states(builder.codes(ply))), strict=True)
        assert [solved.score for solved in tiny.solve_many(states)] == builder.scores(ply).tolist()
    assert 0 in builder.scores(game.max_plies - 1)


def test_work_on_another_board_is_refused(tmp_path: Path) -> None:
    BookBuilder(GAME, 1, tmp_path)
    with pytest.raises(GameError, match=r"5x4 connect 4.*name another folder"):
        BookBuilder(LineGame(5, 5, 4, True), 1, tmp_path)


def test_a_wrong_entry_is_found(small: Path, solver: Solver) -> None:
    opened = read(small)
    assert [c for c in check(opened, solver, 100, seed=3) if c] == []
    sections = list(opened._sections)
    sections[3] = Section(sections[3].low + 1, sections[3].scores)
    assert any(check(Book(GAME, sections), solver, 100, seed=3))


def damaged(content: bytes) -> Iterator[tuple[bytes, str]]:
    yield content[: len(content) // 2], "damaged or cut short"
    yield content[:-1], "damaged or cut short"
    yield content[:200] + bytes([content[200] ^ 1]) + content[201:], "damaged or cut short"
    yield b"", "is not a book"
    yield b"PK\3\4", "is not a book"


def test_a_damaged_book_is_refused_in_one_line(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "bad.book"
    for content, words in damaged(small.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(GameError, match=words) as caught:
            read(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(GameError, match="cannot be read"):
        read(tmp_path / "missing.book")
    monkeypatch.setattr(books, "SHIPPED", path)
    books.shipped_book.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert books.shipped_book() is None
        assert books.shipped_book() is None
    assert len(caplog.records) == 1
    books.shipped_book.cache_clear()


@settings(max_examples=30)
@given(st.lists(st.integers(1, 7), max_size=12))
def test_the_shipped_book_knows_the_opening(moves: list[int]) -> None:
    game, opened = find("connect4"), books.shipped_book()
    state = game.initial()
    for move in moves[: opened.plies]:
        if move in game.moves(state):
            state = game.play(state, move)
    if game.outcome(state) is None:
        known = opened.moves(state)
        number = opened.score(state)
        assert number is None or all(worth <= number for worth in known.values())
        if len(known) == len(game.moves(state)):
            assert number == max(known.values())
    assert opened.score(game.initial()) == 1


def test_only_connect_four_has_the_shipped_book() -> None:
    assert books.book_of(LineGame(7, 6, 4, True)) is books.shipped_book()
    for other in (LineGame(8, 7, 4, True), LineGame(7, 6, 5, True), LineGame(7, 6, 4, False)):
        assert books.book_of(other) is None
    slippery = find("slippery-connect4")
    assert not isinstance(slippery, LineGame) or books.book_of(slippery) is None


def test_the_command_builds_and_checks(tmp_path: Path) -> None:
    run = CliRunner()
    made = tmp_path / "made.book"
    options = ["--plies", "3", "--game", "connect4-5x4", "--table-mb", "1", "--threads", "2"]
    built = run.invoke(book_command, ["build", *options, "--work", str(tmp_path / "w"), "--out", str(made)])
    assert built.exit_code == 0, built.output
    assert "hours of one core" in built.stdout
    checked = run.invoke(book_command, ["check", str(made), "--count", "20"])
    assert checked.exit_code == 0
    assert "20 checked, 0 wrong" in checked.stdout
