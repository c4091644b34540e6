"""Tests the server against all attacks together, in small numbers: counts decide, times are printed only.

The long form is ``python -m tests.hostile``.
"""

import ast
import asyncio
import contextlib
import json
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.hostile import proxy, table
from tests.hostile.__main__ import SHORT, besiege, main
from tests.hostile.foe import ATTACKS, QUIET, Foe, Tally
from tests.hostile.run import Plan, Row, Siege
from tests.hostile.victim import Victim
from tests.server import TableServer
from tests.wire import Target

HERE = Path(__file__).parent


@pytest.mark.slow
def test_the_server_holds_against_every_attack_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row.name: row for row in besiege(SHORT, ATTACKS)}
    assert {name: row.faults for name, row in rows.items() if row.faults} == {}
    assert rows.keys() >= {attack.name for attack in ATTACKS if not attack.long_only}
    for row in rows.values():
        tally = row.tally
        assert row is rows[QUIET.name] or tally.tried > 0, row.name
        assert min(tally.let_in, tally.refused, tally.still_open, tally.hung) >= 0
    assert rows[QUIET.name].moves > 0
    said = capsys.readouterr().out
    assert said.count("| held |") == len(rows)
    assert said.count("| questions, games and writes, one address |") == 1


def test_the_clients_share_no_code_with_the_server() -> None:
    ours = {"asyncio", "tests.wire", "tests.hostile.foe", "tests.hostile.line"}
    for file in (HERE.parent / "wire.py", HERE / "line.py", HERE / "foe.py", *HERE.glob("attacks/*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert {name for name in names if name.split(".")[0] not in sys.stdlib_module_names} <= ours | {"tests"}


def test_moves_that_are_not_in_the_database_are_lost_and_waits_count_where_they_overlap(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with contextlib.closing(sqlite3.connect(database)) as writer, writer:
        writer.execute("CREATE TABLE game_event (game_id, kind, ply, data)")
        writer.execute("INSERT INTO game_event VALUES ('g', 'moved', 0, ?)", (json.dumps({"move": 4}),))
    victim = Victim(Target("127.0.0.1", 1))
    victim.seen["moves"] += [["g", 0, 4], ["g", 0, 3], ["g", 1, 4]]
    assert victim.audit(str(database)) == (3, 2)
    assert victim.audit(str(database)) == (0, 0)
    victim.seen["waits"] += [[91.0, 1.0], [95.0, 5.0]]
    victim.seen["cuts"] += [97.0]
    assert victim.waits("waits", 80.0, 100.0) == [1.0, 5.0]
    assert victim.waits("waits", 80.0, 92.0) == [1.0]
    assert (victim.cuts(90.0, 96.0), victim.cuts(96.0, 98.0)) == (0, 1)


def test_a_death_ghosts_and_errors_of_threads_speak_against_a_server() -> None:
    server = TableServer.__new__(TableServer)
    server.running = lambda: True  # type: ignore[method-assign]
    siege = Siege(server, Target("127.0.0.1", 1), Plan(), print)
    errors = 'fourthought_thread_errors_total{kind="timers"}'
    before = {"process_start_time_seconds": 1.0, "fourthought_ghosts_total": 0.0, errors: 1.0}
    assert siege._server_faults(before, before, 0) == []
    assert siege._server_faults(before, before, 2) == ["2 ghosts"]
    worse = {**before, "fourthought_ghosts_total": 3.0, errors: 2.0}
    assert siege._server_faults(before, worse, 0) == ["ghosts_total +3", 'thread_errors_total{kind="timers"} +1']
    again = {**before, "process_start_time_seconds": 2.0}
    assert siege._server_faults(before, again, 0) == ["the server was killed and started again"]
    assert siege._server_faults(before, {}, 0) == ["the server does not answer any more"]


def test_each_try_has_one_outcome_and_a_dead_server_lets_nobody_in() -> None:
    tally = Tally()
    port = 1  # no program listens
    foe = Foe(Target("127.0.0.1", port), "127.0.0.1", 0, time.monotonic() + 60, 1, tally)
    with ThreadPoolExecutor(1) as pool:  # in the thread of the tests, a browser's tests may have left a running loop
        pool.submit(asyncio.run, ATTACKS[1].client(foe)).result()
    tally.settle()
    assert (tally.tried, tally.let_in, tally.refused, tally.hung) == (1, 0, 1, 0)
    row = Row("words", 1, tally, faults=["1 ghosts"])
    assert table.line(row).startswith("| words |")
    assert table.line(row).endswith("| 1 ghosts |")


def test_wrong_words_on_the_command_line_are_refused_in_a_sentence() -> None:
    refused = CliRunner().invoke(main, ["--attack", "no such words"])
    assert (refused.exit_code, "no attack has such a name" in refused.output) == (2, True)


@pytest.mark.long
def test_every_attack_by_two_hundred_clients() -> None:
    rows = besiege(Plan(), ATTACKS)
    if proxy.installed():
        rows += besiege(Plan(), ATTACKS, proxied=True)
    assert [(row.name, row.faults) for row in rows if row.faults] == []
