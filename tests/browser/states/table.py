"""Brings the table into the states of one person, of two at one screen, and of two engines."""

import re
from contextlib import ExitStack
from functools import partial

from playwright.sync_api import expect

from tests.browser.states.state import State, menu, people, sheet
from tests.browser.table_page import TablePage, rect

DIALOG = "dialog[open]"
WON = "45521336544524232261611"
DRAWN = "372514637254144426231134732237165556656177"
_HINTS = tuple(
    f"Look {where}{rest}"
    for where in ("on the left", "in the middle", "on the right", "at the top", "at the bottom")
    for rest in (", or press again.", "; with a hint this game does not count for the ladder.")
)


def _middle(table: TablePage) -> None:
    table.set_level(1, 10)
    table.reply(4, 4, 4)  # the one line in which every verdict has its column


def _thinking(table: TablePage) -> None:
    table.think()
    _middle(table)
    expect(table.page.locator(".figures__state")).to_have_text(table.said("worked out to the end"))


def _numbers(table: TablePage) -> None:
    table.think()
    table.reply(4)
    table.page.get_by_text(table.said("Numbers"), exact=True).click()


def _beliefs(table: TablePage) -> None:
    table.think()
    table.click(3)
    table.wait_for_discs(7)
    table.page.get_by_text(table.said("Numbers"), exact=True).click()
    expect(table.page.locator(".believed__move")).to_have_count(8)


def _proven(table: TablePage) -> None:
    table.think()
    table.set_level(1, 10)
    table.reply(6)
    expect(table.page.locator(".block[data-proven=yes]").first).to_be_visible()


def _where(table: TablePage) -> None:
    _wait_for_hint(table)
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile("|".join(map(table.form, _HINTS))))


def _hint(table: TablePage) -> None:
    _middle(table)
    _column(table)


def _wait_for_hint(table: TablePage) -> None:
    expect(table.button("Hint")).to_be_enabled()


def _column(table: TablePage) -> None:
    _where(table)
    table.button("Hint").click()
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(1)


def _why(table: TablePage) -> None:
    _column(table)
    table.button("Hint").click()
    expect(table.page.locator(".why__step").first).to_be_visible()


def _won(table: TablePage) -> None:
    people(int(WON[-1]))(table)
    expect(table.button("Look at the game")).to_be_visible()


def _engines(table: TablePage) -> None:
    table.think()
    table.choose(0, "Engine")
    table.set_level(0, 9)
    table.set_level(1, 10)
    table.button("Start").click()
    table.page.get_by_role("slider", name=table.said("Pace")).fill("3")
    expect(table.discs.nth(11)).to_be_visible()
    table.button("Pause").click()


def _before_engines(table: TablePage) -> None:
    table.choose(0, "Engine")
    expect(table.button("Start")).to_be_visible()


def _two_people(table: TablePage) -> None:
    table.think()
    people(4, 4, 5, 3)(table)
    expect(table.page.locator(".block[data-known=yes]").first).to_be_visible()


def _help(table: TablePage) -> None:
    sheet(table, "Help and keys")


def _your_games(table: TablePage) -> None:
    table.reply(4)
    sheet(table, "Your games")


def _other_device(table: TablePage) -> None:
    table.reply(4)
    expect(sheet(table, "Play on another device").locator("img")).to_be_visible()


def _resigning(table: TablePage) -> None:
    table.reply(4)
    menu(table, "Resign")
    expect(table.page.locator(".offer")).to_be_visible()


def _all_games(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.show_seats()
    table.page.get_by_role("link", name=table.said("More games")).click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def _lost(table: TablePage) -> ExitStack:
    table.reply(4)
    context, end = table.page.context, ExitStack()
    end.callback(context.set_offline, False)
    context.set_offline(True)
    table.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(table.sub).to_have_text(table.said("Reconnecting…"))
    return end


def _pie(table: TablePage) -> None:
    table.choose(1, "Person")
    table.show_seats()
    table.switch("Swap rule").check(force=True)
    table.show_seats(False)
    table.click(4)
    expect(table.button("Swap sides")).to_be_visible()


def _branches(table: TablePage) -> None:
    table.think()
    table.reply(4, 3, 5)
    table.button("Undo").click()
    table.wait_for_discs(4)
    table.reply(1)


def _aim(table: TablePage) -> None:
    table.reply(4)
    box = rect(table.page.locator(".aim").nth(2))
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"])


def _square(table: TablePage) -> None:
    table.think()
    table.set_level(1, 10)
    table.reply(3)
    expect(table.page.locator(".block[data-proven=yes]").first).to_be_visible()


def _broad(table: TablePage) -> None:
    table.think()
    table.reply(25)
    expect(table.page.locator(".block[data-known=yes]")).to_have_count(47)


def _matches(table: TablePage) -> None:
    table.think()
    table.page.locator(".textboard__moves button").first.click()
    table.wait_for_turn()
    expect(table.page.locator(".tree .block").first).to_be_visible()


def _analysis(table: TablePage) -> None:
    expect(table.page.locator(".block[data-known=yes]").first).to_be_visible()
    expect(table.page.locator(".block:not([data-known=yes])")).to_have_count(0)


def _review(table: TablePage, ply: int) -> None:
    slider = table.page.get_by_role("slider", name=table.said("Move that is shown"))
    expect(slider).to_be_visible()
    expect(table.page.locator(".review__state")).to_have_text("")
    slider.fill(str(ply))


STATES: dict[str, State] = {
    "empty": State("/"),
    "aim": State("/", _aim),
    "menu": State("/", menu),
    "help": State("/", _help, DIALOG),
    "all games": State("/", _all_games, DIALOG),
    "your games": State("/", _your_games, DIALOG),
    "other device": State("/", _other_device, DIALOG),
    "resigning": State("/", _resigning, ".offer"),
    "middle": State("/", _middle),
    "thinking": State("/", _thinking),
    "numbers": State("/", _numbers),
    "beliefs": State("/connect4-8x7/45445?against=1", _beliefs),
    "proven": State("/connect4/2316442111453771?against=5", _proven),
    "where": State("/connect4/4453?against=5", _where),
    "hint": State("/", _hint),
    "why": State("/connect4/167133773444562414413222276773?against=5", _why),
    "full": State("/connect4/333333?against=5", lambda table: table.click(3)),
    "won": State(f"/connect4/{WON[:-1]}?against=5", _won),
    "ended": State("/connect4/121212?against=5", TablePage.end),
    "picture": State("/connect4/121212?against=5", TablePage.show_picture, DIALOG),
    "drawn": State(f"/connect4/{DRAWN[:-1]}?against=5", people(int(DRAWN[-1]))),
    "analysis": State("/connect4/4453", _analysis),
    "review": State(f"/connect4/{WON}", partial(_review, ply=19)),
    "reconnecting": State("/", _lost, ".call"),
    "pie": State("/", _pie),
    "branches": State("/", _branches),
    "before engines": State("/", _before_engines),
    "engines": State("/", _engines),
    "two people": State("/", _two_people),
    "tictactoe": State("/tictactoe"),
    "tictactoe thinking": State("/tictactoe/51?against=10", _square),
    "tictactoe won": State("/tictactoe/5132?against=5", people(7)),
    "nim": State("/nim"),
    "nim thinking": State("/nim", _matches),
    "wide": State("/connect4-8x7", _aim),
    "five in a row": State("/gomoku7", _broad),
    "slippery": State("/slippery-connect4"),
}
