"""Solves every question of the zugzwang trainer a second time, by brute force over the last cells."""

import json
from collections import Counter
from typing import Any

import pytest

from engine.coach.certificate import fault, from_json
from engine.puzzles import shipped
from tests.engine.puzzles.second_solver import Board, Cell, Solver, after, completes, dropped, games

FILE: Any = json.loads(shipped.read("zugzwang.json"))
ASKED: dict[str, list[Any]] = {}
for one in FILE["questions"]:
    ASKED.setdefault(one["kind"], []).append(one)


def _cells(plain: Any) -> set[Cell]:
    return {(column, row) for column, row in plain}


def _end(question: Any, play: str) -> tuple[Board, list[Cell], int | None]:
    """Returns the board after a refutation, the cells filled, and who has four in the end."""
    board, cells, winner = after(question["moves"]), list[Cell](), None
    for move in play:
        assert winner is None, "a game goes on after four in a row"
        side = len(board) % 2
        free = dict(board)
        cells.append(dropped(board, int(move), side))
        winner = side if completes(free, cells[-1], side) else None
    return board, cells, winner


def test_every_kind_is_asked_about_both_sides() -> None:
    assert ASKED.keys() == {"fill", "reach", "keep", "useless"}
    assert min(map(len, ASKED.values())) >= 25
    names = [question["name"] for question in FILE["questions"]]
    assert len(set(names)) == len(names) >= 140
    for questions in ASKED.values():
        assert min(Counter(question["side"] for question in questions).values()) >= 5
        for question in questions:
            assert 42 - len(question["moves"]) <= 14
            assert len(question["plays"]) == len(question["options"])
            # A wrong choice is refuted by play. Only a right one may have none.
            for option, play in zip(question["options"], question["plays"], strict=True):
                assert play or option in question["answer"]


def test_who_must_fill_a_cell() -> None:
    below = 0
    for question in ASKED["fill"]:
        cell, (who,), played = tuple(question["cell"]), question["answer"], list(games(question))
        fillers = {side for game in played for one, side in game if one == cell}
        assert fillers == {who}, question["name"]
        (play,) = filter(None, question["plays"])
        _, cells, _ = _end(question, play)
        side = (len(question["moves"]) + cells.index(cell)) % 2
        assert side == who
        below += [*cell] == question["waits"][0]["below"]
    assert 8 <= below <= len(ASKED["fill"]) - 8  # the answer is not always the side without the four
    assert set(Counter(question["answer"][0] == question["side"] for question in ASKED["fill"])) == {True, False}


def test_which_cells_can_still_be_got() -> None:
    for question in ASKED["reach"]:
        other = 1 - question["side"]
        options = _cells(question["options"])
        reached = {cell for game in games(question) for cell, side in game if side == other} & options
        assert reached == _cells(question["answer"]), question["name"]
        for option, play in zip(question["options"], question["plays"], strict=True):
            board, cells, _ = _end(question, play)
            assert cells[-1] == tuple(option)
            assert board[cells[-1]] == (other if option in question["answer"] else question["side"])


def test_which_reply_keeps_the_count() -> None:
    for question in ASKED["keep"]:
        board, side, solver = after(question["moves"]), question["side"], Solver()
        assert len(board) % 2 == side
        for option, play in zip(question["options"], question["plays"], strict=True):
            there = dict(board)
            cell = dropped(there, option, side)
            wins = solver.played(board, cell, side) == side
            assert wins is (option in question["answer"]), question["name"]
            if wins:
                continue
            assert int(play[0]) == option
            end, _, winner = _end(question, play)
            assert winner == 1 - side or (winner is None and len(end) == 42)
            for ply, move in enumerate(play[1:], start=1):  # no move of the other side hands the win back
                if ply % 2:
                    free = dict(there)
                    filled = dropped(there, int(move), 1 - side)
                    assert solver.played(free, filled, 1 - side) != side
                else:
                    dropped(there, int(move), side)


def test_which_of_two_threats_is_useless() -> None:
    for question in ASKED["useless"]:
        board, side = after(question["moves"]), question["side"]
        assert Solver().winner(board, 1 - side) == side
        for threat, play in zip(question["threats"], question["plays"], strict=True):
            target = tuple(threat["target"])
            assert target not in board
            assert completes(board, target, threat["side"])
            assert {board.get(cell) for cell in _cells(threat["line"]) - {target}} == {threat["side"]}
            still = Solver((threat["side"], target)).winner(board, 1 - side) == side
            assert still is ([*target] in question["answer"]), question["name"]
            if not still:
                _, cells, winner = _end(question, play)
                assert (winner, cells[-1], cells[-2]) == (side, target, (target[0], target[1] - 1))


@pytest.mark.parametrize("page", FILE["pages"], ids=lambda page: page["slug"])
def test_each_page_of_theory_stands_on_a_proof(page: Any) -> None:
    certificate = from_json(page["proof"])
    assert fault(certificate) == ""
    board = after(page["moves"])
    signs = {(column, row): "XO"[side] for (column, row), side in board.items()}
    rows = ["".join(signs.get((column, row), ".") for column in range(1, 8)) for row in range(6, 0, -1)]
    assert [*certificate.rows] == rows
    assert len(board) % 2 != certificate.claim.side  # the reader is to move
    assert (page["useless"] is not None) is (page["slug"] == "useless")


def test_the_pages_are_six() -> None:
    slugs = [page["slug"] for page in FILE["pages"]]
    assert slugs == ["follow-up", "claimeven", "baseinverse", "odd-threat", "even-threat", "useless"]
