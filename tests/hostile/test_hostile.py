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
from types import SimpleNamespace

import pytest

from tests.hostile import proxy
from tests.hostile.__main__ import SHORT, besiege, cells, main
from tests.hostile.foe import ATTACKS, QUIET, Foe, Tally
from tests.hostile.record import Victim
from tests.hostile.run import Plan, Row, Siege
from tests.hostile.server import Server
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
    assert rows["more lines than seats"].tally.words["server_full"] > 0
    said = capsys.readouterr().out
    assert said.count("| held |") == len(rows)
    assert said.count("| questions, games and writes, one address |") == 1


def test_the_clients_share_no_code_with_the_server() -> None:
    allowed = {*sys.stdlib_module_names, "tests"}
    starting = [("tests.programs", name) for name in ("__main__.py", "proxy.py", "record.py", "server.py")]
    others = {*starting, ("tests.server", "server.py"), ("tests.waiting", "test_school.py")}
    others |= {("pytest", name) for name in ("test_hostile.py", "test_school.py")}
    for file in [HERE.parent / "wire.py", *HERE.glob("*.py"), *HERE.glob("attacks/*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in allowed or (name, file.name) in others, file
                ours = name.startswith(("tests.hostile", "tests.wire")) or not name.startswith("tests.")
                assert ours or (name, file.name) in others


def test_a_move_that_is_not_in_the_database_counts_as_lost(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with contextlib.closing(sqlite3.connect(database)) as writer, writer:
        writer.execute("CREATE TABLE game_event (game_id, kind, ply, data)")
        writer.execute("INSERT INTO game_event VALUES ('g', 'moved', 0, ?)", (json.dumps({"move": 4}),))
    victim = Victim(Target("127.0.0.1", 1))
    for ply, move in ((0, 4), (0, 3), (1, 4)):
        victim._note({"kind": "move", "at": 1.0, "game_id": "g", "ply": ply, "move": move})
    assert victim.audit(str(database)) == (3, 2)
    assert victim.audit(str(database)) == (0, 0)


def test_waits_are_counted_until_now_and_cuts_end_them(monkeypatch: pytest.MonkeyPatch) -> None:
    victim, now = Victim(Target("127.0.0.1", 1)), 1000.0
    monkeypatch.setattr("tests.hostile.record.time", SimpleNamespace(monotonic=lambda: now))
    for kind, at in (("asked", now - 9), ("got", now - 8), ("asked", now - 5)):
        victim._note({"kind": kind, "at": at, "who": 1, "what": "due move"})
    assert victim.waits("due move", now - 20, now) == [1, 5]
    assert victim.waits("due move", now - 20, now - 8.5) == [1.0]
    victim._note({"kind": "cut", "at": now - 3, "who": 1})
    assert victim.waits("due move", now - 20, now) == [1, 2]
    assert victim.cuts == [now - 3]
    for at, seconds in ((now - 9, 0.2), (now - 2, 0.01), (now - 1, 0.005)):
        victim._note({"kind": "late", "at": at, "seconds": seconds})
    assert victim.lateness(now - 3, now) == [0.005, 0.01]


def test_a_death_ghosts_and_errors_of_threads_speak_against_a_server() -> None:
    server = Server.__new__(Server)
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
    assert cells(row)[0] == "words"
    assert cells(row)[-1] == "1 ghosts"


def test_wrong_words_on_the_command_line_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        (["--attack", "no such words"], "no attack has such a name"),
        (["--clients", "0"], "'0' is no whole number above 0"),
    ):
        monkeypatch.setattr(sys, "argv", ["tests.hostile", *words])
        with pytest.raises(SystemExit) as end:
            main()
        assert (end.value.code, said in capsys.readouterr().err) == (2, True)


def test_the_example_for_nginx_can_be_started(tmp_path: Path) -> None:
    """Asks nginx to read the file. Without nginx, looks for the headers and limits that the server relies on."""
    text = proxy.EXAMPLE.read_text()
    for name in ("For $remote_addr", "Proto $scheme", "Host $http_host", 'Port ""', 'Prefix ""'):
        assert f"proxy_set_header X-Forwarded-{name};" in text
    for words in (
        "limit_conn fourthought_lines",
        "limit_req zone=",
        "client_header_timeout",
        "client_body_timeout",
        "$http_upgrade",
    ):
        assert words in text
    assert text.count("{") == text.count("}")
    if proxy.installed():
        good, said = proxy.Proxy(tmp_path, Target("127.0.0.1", 8000)).test()
        assert good, said


@pytest.mark.long
def test_every_attack_by_two_hundred_clients() -> None:
    rows = besiege(Plan(), ATTACKS)
    if proxy.installed():
        rows += besiege(Plan(), ATTACKS, proxied=True)
    assert [(row.name, row.faults) for row in rows if row.faults] == []
