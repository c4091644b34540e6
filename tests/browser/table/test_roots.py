"""Looks at the roots under the board: their lengths are the engine's counts, and at a move all but one fall."""

import json
import math
import random
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import TWO_FRAMES, TablePage, until
from tests.browser.tabs import MOVING
from tests.server import TableServer

NOTE_FALLS = """() => {
  window.falls = [];
  new MutationObserver(() => {
    for (const layer of document.querySelectorAll(".roots__layer[data-falls]")) {
      if (layer.noted) continue;
      layer.noted = true;
      window.falls.push([...layer.children].map((root) =>
        [Number(root.dataset.positions), Number(root.dataset.length), "chosen" in root.dataset]));
    }
  }).observe(document.querySelector(".roots"), { childList: true });
}"""
"""Notes the positions and the length of every root at each move, and which one stayed."""
NOTE_GROWTH = """() => {
  window.grown = [];
  new MutationObserver(() => {
    const root = document.querySelector(".roots__layer:not([data-falls]) > .root");
    const positions = Number(root?.dataset.positions);
    if (root && positions !== window.grown.at(-1)) window.grown.push(positions);
  }).observe(document.querySelector(".roots"), { subtree: true, attributeFilter: ["data-positions"] });
}"""
"""Notes the positions for which the first root stands, each time that they change."""
_MOVING = "() => document.querySelector('.roots').getAnimations({ subtree: true }).length"

_HANGING = ".roots__layer:not([data-falls]) > .root:not([hidden])"


def length(positions: int) -> float:
    """Returns the length, 0 to 1, of a root that stands for so many positions: their logarithm, from 8 to 2**24."""
    grown = (math.log2(max(1, positions)) - 3) / 21
    return 0.07 + 0.93 * min(1.0, max(0.0, grown))


def watched(table: TablePage) -> list[dict[str, Any]]:
    """Returns a list that gets all digests which the page gets from now on."""
    digests: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        if isinstance(frame, str) and frame.startswith('42["thinking"'):
            digests.append(json.loads(frame[2:])[1])

    table.page.on("websocket", lambda socket: socket.on("framereceived", note))
    table.page.reload()
    expect(table.page.locator(".root")).not_to_have_count(0)
    return digests


def told(digest: dict[str, Any]) -> int:
    """Returns the positions that a digest tells of all moves."""
    return sum(int(move["visits"]) for move in digest["moves"])


def is_told(digests: list[dict[str, Any]], ply: int) -> bool:
    """Tells whether the engine has told all that it knows of the position after ``ply`` moves."""
    return any(one["ply"] == ply and not one["busy"] for one in digests)


def fell_as_told(fall: list[tuple[int, float, bool]], digests: list[dict[str, Any]]) -> bool:
    """Tells whether roots that fell had the counts of a digest, or none before a digest had come, and their lengths."""
    counts = [positions for positions, _, _ in fall]
    sent = [[{move["move"]: move["visits"] for move in one["moves"]}.get(n, 0) for n in range(1, 8)] for one in digests]
    right = all(abs(drawn - length(positions)) < 0.001 for positions, drawn, _ in fall)
    return right and (not any(counts) or counts in sent) and sum(chosen for _, _, chosen in fall) == 1


def lengths(page: Page, address: str, games: int, seed: int = 1) -> tuple[int, int]:
    """Plays random games against Steady. Returns the moves whose roots fell, and those with another length."""
    rng, moves, wrong = random.Random(seed), 0, 0
    for _ in range(games):
        table = TablePage(page, address)
        digests = watched(table)
        page.evaluate(NOTE_FALLS)
        while not table.over:
            lying = table.discs.count()
            page.wait_for_timeout(300)
            table.click(rng.choice(table.free_moves()))
            expect(table.discs).not_to_have_count(lying)
            table.wait_for_turn()
        falls = page.evaluate("window.falls")
        moves += len(falls)
        wrong += sum(not fell_as_told(fall, digests) for fall in falls)
    return moves, wrong


@pytest.fixture(scope="module")
def server(pondering: TableServer) -> TableServer:
    """Returns a server whose minds ponder: roots grow while the person thinks."""
    return pondering


@pytest.mark.long
def test_every_root_of_a_game_has_the_length_that_the_engine_told(open_table: OpenTable, server: TableServer) -> None:
    moves, wrong = lengths(open_table(own=True, **MOVING).page, server.url, 10)
    assert moves >= 60  # the shortest game has seven moves, and the last one cuts nothing
    assert wrong == 0


def test_roots_grow_slowly_to_the_length_of_the_last_news_though_all_was_told_at_once(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    digests = watched(table)
    table.page.evaluate(NOTE_GROWTH)
    hanging = table.page.locator(_HANGING).first
    for moves in (1, 2):
        table.click(3)
        table.wait_for_discs(2 * moves)
        until(table.page, partial(is_told, digests, 2 * moves))
        expect(table.page.locator(".roots__layer")).to_have_count(1)
    until(table.page, lambda: int(hanging.get_attribute("data-positions") or 0) == told(digests[-1]) > 0)
    grown = table.page.evaluate("window.grown")
    assert 0 not in grown[1:]  # what was kept stays, also while the engine has told nothing yet
    began = max((at for at in range(1, len(grown)) if grown[at] < grown[at - 1]), default=0)
    assert len(grown) - began > 5  # the news of so few positions come in two or three pieces


@pytest.mark.long
def test_roots_are_alike_and_each_has_its_true_length_when_it_falls(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    digests = watched(table)
    table.page.evaluate(NOTE_FALLS)
    table.click(4)
    table.wait_for_discs(2)
    until(table.page, lambda: any(digest["ply"] == 2 and digest["moves"] for digest in digests))
    roots = table.page.locator(".roots__layer:not([data-falls]) > .root")
    expect(roots).to_have_count(7)
    drawn = roots.evaluate_all("(all) => all.map((one) => [one.dataset.positions, one.dataset.length])")
    assert len({tuple(one) for one in drawn}) == 1  # true lengths would be a hint
    assert float(drawn[0][1]) == pytest.approx(length(int(drawn[0][0])), abs=0.001)
    table.click(3)
    table.wait_for_discs(4)
    until(table.page, lambda: table.page.evaluate("window.falls.length") >= 2)
    person = table.page.evaluate("window.falls")[1]
    counts = [[move["visits"] for move in digest["moves"]] for digest in digests if digest["ply"] == 2]
    assert [positions for positions, _, _ in person] in counts
    assert [length for _, length, _ in person] == pytest.approx([length(n) for n, _, _ in person], abs=0.001)
    assert [chosen for _, _, chosen in person] == [column == 3 for column in range(1, 8)]
    expect(table.page.locator(".roots__layer")).to_have_count(1)  # what fell is gone


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("/tictactoe", 9),
        *(
            pytest.param(path, count, marks=pytest.mark.long)
            for path, count in (("/nim", 3), ("/connect4-8x7", 8), ("/slippery-connect4", 7))
        ),
    ],
)
def test_every_game_has_its_roots(open_table: OpenTable, path: str, count: int) -> None:
    table = open_table(path)
    expect(table.page.locator(".root")).to_have_count(count)
    table.page.locator(".aim, .textboard__moves button").first.click()
    table.wait_for_turn()
    expect(table.page.locator(".roots[data-alive] .roots__layer:not([data-falls])")).to_have_css("opacity", "1")
    expect(table.page.locator(_HANGING)).to_have_count(
        len(table.free_moves()) or table.page.locator(".textboard__moves button").count()
    )


def test_no_root_hangs_where_no_move_can_be_made(open_table: OpenTable) -> None:
    expect(open_table("/connect4/333333?against=5").page.locator(_HANGING)).to_have_count(6)


def test_a_tap_on_the_roots_opens_the_thinking_and_between_two_people_the_board_has_their_place(
    open_table: OpenTable,
) -> None:
    table = open_table(width=390, height=844)
    table.reply(4)
    expect(table.page.locator(".roots__layer")).to_have_count(1)  # with reduced motion roots fade
    table.page.wait_for_function(f"() => ({_MOVING})() === 0")
    board = table.page.locator(".body").bounding_box()
    table.page.locator(".roots").click()
    expect(table.page.locator("#table")).to_have_attribute("data-thinking", "on")
    table.page.wait_for_function(TWO_FRAMES)
    assert table.page.locator(".body").bounding_box() == board
    table.switch("Thinking").press(" ")  # its place may move while the thinking opens
    expect(table.page.locator(".roots")).to_be_visible()
    table.choose(1, "Person")
    expect(table.page.locator(".roots")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/tictactoe", "/"])
def test_what_falls_makes_the_page_no_wider(open_table: OpenTable, path: str) -> None:
    table = open_table(path, width=390, height=844, **MOVING)
    table.page.evaluate(
        """() => { window.widest = 0;
          const look = () => { widest = Math.max(widest, document.documentElement.scrollWidth);
            requestAnimationFrame(look); };
          look(); }"""
    )
    for count in (1, 2):
        table.click(table.free_moves()[0])
        table.wait_for_turn()
        expect(table.page.locator(".roots__layer")).to_have_count(1)  # what fell is gone
        expect(table.discs).to_have_count(2 * count)
    assert table.page.evaluate("widest") <= 390


@pytest.mark.long
def test_a_look_at_the_game_has_the_seven_words_without_a_switch(open_table: OpenTable) -> None:
    table = open_table("/?against=8")
    while not table.over:
        lying, free = table.discs.count(), table.free_moves()
        table.click(next(move for move in (1, 7, 2, 6, 3, 5, 4) if move in free))
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    table.button("Look at the game").click()
    table.button("One move back").click()
    expect(table.page.locator(".strip .block[data-known=yes] .block__first").first).to_be_visible()
    expect(table.page.locator(".review__state")).to_contain_text("You found")
