"""Kills the server after a visit: games to the end, a puzzle, a review, a reload, a restart of the browser."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, expect

from tests.browser.chromium import lasting, new_context
from tests.browser.kept import keep_little, wait_until_kept
from tests.browser.table_page import TablePage, until
from tests.profiles import is_long, more_at_night
from tests.server import TableServer

pytestmark = pytest.mark.slow
ALONE = ".seats__alone"
BEGUN = "372514637254144426"
"""A late position: a move is found at once, and nobody has won yet."""
BEGUN_BY_DAY = "4224422442366666642311115555337777"
"""Eight cells are left, and no four is possible any more."""
ORDERS = ([4, 3, 5, 2, 6, 1, 7], [1, 7, 2, 6, 3, 5, 4], [7, 5, 3, 1, 2, 4, 6], [3, 4, 2, 5, 1, 6, 7])
GAMES = [(level, ORDERS[level % 4], seat) for level in range(1, 11) for seat in (0, 1)]
"""Twenty games: every level on both sides, each against another order of columns."""


@pytest.fixture(scope="module")
def chromium(browser: Browser) -> BrowserType:
    return browser.browser_type


@pytest.fixture(scope="module", params=["little", pytest.param("all", marks=pytest.mark.long)])
def visited(
    request: pytest.FixtureRequest, chromium: BrowserType, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TableServer, Path]]:
    """Starts a server that may be killed, and a browser that keeps the site at its first visit, by day a part."""
    folder = tmp_path_factory.mktemp("mortal")
    module = "webapp.cli" if request.param == "all" else "tests.chaos.cheap_host"  # it starts three times
    server = TableServer(folder, module, threads=1, ponder_seconds=0.0)
    with lasting(chromium, folder / "profile") as context:
        if request.param == "little":
            keep_little(context, "lab/best-of-the-worst", "student")
        context.pages[0].goto(server.url)
        wait_until_kept(context.pages[0])
    yield server, folder / "profile"
    server.stop()


@pytest.fixture
def mortal(visited: tuple[TableServer, Path]) -> TableServer:
    if not visited[0].running():
        visited[0].start()
    return visited[0]


@pytest.fixture
def profile(visited: tuple[TableServer, Path], tmp_path: Path) -> Path:
    """Returns a folder of its own with all that the browser keeps."""
    return Path(shutil.copytree(visited[1], tmp_path / "profile", symlinks=True))


def kept_games(page: Page) -> list[dict[str, Any]]:
    """Returns the games that the browser keeps by itself."""
    return list(json.loads(page.evaluate("localStorage['fourthought.desk'] ?? '[]'")))


def moves_of(game: dict[str, Any]) -> str:
    return "".join(map(str, [*game["start"], *game["turns"]]))


_ONLY_THE_TABLE = """async ({ files: names, first, pages }) => {
  const { root = "", files } = document.documentElement.dataset;
  const cache = await caches.open(`fourthought-${files.slice(-12)}`);
  for (const name of [...names.slice(first), ...pages.slice(1), "kept"]) await cache.delete(`${root}/${name}`);
  return Boolean(await cache.match(`${root}/table`));
}"""
"""Brings a browser that keeps all of the server's list to where it is after the first seconds of a first visit."""
_LIST = "async () => (await fetch(`${document.documentElement.dataset.root ?? ''}/offline.json`)).json()"


@more_at_night
def test_a_game_begun_online_goes_on_alone_is_told_as_an_analysis_and_other_pages_are_shown_or_refused(
    chromium: BrowserType, mortal: TableServer, profile: Path
) -> None:
    begun = BEGUN if is_long() else BEGUN_BY_DAY
    with lasting(chromium, profile) as context:
        table = TablePage(context.pages[0], f"{mortal.url}/connect4/{begun}?against=5")
        table.wait_for_discs(len(begun))
        table.click(table.free_moves()[0])
        table.wait_for_discs(len(begun) + 2)
        table.wait_for_turn()
        online = table.page.url
        mortal.kill()
        table.click(table.free_moves()[0])  # a move on its way goes along
        table.button("Play on here").click()
        expect(table.page).to_have_url(re.compile(r"/offline#/game/here\w{8}$"))
        table.wait_for_discs(len(begun) + 4)
        table.wait_for_turn()
        expect(table.page.locator(ALONE)).to_have_text("This page plays alone, by its own engine.")
        expect(table.seat(1)).to_have_attribute("data-kind", "engine")
        address = table.page.url
        table.page.reload()
        table.wait_for_discs(len(begun) + 4)
        if is_long():
            for _ in range(3):
                table.button("Hint").click()
                expect(table.sub).to_contain_text(re.compile(r"Look|Column"))
            expect(table.sub).to_contain_text(re.compile("This page’s own engine says so.|lasts longest"))
    with lasting(chromium, profile) as context:
        table = TablePage(context.pages[0], online)  # the game's own address leads there, too
        expect(table.page).to_have_url(address)
        table.wait_for_discs(len(begun) + 4)
        plies = table.play_out(ORDERS[0])
        if is_long():
            table.button("Look at the game").click()
            expect(table.page.locator(".review")).to_be_visible()
            expect(table.page.locator(".review__state")).not_to_contain_text("checking")
        played = moves_of(kept_games(table.page)[-1])
        assert len(played) == plies
        mortal.start()
        table.page.goto(mortal.url)
        until(table.page, lambda: kept_games(table.page)[-1]["told"] == played)
        table.page.goto(online)  # the server goes on where it stood: it never saw the rest
        expect(table.page.locator(ALONE)).to_be_hidden()
        table.wait_for_discs(len(begun) + 2)
        table.page.goto(address)  # and the browser keeps its own game
        table.wait_for_discs(plies)
        listed = table.page.evaluate(_LIST)
        mortal.kill()
        _visit_addresses_never_seen_before(table.page, mortal.url)
        assert table.page.evaluate(_ONLY_THE_TABLE, listed)
        _play_with_the_table_alone(table.page, mortal.url)


def _visit_addresses_never_seen_before(page: Page, origin: str) -> None:
    """Opens pages that the browser has not shown yet: each is shown or refused in a sentence."""
    table = TablePage(page, f"{origin}/connect4/372514637254144426231134732237")
    table.wait_for_discs(30)
    expect(table.sub).to_have_text(re.compile(r"^Column \d (wins|draws|loses)"))
    table = TablePage(page, f"{origin}/connect4-5x4?against=3")
    expect(table.seat(1)).to_contain_text("3")
    table.click(2)
    table.wait_for_discs(2)
    table = TablePage(page, f"{origin}/tictactoe?against=10")
    table.click(5)
    table.wait_for_discs(2)
    table = TablePage(page, f"{origin}/nim")
    expect(table.sub).to_contain_text("This game needs a server.")
    table = TablePage(page, f"{origin}/game/abcdefghijkl")
    expect(table.sub).to_have_text("This game is at the server, which does not answer just now.")
    page.goto(f"{origin}/lab/best-of-the-worst")
    expect(page.get_by_role("tree")).to_be_visible()
    page.goto(f"{origin}/student")
    expect(table.head).to_have_text("It knows only the rules.")
    expect(page.locator(".belief__number").first).to_have_text("0")


def _play_with_the_table_alone(page: Page, origin: str) -> None:
    """Plays by a browser that keeps the table and no other page, and asks for another room."""
    table = TablePage(page, origin)
    expect(page.locator(ALONE)).to_have_text("This page plays alone, by its own engine.")
    table.click(4)
    table.wait_for_discs(2)
    with pytest.raises(Error):
        page.goto(f"{origin}/student")  # no other page stands for it


@pytest.mark.long
def test_twenty_games_to_the_end_without_a_server(browser: Browser, mortal: TableServer) -> None:
    context = new_context(browser, keeps=True, reduced_motion="reduce")
    try:
        table = TablePage(context.new_page(), mortal.url)
        wait_until_kept(table.page)
        mortal.kill()
        ended = 0
        for level, order, seat in GAMES:
            begun = "/4" if seat == 0 else ""  # after one move the engine has the first side
            table = TablePage(table.page, f"{mortal.url}/connect4{begun}?against={level}")
            plies = table.play_out(order)
            moves = moves_of(kept_games(table.page)[-1])
            assert len(moves) == plies >= 7, (level, moves)
            expect(table.seat(seat)).to_have_attribute("data-kind", "engine")
            ended += 1
        assert ended == 20
    finally:
        context.close()
