"""Tests the course "Learn to win": what it says, lessons by keyboard, the map, the cards, games, the printed sheet."""

import itertools
import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.cards.play import SHIPPED, shipped_sheets
from engine.cards.teaching.course import FULL, Course, courses
from engine.commands.solve import board_called
from engine.games import Player, replay
from tests.browser.axe import everywhere
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage, until

COURSES = [course for path in sorted(SHIPPED.glob("*.cards")) for course in courses(path)]
PHONE = {"width": 390, "height": 844}
_DISCS = "() => document.querySelectorAll('.disc').length"


def game_of(course: Course, seed: int) -> list[int]:
    """Returns a game between the cards and random replies."""
    game, rng, moves = board_called(course.size), random.Random(seed), list[int]()
    side = Player.SECOND if course.second else Player.FIRST
    sheet = shipped_sheets(game)[side]
    while game.outcome(state := replay(game, moves)) is None:
        moves.append(sheet.move(moves) if game.to_move(state) is side else rng.choice(list(game.moves(state))))
    return moves


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.name)
def test_the_page_says_in_each_position_what_the_player_of_cards_plays(modules: Page, course: Course) -> None:
    games = [game_of(course, seed) for seed in range(10)]
    found = modules.evaluate(
        """async ([file, games]) => {
        const { answerAfter, courseOf } = await import("/static/js/win/model/course.js");
        const course = courseOf(file);
        const own = (moves) => moves.filter((_, ply) => ply % 2 === course.side);
        return games.map((moves) => own(moves.map((_, ply) => answerAfter(course, moves.slice(0, ply))?.move)));
      }""",
        [course.as_json(), games],
    )
    assert found == [moves[int(course.second) :: 2] for moves in games]


def test_the_share_of_won_games_grows_from_nothing_to_all(modules: Page) -> None:
    found: list[list[float]] = modules.evaluate(
        """async (files) => {
        const { courseOf, share } = await import("/static/js/win/model/course.js");
        return files.map((file) => {
          const course = courseOf(file);
          return ["after", "strongest"].map((replies) => [...file.lessons.keys(), file.lessons.length].map((n) =>
            share(course, new Set(file.lessons.slice(0, n)), replies)));
        }).flat();
      }""",
        [course.as_json() for course in COURSES],
    )
    for shares in found:
        assert shares[0] == 0
        assert shares[-1] == pytest.approx(1)
        assert all(a <= b + 1e-12 for a, b in itertools.pairwise(shares))


def test_the_share_against_perfect_resistance_is_that_of_the_games_with_the_strongest_replies(modules: Page) -> None:
    course = next(one for one in COURSES if one.size == "6x4")
    known = set(course.lessons()[::2])

    def share(after: tuple[int, ...], bits: int) -> float:
        some = [to for at, to in enumerate(after) if bits >> at & 1]
        return sum(won(to >> 1) if to >= 0 else 1.0 for to in some if to != FULL) / len(some)

    def won(at: int) -> float:
        node = course.nodes[at]
        lesson = f"n{at}" if node.after else f"c{node.word[1:]}"
        bits = dict(zip((n for n, one in enumerate(course.nodes) if one.after), course.strongest[1:], strict=True))
        return float(lesson in known) and (share(node.after, bits[at]) if node.after else 1.0)

    found = modules.evaluate(
        """async ([file, known]) => {
        const { courseOf, share } = await import("/static/js/win/model/course.js");
        return share(courseOf(file), new Set(known), "strongest");
      }""",
        [course.as_json(), sorted(known)],
    )
    assert 0 < found < 1
    assert found == pytest.approx(share(course.first, course.strongest[0]))


def test_a_failed_lesson_comes_again_after_two_others_and_then_on_its_day(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { afterLesson, knownIn, nextLesson } = await import("/static/js/win/model/progress.js");
        const names = ["n0", "c1", "n2", "c3", "c4"];
        let progress = {}, again = [], since = 0;
        const asked = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const name = nextLesson(names, progress, again, since, 100);
          if (name === null) break;
          if (again.includes(name)) since = 0;
          const right = name in progress;
          progress = afterLesson(progress, name, right, 100);
          again = again.filter((one) => one !== name);
          if (right) since += 1; else { again.push(name); since = 0; }
          asked.push(name);
        }
        const due = Math.min(...Object.values(progress).map((one) => one.due));
        return [asked, knownIn(progress).size, nextLesson(names, progress, [], 0, 100) , due > 100,
          names.includes(nextLesson(names, progress, [], 0, due))];
      }"""
    )
    asked, known, then, later, comes = found
    assert sorted(asked) == sorted([*("n0", "c1", "n2", "c3", "c4")] * 2)
    for name in set(asked):
        first, second = (at for at, one in enumerate(asked) if one == name)
        assert second - first > 1
    assert (known, then, later, comes) == (5, None, True, True)


def press_answer(page: Page) -> None:
    """Presses the number of the column that the page names."""
    said = page.locator("#sub").inner_text()
    page.keyboard.press(re.findall(r"column (\d)", said)[0])


def test_lessons_are_learnt_by_keyboard_alone_on_a_phone(open_table: OpenTable) -> None:
    table = open_table("/coach/win?course=6x4-2", **PHONE, reduced_motion="reduce")
    page = table.page
    known = page.locator(".win__known")
    expect(known).to_contain_text("You know 0 of 27 lessons. You win 0 %")
    seen = set[str]()
    for _ in range(12):
        expect(table.head).to_have_text(re.compile("^A new move|^A new card|^Your turn"))
        if table.head.inner_text().startswith("Your turn"):
            break
        seen.add(table.sub.inner_text())
        while page.get_by_role("button", name="Next lesson").is_hidden():
            expect(table.sub).to_have_text(re.compile(r"column \d"))
            press_answer(page)
            page.wait_for_timeout(30)
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Next lesson")).to_be_visible()
        page.get_by_role("button", name="Next lesson").press("Enter")
    expect(table.head).to_have_text("Your turn.")
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('fourthought.win.6x4-2')"))
    assert len(kept) >= 3
    assert not any(one["known"] for one in kept.values())
    # The first one comes again without help: the answer, found in the course, makes it known.
    course = next(one for one in COURSES if one.name == "6x4-2")
    lesson = course.lessons()[0]
    page.keyboard.press(course.nodes[int(lesson[1:])].word)
    expect(table.head).to_have_text("Right.")
    expect(known).to_contain_text("You know 1 of 27 lessons.")
    page.reload()
    expect(known).to_contain_text("You know 1 of 27 lessons.")


def test_a_wrong_answer_is_refused_and_the_right_one_shown(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    lesson = course.lessons()[0]
    word = int(course.nodes[int(lesson[1:])].word)
    table = open_table("/coach/win?course=6x4-2", reduced_motion="reduce")
    page = table.page
    day = page.evaluate("Math.floor(Date.now() / 864e5) - 30")
    memory = {"stability": 3, "difficulty": 5, "last": day, "due": day + 3, "known": True}
    page.evaluate("(text) => localStorage.setItem('fourthought.win.6x4-2', text)", json.dumps({lesson: memory}))
    page.reload()
    expect(page.locator(".win__known")).to_contain_text("You know 1 of 27")
    expect(table.head).to_have_text("Your turn.")
    page.keyboard.press(str(word % 6 + 1))
    expect(table.head).to_have_text(f"Not column {word % 6 + 1}.")
    page.get_by_role("button", name="Show the answer").click()
    expect(table.sub).to_have_text(f"Play column {word}.")
    page.locator(".grid button").nth(word - 1).press(str(word))
    expect(table.head).to_have_text("That is it.")
    expect(page.locator(".win__known")).to_contain_text("You know 0 of 27")


def test_one_walks_on_the_map_by_keys_by_touch_and_by_the_list(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, reduced_motion="reduce", has_touch=True)
    page = table.page
    walk = page.get_by_role("application")
    expect(table.head).to_have_text("The empty board")
    walk.press("ArrowDown")
    expect(table.sub).to_have_text("After 1.")
    walk.press("ArrowRight")
    expect(table.sub).to_have_text("After 2.")
    walk.press("ArrowDown")
    expect(table.sub).to_have_text(re.compile(r"^After 2 \d \d"))
    walk.press("Home")
    expect(table.head).to_have_text("The empty board")
    page.get_by_role("button", name=re.compile("^Column 3, you play")).press("Enter")
    expect(table.sub).to_have_text("After 3.")
    page.get_by_role("button", name="One move back").press("Enter")
    expect(table.head).to_have_text("The empty board")
    box = page.locator('.win__point[data-at="0"] .win__slab').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.sub).to_have_text("After 1.")


def test_the_map_zooms_and_draws_only_what_can_be_seen(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", reduced_motion="reduce")
    page = table.page
    points = page.locator(".win__point")
    expect(points.first).to_be_visible()
    before, wide = points.count(), page.locator(".win__point .win__slab").first.bounding_box()
    page.get_by_role("application").press("+")
    page.wait_for_function("(wide) => document.querySelector('.win__slab').getBoundingClientRect().width > wide * 1.3",
                           arg=wide["width"] if wide else 0)  # fmt: skip
    for _ in range(12):
        page.get_by_role("application").press("-")
    page.wait_for_function("() => document.querySelectorAll('.win__point').length < 8")
    assert before > 8
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_every_card_is_listed_and_printed(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    table = open_table("/coach/win/cards?course=6x4-2", own=True)
    page = table.page
    expect(page.locator("[data-card]")).to_have_count(len(course.cards))
    page.locator('[data-card="3"]').press("Enter")
    expect(table.head).to_have_text("Card 3")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print all").press("Enter")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".win__figures figure svg:visible")).to_have_count(len(course.cards))
    expect(page.locator(".win__moves li:visible")).to_have_count(len(course.nodes))
    expect(page.locator(".board:visible, .bar:visible")).to_have_count(0)
    assert page.pdf().startswith(b"%PDF")


def play_by(course: Course, table: TablePage) -> None:
    """Plays a whole game by the cards against the page."""
    game = board_called(course.size)
    sheet = shipped_sheets(game)[Player.SECOND if course.second else Player.FIRST]
    page, moves = table.page, list[int]()
    for _ in range(30):
        until(page, lambda: not table.head.inner_text().startswith("The other side is"))
        if not table.head.inner_text().startswith("Your turn"):
            return
        counts = page.evaluate(
            """() => [...document.querySelectorAll(".disc")].map((one) => one.style.getPropertyValue("--c"))"""
        )
        moves = _with(moves, [int(one) for one in counts])
        moves.append(sheet.move(moves))
        page.locator(".grid button").nth(moves[-1] - 1).press(str(moves[-1]))
        page.wait_for_function("(n) => document.querySelectorAll('.disc').length >= n", arg=len(moves))


def _with(moves: list[int], columns: list[int]) -> list[int]:
    """Returns the moves with the one move of the other side that is on the board but not among them."""
    left = list(columns)
    for move in moves:
        left.remove(move)
    return [*moves, *left]


def test_a_game_by_the_cards_is_won(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    table = open_table("/coach/win/play?course=6x4-2", reduced_motion="reduce")
    table.page.get_by_role("button", name="What do my cards say?").click()
    expect(table.sub).to_have_text("You do not know a card for this position yet.")
    play_by(course, table)
    expect(table.head).to_have_text("You win.")
    expect(table.sub).to_have_text("You have played as the course says.")


def test_the_page_s_own_engine_plays_the_other_side(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "5x4-1")
    table = open_table("/coach/win/play?course=5x4-1", reduced_motion="reduce")
    table.page.get_by_label("The other side").select_option("10")
    play_by(course, table)
    expect(table.head).to_have_text(re.compile(r"^A draw\.|^You win\."))


def test_the_sheet_itself_plays_wins_and_shows_its_card(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    table = open_table("/coach/win/play?course=6x4-2", reduced_motion="reduce")
    page, moves, told = table.page, list[int](), set[str]()
    page.get_by_label("The other side").select_option("The sheet itself (you change sides)")
    expect(page.get_by_role("button", name="What do my cards say?")).to_be_disabled()
    game, sheet, rng = board_called("6x4"), shipped_sheets(board_called("6x4"))[Player.SECOND], random.Random(7)
    while game.outcome(state := replay(game, moves)) is None:
        if game.to_move(state) is Player.SECOND:
            moves.append(sheet.move(moves))
            continue
        page.wait_for_function("(n) => document.querySelectorAll('.disc').length === n", arg=len(moves))
        told.add(table.sub.inner_text())
        moves.append(rng.choice(list(game.moves(state))))
        page.locator(".grid button").nth(moves[-1] - 1).press(str(moves[-1]))
    expect(table.head).to_have_text("The sheet wins.")
    page.wait_for_function("(n) => document.querySelectorAll('.disc').length === n", arg=len(moves))
    assert course.second
    assert "The sheet follows its opening." in told
    assert any(re.match(r"Card \d+ alone says every move", one) for one in told)


def test_axe_finds_nothing_on_the_map(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", bypass_csp=True, locale="de", reduced_motion="reduce")
    expect(table.page.locator(".win__point").first).to_be_visible()
    everywhere(table.page, [("light", "no-preference", 390, 844)])
