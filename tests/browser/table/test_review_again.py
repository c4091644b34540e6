"""Lets a review of the server end with its host, and with the line: the page asks again, and shows it."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import new_context
from tests.browser.conftest import OpenTable, serve_modules
from tests.browser.line import Line
from tests.browser.table_page import TablePage, until

_OVER = "/tictactoe/1425"
"""A position of a game that the page's own engine does not read."""


class _LostReview(Line):
    """Loads a page whose first review begins at a host that says nothing more. Pings are far apart, so that the line
    stands while the page's time is advanced."""

    def __init__(self, table: TablePage) -> None:
        super().__init__(table, clock=True)
        until(self.page, lambda: "review" in self.asked)

    def ask(self, number: str, event: str, frame: str) -> bool:
        if event != "review" or self.asked.count("review") > 1:
            return True
        game = re.search(r'"game_id":"(.+?)"', frame)
        assert game is not None
        told = f'{{"ok":true,"game_id":"{game[1]}","notation":"1425","rows":[],"done":false}}'
        self.send(f"43{number}[{told}]")
        return False

    def tell(self, frame: str) -> str:
        return re.sub(r'"pingInterval":\d+', '"pingInterval":9999999', frame)


@pytest.mark.parametrize("end", ["silence", pytest.param("line", marks=pytest.mark.long)])
def test_a_review_that_ends_with_its_host_is_asked_for_again_and_shown(open_table: OpenTable, end: str) -> None:
    table = open_table(_OVER, own=True)
    lost = _LostReview(table)
    review = table.page.locator(".review__head")
    expect(review).to_contain_text("checking 4 more")
    if end == "silence":
        table.page.clock.fast_forward(31_000)
    else:
        lost.route.close()
    until(table.page, lambda: lost.asked.count("review") >= 2)
    expect(review).not_to_contain_text("checking")


_WAITING = """async () => {
  const { EndedGame } = await import("/static/js/ended.js");
  const game = { game_id: "abc", notation: "1425", ply: 4, analysis: true, outcome: null };
  const info = { gravity: false, board: [3, 3], connect: 3 };
  const state = { game, info, engineView: {}, review: { result: null }, connection: { status: "online" } };
  window.asked = 0;
  window.tell = (status, rows, done = false) => {
    state.connection = { status };
    if (rows !== null) state.review = { result: { game_id: "abc", notation: "1425", rows: Array(rows), done } };
    ended.ask(state);
  };
  const questions = { review: async () => ((window.asked += 1), window.tell("online", 0)) };
  const ended = new EndedGame({ state: () => state, questions });
  ended.ask(state);
}"""


def test_a_page_asks_again_ever_more_seldom_and_for_no_review_that_is_done(browser: Browser) -> None:
    context = new_context(browser)
    page = context.new_page()
    page.clock.install(time=0)
    serve_modules(page)
    page.clock.pause_at(3_600_000)
    page.evaluate(_WAITING)

    def asked(seconds: float) -> int:
        page.clock.run_for(int(1000 * seconds))
        return int(page.evaluate("window.asked"))

    assert asked(1) == 1
    assert [asked(seconds) for seconds in (28, 2, 58, 3, 115, 6, 115, 6)] == [1, 2, 2, 3, 3, 4, 4, 5]
    page.evaluate("tell('online', 2)")  # a part: the next silence is short again
    assert [asked(seconds) for seconds in (28, 3)] == [5, 6]
    page.evaluate("tell('lost', null)")
    assert asked(600) == 6, "nobody is asked without a line"
    page.evaluate("tell('online', null)")
    assert asked(1) == 7
    page.evaluate("tell('online', 4, true)")
    page.evaluate("tell('lost', null)")
    page.evaluate("tell('online', null)")
    assert asked(600) == 7
    context.close()
