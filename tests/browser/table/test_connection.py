"""Disturbs the connection: table full, about to restart, back again. The page says so and recovers without help."""

import json
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import OpenTable, Watch
from tests.conftest import LiveServer
from tests.server import TableServer
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine


def test_a_page_that_finds_the_table_full_says_so_and_gets_in_later(
    open_table: OpenTable, start_server: Callable[..., LiveServer]
) -> None:
    server = start_server(engine=FakeEngine, connections=1)
    first = open_table(at=server)
    first.click(4)
    first.wait_for_discs(2)
    second = open_table(at=server)
    expect(second.sub).to_have_text(re.compile(r"All tables are taken; this page tries again in [3-7] seconds\."))
    first.page.context.close()
    expect(second.sub).not_to_contain_text("All tables are taken")
    second.click(4)
    second.wait_for_discs(2)


@pytest.mark.long
def test_a_refused_page_tries_again_when_it_said_and_not_before(
    open_table: OpenTable, start_server: Callable[..., LiveServer]
) -> None:
    server = start_server(engine=FakeEngine, connections=1)
    told: list[int] = []

    def hear(frame: str | bytes) -> None:
        if str(frame).startswith("44"):
            told.append(json.loads(str(frame)[2:])["data"]["seconds"])

    with Client(server.url) as first:
        assert first.welcome.startswith("40")
        page = open_table(at=server, own=True).page
        page.clock.install()
        page.on("websocket", lambda opened: opened.on("framereceived", hear))
        for count in range(1, 4):  # the first refusal ends a wait that began before the page's clock stood
            while len(told) < count:
                page.wait_for_timeout(50)
            expect(page.locator("#sub")).to_have_text(
                f"All tables are taken; this page tries again in {told[-1]} seconds."
            )
            page.clock.run_for(1000 * told[-1] - 1)
            assert len(told) == count
            page.clock.run_for(1)


def test_a_page_says_that_the_table_restarts_and_comes_back(
    open_table: OpenTable, start_server: Callable[..., LiveServer], watch: Watch
) -> None:
    watch.offline_is_fine = True
    server = start_server(engine=FakeEngine)
    table = open_table(at=server)
    table.click(4)
    table.wait_for_discs(2)
    server.services.drain()
    expect(table.sub).to_have_text("The table restarts; this page tries every 2 seconds to come back.")
    server.restart()
    expect(table.sub).not_to_contain_text("The table restarts")
    table.click(4)
    table.wait_for_discs(4)


@pytest.mark.long
def test_a_page_follows_a_database_that_knows_less_than_it_did(
    open_table: OpenTable, own_server: TableServer | LiveServer, tmp_path: Path, watch: Watch
) -> None:
    """Puts an old copy of the database back, as after a power cut: the server's present state counts."""
    watch.offline_is_fine = True
    table = open_table(at=own_server)
    table.choose(1, "Person")
    table.play(4, 4, 5)
    expect(table.page.locator(".moves__move")).to_have_count(3)
    expect(table.button("Undo")).to_be_enabled()
    own_server.stop()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        database.execute("DELETE FROM game_event WHERE version = (SELECT max(version) FROM game_event)")
        database.commit()
    own_server.start()
    expect(table.page.locator(".moves__move")).to_have_count(2)
    table.click(1)
    table.wait_for_discs(3)
    table.page.reload()
    table.wait_for_discs(3)


class Harm:
    """Stands between a page and the server, and loses, doubles and reorders what passes while ``on``."""

    def __init__(self) -> None:
        self.on, self.passed = False, 0
        self._chance, self._held = random.Random(3), list[str | bytes]()
        self._line: WebSocketRoute | None = None

    def stand_between(self, page: WebSocketRoute) -> None:
        self._line = page
        server = page.connect_to_server()
        page.on_message(lambda packet: self._pass(packet, server))
        server.on_message(lambda packet: self._pass(packet, page))

    def cut(self) -> None:
        assert self._line
        self._line.close()

    def _pass(self, packet: str | bytes, to: WebSocketRoute) -> None:
        lost, doubled, held = (self.on and self._chance.random() < part for part in (0.1, 0.3, 0.1))
        if str(packet)[:2] not in ("42", "43"):  # events and acknowledgements: else a connection seems broken
            to.send(packet)
            return
        self.passed += 1
        if lost:
            return
        if held and not self._held:
            self._held.append(packet)
            return
        for one in [packet] * (1 + doubled) + self._held:
            to.send(one)
        self._held.clear()


def test_messages_that_are_lost_doubled_and_out_of_order_never_make_a_wrong_board(
    open_table: OpenTable, start_server: Callable[..., LiveServer], watch: Watch
) -> None:
    watch.offline_is_fine = True
    server, harm = start_server(engine=FakeEngine, minimum_reply=0.0), Harm()
    table = open_table("/tictactoe", at=server, own=True)
    table.page.route_web_socket(re.compile("/socket.io/"), harm.stand_between)
    table.page.reload()
    table.click(5)
    table.wait_for_discs(2)
    game = table.page.url.rsplit("/", 1)[1]
    harm.on = True
    for ply in (2, 4):
        expect(table.discs).to_have_count(ply)
        expect(table.head).to_have_text("Your turn.")
        table.click(table.free_moves()[-1])
    harm.on = False
    harm.cut()
    expect(table.discs).to_have_count(6)
    with Client(server.url) as other:
        moves = other.call("join", game_id=game)["state"]["moves"]
    labels = [button.get_attribute("aria-label") or "" for button in table.page.locator(".aim").all()]
    taken = [square for square, label in enumerate(labels, 1) if not label.endswith("empty")]
    assert taken == sorted(moves)
    assert harm.passed > 10


def test_a_takeback_counts_although_its_state_came_first(open_table: OpenTable) -> None:
    table = open_table()
    remembered = table.page.evaluate(
        """async () => {
            const app = document.querySelector("script[type=module][src]").src;
            const { initialState } = await import(app.replace("app.js", "model/start.js"));
            const { reduce } = await import(app.replace("app.js", "model/state/state.js"));
            const boot = JSON.parse(document.getElementById("boot").textContent);
            const nobody = { seats: [null, null], table: null };
            const start = initialState({ ...boot, game_id: "one" }, nobody);
            const state = { ...start.game, game_id: "one", version: 3 };
            const digest = { game_id: "one", ply: 0, seat: 1, depth: 7, solved: false, tree: 9, moves: [], pv: [] };
            const steps = {
                asked: [{ type: "server", state }],
                heard: [{ type: "server", state }, { type: "server", state, event: { kind: "undone" } }],
            };
            const [watch, think] = [{ type: "watch", on: true }, { type: "thinking", digest }];
            const after = (given) => [watch, ...given, think].reduce(reduce, start);
            return Object.values(steps).map((given) => after(given).engineView.memory);
        }"""
    )
    assert remembered == [None, 7]
