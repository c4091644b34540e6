"""Tests where a front takes its pages to be, and whom it asks about them, with hosts that are only heard of."""

from types import SimpleNamespace
from typing import Any

import pytest

from webapp.cluster import protocol as p
from webapp.cluster.front_pages import Pages
from webapp.cluster.line.front_end import LineError
from webapp.cluster.line.messages import NO_SHARD, News, pack
from webapp.cluster.map import Holding, Map, Member
from webapp.cluster.remote_desk import RemoteDesk
from webapp.play.desk.answers import Granted
from webapp.play.desk.forms import Join
from webapp.play.desk.port import Client, Place, Reply, refusal
from webapp.storage.fence import shard_of

OLD, NEW = "u07VV1MH5gqh", "ionCb0nbaPtA"
OWNERS = {OLD: "the old host", NEW: "the new host"}


def pages_of(told: list[tuple[str, str]]) -> Pages:
    shards = {shard_of(game_id): Holding(host, 1) for game_id, host in OWNERS.items()}
    members = {host: Member(host, "host", "", host) for host in OWNERS.values()}

    def line(host: str) -> Any:
        return SimpleNamespace(tell=lambda method, _body: told.append((host, method)))

    loop: Any = SimpleNamespace(call=lambda _act: None, later=lambda _seconds, _act: None)
    publisher: Any = SimpleNamespace(place=lambda _sid, _place: None)
    membership: Any = SimpleNamespace(map=Map(members, shards))
    return Pages(loop, publisher, SimpleNamespace(line=line), membership)  # type: ignore[arg-type]


def placed(pages: Pages, game_id: str) -> None:
    news = News(shard_of(game_id), 1, "place", pack(p.Placed("page", Place(game_id))))
    pages.receive(OWNERS[game_id], news)


def taken_away(pages: Pages, host: str) -> None:
    pages.receive(host, News(NO_SHARD, 0, "place", pack(p.Placed("page", Place()))))


def test_a_page_that_is_brought_to_its_old_table_while_it_comes_to_a_new_one_stays_at_the_new_one() -> None:
    told: list[tuple[str, str]] = []
    pages = pages_of(told)
    pages.connect("page")
    pages.visit(Client("page", ""), OWNERS[OLD])
    placed(pages, OLD)
    placed(pages, NEW)
    pages.come_to("page", NEW)
    placed(pages, OLD)  # an answer to what was brought before
    assert pages._lost_pages() == {OWNERS[NEW]: ["page"]}
    placed(pages, NEW)
    assert pages._lost_pages() == {}
    assert told[-1] == (OWNERS[OLD], p.DISCONNECT)


def test_a_page_that_comes_twice_to_one_table_wants_no_other_one() -> None:
    pages, first, again, other = pages_of([]), Join(OLD), Join(OLD), Join(NEW)
    pages.connect("page")
    pages.turn("page", first)
    pages.turn("page", again)
    assert not pages.wants_another("page", first)
    pages.turn("page", other)
    assert pages.wants_another("page", first)
    assert not pages.wants_another("page", other)


def test_a_page_whose_news_of_a_new_table_is_lost_is_brought_there() -> None:
    pages = pages_of([])
    pages.connect("page")
    placed(pages, OLD)
    pages.come_to("page", NEW)
    assert pages._lost_pages() == {OWNERS[NEW]: ["page"]}


def test_a_page_that_a_host_of_both_tables_brings_late_to_the_old_one_is_brought_to_the_new_one_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(OWNERS, OLD, OWNERS[NEW])
    pages = pages_of([])
    pages.connect("page")
    placed(pages, NEW)
    pages.come_to("page", NEW)
    taken_away(pages, OWNERS[NEW])  # on its way
    placed(pages, OLD)
    assert pages._lost_pages() == {OWNERS[NEW]: ["page"]}
    assert pages._pages["page"].place == Place(NEW)


def test_a_page_that_waits_for_its_host_is_brought_there_though_the_host_knows_no_table_of_it() -> None:
    pages = pages_of([])
    pages.connect("page")
    pages.come_to("page", NEW)
    taken_away(pages, OWNERS[NEW])
    assert pages._lost_pages() == {OWNERS[NEW]: ["page"]}


@pytest.mark.parametrize("event", ["watch_thinking", "join"])
def test_a_page_that_is_brought_to_its_old_table_during_another_coming_stays_at_the_new_one(event: str) -> None:
    pages = pages_of([])
    pages.connect("page")
    placed(pages, NEW)
    pages.come_to("page", NEW)

    async def asked(_sender: Client, _event: str, _form: Any) -> Reply:
        placed(pages, OLD)
        return Reply(refusal("not_saved", "Please try again.")) if event == "join" else Reply(Granted())

    desk: Any = SimpleNamespace(pages=pages, _event=asked)
    with pytest.raises(StopIteration):
        RemoteDesk._come(desk, Client("page", ""), event, Join(OLD)).send(None)
    assert pages._lost_pages() == {OWNERS[NEW]: ["page"]}


@pytest.mark.parametrize("event", ["hint", "preview", "new_game"])
def test_who_may_play_a_person_at_a_host_without_a_line_is_not_helped_but_asked_for_again(event: str) -> None:
    shards, members = {shard_of(OLD): Holding("gone", 1)}, {"gone": Member("gone", "host", "", "key")}
    desk: Any = SimpleNamespace(
        membership=SimpleNamespace(map=Map(members, shards)), _mesh=SimpleNamespace(line=lambda _host: None)
    )
    sender = Client("page", "", tokens={OLD: ("token",)})
    with pytest.raises(LineError) as error:
        RemoteDesk._plays_elsewhere(desk, "here", sender, event).send(None)
    assert not error.value.sent
    with pytest.raises(StopIteration):  # a table may be looked at
        RemoteDesk._plays_elsewhere(desk, "here", sender, "join").send(None)
