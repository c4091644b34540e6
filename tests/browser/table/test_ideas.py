"""Shows the gifts of an engine with a memory: admitted slips, a shared thought, a bell, branches to return to."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.table_page import TWO_FRAMES
from tests.server import TableServer
from webapp.play.game import events as e
from webapp.storage.database import Database
from webapp.storage.games import GameStore

_HUMAN, _ENGINE = e.Seat("human"), e.Seat("engine", 2)


def _said(*, slip: bool, better: int | None) -> e.Answer:
    return e.Answer(None, 0.1, 9, 0, 0, False, "", "", slip, better=better)


def _stored(folder: Path, moves: str, slips: dict[int, int]) -> str:
    """Stores a game played to the end. ``slips`` maps plies to the better moves that the engine let pass."""
    game_id = f"mercifulGam{len(slips)}"
    store = GameStore(Database(f"sqlite:///{folder / 'games.sqlite3'}"))
    store.create(game_id, e.Recorded(1, e.Created("connect4", (_HUMAN, _ENGINE), (), 1, (None, None), (), 40.0)))
    events = [
        e.Moved(ply, ply % 2, int(move), answer=_said(slip=ply in slips, better=slips.get(ply)) if ply % 2 else None)
        for ply, move in enumerate(moves)
    ]
    store.append(game_id, [e.Recorded(2 + i, event) for i, event in enumerate(events)], 0)
    return game_id


@pytest.mark.long
def test_after_a_win_an_easy_level_says_once_where_it_held_back(server: TableServer, open_table: OpenTable) -> None:
    table = open_table()
    for slips, told in (
        ({}, ""),
        ({3: 4}, "On move 4 I was kind."),
        ({1: 5, 3: 4}, "On move 2 I was kind."),
    ):  # fmt: skip
        table.page.goto(f"{server.url}/game/{_stored(server.folder, '2131415', slips)}")
        expect(table.head).to_have_text("Red wins.")
        table.button("Look at the game").click()
        expect(table.page.locator(".review__state")).not_to_contain_text("checking")
        said = list[str]()
        for ply in range(1, 7):
            table.page.get_by_role("slider", name="Move that is shown").fill(str(ply))
            table.page.wait_for_function(TWO_FRAMES)
            said += [table.sub.inner_text()] if "kind" in table.sub.inner_text() else []
        assert said == ([told] if told else [])
    table.page.goto(f"{server.url}/game/{_stored(server.folder, '21713171', {1: 5, 3: 4, 5: 6})}")
    expect(table.head).to_have_text("Yellow wins.")
    table.button("Look at the game").click()
    for ply in (2, 4, 6):  # no salt after a defeat
        table.page.get_by_role("slider", name="Move that is shown").fill(str(ply))
        expect(table.sub).to_have_text(re.compile("^Yellow: |^Steady: |: "))
        expect(table.sub).not_to_contain_text("kind")


def test_a_shared_thought_is_there_before_the_server_has_thought(open_table: OpenTable, watch: Watch) -> None:
    sender = open_table("/connect4/4455545334362262", permissions=("clipboard-read", "clipboard-write"))
    expect(sender.page.locator(".block[data-sort=proven]").first).to_be_visible()
    sender.page.get_by_text("Numbers", exact=True).click()
    sender.button("Copy a link with this thought").click()
    expect(sender.sub).to_have_text("Link copied. It opens with these thoughts.")
    link = sender.page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/connect4/4455545334362262#t=[A-Za-z0-9_-]+$", link)
    worths = sender.page.locator(".block__first").all_inner_texts()

    watch.offline_is_fine = True
    friend = open_table("/connect4/44", own=True)
    friend.page.route("**/socket.io/**", lambda route: route.abort())
    friend.page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    friend.page.route("**/*.wasm", lambda _: None)  # nor does the page's own engine think
    friend.page.goto("about:blank")
    friend.page.goto(link)
    blocks = friend.page.locator(".tree__layer > .block")
    expect(blocks.first).to_be_visible()
    expect(friend.page.locator(".figures__state")).to_have_text(re.compile("^sent.*checking again$"))
    shown = friend.page.locator(".block__first").all_inner_texts()
    assert len(shown) == len(worths)
    assert any(word in worths for word in shown if word in ("wins", "loses", "draws"))


_OF_COLUMN_9 = "WzEsMSxbXSxbWzksMCwxLCJ3aW5zIGluIDEiLDEsMV1dXQ"


@pytest.mark.parametrize(
    "thought", [_OF_COLUMN_9, *(pytest.param(text, marks=pytest.mark.long) for text in ("e30", "W10", "!!"))]
)
def test_a_thought_that_was_tampered_with_is_not_shown(open_table: OpenTable, thought: str) -> None:
    table = open_table(f"/connect4/44#t={thought}")
    expect(table.page.locator(".figures__state")).not_to_contain_text("sent")


def test_the_branch_that_a_takeback_leaves_is_a_tab_that_leads_back(open_table: OpenTable) -> None:
    table = open_table()
    table.think()
    tabs = table.page.get_by_role("group", name="Branches").get_by_role("button")
    for count, column in ((2, 4), (4, 3)):
        table.click(column)
        table.wait_for_discs(count)
        table.wait_for_turn()
    expect(tabs).to_have_count(0)
    table.button("Undo").click()
    table.show_more()
    expect(tabs).to_have_count(1)
    table.page.keyboard.press("Escape")
    table.wait_for_discs(2)
    table.reply(5)
    table.show_more()
    expect(tabs).to_have_accessible_name("Back to the branch with column 3 at move 3")
    tabs.click()
    expect(table.page.get_by_role("gridcell", name=re.compile(r"^Column 3 row \d, Red, move 3$"))).to_be_attached()
    expect(table.sub).to_have_text(re.compile(r"^I know this position, "))
    expect(tabs).to_have_accessible_name("Back to the branch with column 5 at move 3")
