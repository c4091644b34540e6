"""Tests the log of proofs: true rows, torn tails, damage, the bound, several writers, and the table filled from it."""

import logging
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from engine.games import LineState
from engine.solver.proof_log import log as logs
from engine.solver.proof_log.boards import Rows, keys
from engine.solver.proof_log.file import HEAD_BYTES, ProofFile, board_of, head_of
from engine.solver.proof_log.log import ProofLog
from engine.solver.proof_log.rows import (
    Board,
    dearest,
    merge,
    prices,
    proof_of,
    signed,
    sound,
    stones_of,
)
from engine.solver.proof_log.seeding import seed
from engine.solver.solver import Solver
from engine.workshop.bench.growth import late
from tests.profiles import by_day

BOARD, LEAST, CAP = Board(6, 5, 4), 50, 1 << 20
ROW_BYTES = BOARD.row_bytes
ROOTS = {
    BOARD: LineState(0, 0),
    Board(8, 8, 4): late(8, 8, 32, 11),  # two words, of which an entry of the solver's table holds one
}


@pytest.fixture(scope="module", params=ROOTS, ids=lambda board: f"{board.width}x{board.height}")
def board(request: pytest.FixtureRequest) -> Board:
    return cast(Board, request.param)


@pytest.fixture(scope="module")
def report(board: Board) -> Rows:
    """Returns what a search of one position reports."""
    solver, found = Solver(board.width, board.height, 4, table_mb=1), []
    search = solver.begin(*ROOTS[board], report=LEAST, log_rows=512)
    done = False
    while not done:
        done = search.run(1 << 20)
        found.append(search.log[: search.logged].copy())
        search.reset_log()
    return np.concatenate(found)


def open_log(folder: Path, cap: int = CAP, board: Board = BOARD) -> ProofLog:
    return ProofLog(ProofFile(folder, board, cap), least=LEAST)


def filled(folder: Path, report: Rows, board: Board) -> ProofLog:
    log = open_log(folder, board=board)
    log.add(report, 7)
    log.sync()
    return log


def file_of(folder: Path) -> Path:
    return next(folder.glob("*.proofs"))


def bounds(rows: Rows) -> set[tuple[int, ...]]:
    return {(*stones_of(row), *proof_of(row)[:2]) for row in rows}


def some_rows(count: int, number: int, price: int = 100) -> Rows:
    """Returns rows of positions that no two calls with other numbers share. Of the positions nothing is true."""
    rows = np.zeros((count, 4), np.uint64)
    rows[:, 1] = np.arange(count) + number * 1_000_000
    rows[:, 2] = 10 | 125 << 8 | 131 << 16
    rows[:, 3] = price + np.arange(count)
    return rows


def test_every_proof_is_true_in_both_orientations_and_found(tmp_path: Path, report: Rows, board: Board) -> None:
    log = filled(tmp_path, report, board)
    assert len(log.rows) > 300
    solver = Solver(board.width, board.height, 4, table_mb=4)
    for rows in (log.rows[::7], board.mirrored(log.rows[::7])):
        solved = solver.solve_many(map(stones_of, rows))
        for row, exact in zip(rows, solved, strict=True):
            (own, mask), known, found = stones_of(row), proof_of(row), log.find(*stones_of(row))
            assert known.low <= exact.score <= known.high
            assert found is not None
            assert found[:2] == known[:2]
            if found.move and found.low > board.lowest(mask.bit_count()):
                after = mask + (1 << (found.move - 1) * (board.height + 1)) | mask
                child = solver.solve(own ^ mask, after)
                assert -child.score >= found.low or child.move is None


def test_the_check_sum_is_zlibs(report: Rows, board: Board) -> None:
    for row in signed(board.of_report(report, LEAST, 20_000, 7))[:50]:
        data = row.astype("<u8").tobytes()
        assert zlib.crc32(data[:28] + data[32:]) == int(row[3]) >> 32


def test_a_second_process_finds_all(tmp_path: Path, report: Rows, board: Board) -> None:
    first, second = filled(tmp_path, report, board), open_log(tmp_path, board=board)
    second.sync()
    assert bounds(second.rows) == bounds(first.rows)
    assert second.find(*ROOTS[board]) == first.find(*ROOTS[board]) is not None
    assert board_of(file_of(tmp_path).read_bytes()[:HEAD_BYTES]) == board


@pytest.mark.parametrize("torn", range(max(board.row_bytes for board in ROOTS)))
def test_a_torn_tail_is_cut_at_every_byte(tmp_path: Path, report: Rows, board: Board, torn: int) -> None:
    before = bounds(filled(tmp_path, report[-40:], board).rows)
    file = file_of(tmp_path)
    with file.open("ab") as tail:
        tail.write(file.read_bytes()[HEAD_BYTES:][: torn % board.row_bytes])
    log = open_log(tmp_path, board=board)
    log.add(report[-60:-40], 7)
    log.sync()
    again = open_log(tmp_path, board=board)
    again.sync()
    assert {one[:2] for one in before} <= {one[:2] for one in bounds(again.rows)}
    assert bounds(merge(again.rows)[0]) == bounds(merge(log.rows)[0])
    assert (file.stat().st_size - HEAD_BYTES) % board.row_bytes == 0
    assert sound(board.from_bytes(file.read_bytes()[HEAD_BYTES:])).all()


@pytest.mark.parametrize("at", range(0, 3 * ROW_BYTES, 3))
def test_damage_at_any_byte_is_one_sentence(
    tmp_path: Path, report: Rows, board: Board, at: int, caplog: pytest.LogCaptureFixture
) -> None:
    before = bounds(filled(tmp_path, report[-40:], board).rows)
    file = file_of(tmp_path)
    data = bytearray(file.read_bytes())
    data[at] ^= 0x10
    file.write_bytes(data)
    log = open_log(tmp_path, board=board)
    with caplog.at_level(logging.WARNING):
        log.sync()
    assert len(caplog.records) == 1
    left = bounds(log.rows)
    assert left == set() if at < HEAD_BYTES else len(before) - len(left) == 1 and left < before
    caplog.clear()
    log.add(report[-40:], 7)
    log.sync()
    assert bounds(log.rows) == before
    again = open_log(tmp_path, board=board)
    again.sync()
    assert bounds(again.rows) == before
    assert not caplog.records


def test_another_version_or_board_in_the_place_begins_anew(tmp_path: Path, report: Rows, board: Board) -> None:
    filled(tmp_path, report, board)
    file = file_of(tmp_path)
    file.write_bytes(head_of(Board(6, 5, 5)) + file.read_bytes()[HEAD_BYTES:])
    log = open_log(tmp_path, board=board)
    log.sync()
    assert not len(log.rows)
    assert file.stat().st_size == HEAD_BYTES


def test_the_file_and_the_memory_stay_within_the_bound_and_keep_the_dearest(tmp_path: Path) -> None:
    log = open_log(tmp_path, cap := 20 * ROW_BYTES)
    for number in range(30):
        log._put(some_rows(5, number, price=100 * (number % 10)))
        log.sync()
        assert file_of(tmp_path).stat().st_size <= cap
        assert len(np.unique(keys(log.rows))) <= cap // ROW_BYTES
    log._put(some_rows(500, 99, price=5_000))
    log.sync()
    assert file_of(tmp_path).stat().st_size <= cap
    assert int(prices(log.rows).min()) > 5_400


def test_what_waits_is_bounded(tmp_path: Path) -> None:
    log = open_log(tmp_path)
    for number in range(40):
        log._put(some_rows(1_000, number))
    assert sum(map(len, log._queue)) <= logs._WAITING + 1_000


_WRITER = """
import sys
from pathlib import Path
from tests.engine.solver.test_proof_log import open_log, some_rows
log = open_log(Path(sys.argv[1]), int(sys.argv[3]))
for number in range(50):
    log._put(some_rows(7, 1 + int(sys.argv[2]) * 100 + number))
    log.sync()
"""


@pytest.mark.parametrize("cap", by_day([200 * ROW_BYTES, CAP], 2))
def test_two_processes_write_one_file(tmp_path: Path, cap: int) -> None:
    root = Path(__file__).parents[3]
    told = [[sys.executable, "-c", _WRITER, str(tmp_path), str(number), str(cap)] for number in (0, 1)]
    writers = [subprocess.Popen(command, cwd=root) for command in told]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    log = open_log(tmp_path, cap)
    log.sync()
    data = file_of(tmp_path).read_bytes()
    assert len(data) <= cap
    assert len(data) % ROW_BYTES == 0
    assert len(np.unique(keys(log.rows))) == (700 if cap == CAP else len(log.rows))
    assert len(log.rows) >= min(700, int(cap * 0.7) // ROW_BYTES - 1)


def test_rows_that_contradict_each_other_leave(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = open_log(tmp_path)
    rows = np.concatenate([some_rows(3, 1), some_rows(3, 1)])
    rows[0, 2], rows[3, 2] = 10 | 130 << 8 | 131 << 16, 10 | 126 << 8 | 127 << 16
    log._put(rows[:3])
    log.sync()
    log._put(rows[3:])
    log.sync()
    assert len(np.unique(keys(log.rows))) == 2
    assert log.find(0, 1_000_000) is None
    assert "contradict" in caplog.text


def test_a_merged_row_has_all_bounds_and_the_origin_of_the_one_that_knows_them() -> None:
    rows = some_rows(4, 1)
    rows[:, 1] = 5
    rows[:, 2] = [
        10 | 125 << 8 | 129 << 16 | 5 << 32 | 7 << 48,
        10 | 127 << 8 | 131 << 16 | 2 << 24 | 6 << 32 | 8 << 48,
        10 | 127 << 8 | 129 << 16 | 8 << 32 | 9 << 48,
        10 | 127 << 8 | 129 << 16 | 7 << 32 | 10 << 48,
    ]
    merged, against = merge(rows)
    assert (len(merged), len(against)) == (1, 0)
    assert proof_of(merged[0]) == (-1, 1, 2, 8, 9)
    assert int(prices(merged)[0]) == 103
    assert proof_of(merge(rows[:2])[0][0]) == (-1, 1, 2, 6, 0)  # neither of the two knew both bounds


def test_a_table_filled_from_the_log_saves_the_search_and_keeps_the_scores(
    tmp_path: Path, report: Rows, board: Board
) -> None:
    log = filled(tmp_path, report, board)
    plain, learnt = (Solver(board.width, board.height, 4, table_mb=4) for _ in range(2))
    seed(learnt.table, board, log.rows)
    fresh, known = plain.solve(*ROOTS[board]), learnt.solve(*ROOTS[board])
    assert known.score == fresh.score
    assert known.nodes * 10 < fresh.nodes
    rows = log.rows[::11]
    for at in map(stones_of, np.concatenate([rows, board.mirrored(rows)])):
        assert learnt.solve(*at).score == plain.solve(*at).score


def test_a_full_disk_is_one_sentence_and_the_memory_goes_on(
    tmp_path: Path, report: Rows, board: Board, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = open_log(tmp_path, board=board)

    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    for rows in (report[-40:], report[-60:-40]):
        log.add(rows, 7)
        log.sync()
    assert len(caplog.records) == 1
    assert log.find(*ROOTS[board]) is not None
    assert len(log.rows) > 20
    assert not len(dearest(board.empty(), 3))
