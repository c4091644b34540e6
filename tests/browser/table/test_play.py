"""Plays whole games as people do: by mouse, by keys, two at one screen, and two engines."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.line import Line
from tests.browser.table_page import OVER, TWO_FRAMES, TablePage
from tests.browser.tabs import MOVING


def test_a_full_game_of_tic_tac_toe_by_mouse(open_table: OpenTable) -> None:
    table = open_table("/tictactoe")
    plies = table.play_out([5, 1, 3, 7, 9, 2, 4, 6, 8])
    assert 5 <= plies <= 9
    first = table.page.url
    table.rematch()
    expect(table.page).not_to_have_url(first)
    expect(table.seat(0)).to_have_attribute("data-kind", "engine")
    table.wait_for_discs(1)
    table.wait_for_turn()
    expect(table.sub).to_have_text(re.compile(r"^You play O\. I played \d\."))
    assert not table.over
    table.page.reload()
    table.wait_for_discs(1)
    table.click(table.free_moves()[0])
    table.wait_for_discs(3)


@pytest.mark.parametrize(
    ("path", "middle", "rows"), [("/connect4-5x4", 3, 4), pytest.param("/", 4, 6, marks=pytest.mark.long)]
)
def test_a_full_game_by_keys_alone(open_table: OpenTable, path: str, middle: int, rows: int) -> None:
    table = open_table(path, **MOVING)
    for _ in range(20):
        if table.page.locator(".grid :focus").count():
            break
        table.page.keyboard.press("Tab")
    expect(table.page.locator(".grid :focus")).to_have_attribute(
        "aria-label", f"Drop in column {middle}, lands in row 1"
    )
    table.page.keyboard.press("ArrowLeft")
    expect(table.page.locator(".ghost[data-shown=yes]")).to_have_count(1)
    table.page.keyboard.press("Enter")
    table.wait_for_discs(2)
    table.page.keyboard.press("ArrowUp")
    keys = iter(["Space", "End", "Home"])
    while not table.over:
        lying = table.discs.count()
        press = next(keys, "")
        if press in ("End", "Home"):
            table.page.keyboard.press(press)
            press = "Enter"
        table.page.keyboard.press(press or str(table.free_moves()[0]))
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    expect(table.head).to_have_text(OVER)
    table.page.keyboard.press("ArrowDown")
    expect(table.page.locator(".grid :focus")).to_have_attribute("aria-label", re.compile(rf"^Column \d row {rows}, "))


def test_two_people_at_one_screen(open_table: OpenTable) -> None:
    table = open_table()
    table.choose(1, "Person")
    expect(table.head).to_have_text("Red’s turn.")
    for ply, column in enumerate([4, 1, 5, 1, 6, 1, 7], 1):
        table.click(column)
        table.wait_for_discs(ply)
        if ply < 7:
            expect(table.head).to_have_text("Yellow’s turn." if ply % 2 else "Red’s turn.")
    expect(table.head).to_have_text("Red wins.")
    expect(table.sub).to_have_text("Four in a row: row 1, columns 4 to 7.")
    expect(table.page.locator("#live")).to_contain_text("Red wins.")
    expect(table.page.locator(".disc[data-win]")).to_have_count(4)
    expect(table.page.locator(".face__line")).not_to_have_count(0)
    moves = table.page.locator(".moves__move")
    expect(moves).to_have_text([re.compile(f"^{column}") for column in (4, 1, 5, 1, 6, 1, 7)])
    for i, (name, column) in enumerate(zip(["Red", "Yellow"] * 4, [4, 1, 5, 1, 6, 1, 7], strict=False)):
        expect(moves.nth(i)).to_have_attribute("aria-label", re.compile(f"^Move {i + 1}, {name}, column {column}\\b"))
    table.click(2)
    expect(table.sub).to_have_text("The game is over.")
    table.wait_for_discs(7)


def test_a_disc_on_its_way_lies_there_through_a_second_click_and_is_taken_back_before_it_counts(
    open_table: OpenTable,
) -> None:
    table = open_table(own=True)
    table.click(4)
    table.wait_for_discs(2)
    line = Line(table)
    line.wait_until_joined()
    line.held = True
    table.click(3)
    table.wait_for_discs(3)
    table.click(5)
    expect(table.sub).to_have_text("It is Yellow’s turn.")
    table.page.wait_for_function(TWO_FRAMES)
    table.wait_for_discs(3)
    line.release()
    table.wait_for_discs(4)
    table.wait_for_turn()
    line.held = True
    table.click(3)
    table.wait_for_discs(5)
    table.button("Undo").click()
    table.page.wait_for_function(TWO_FRAMES)  # a page that does not wait would ask now
    line.wait_for('"ply":6')  # the engine has answered
    line.release()
    table.show_more()
    expect(table.button("Redo")).to_be_enabled()
    table.wait_for_discs(4)


def test_a_takeback_falls_with_the_refused_move_and_the_next_one_counts(open_table: OpenTable) -> None:
    table = open_table(own=True)
    table.click(4)
    table.wait_for_discs(2)
    line = Line(table)
    line.wait_until_joined()
    elsewhere = TablePage(table.page.context.new_page(), table.page.url)
    elsewhere.wait_for_turn()
    line.held = True
    elsewhere.click(3)
    elsewhere.wait_for_discs(4)
    table.click(5)
    table.wait_for_discs(3)
    table.button("Undo").click()
    line.wait_for('"stale"')
    line.release()
    expect(table.sub).to_have_text("The game has gone on: it stands at move 4, not 2.")
    table.wait_for_discs(4)
    table.button("Undo").click()
    table.wait_for_discs(2)


@pytest.mark.long
def test_two_engines_to_the_end_held_and_stepped(open_table: OpenTable) -> None:
    # Eight cells are left and no four is possible any more: however late a click comes, the game is not over by then.
    table = open_table("/connect4/4224422442366666642311115555337777?against=3")
    table.choose(0, "Engine")
    table.set_level(0, 2)
    table.set_level(1, 3)
    table.button("Start").click()
    table.button("Pause").click()
    expect(table.head).to_have_text("Paused.")
    lying = table.discs.count()
    table.button("One move").click()
    table.wait_for_discs(lying + 1)
    expect(table.head).to_have_text("Paused.")
    table.page.get_by_role("slider", name="Pace").fill("6")
    expect(table.page.locator(".transport__words")).to_have_text("at full speed")
    table.button("Go on").click()
    expect(table.head).to_have_text(OVER)


def test_the_engine_begins_when_sides_are_swapped(open_table: OpenTable) -> None:
    table = open_table()
    table.swap_sides()
    expect(table.head).to_have_text("Red begins.")
    table.click(4)
    expect(table.sub).to_have_text("It is the engine’s move: press Start.")
    table.button("Start").click()
    table.wait_for_discs(1)
    expect(table.head).to_have_text("Your turn.")


@pytest.mark.long
def test_a_game_of_chance_on_squares_is_answered_wherever_the_piece_lands(open_table: OpenTable) -> None:
    table = open_table("/slippery-tictactoe")
    table.reply(2)
    expect(table.sub).to_have_text(re.compile(r"slipped from|^I played|^O played"))


def test_a_game_of_chance_is_answered_and_a_slip_is_shown_and_said(
    open_table: OpenTable,
) -> None:
    table = open_table("/slippery-connect4")
    table.reply(2)
    expect(table.sub).to_have_text(re.compile(r"slipped from|^I played"))
    table.choose(1, "Person")
    for _ in range(60):  # one in five slips: that none of sixty does will not be seen
        if table.over:
            table.button("Rematch").click()
            table.wait_for_discs(0)
        column, lying = table.free_moves()[-1], table.discs.count()
        table.click(column)
        table.wait_for_discs(lying + 1)
        expect(table.sub).to_have_text(re.compile(rf"slipped from|column {column}\.$|row|full"))
        if "slipped" in table.sub.inner_text():
            break
    slipped = re.fullmatch(r"(Red|Yellow)’s disc slipped from column (\d) to column (\d)\.", table.sub.inner_text())
    side, aimed, landed = slipped.groups()
    assert int(aimed) == column != int(landed)
    cell = re.compile(rf"^Column {landed} row \d, {side}, move {lying + 1}$")
    expect(table.page.get_by_role("gridcell", name=cell)).to_be_attached()
