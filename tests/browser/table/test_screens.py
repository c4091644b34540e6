"""Holds how full a screen is, and that all that was ever on the table is reached in two steps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage
from tests.profiles import by_day, is_long, more_at_night

_COUNT = """() => {
  const seen = (one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 &&
      right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && !one.disabled;
  };
  const [board, faces] = [".board, .unseen, .skip", ".faces"];
  const all = [...document.querySelectorAll("a[href], button, summary, select, input, .choice > label")].filter(seen);
  const controls = all.filter((one) => one.closest(".insight") || (!one.closest(board) && !one.closest(faces)));
  return controls.map((one) =>
    one.ariaLabel || one.textContent.trim() || one.closest("label")?.textContent.trim() || one.id);
}"""
"""Names the controls in sight, without the board and the faces."""


def _play(table: TablePage) -> None:
    table.reply(4)


def _end(table: TablePage) -> None:
    table.click(7)
    table.button("Look at the game").wait_for()
    expect(table.page.locator(".after__moment[data-waits=yes]")).to_have_count(0)  # the moment to try again comes late


def _look(table: TablePage) -> None:
    _end(table)
    table.button("Look at the game").click()
    table.page.locator(".graph__pin").first.wait_for()


SCREENS: dict[str, tuple[str, Callable[[TablePage], None]]] = {
    "first screen": ("/", lambda _: None),
    "in play": ("/", _play),
    "the end": ("/connect4/141424?against=10", _end),
    "the look": ("/connect4/141424?against=10", _look),
}
"""The address of each screen, and what a person does there."""
MOST = {"first screen": 8, "in play": 6, "the end": 4, "the look": 8}
"""The most controls of a screen, the board and the faces aside."""
BAR = {"first screen": 0, "in play": 4, "the end": 6, "the look": 7}
"""The controls that only a wide screen has: the bar with the four rooms, the brand, the settings, and a face."""

AT_FIRST = {
    "#rival": (
        "Person", "Engine", "Swap sides", "More games", "Level of Yellow", "1, Newcomer", "10, Perfect",
    ),
    ".bar > [popovertarget=settings]": (
        "Sound", "Theme", "Colours", "Without a connection", "Language", "Keys such as H and 4", "Your games",
        "Help and keys", "Forget what this browser keeps",
    ),
    "#invite": ("Find somebody", "Enter a code", "Watch others play", "Options", "Your name, if you like"),
}  # fmt: skip
"""Where what is needed before a move, or about other people, has gone: the first press, and what it shows."""
IN_PLAY = (
    "New game", "Resign", "Picture of the board", "Copy the link", "Copy the moves", "Analyse this position",
    "Play on another device",
)  # fmt: skip
"""What the button "More" shows in a game against an engine, beside the list of moves."""
IN_A_LOOK = ("New game", "Picture of the board", "Copy the link", "Copy the moves", "Analyse this position", "Numbers")
"""What it shows in a look at a game that is over."""


@more_at_night
@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(1366, 768, marks=pytest.mark.long)])
def test_a_first_screen_and_a_look_have_eight_controls_a_game_six_and_its_end_four(
    open_table: OpenTable, width: int, height: int
) -> None:
    for screen, most in list(MOST.items())[: None if is_long() else -1]:  # the look, which is dear, at night
        path, prepare = SCREENS[screen]
        table = open_table(path, width=width, height=height, first=True)
        prepare(table)
        names = [name for name in table.page.evaluate(_COUNT) if name != "Thinking"]
        bar = BAR[screen] if width > 519 else 0
        assert len(names) <= most + bar, names


@pytest.mark.long
def test_at_the_end_on_a_phone_the_bar_is_behind_more(open_table: OpenTable) -> None:
    path, prepare = SCREENS["the end"]
    table = open_table(path, width=390, height=844)
    expect(table.page.locator(".more__bar").first).to_be_hidden()
    prepare(table)
    table.button("More").click()
    table.button("Settings").click()
    expect(table.page.get_by_role("button", name="Sound")).to_be_visible()
    table.page.keyboard.press("Escape")
    table.button("More").click()
    table.page.get_by_role("link", name="Fourthought").click()
    expect(table.page.locator("#rooms")).to_be_visible()


def _shown(table: TablePage, name: str) -> None:
    """Expects that something with this name or text is in sight, or a scroll away in the list that is open."""
    page = table.page
    found = page.get_by_label(name, exact=True).or_(page.get_by_text(name, exact=True)).locator("visible=true")
    expect(found.first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1366])
def test_all_is_reached_in_two_steps(open_table: OpenTable, width: int) -> None:
    for first, names in AT_FIRST.items():
        table = open_table(width=width, height=844)
        table.page.locator(first).click()
        for name in names:
            _shown(table, name)
        if first == "#rival":
            assert violations(table.page) == []
    for screen, names in (("in play", IN_PLAY), ("the look", IN_A_LOOK)):
        path, prepare = SCREENS[screen]
        table = open_table(path, width=width, height=844)
        prepare(table)
        table.button("More").click()
        for name in names:
            _shown(table, name)
        expect(table.page.locator(".moves__move").last).to_be_visible()
        assert violations(table.page) == []
    table.page.get_by_text("Numbers", exact=True).click()
    expect(table.page.locator(".figures__state")).to_be_visible()


def test_a_face_is_chosen_before_the_first_move(open_table: OpenTable) -> None:
    table = open_table(width=390, height=844, first=True)
    table.show_seats()
    table.page.get_by_role("button", name="2, Beginner", exact=True).click()
    expect(table.page.locator("#rival")).to_have_text("Beginner")
    table.show_seats(False)
    table.click(4)
    table.wait_for_discs(2)
    expect(table.seat(1).locator("input[type=range]")).to_have_value("2")


@pytest.mark.parametrize(
    ("wish", "dialog"), by_day([("games", "All games"), ("find", "Find somebody"), ("friend", "Play a friend")], 3)
)
def test_an_address_opens_what_it_asks_for(open_table: OpenTable, wish: str, dialog: str) -> None:
    table = open_table(f"/tictactoe#{wish}")
    expect(table.page.get_by_role("dialog", name=dialog)).to_be_visible()
    assert "#" not in table.page.url
