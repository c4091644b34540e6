"""Throws a win away, meets the mistake again as a puzzle, fails, solves, and repeats it after a day."""

import datetime
import json
import re

import pytest
from playwright.sync_api import Page, expect

from engine.coach.certificate import fault
from engine.coach.explanation import from_json
from engine.puzzles.puzzle import from_row
from engine.text import from_wire
from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, solve
from tests.browser.conftest import OpenTable, Watch
from tests.browser.kept import WANTED, wait_until_kept
from tests.browser.table_page import TablePage

BEFORE, SLIP = "6243323133654574665447531224122755", 1
"""A position in which column 7 alone wins for Red, so late that the engine needs no time, and the move for a draw."""


def throw_a_win_away(table: TablePage, base: str) -> None:
    """Plays the slip against an engine, and resigns after the reply."""
    table.page.goto(f"{base}/connect4/{BEFORE}?against=1")
    table.wait_for_discs(len(BEFORE))
    table.click(SLIP)
    table.wait_for_discs(len(BEFORE) + 2)
    table.wait_for_turn()
    table.button("More").press("Enter")
    table.button("Resign").press("Enter")
    table.page.locator(".offer").get_by_role("button", name="Resign").press("Enter")
    expect(table.sub).to_have_text("You resigned.")


@pytest.mark.long
def test_a_mistake_is_met_again_until_it_is_learnt(open_table: OpenTable, watch: Watch) -> None:
    table = open_table("/coach/mistakes", own=True)
    page, base = table.page, table.page.url.removesuffix("/coach/mistakes")
    page.clock.set_fixed_time(MONDAY)
    expect(table.head).to_have_text("No mistakes yet.")
    expect(page.locator(".mistakes")).to_contain_text("one other move would have kept it")
    assert violations(page) == []

    throw_a_win_away(table, base)
    link = page.get_by_role("link", name="A move of yours became a puzzle: practise it")
    table.button("Look at the game").click()
    table.show_more()
    expect(link).to_be_visible()
    # A game not searched yet, as one of earlier times, is on a list, and opening the game is enough.
    page.evaluate("['coach', 'coach.searched'].forEach((key) => localStorage.removeItem('fourthought.' + key))")
    page.goto(f"{base}/coach/mistakes")
    page.get_by_role("link", name=re.compile("You against level 1: Newcomer wins this one, 36 moves")).press("Enter")
    table.button("Look at the game").click()
    table.show_more()
    expect(link).to_be_visible()
    assert violations(page, "#more") == []
    link.press("Enter")
    expect(table.head).to_have_text("Red to move and win.")
    expect(page).to_have_url(f"{base}/coach/mistakes")
    expect(page.locator(".coach__about")).to_have_text("From your own game. Move 35, column 1, on 23 November.")
    expect(page.locator(".mistakes__one")).to_have_text(re.compile("a win slipped.*to solve today"))
    expect(page.locator(".mistakes__games")).to_have_count(0)
    assert violations(page) == []

    # The move of the game is refuted on the board, by play.
    kept = json.loads(page.evaluate("localStorage['fourthought.coach']"))["mistakes"]
    assert [(one["name"], one["played"], one["times"]) for one in kept] == [(BEFORE, SLIP, 1)]
    puzzle = from_row(kept[0]["row"])
    refutation = next(wrong.refutation for wrong in puzzle.wrong if wrong.move == SLIP)
    press(page, SLIP, len(BEFORE) + 1 + len(refutation))
    expect(table.sub).to_contain_text(f"Column {SLIP} ")
    expect(table.sub).to_contain_text(f"Yellow answers {refutation[0]}, and it is a draw.")
    page.get_by_role("button", name="Try again").press("Enter")
    solve(page, puzzle)
    expect(table.sub).to_have_text("That is the solution.")
    expect(page.locator(".mistakes__one")).to_have_text(re.compile("again in 1 day"))
    proof = json.loads(page.evaluate("localStorage['fourthought.coach.proofs']"))[BEFORE]
    certificate = from_json({key: value for key, value in proof.items() if key not in ("ok", "ply")}).certificate
    assert certificate is not None
    assert fault(certificate) == ""
    page.get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".why__step")).to_have_text([" ".join(from_wire(step["said"])) for step in proof["steps"]])
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(table.head).to_have_text("Nothing to solve today.")

    # After a day it comes again, without the server. Solved then, it rests for longer each time.
    page.evaluate(WANTED)
    page.reload()
    wait_until_kept(page)
    page.reload()
    watch.offline_is_fine = True
    page.context.set_offline(True)
    for days, wait in ((1, "again in 2 days"), (3, "again in 6 days")):
        page.clock.set_fixed_time(MONDAY + datetime.timedelta(days=days))
        page.reload()
        expect(table.head).to_have_text("Red to move and win.")
        solve(page, puzzle)
        expect(table.sub).to_have_text("Solved.")
        expect(page.locator(".mistakes__one")).to_have_text(re.compile(wait))
    page.context.set_offline(False)

    # Export and import keep it.
    page.locator(".coach__keep summary").press("Enter")
    page.get_by_role("button", name="Export").press("Enter")
    kept = page.get_by_role("textbox", name="Saved progress")
    expect(kept).not_to_have_value("")
    saved = kept.input_value()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(table.head).to_have_text("No mistakes yet.")
    page.locator(".coach__keep summary").press("Enter")
    page.get_by_role("textbox", name="Saved progress").fill(saved)
    page.get_by_role("button", name="Import").press("Enter")
    expect(page.locator(".mistakes__one")).to_have_text(re.compile("a win slipped.*again in 6 days"))
    page.locator(".mistakes__one").press("Enter")  # practised at any time
    expect(table.head).to_have_text("Red to move and win.")


def test_the_same_mistake_in_another_game_waits_again_and_only_sound_texts_are_imported(modules: Page) -> None:
    found = modules.evaluate(
        """async (row) => {
          const { afterMistake, mistakeList, withMistake } = await import("/static/js/coach/model/mistakes.js");
          const { beginner } = await import("/static/js/coach/model/progress.js");
          const { exported, imported } = await import("/static/js/coach/model/saved.js");
          const seen = (progress) => progress.mistakes.map(({ times, game }) => [times, game]).concat(
            progress.cards.map(({ stability, due }) => [stability > 0, due]));
          const solve = (progress, day) => afterMistake(progress, { name: row[0], row }, true, day);
          let progress = withMistake(beginner(), { row, played: 3, game: "a".repeat(12) }, 100);
          const once = seen(withMistake(progress, { row, played: 3, game: "a".repeat(12) }, 101));
          const failed = seen(afterMistake(progress, { name: row[0], row }, false, 100));
          progress = solve(progress, 100);
          const early = seen(solve(progress, 100));
          const again = seen(withMistake(progress, { row, played: 4, game: "b".repeat(12) }, 105));
          const text = exported(progress);
          const states = [];
          for (const wait of [2, 11, 46]) {
            states.push(mistakeList(progress, progress.cards[0].due - wait)[0].when);
            progress = solve(progress, progress.cards[0].due);
          }
          const read = (change) => {
            const data = JSON.parse(text);
            change(data);
            try { return imported(JSON.stringify(data)).mistakes.length; } catch { return "refused"; }
          };
          const one = (key, value) => read((data) => { data.mistakes[0][key] = value; });
          return {
            once, failed, early, again, states: [...states, mistakeList(progress, 200)[0].when],
            read: [
              read(() => {}), read((data) => { delete data.mistakes; }),
              one("played", 9), one("game", "<b>"), one("name", "44"), one("times", -1),
            ],
          };
        }""",
        ["327142333222", 23, "6", [[3, -1, "4"]], 0, 0, 0, 0, 0],
    )
    first, second = "a" * 12, "b" * 12
    assert found == {
        "once": [[1, first], [False, 100]],
        "failed": [[1, first], [True, 101]],
        "early": [[1, first], [True, 102]],
        "again": [[2, second], [False, 105]],
        "states": [*(f"again in {days} days" for days in (2, 11, 46)), "learnt"],
        "read": [1, 0, "refused", "refused", "refused", "refused"],
    }


def test_games_of_this_browser_are_listed_in_the_reader_s_language(open_table: OpenTable) -> None:
    table = open_table("/", locale="de")
    table.reply(4)
    table.page.keyboard.press("?")  # the game is in the browser's list by now
    table.page.evaluate(
        """() => {
          const tables = JSON.parse(localStorage["fourthought.tables"]);
          tables.at(-1)[2].over = true;
          localStorage["fourthought.tables"] = JSON.stringify(tables);
        }"""
    )
    table.page.goto(table.page.evaluate("location.origin") + "/coach/mistakes")
    expect(table.page.locator(".mistakes__games").get_by_role("link")).to_contain_text("Du gegen Stufe 5")
