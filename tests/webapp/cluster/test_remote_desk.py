"""Sends a front's events where no host answers."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from webapp.cluster.front_pages import Pages
from webapp.cluster.map import Map
from webapp.cluster.remote_desk import RemoteDesk
from webapp.play.desk.forms import Join, WatchThinking
from webapp.play.desk.port import Client, Reply, verdict
from webapp.play.game.wire import Form


def test_a_page_that_has_gone_on_waits_for_no_dead_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.cluster.remote_desk.PATIENCE", 1e9)  # only the next join may end the first one
    desk: Any = RemoteDesk.__new__(RemoteDesk)
    looks: list[Any] = []
    desk._loop = SimpleNamespace(later=lambda _, act: looks.append(act) or Mock())
    desk.membership = SimpleNamespace(map=Map(), is_blind=lambda: False, refresh=lambda: None)
    desk.pages = Pages(desk._loop, Mock(), Mock(), desk.membership)
    desk._waiting, desk._secret = set(), ""
    client, replies = Client("page", "10.0.0.1"), dict[str, Reply]()
    desk.pages.connect("page")

    def send(event: str, form: Form, name: str) -> None:
        desk.event(client, event, form, lambda reply: replies.update({name: reply}))

    def look() -> None:
        for act in [looks.pop(0) for _ in looks[:]]:
            act()

    send("join", Join("a" * 12), "first")
    send("watch_thinking", WatchThinking("a" * 12, on=True), "watch")
    look()
    assert not replies  # the host of the table may be another one soon
    send("join", Join("b" * 12), "second")
    look()
    assert [*replies] == ["first"]
    assert verdict(replies["first"].answer) == "not_saved"
