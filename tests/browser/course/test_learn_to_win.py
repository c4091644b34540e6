"""Tests the course "Learn to win": what it says, lessons by keyboard, games with the cards as a hint."""

import itertools
import json
import random
import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import ExactScores
from engine.cards.play import CardPlayer, shipped_card_players
from engine.cards.teaching.course import EDITIONS, FULL, Course, shipped
from engine.commands.solve import board_called
from engine.games import Player, replay
from engine.games.game import score_of
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage, until
from tests.profiles import by_day

COURSES = list(json.loads(EDITIONS.read_text("utf-8")))
LARGE = 1000
"""Lessons from which on a course is large: shares for every lesson are worked out in long runs alone."""
EACH = by_day(COURSES, 12)
"""By day every twelfth course, at night all."""
PHONE = {"width": 390, "height": 844}


def course_called(name: str) -> Course:
    """Returns a course by its name, such as ``6x4-2``."""
    return next(one for one in shipped(name.partition("-")[0]) if one.name == name)


@cache
def players_of(size: str) -> dict[Player, CardPlayer]:
    """Returns the players of cards on a board: the checker reads the whole file for them."""
    return shipped_card_players(board_called(size))


def game_of(course: Course, seed: int) -> list[int]:
    """Returns a game between the cards and random replies."""
    game, rng, moves = board_called(course.size), random.Random(seed), list[int]()
    side = Player.SECOND if course.second else Player.FIRST
    cards = players_of(course.size)[side]
    while game.outcome(state := replay(game, moves)) is None:
        moves.append(cards.move(moves) if game.to_move(state) is side else rng.choice(list(game.moves(state))))
    return moves


@pytest.mark.parametrize("name", EACH)
def test_the_page_says_in_each_position_what_the_player_of_cards_plays(modules: Page, name: str) -> None:
    course = course_called(name)
    games = [game_of(course, seed) for seed in range(10)]
    found = modules.evaluate(
        """async ([file, games]) => {
        const { answerAfter, courseOf } = await import("/static/js/course/model/course.js");
        const course = courseOf(file);
        const own = (moves) => moves.filter((_, ply) => ply % 2 === course.side);
        return games.map((moves) => own(moves.map((_, ply) => answerAfter(course, moves.slice(0, ply))?.move)));
      }""",
        [course.as_json(), games],
    )
    assert found == [moves[int(course.second) :: 2] for moves in games]


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.long)], ids=["small", "large"])
def test_the_share_of_won_games_grows_from_nothing_to_all(modules: Page, large: bool) -> None:
    found: list[list[float]] = modules.evaluate(
        """async (files) => {
        const { courseOf, share } = await import("/static/js/course/model/course.js");
        return files.map((file) => {
          const course = courseOf(file);
          return ["after", "strongest"].map((replies) => [...file.lessons.keys(), file.lessons.length].map((n) =>
            share(course, new Set(file.lessons.slice(0, n)), replies)));
        }).flat();
      }""",
        [one.as_json() for one in map(course_called, COURSES) if (len(one.lessons()) > LARGE) == large],
    )
    assert len(found) > 10
    for shares in found:
        assert shares[0] == 0
        assert shares[-1] == pytest.approx(1)
        assert all(a <= b + 1e-12 for a, b in itertools.pairwise(shares))


def test_the_share_against_perfect_resistance_is_that_of_the_games_with_the_strongest_replies(modules: Page) -> None:
    course = shipped("6x4")[0]
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
        const { courseOf, share } = await import("/static/js/course/model/course.js");
        return share(courseOf(file), new Set(known), "strongest");
      }""",
        [course.as_json(), sorted(known)],
    )
    assert 0 < found < 1
    assert found == pytest.approx(share(course.first, course.strongest[0]))


def test_a_failed_lesson_comes_again_after_two_others_and_then_on_its_day(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { afterLesson, knownIn, nextLesson } = await import("/static/js/course/model/course_progress.js");
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


def test_what_is_known_stays_when_another_sheet_ships(modules: Page) -> None:
    """A lesson's number may belong to another lesson of the next sheet, so progress names what is learnt. Here the
    cards change their numbers, one is another card, and the sheet is mirrored: nothing known moves to other lessons."""
    course = course_called("5x7-1")
    old, last = course.as_json(), len(course.cards)
    assert old["first"]
    width = course.board.width
    turned = [[str(width + 1 - int(word)) if word.isdigit() else word, *after[::-1]] for word, *after in old["nodes"]]
    renumbered = [[f"{word[0]}{last + 1 - int(word[1:])}", *after] if word[0] in "cm" else [word, *after]
                  for word, *after in turned]  # fmt: skip
    cards = ["".join(card[at : at + width][::-1] for at in range(0, len(card), width)) for card in old["cards"][::-1]]
    changed = "".join("1" if level == "0" else "0" for level in cards[0])  # the last card of the old sheet
    lessons = [one if one[0] == "n" else f"c{last + 1 - int(one[1:])}" for one in old["lessons"]]
    new = old | {"nodes": renumbered, "cards": [changed, *cards[1:]], "lessons": lessons, "first": False}
    known = {name: at for at, name in enumerate(old["lessons"])}
    found = modules.evaluate(
        """async ([one, other, progress]) => {
        const { courseOf } = await import("/static/js/course/model/course.js");
        const { kept, lasting } = await import("/static/js/course/model/course_progress.js");
        const [old, next] = [courseOf(one), courseOf(other)];
        const names = lasting(old, progress);
        return [kept(old, names), kept(next, names), kept(old, progress), kept(next, progress)];
      }""",
        [old, new, {name: at + 1 for name, at in known.items()}],
    )
    whole = {name: at + 1 for name, at in known.items()}
    moved = {to: whole[name] for name, to in zip(old["lessons"], lessons, strict=True) if to != "c1"}
    assert found == [whole, moved, whole, {}]


def test_a_page_says_what_a_new_sheet_keeps(open_table: OpenTable) -> None:
    """Tests that a learner of an older sheet of 7x6 begins again, and is told so in one sentence."""
    table = open_table("/coach/win?course=7x6-1")
    lesson = {"stability": 1, "difficulty": 5, "last": 1, "due": 2, "known": True}
    kept = json.dumps({"n0": lesson, "c5": lesson})
    table.page.evaluate("(kept) => localStorage.setItem('fourthought.win.7x6-1', kept)", kept)
    table.page.reload()
    said = "The sheet of this board has changed: 0 of your 2 lessons are kept, the others are gone."
    expect(table.page.locator(".win__known")).to_have_text(f"{said} Lesson 1 of 12 for today.")


def press_answer(page: Page) -> None:
    said = page.locator("#sub").inner_text()
    page.keyboard.press(re.findall(r"column (\d)", said)[0])


def test_lessons_are_learnt_by_keyboard_alone_on_a_phone(open_table: OpenTable) -> None:
    table = open_table("/coach/win?course=6x4-2", **PHONE)
    page = table.page
    known = page.locator(".win__known")
    expect(known).to_have_text("Lesson 1 of 12 for today.")
    aim = page.locator(".aim:focus")
    expect(aim).to_have_css("outline-style", "none")  # who has pressed no key needs no ring
    page.keyboard.press("ArrowRight")
    expect(aim).to_have_css("outline-style", "solid")
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
    course = course_called("6x4-2")
    lesson = course.lessons()[0]
    page.keyboard.press(course.nodes[int(lesson[1:])].word)
    expect(table.head).to_have_text("Right.")
    expect(known).to_have_text(f"Lesson {len(kept) + 1} of 12 for today.")
    page.reload()
    expect(known).to_have_text(f"Lesson {len(kept) + 1} of 12 for today.")


def test_the_sections_and_the_deck_are_those_of_the_course_and_an_unknown_course_is_the_first(
    open_table: OpenTable,
) -> None:
    table = open_table("/coach/win/map?course=5x4-1")
    page = table.page
    expect(page.get_by_label("Board and side")).to_have_value("5x4-1")
    expect(page.get_by_role("link", name="This course as a deck")).to_have_attribute("href", re.compile("/5x4-1.apkg$"))
    page.get_by_role("link", name="Cards").click()
    expect(page).to_have_url(re.compile(r"/coach/win/cards\?course=5x4-1$"))
    expect(page.get_by_label("Board and side")).to_have_value("5x4-1")
    page.goto(page.url.replace("5x4-1", "9x9-1"))
    expect(page.get_by_label("Board and side")).to_have_value("4x4-1")


def _asked(table: TablePage, name: str, lesson: str) -> None:
    """Lets a lesson that is known come again."""
    page = table.page
    day = page.evaluate("Math.floor(Date.now() / 864e5) - 30")
    memory = {"stability": 3, "difficulty": 5, "last": day, "due": day + 3, "known": True}
    course = course_called(name)
    page.evaluate(
        """async ([file, lesson, memory]) => {
        const { courseOf } = await import("/static/js/course/model/course.js");
        const { saveProgress } = await import("/static/js/course/net/course_store.js");
        saveProgress(courseOf(file), { [lesson]: memory });
      }""",
        [course.as_json(), lesson, memory],
    )
    page.reload()
    expect(table.head).to_have_text("Your turn.")


_POINTS = """async (file) => {
  const { courseOf, pointOf } = await import("/static/js/course/model/course.js");
  const course = courseOf(file);
  return Object.fromEntries(file.lessons.map((name) => [name, course.points[pointOf(course, name)].moves]));
}"""
_VERDICT = """async ([file, moves, move, answer]) => {
  const { PageEngine } = await import("/static/js/engine/client.js");
  const { courseOf } = await import("/static/js/course/model/course.js");
  const { judge } = await import("/static/js/course/judging.js");
  window.engine ??= new PageEngine(() => new Worker("/static/js/engine/worker.js", { type: "module" }));
  return judge(window.engine, courseOf(file), moves, move, answer);
}"""


@pytest.mark.parametrize(
    "name", ["6x4-2", *(pytest.param(name, marks=pytest.mark.long) for name in ("5x4-1", "5x5-1", "7x6-1"))]
)
def test_the_verdict_on_another_move_is_that_of_the_exact_search(modules: Page, name: str) -> None:
    course, draw = course_called(name), random.Random(name)
    game = board_called(course.size)
    scores, file = ExactScores(game), course.as_json()
    points: dict[str, list[int]] = modules.evaluate(_POINTS, file)
    late = [lesson for lesson, moves in points.items() if len(moves) > 9 or game.width * game.height < 26]
    kinds = set[str]()
    for lesson in draw.sample(late, 8):
        moves = points[lesson]
        found = scores(replay(game, moves))
        answer = players_of(course.size)[Player.SECOND if course.second else Player.FIRST].move(moves)
        for move in found:
            if move == answer:
                continue
            verdict = modules.evaluate(_VERDICT, [file, moves, move, answer])
            kinds.add(verdict["kind"])
            sign, best = (found[move] > 0) - (found[move] < 0), found[answer]
            if sign < course.wins:
                assert verdict["kind"] == ("loses" if sign < 0 else "draws"), (moves, move)
                if verdict["reply"]:
                    answers = scores(replay(game, [*moves, move]))
                    assert (answers[verdict["reply"]] > 0) - (answers[verdict["reply"]] < 0) >= -sign
                    end = score_of(
                        game, answers[verdict["reply"]], len(moves) + 1, game.to_move(replay(game, [*moves, move]))
                    )
                    assert verdict["n"] in {0, (end.plies + 1) // 2}
            elif best <= 0 < found[move]:
                assert verdict["kind"] == "more", (moves, move)
            else:
                told = {"sooner": found[move] > best, "later": found[move] < best, "same": True}
                assert told[verdict["kind"]], (moves, move)
    assert len(kinds) > 1


def test_the_answer_is_shown_and_another_try_is_possible_after_a_lost_game(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    game = board_called("6x4")
    table = open_table("/coach/win?course=6x4-2")
    points: dict[str, list[int]] = table.page.evaluate(_POINTS, course.as_json())

    def losing(moves: list[int]) -> list[int]:
        """Lists the moves after which the other side completes a line at once."""
        after = {move: [*moves, move] for move in game.moves(replay(game, moves))}
        ends = {
            m: [game.outcome(replay(game, [*line, r])) for r in game.moves(replay(game, line))]
            for m, line in after.items()
        }
        return [move for move, outcomes in ends.items() if any(one and one.winner is not None for one in outcomes)]

    lesson = next(name for name, moves in points.items() if losing(moves) and name.startswith("n"))
    word = int(course.nodes[int(lesson[1:])].word)
    _asked(table, "6x4-2", lesson)
    page = table.page
    page.keyboard.press(str(losing(points[lesson])[0]))
    expect(table.head).to_have_text(re.compile(r"^Column \d gives the win away"))
    expect(table.sub).to_have_text(re.compile(r"^Red answers \d and wins at once\."))
    page.keyboard.press(str(word))  # the game on the board is over, and the lesson is not
    expect(table.head).to_have_text("That is it.")
    _asked(table, "6x4-2", lesson)
    page.keyboard.press(str(losing(points[lesson])[0]))
    page.get_by_role("button", name="Show the answer").click()
    expect(table.sub).to_have_text(re.compile(rf"^Play column {word}\. \w"))  # and why
    page.locator(".grid button").nth(word - 1).press(str(word))
    expect(table.head).to_have_text("That is it.")
    expect(page.locator(".win__known")).to_have_text("Lesson 2 of 12 for today.")


def play_by(course: Course, table: TablePage) -> None:
    """Plays a whole game by the cards against the page."""
    game = board_called(course.size)
    sheet = shipped_card_players(game)[Player.SECOND if course.second else Player.FIRST]
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
    course = course_called("6x4-2")
    table = open_table("/coach/win/play?course=6x4-2")
    table.page.get_by_role("button", name="What do my cards say?").click()
    expect(table.sub).to_have_text("You do not know a card for this position yet.")
    play_by(course, table)
    expect(table.head).to_have_text("You win.")
    expect(table.sub).to_have_text("You have played as the course says.")


@pytest.mark.parametrize(
    "name", ["5x4-1", *(pytest.param(name, marks=pytest.mark.long) for name in ("4x7-2", "5x5-1"))]
)
def test_the_page_s_own_engine_plays_the_other_side(open_table: OpenTable, name: str) -> None:
    course = course_called(name)
    table = open_table(f"/coach/win/play?course={name}")
    table.page.get_by_label("The other side").select_option("10")
    play_by(course, table)
    expect(table.head).to_have_text(re.compile(r"^A draw\.|^You win\."))


@pytest.mark.parametrize("name", EACH)
def test_every_course_s_board_has_a_level_to_play_against(modules: Page, name: str) -> None:
    board = course_called(name).board
    found = modules.evaluate(
        """async (board) => {
        const { PageEngine } = await import("/static/js/engine/client.js");
        const { Opponent } = await import("/static/js/engine/opponent.js");
        const engine = new PageEngine(() => new Worker("/static/js/engine/worker.js", { type: "module" }));
        const mind = new Opponent(engine, board, { moves: [1], level: 5, seed: 1 });
        const { move } = await mind.choose();
        mind.close();
        return move;
      }""",
        {"width": board.width, "height": board.height, "connect": board.connect},
    )
    assert found in range(1, board.width + 1)


def test_the_sheet_itself_plays_wins_and_shows_its_card(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    table = open_table("/coach/win/play?course=6x4-2")
    page, moves, told = table.page, list[int](), set[str]()
    page.get_by_label("The other side").select_option("The sheet itself (you change sides)")
    expect(page.get_by_role("button", name="What do my cards say?")).to_be_disabled()
    game, sheet, rng = board_called("6x4"), shipped_card_players(board_called("6x4"))[Player.SECOND], random.Random(7)
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


def test_who_begins_reads_of_today_and_not_of_all_lessons(modules: Page) -> None:
    course = course_called("6x4-2")
    found = modules.evaluate(
        """async (file) => {
        const { courseOf } = await import("/static/js/course/model/course.js");
        const { afterLesson } = await import("/static/js/course/model/course_progress.js");
        const { knowledge } = await import("/static/js/course/model/course_words.js");
        const course = courseOf(file);
        let progress = {};
        const said = [knowledge(course, progress, 100)];
        for (const name of course.lessons) {
          progress = afterLesson(progress, name, true, 100);
          said.push(knowledge(course, progress, 100));
        }
        return said;
      }""",
        course.as_json(),
    )
    assert found[0] == "Lesson 1 of 12 for today."
    first = next(at for at, one in enumerate(found) if one.startswith("You know"))
    assert found[1:first] == [f"Lesson {min(n + 1, 12)} of 12 for today." for n in range(1, first)]
    lessons = len(course_called("6x4-2").lessons())
    assert found[-1].startswith(f"You know {lessons} of {lessons} lessons.")


def test_nobody_wins_all_games_before_the_last_lesson(modules: Page) -> None:
    course = course_called("7x4-2")
    said = modules.evaluate(
        """async (file) => {
        const { courseOf } = await import("/static/js/course/model/course.js");
        const { afterLesson } = await import("/static/js/course/model/course_progress.js");
        const { knowledge } = await import("/static/js/course/model/course_words.js");
        const course = courseOf(file);
        const met = course.lessons.filter((name) => name !== "c11"); // one game in 2,600 needs this card
        return knowledge(course, met.reduce((progress, name) => afterLesson(progress, name, true, 100), {}), 100);
      }""",
        course.as_json(),
    )
    assert "18 of 19 lessons" in said
    assert "100" not in said


def test_a_newcomer_begins_with_a_small_board_and_goes_on_with_the_next(open_table: OpenTable) -> None:
    table = open_table("/coach/win", wiped=True)
    page, known = table.page, table.page.locator(".win__known")
    chosen, further = (
        page.get_by_role("combobox", name="Board and side"),
        page.get_by_role("button", name="Next lesson"),
    )
    sheet = players_of("4x4")[Player.FIRST]
    expect(chosen).to_have_value("4x4-1")
    expect(known).to_have_text("Lesson 1 of 12 for today.")
    for said, end in (("A new card.", "That is it."), ("Your turn.", "Right.")):  # with help, then without
        moves = list[int]()
        while True:
            expect(table.head).to_have_text(said)
            columns = page.locator(".disc").evaluate_all("all => all.map((one) => one.style.getPropertyValue('--c'))")
            moves = _with(moves, [int(one) for one in columns]) if moves else moves
            moves.append(sheet.move(moves))
            expect(page.locator(".layers__ring")).to_have_count(1 if said == "A new card." else 0)  # where to play
            page.keyboard.press(str(moves[-1]))
            until(page, lambda moves=moves: further.is_visible() or page.locator(".disc").count() > len(moves))
            if further.is_visible():
                break
        expect(table.head).to_have_text(end)
        further.press("Enter")
    expect(page).to_have_url(re.compile(r"course=6x4-2$"))
    expect(chosen).to_have_value("6x4-2")
    expect(known).to_have_text("Lesson 2 of 12 for today.")
    small = course_called("6x4-2")
    lesson = {"stability": 1, "difficulty": 5, "last": 1, "due": 2, "known": True}
    kept = json.dumps(dict.fromkeys(small.lessons(), lesson))
    page.evaluate("(kept) => localStorage.setItem('fourthought.win.6x4-2', kept)", kept)
    page.goto(page.url.split("?")[0])
    expect(chosen).to_have_value("7x6-1")
