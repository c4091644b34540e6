"""Solves puzzles on the coach's page by the keyboard alone: fails, sees why, tries the proof, repeats."""

import datetime
import json
import re

import pytest
from playwright.sync_api import Page, expect

from engine.puzzles import shipped
from engine.puzzles.puzzle import Puzzle, WrongMove, from_row
from engine.text import from_wire
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable, Watch
from tests.browser.kept import wait_until_kept

MONDAY = datetime.datetime(2026, 11, 23, 12, 0)


def puzzle_of(day: datetime.datetime, strength: int = 0) -> Puzzle:
    """Returns a puzzle of a day by the shipped files. Who begins gets the easy one."""
    daily, index = json.loads(shipped.read("daily.json")), json.loads(shipped.read("index.json"))
    since = (day.date() - datetime.date.fromisoformat(daily["first"])).days
    places = daily["strengths"][strength]
    place, number = places[since % len(places)], 0
    while place >= index["chunks"][number]["count"]:
        place -= index["chunks"][number]["count"]
        number += 1
    return from_row(json.loads(shipped.read(f"puzzles-{number:02}.json"))["puzzles"][place])


def wrong_sentence(puzzle: Puzzle, wrong: WrongMove, discs: int) -> str:
    """Returns the sentence for a wrong move with so many discs on the board before."""
    foe = ("Red", "Yellow")[1 - len(puzzle.moves) % 2]
    if wrong.score == 0:
        return f"Column {wrong.move} gives the win away: {foe} answers {wrong.refutation[0]}, and it is a draw."
    turns = 22 - abs(wrong.score) - (discs + 1) // 2  # the foe's discs at the end, less those on the board
    end = f"{foe} answers {wrong.refutation[0]} and wins in {turns} moves"
    if turns == 1:
        end = f"{foe} plays {wrong.refutation[0]} and has four in a row"
    return f"Column {wrong.move} {'turns the win into a loss' if puzzle.plies else 'loses'}: {end}."


def drop(page: Page, column: int) -> None:
    page.locator(".grid [tabindex='0']").first.press(str(column))


def press(page: Page, column: int, discs: int) -> None:
    """Drops a disc by a key of the board, and waits until so many discs lie there."""
    drop(page, column)
    expect(page.locator(".disc")).to_have_count(discs)


def solve(page: Page, puzzle: Puzzle) -> None:
    """Plays the whole solution. The replies drop by themselves."""
    for turn in range(0, len(puzzle.line), 2):
        replies = 1 if turn + 1 < len(puzzle.line) else 0
        press(page, puzzle.line[turn], len(puzzle.moves) + turn + 1 + replies)


def test_a_day_is_failed_understood_and_repeated(open_table: OpenTable) -> None:
    table = open_table("/coach/day", now=MONDAY, permissions=("clipboard-read", "clipboard-write"))
    page, base = table.page, table.page.url.split("/coach")[0]
    puzzle = puzzle_of(MONDAY)
    expect(page.locator("#head")).to_contain_text("to move and win." if puzzle.plies else "to move and draw.")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))

    on = page.get_by_role("link", name=re.compile("^Play it on against level"))
    expect(on).to_be_hidden()  # it would say nothing of the solution, but count for none

    # A wrong move is refuted on the board, by play.
    wrong = puzzle.wrong[0]
    press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    expect(page.locator("#sub")).to_have_text(wrong_sentence(puzzle, wrong, len(puzzle.moves)))
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    expect(page.locator("#sub")).not_to_contain_text("Column")
    expect(page.locator(".grid :focus")).to_have_count(1)
    solve(page, puzzle)
    expect(on).to_have_attribute("href", re.compile(r"/connect4/[1-7]+\?against=\d+$"))
    expect(page.locator("#sub")).to_have_text("That is the solution.")
    expect(page.locator(".coach__rating")).to_have_text("1 of 5 puzzles for a rating.")
    page.get_by_role("button", name="Copy the result").press("Enter")
    expect(page.locator("#sub")).to_have_text("Copied.")
    line = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Fourthought puzzle 323, easy: solved after 2 tries", line), line

    # Why: the sentences of the proof, then any move against the proof, to the end.
    page.get_by_role("button", name="Why?").press("Enter")
    proof = shipped.shipped_proofs()[puzzle.name]
    expect(page.locator(".why__step").first).to_be_visible()
    texts = page.locator(".why__step").all_inner_texts()
    assert texts == [" ".join(from_wire(step["said"])) for step in proof["steps"]]
    more = page.get_by_role("button", name=re.compile("^Show . other repl"))
    if more.is_visible():
        more.press("Enter")
    page.locator(".why__step").last.press("Enter")
    expect(page.locator(".why__step").last).to_have_attribute("aria-current", "step")
    assert violations(page) == []
    page.get_by_role("button", name="Try it: play any move").press("Enter")
    _play_to_the_end(page)
    expect(page.locator("#sub")).to_contain_text("Four in a row" if proof["claim"]["wins"] else "a draw at least")

    # The day after, the failed puzzle comes again, though another would fit better.
    page.clock.set_fixed_time(MONDAY + datetime.timedelta(days=1))
    page.goto(base + "/coach/train")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    solve(page, puzzle)
    expect(page.locator("#sub")).to_have_text("Solved.")
    expect(page.locator(".coach__rating")).to_have_text("2 of 5 puzzles for a rating.")
    page.get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".why__step")).to_have_text(texts)

    # Progress goes out as a text and comes back.
    page.locator(".coach__keep summary").press("Enter")
    page.get_by_role("button", name="Export").press("Enter")
    kept = page.get_by_role("textbox", name="Saved progress")
    expect(kept).not_to_have_value("")
    saved = kept.input_value()
    card = json.loads(saved)["cards"][0]
    assert (card["name"], card["due"] - card["last"]) == (puzzle.name, 2)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".coach__rating")).to_have_text("0 of 5 puzzles for a rating.")
    expect(page.locator(".disc")).not_to_have_count(0)  # the puzzle is here: its first words would replace the answer
    page.locator(".coach__keep summary").press("Enter")
    for text, answer in (("{}", "not a saved progress"), (saved, "Your progress is here now.")):
        page.get_by_role("textbox", name="Saved progress").fill(text)
        page.get_by_role("button", name="Import").press("Enter")
        expect(page.locator("#sub")).to_contain_text(answer)
    expect(page.locator(".coach__rating")).to_have_text("2 of 5 puzzles for a rating.")


@pytest.mark.long
def test_a_course_is_learnt_failed_at_a_later_move_and_finished(open_table: OpenTable) -> None:
    courses = json.loads(shipped.read("courses.json"))["courses"]
    # A course with a puzzle that has a second move to fail at. All but this puzzle are solved.
    course, puzzle = next(
        (course, found)
        for course in courses[3:]
        for row in json.loads(shipped.read(f"course-{course['slug']}.json"))["puzzles"]
        if len((found := from_row(row)).line) == 3
    )
    table = open_table("/coach/themes")
    page = table.page
    expect(page.locator(".course__choice")).to_have_count(len(courses))
    expect(page.locator(".course__text").last).to_have_text(
        f"On the board: {' '.join(from_wire(courses[0]['example']['said']))}"
    )
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.locator(".coach__about")).to_have_text("Win at once, puzzle 1 of 10.")
    page.get_by_role("button", name="Show the move").press("Enter")
    solved = [name for name in course["names"] if name != puzzle.name]
    page.evaluate(
        """([slug, names]) => {
          const kept = JSON.parse(localStorage.getItem("fourthought.coach"));
          localStorage.setItem("fourthought.coach", JSON.stringify({...kept, courses: {[slug]: names}}));
        }""",
        [course["slug"], solved],
    )
    page.reload()
    choice = page.locator(".course__choice", has_text=course["title"].capitalize())
    expect(choice.locator(".course__state")).to_have_text(f"{len(solved)} of {len(solved) + 1} solved")
    choice.press("Enter")
    expect(page.locator("#head")).to_have_text(course["title"].capitalize())
    expect(page.locator(".course__text").last).to_have_text(
        f"On the board: {' '.join(from_wire(course['example']['said']))}"
    )
    expect(page.locator(".disc")).to_have_count(len(course["example"]["moves"]))
    assert page.locator(".layers").get_attribute("data-kind") == " ".join(
        mark["kind"] for mark in course["example"]["marks"]
    )
    page.keyboard.press("Enter")  # the first button has the focus
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    press(page, puzzle.line[0], len(puzzle.moves) + 2)

    # A wrong move after the first is refuted by play as well.
    wrong = puzzle.later[0][0]
    press(page, wrong.move, len(puzzle.moves) + 3 + len(wrong.refutation))
    expect(page.locator("#sub")).to_have_text(wrong_sentence(puzzle, wrong, len(puzzle.moves) + 2))
    page.get_by_role("button", name="Try again").press("Enter")
    press(page, puzzle.line[2], len(puzzle.moves) + 3)
    expect(page.locator("#sub")).to_have_text("That is the solution.")
    page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(page.locator("#head")).to_have_text(f"{course['title'].capitalize()}: finished")
    expect(choice.locator(".course__state")).to_have_text(f"finished: all {len(solved) + 1} solved")
    assert violations(page) == []
    following = courses[courses.index(course) + 1]
    page.get_by_role("button", name=f"Next course: {following['title']}").press("Enter")
    expect(page.locator("#head")).to_have_text(following["title"].capitalize())


def _play_to_the_end(page: Page) -> None:
    """Drops discs into the first open column until the game along the proof is over."""
    ended = re.compile(r"Four in a row|a draw at least")
    for _ in range(42):
        if ended.search(page.locator("#sub").inner_text()):
            return
        labels = page.locator(".row--aim button").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        column = next(place for place, label in enumerate(labels, start=1) if "full" not in label)
        drop(page, column)
        page.wait_for_function("n => document.querySelectorAll('.disc').length !== n", arg=-1)
    raise AssertionError("the game along the proof does not end")


@pytest.mark.long
def test_the_page_works_on_without_the_server(open_table: OpenTable, watch: Watch) -> None:
    table = open_table("/coach/day", now=MONDAY, keeps=True)
    page, base = table.page, table.page.url.split("/coach")[0]
    puzzle = puzzle_of(MONDAY)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    wait_until_kept(page, "why.js", "proofs-", "course-win-at-once")
    watch.offline_is_fine = True
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    solve(page, puzzle)
    expect(page.locator("#sub")).to_have_text("Solved.")
    page.get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".why__step")).not_to_have_count(0)
    page.goto(base + "/coach/train")
    expect(page.locator("#head")).to_contain_text("to move")
    page.goto(base + "/coach/themes")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.locator(".coach__about")).to_have_text("Win at once, puzzle 1 of 10.")


def test_a_section_is_accessible_fits_and_leads_back_to_all_sections(open_table: OpenTable) -> None:
    table = open_table("/coach/themes", width=390, height=844)
    expect(table.head).not_to_have_text("\u00a0")
    assert violations(table.page) == []
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(table.page.locator(".sections")).to_have_count(0)  # no second bar: one way back
    table.page.locator(".brand").press("Enter")
    expect(table.page).to_have_url(re.compile(r"/coach$"))
    ways = table.page.locator(".sections a")
    expect(ways.nth(6)).to_be_visible()
    for way in ways.all():
        expect(way).to_be_visible()
