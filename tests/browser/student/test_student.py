"""Trains a student on the page: it learns, is watched, played against, kept, and saved as a file that a match plays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.arena.players import make_player
from engine.games import find
from engine.nets import file as net_file
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable

_GAMES = re.compile(r"It has played ([\d,]+) games?\.")


def games(page: Page) -> int:
    found = _GAMES.search(page.locator("#head").inner_text())
    return int(found[1].replace(",", "")) if found else 0


def learn(page: Page, at_least: int) -> None:
    """Makes the student learn at full speed until it has played so many games, and pauses."""
    page.get_by_role("radio", name="Full speed").check(force=True)
    page.get_by_role("button", name="Let it").first.click()
    page.wait_for_function(
        """(least) => Number(document.querySelector("#head").textContent.replace(/[^0-9]/g, "")) >= least""",
        arg=at_least,
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Let it go on")).to_be_visible()


def test_a_student_learns_is_watched_kept_and_saved_as_a_file(open_table: OpenTable, tmp_path: Path) -> None:
    table = open_table("/student", wiped=True)
    page = table.page
    expect(page.locator("#head")).to_have_text("It knows only the rules.")
    expect(page.locator(".belief__number").first).to_have_text("0")
    learn(page, 200)
    expect(page.locator(".disc")).not_to_have_count(0)  # one of its games is on the board
    expect(page.locator("#sub")).to_have_text(
        re.compile(r"After [\d,]+ games? it keeps the result in \d+ of 100 positions")
    )
    expect(page.get_by_role("img", name=re.compile("keeps the result in"))).to_be_visible()
    assert page.locator(".curve__path").get_attribute("points").count(",") >= 10
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("row")).not_to_have_count(1)

    page.wait_for_function("() => localStorage.getItem('fourthought.student.connect4-5x4') !== null")
    played = games(page)  # the last games came after the press on Pause
    page.reload()
    expect(page.locator("#head")).to_have_text(_GAMES)
    assert 0 < games(page) <= played
    # The numbers under the board are what it believes of the moves in the position on the board, now the empty one.
    expect(page.locator(".belief__number").filter(has_text=re.compile("[1-9]"))).not_to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert re.fullmatch(r"student-connect4-5x4-\d+\.net", path.name)
    expect(page.locator("#sub")).to_contain_text(f"fourthought match --game connect4-5x4 --first net:{path.name}")
    net = net_file.read(path)
    assert net.games == games(page)
    assert any(net.weights)
    assert make_player(find("connect4-5x4"), f"net:{path}").move([]) in range(1, 6)

    page.get_by_role("button", name="Begin with a new one").click()
    expect(page.locator("#head")).to_have_text("It knows only the rules.")
    assert page.evaluate("localStorage.getItem('fourthought.student.connect4-5x4')") is None


@pytest.mark.long
def test_it_learns_from_games_against_a_person_by_the_keys_alone(open_table: OpenTable) -> None:
    table = open_table("/student/tictactoe", own=True, bypass_csp=True)
    page = table.page
    page.get_by_role("button", name="Play against it").press("Enter")
    expect(page.locator("#head")).to_have_text("Your turn.")
    play_to_the_end(page)
    expect(page.locator("#sub")).to_have_text(re.compile(r"It has learned from [\d,]+ positions of this game\."))
    expect(page.locator(".student__speed")).to_have_text("1 game of them was against you.")
    expect(page.get_by_role("status")).to_contain_text(re.compile("wins|You win|draw"))
    # The sides take turns: now the student begins. A younger one does not learn.
    page.get_by_role("button", name="New game").press("Enter")
    expect(page.locator(".disc")).to_have_count(1)
    page.get_by_label("The student").select_option(label="after 0 games")
    expect(page.locator("#sub")).to_contain_text("the student that it was after 0 games")
    expect(page.get_by_role("switch", name="It learns from my games")).to_be_disabled()
    assert violations(page) == []
    page.get_by_role("button", name="Let it play alone").press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#head")).to_have_text(re.compile(r"It has played \d\d+ games"))


def play_to_the_end(page: Page) -> None:
    """Plays the first free squares by the keys until the game is over."""
    for _ in range(5):
        free = page.get_by_role("grid").get_by_role("button", name=re.compile("empty"))
        head = page.locator("#head").inner_text()
        if head != "Your turn.":
            return
        square = re.search(r"\d", free.first.get_attribute("aria-label") or "")
        assert square
        page.locator(".grid [tabindex='0']").focus()
        page.keyboard.press(square[0])
        expect(page.locator("#head")).not_to_have_text("The student looks ahead.")
