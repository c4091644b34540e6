"""Tests proofs on boards of two words: against boards of one, against a program without bits, and by the checker."""

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.coach.certificate import Certificate, Claim, fault
from engine.coach.diagrams.search import Search
from engine.coach.proof_search import pursue
from engine.coach.why_question import WhyQuestion
from engine.coach.words import words as words_of
from engine.games import LineGame, LineState, Move, Player, replay
from engine.search.deepening import run
from engine.workshop.bench.growth import late_line
from tests.engine.coach.test_certificates import CONNECT4
from tests.engine.coach.test_words import count_ends
from tests.engine.mind.minds import finish, random_line
from tests.engine.mind.search.test_wide import SIZES
from tests.engine.plain_board import PlainBoard
from tests.engine.search.oracle import drive
from webapp.cli import main


def late_game(width: int, height: int, empty: int, seed: int) -> tuple[LineGame, list[Move], LineState]:
    """Returns random moves. After them ``empty`` cells are left, and no side can win with its next stone."""
    game = LineGame(width, height, 4, True, name=f"connect4-{width}x{height}")
    return game, (line := late_line(width, height, empty, seed)), replay(game, line)


def proofs(game: LineGame, state: LineState, claim: Claim, words: int) -> list[Any]:
    """Returns what both searches find with boards of so many words, with the sentences."""
    found = drive(pursue(game, state, claim, lines=6, positions=3000, words=words))[1]
    search = Search(game, claim, 100_000, words=words)
    diagram = run(search.find(state, [(None, state)])) if game.to_move(state) is not claim.side else None
    return [found, diagram, *(words_of(one) for one in (found.certificate, diagram) if one)]


@pytest.mark.parametrize("count", [30, pytest.param(2000, marks=pytest.mark.long)])
def test_proofs_and_sentences_in_two_words_are_those_in_one(count: int) -> None:
    rng, kinds = random.Random(count), [0, 0]
    for number in range(count):
        game = rng.choice((LineGame(5, 4, 4, True), LineGame(5, 4, 3, True), LineGame(6, 5, 4, True), CONNECT4))
        state = random_line(game, rng, rng.randrange(game.max_plies - 4))[1]
        claim = Claim(Player(number % 2), number % 4 < 2)
        one, two = (proofs(game, state, claim, words) for words in (1, 2))
        assert one == two, (game, state, claim)
        kinds[0] += one[0].certificate is not None
        kinds[1] += one[1] is not None
    assert min(kinds) > count // 30, kinds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "count"),
    [(5, 4, 6), (10, 7, 3)]
    + [pytest.param(*size, 100, marks=pytest.mark.long) for size in [(5, 4), *SIZES, (8, 9), (10, 7)]],
)
def test_what_is_proved_of_a_large_board_is_true(width: int, height: int, count: int) -> None:
    proved, count = 0, count if width + height < 20 else count // 6  # random games seldom come so far on 10x10
    for seed in range(count):
        game, line, state = late_game(width, height, 6 + seed % 4, seed)
        worth = PlainBoard(width, height, line).number(state.ply % 2)
        for side in (Player.FIRST, Player.SECOND):
            for wins in (False, True):
                own = worth if game.to_move(state) is side else -worth
                for found in proofs(game, state, Claim(side, wins), 2)[:2]:
                    certificate = found if found is None or isinstance(found, Certificate) else found.certificate
                    if certificate is not None:
                        assert own >= int(wins), (line, side, wins)
                        assert fault(certificate) == ""
                        assert count_ends(certificate) > 0
                        proved += 1
    assert proved >= 2 * count, proved


@pytest.mark.parametrize(
    ("width", "height"), [(8, 8), *(pytest.param(*size, marks=pytest.mark.long) for size in [(10, 7), (8, 9)])]
)
def test_why_is_answered_on_a_large_board(width: int, height: int) -> None:
    told = 0
    for seed in range(6):
        game, line, _ = late_game(width, height, 12, seed)
        asked = WhyQuestion(game, line, Player(seed % 2))
        finish(asked)
        found = asked.answer()
        if found.certificate is not None:
            assert fault(found.certificate) == ""
            assert found.steps == words_of(found.certificate)
            told += 1
    assert told > 1


def test_the_command_proves_a_late_position_of_8x8(tmp_path: Path) -> None:
    line, path, run = "".join(map(str, late_line(8, 8, 12, 3))), str(tmp_path / "late.proof"), CliRunner()
    proved = run.invoke(main, ["prove", "8x8", line, "--out", path, "--table-mb", "4"])
    assert proved.exit_code == 0, proved.output
    checked = run.invoke(main, ["check", path])
    assert (checked.exit_code, checked.output.count("accepted: 8x8 after 52 moves")) != (0, 0), checked.output
    told = run.invoke(main, ["why", line, "--game", "connect4-8x8"])
    assert told.exit_code == 0, told.output


@pytest.mark.parametrize(
    ("line", "first", "cells"),
    [((4, 4, 5, 5), None, 96), ((4, 4, 5, 5), 6, 95), ((4, 4, 5, 5, 6), None, 95)],
)
def test_a_win_in_few_lines_needs_no_search_for_the_result(
    line: tuple[Move, ...], first: Move | None, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search for the result takes all its time on such a board, and on a busy machine the answer came before it."""

    def search(*_: object) -> None:
        raise AssertionError("the result was searched for")

    monkeypatch.setattr(WhyQuestion, "_find_signs", search)
    game = LineGame(10, 10, 4, True, name="connect4-10x10")
    asked = WhyQuestion(game, line, Player.FIRST, first, quick=True)
    finish(asked)
    found = asked.answer()
    assert found.certificate
    assert (found.claim, fault(found.certificate)) == (Claim(Player.FIRST, True), "")
    assert sum(row.count(".") for row in found.certificate.rows) == cells


def test_the_command_tells_a_win_in_few_lines_without_solving_the_position() -> None:
    told = CliRunner().invoke(main, ["why", "4455", "--game", "connect4-10x10"])
    assert told.output.splitlines()[0] == "Red wins with column 3."
