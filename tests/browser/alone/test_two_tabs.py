"""Opens one game that the browser keeps by itself in two tabs: nothing is lost, and no two lines are mixed."""

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page

from engine.games import find
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage
from webapp.play.desk.menu import game_view

_TWO_AT_A_TIME = """async (info) => {
  const { Desk } = await import("/static/js/desk/desk.js");
  const { loadGame } = await import("/static/js/desk/desk_store.js");
  const [one, two] = [new Desk([info], 40), new Desk([info], 40)];
  const seen = [];
  two.on("game", ({ moves }) => seen.push(moves));
  const people = [{ kind: "human" }, { kind: "human" }];
  const { game_id: id } = await one.call("new_game", { game: info.name, seats: people, move: 4 });
  await two.call("join", { game_id: id, tokens: [] });
  await one.call("move", { game_id: id, ply: 1, move: 3 });
  const said = await two.call("move", { game_id: id, ply: 1, move: 7 }).catch(({ message }) => message);
  await two.call("move", { game_id: id, ply: 2, move: 5 });
  const late = await one.call("undo", { game_id: id }).catch(({ message }) => message);
  await one.call("join", { game_id: id, tokens: [] });
  await one.call("move", { game_id: id, ply: 3, move: 6 });
  return { said, late, seen, kept: loadGame(id).turns };
}"""
"""Two desks in one document hear nothing of each other, as two tabs in the moment before the news arrives."""


def test_a_second_tab_follows_a_game_and_plays_on(open_table: OpenTable) -> None:
    first = open_table("/offline#/connect4?against=2", wiped=True)
    first.reply(4)
    second = TablePage(first.page.context.new_page(), first.page.url)
    second.wait_for_discs(2)
    first.click(3)
    for table in (first, second):
        table.wait_for_discs(4)
        table.wait_for_turn()
    second.click(5)
    for table in (second, first):
        table.wait_for_discs(6)
        table.wait_for_turn()
    first.page.close()
    second.reply(1)
    second.page.reload()
    second.wait_for_discs(8)


def test_an_act_on_a_game_that_went_on_elsewhere_is_refused_in_a_sentence(modules: Page) -> None:
    info = msgspec.to_builtins(replace(game_view(find("connect4")), title="", goal=""))
    found = modules.evaluate(_TWO_AT_A_TIME, info | {"sides": info["players"]})
    assert found["said"] == found["late"] == "This game went on in another tab."
    assert found["seen"][0] == [4, 3]
    assert found["kept"] == [4, 3, 5, 6]
