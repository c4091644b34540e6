"""Walks through the openings by keyboard and by touch, and compares what the page says with the exact book."""

import datetime
import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from engine.coach.certificate import fault
from engine.coach.why import ExactScores, explain
from engine.games import replay
from engine.openings import shipped
from engine.solver.book.book import Book, shipped_book
from tests.browser.axe import violations
from tests.browser.coach.opening_scores import FILE
from tests.browser.coach.test_coach import MONDAY
from tests.browser.conftest import OpenTable
from tests.profiles import is_long, more_at_night

_book = shipped_book()
assert _book is not None
BOOK: Book = _book
GAME = BOOK.game
AWAY = 'export const openAnalysis = async () => { throw new Error("away"); };'
OPEN_BOOK = """async (forced) => {
  const { WholeBook } = await import("/static/js/coach/openings/openings_model.js");
  const { loadBook } = await import("/static/js/engine/loading.js");
  window.book = new WholeBook({ width: 7, height: 6, connect: 4 }, await loadBook(), forced);
}"""
NAMES = ("Red", "Yellow")


def told(moves: list[int]) -> dict[int, tuple[int | None, int]]:
    """Returns who wins after each column (0, 1, None for a draw), and the number of the game's last move; nothing
    behind the eighth move, where the page's book ends."""
    if len(moves) >= 8:
        return {}
    return {column: end_of(score, len(moves)) for column, score in BOOK.moves(replay(GAME, moves)).items()}


def end_of(score: int, ply: int) -> tuple[int | None, int]:
    """Returns who wins, and the number of the game's last move, by the score of a position after so many moves."""
    side = ply % 2 if score > 0 else 1 - ply % 2
    return (None, 42) if score == 0 else (side, 41 + side - 2 * (abs(score) - 1))  # the first player has the odd moves


def positions(seed: int, count: int) -> list[list[int]]:
    """Returns beginnings of random games, of up to seven moves, all unfinished."""
    rng, found = random.Random(seed), list[list[int]]()
    while len(found) < count:
        moves = list[int]()
        for _ in range(len(found) % 8):
            moves.append(rng.choice(list(GAME.moves(replay(GAME, moves)))))
            if GAME.outcome(replay(GAME, moves)) is not None:
                break
        else:
            found.append(moves)
    return found


@more_at_night
def test_every_result_is_that_of_the_book(modules: Page) -> None:
    asked = positions(seed=7, count=1200 if is_long() else 400)
    modules.evaluate(OPEN_BOOK, shipped()["forced"])
    found = modules.evaluate(
        """async (asked) => {
        const { lookUp } = await import("/static/js/coach/openings/openings_model.js");
        return asked.map((moves) => {
          const { ways, best } = lookUp(book, moves);
          return [ways.map(({ column, winner, ply }) => [column, winner, ply]), best];
        });
      }""",
        asked,
    )
    assert all(ways for ways, _ in found)  # up to the eighth move there is no gap
    for moves, (ways, best) in zip(asked, found, strict=True):
        results = told(moves)
        assert {column: (winner, ply) for column, winner, ply in ways} == results, moves
        mover = len(moves) % 2
        worth = {
            column: 0 if winner is None else 1 if winner == mover else -1 for column, (winner, _) in results.items()
        }
        assert best == sorted(column for column, one in worth.items() if one == max(worth.values(), default=0)), moves


def test_two_hundred_results_are_those_of_another_solver(modules: Page) -> None:
    """Compares with ``opening_scores.json``, written by BitBully: see ``opening_scores.py``."""
    rows: list[tuple[str, int]] = json.loads(FILE.read_text(encoding="utf-8"))
    assert len({name for name, _ in rows}) == len(rows)
    modules.evaluate(OPEN_BOOK, shipped()["forced"])
    found = modules.evaluate(
        """async (names) => {
        const { fromText, lookUp } = await import("/static/js/coach/openings/openings_model.js");
        return names.map((name) => {
          const { winner, ply } = lookUp(book, [...name].map(Number));
          return fromText(book, name).length === name.length ? [winner, ply] : null; // null: nobody walks there
        });
      }""",
        [name for name, _ in rows],
    )
    assert len(rows) >= 200
    for (name, score), told_by_page in zip(rows, found, strict=True):
        assert told_by_page, name
        assert tuple(told_by_page) == end_of(score, len(name)), name


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_one_walks_by_keyboard_alone(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/openings", width=width, height=844)
    page, ways = table.page, table.page.locator(".openings__list button")
    expect(table.head).to_have_text("Begin with column 4.")
    expect(table.sub).to_have_text("By best play: Red wins with move 41.")
    expect(ways).to_have_count(7)
    assert len({box["y"] for way in ways.all() if (box := way.bounding_box())}) == 4  # two in a row
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    moves = list[int]()
    while len(moves) < 8 and (results := told(moves)):
        said = [
            f"Column {column}: " + ("draw" if winner is None else f"{NAMES[winner]} wins with move {ply}")
            for column, (winner, ply) in sorted(results.items())
        ]
        expect(ways).to_have_text([re.compile(rf"^{one}( ✓)?$") for one in said])
        way = ways.filter(has_text="✓").first
        moves.append(int(re.findall(r"\d", way.inner_text())[0]))
        way.press("Enter")
        expect(page.locator(".disc")).to_have_count(len(moves))
    assert len(moves) == 8
    expect(table.sub).to_have_text("The book of exact results ends here.")
    expect(ways).to_have_count(0)
    expect(page.get_by_role("button", name="One move back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".disc")).to_have_count(len(moves) - 1)
    page.reload()
    expect(page.locator(".disc")).to_have_count(len(moves) - 1)
    on = page.get_by_role("link", name=re.compile("^Play it on against level [1-9]"))
    path = f"/connect4/{''.join(map(str, moves[:-1]))}?against="
    expect(on).to_have_attribute("href", re.compile("^" + re.escape(path)))
    page.keyboard.press("Backspace")
    expect(page.locator(".disc")).to_have_count(len(moves) - 2)


def test_touch_on_the_board_walks_and_own_games_are_recognised(open_table: OpenTable) -> None:
    table = open_table("/coach/openings", width=390, height=844, has_touch=True)
    page = table.page
    row = {"id": "a" * 12, "game": "connect4", "level": 3, "rating": None, "score": 1, "day": 20000, "moves": "4,3,2"}
    kept = [row | {"id": letter * 12, "score": score} for letter, score in (("a", 1), ("b", 0), ("c", 1))]
    page.evaluate("kept => localStorage.setItem('fourthought.results', kept)", json.dumps(kept))
    page.reload()
    expect(table.sub).to_contain_text("Red wins with move 41")
    expect(page.get_by_text("You have been here before")).to_be_hidden()
    page.get_by_role("gridcell").nth(38).tap()
    expect(page.locator(".disc")).to_have_count(1)
    expect(page.get_by_text("You have been here before: in 3 games, with 2 won.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Column 1:")).tap()
    expect(page.get_by_text("You have been here before")).to_be_hidden()
    page.get_by_role("button", name="One move back").tap()
    page.get_by_role("button", name=re.compile("^Column 5:")).tap()
    expect(page.get_by_text("You have been here before: in 3 games, with 2 won.")).to_be_visible()  # the mirror image
    page.get_by_role("button", name="To the first move").tap()
    expect(page.locator(".disc")).to_have_count(0)


def test_traps_and_proofs_are_told_of_the_same_position_and_of_its_mirror_image(modules: Page) -> None:
    rows = {"traps": [["4321", 2, 7]], "proofs": [["4321", "432155", 1]]}
    asked = [[4, 3, 2, 1], [2, 3, 4, 1], [4, 5, 6, 7], [6, 7, 4, 5], [4, 3, 2, 2]]
    found = modules.evaluate(
        """async ([rows, asked]) => {
        const { Openings } = await import("/static/js/coach/openings/openings_model.js");
        const openings = new Openings({ width: 7, height: 6, connect: 4 }, rows);
        return asked.map((moves) => [openings.trap(moves)?.column ?? null, openings.proof(moves)?.join("") ?? null]);
      }""",
        [rows, asked],
    )
    assert found == [[2, "432155"], [2, "234155"], [6, "456733"], [6, "674533"], [None, None]]


def test_the_drill_brings_new_positions_and_repeats_them(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { answered, nextIn, toDrill } = await import("/static/js/coach/openings/drilling.js");
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const { Visits } = await import("/static/js/coach/openings/openings_model.js");
        const names = ["", "4", "43", "44", "436", "442", "31"];
        const results = [{ moves: "4,4,2,1", score: 1 }, { moves: "4,4,6", score: 0 }, { moves: "5,7", score: 0 }];
        const visits = new Visits({ width: 7, height: 6, connect: 4 }, results);
        let progress = beginner();
        const said = [toDrill(progress, names, visits, 100)];
        for (const name of said[0].fresh) progress = answered(progress, name, name !== "44", 100);
        said.push(toDrill(progress, names, visits, 100), toDrill(progress, names, visits, 101));
        const early = answered(progress, "442", false, 101) === progress;
        const again = answered(progress, "44", true, 101).openings.at(-1);
        return {
          been: [[], [4], [4, 4, 2], [2, 4, 4], [3, 1]].map((moves) => visits.at(moves)),
          said, early, wait: nextIn(progress, 100),
          dues: Object.fromEntries(progress.openings.map(({ name, due }) => [name, due - 100])),
          again: [again.name, again.since, again.last, again.due > 102],
          day: progress.history.map(({ solved, failed }) => [solved, failed]),
        };
      }"""
    )
    assert [(one["times"], one["won"]) for one in found["been"]] == [(0, 0), (2, 1), (2, 1), (0, 0), (1, 0)]
    assert found["said"][0] == {"due": [], "fresh": ["4", "44", "442", "31", ""]}
    assert found["said"][1] == {"due": [], "fresh": []}
    assert found["said"][2] == {"due": ["44"], "fresh": ["43", "436"]}
    assert (found["early"], found["wait"], found["day"]) == (True, 1, [[4, 1]])
    assert found["dues"] == {"4": 2, "44": 1, "442": 2, "31": 2, "": 2}
    assert found["again"] == ["44", 100, 101, True]


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_traps_are_drilled_by_keyboard_alone_on_their_days(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/openings", own=True, width=width, height=844)
    page, base = table.page, table.page.url.removesuffix("/coach/openings")
    page.clock.set_fixed_time(MONDAY)
    # A trap of the person's own games comes first: one after four moves.
    names = {name for name, *_ in shipped()["traps"]}
    before = {text: {text[:length] for length in range(1, 4)} for text in names}
    text, trap, levels = next(row for row in shipped()["traps"] if len(row[0]) == 4 and not before[row[0]] & names)
    row = {"id": "a" * 12, "game": "connect4", "level": 3, "rating": None, "score": 0, "day": 20000}
    kept = [row | {"id": letter * 12, "moves": ",".join(text + "1")} for letter in "abc"]
    page.evaluate("kept => localStorage.setItem('fourthought.results', kept)", json.dumps(kept))
    page.goto(f"{base}/coach/openings")
    drill = page.get_by_role("button", name="Drill", exact=True)
    drill.press("Enter")
    expect(page).to_have_url(f"{base}/coach/openings?drill")
    expect(page.get_by_role("button", name="Walk", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("Today: 0 to repeat, 5 new.")).to_be_visible()
    here = told([*map(int, text)])
    expect(page.locator(".disc")).to_have_count(4)
    expect(table.head).to_have_text(re.compile("^Red to move and (win|draw)"))
    expect(table.sub).to_have_text("Most levels go wrong here.")
    assert violations(page) == []
    page.keyboard.press(str(trap))  # the board has the focus
    expect(page.locator(".disc")).to_have_count(5)
    winner, ply = here[trap]
    said = f"Column {trap}: " + ("draw" if winner is None else f"{NAMES[winner]} wins with move {ply}")
    expect(table.head).to_have_text(said)
    expect(table.sub).to_have_text(re.compile("^Right here: "))
    expect(
        page.locator("#panel").get_by_text(
            f"{levels} of 10 levels go wrong here, most often with column {trap}. You have"
        )
    ).to_be_visible()
    expect(page.locator("#live")).to_contain_text("You have been here 3 times.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("button", name="Next position")).to_be_focused()

    # The other four are answered well: by a column that keeps the result.
    for left in (4, 3, 2, 1):
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Today: 0 to repeat, {left} new.")).to_be_visible()
        moves = page.evaluate("JSON.parse(localStorage['fourthought.coach']).openings.map(({ name }) => name)")
        name = next(name for name, *_ in shipped()["traps"] if name not in moves)
        results = told([*map(int, name)])
        mover = len(name) % 2
        worth = {column: 0 if one is None else 1 if one == mover else -1 for column, (one, _) in results.items()}
        right = max(worth, key=lambda column: (worth[column], -results[column][1] if worth[column] > 0 else 0))
        expect(page.locator(".disc")).to_have_count(len(name))
        page.keyboard.press(str(right))
        expect(table.head).to_have_text(f"Column {right} is right.")
    page.keyboard.press("Enter")
    expect(table.head).to_have_text("Nothing to drill today.")
    expect(table.sub).to_have_text("The next position comes in 1 day.")

    # The day after, what went wrong comes first.
    page.clock.set_fixed_time(MONDAY + datetime.timedelta(days=1))
    page.reload()
    expect(page.get_by_text("Today: 1 to repeat, 5 new.")).to_be_visible()
    expect(page.locator(".disc")).to_have_count(4)
    page.keyboard.press(str(trap))
    page.get_by_role("button", name="Walk on from here").press("Enter")
    expect(page).to_have_url(f"{base}/coach/openings?moves={text}")
    expect(page.get_by_text(f"Opening {text}.")).to_be_visible()
    told_here = f"{levels} of 10 levels go wrong here, most often with column {trap}."
    expect(page.get_by_text(told_here, exact=True)).to_be_visible()
    expect(page.get_by_text("You have been here before: in 3 games, with 0 won.")).to_be_visible()
    page.goto(f"{base}/coach/days")
    expect(table.head).to_have_text("2 days in a row")


@pytest.mark.long
def test_best_play_leads_to_a_position_where_the_table_has_a_proof(open_table: OpenTable) -> None:
    table = open_table("/coach/openings?moves=4", width=390, height=844)
    line = next(line for name, line, _ in shipped()["proofs"] if name == "4")
    link = table.page.get_by_role(
        "link", name=f"Best play from here, to the position where a proof begins: move {len(line)}"
    )
    link.press("Enter")
    table.wait_for_discs(len(line))
    table.page.keyboard.press("w")
    expect(table.page.locator(".why__step").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("name", ["3423466", "4333", "3544555"])
def test_the_server_finds_where_the_proof_of_a_longer_opening_begins(open_table: OpenTable, name: str) -> None:
    table = open_table(f"/coach/openings?moves={name}", width=390, height=844)
    page = table.page
    link = page.get_by_role("link", name=re.compile("^Best play from here, to the position where a proof begins"))
    expect(link).to_be_hidden()
    find = page.get_by_role("button", name="Find the position where a proof begins")
    for _ in range(20):  # a busy machine is told so, and asked again
        find.press("Enter")
        expect(page.locator("#panel")).to_contain_text(
            re.compile("Best play from here|engine is busy"), timeout=120_000
        )
        if link.is_visible():
            break
    expect(link).to_be_focused()
    expect(find).to_be_hidden()
    assert violations(page) == []
    moves = [int(move) for move in str(link.get_attribute("href")).rsplit("/", 1)[1]]
    assert moves[: len(name)] == [*map(int, name)]
    scores = ExactScores(GAME)
    state = replay(GAME, moves[: len(name)])
    for move in moves[len(name) :]:
        worth = scores(state)
        assert worth[move] == max(worth.values())
        state = GAME.play(state, move)
    found = explain(GAME, state, GAME.to_move(state), scores).certificate
    assert found is not None
    assert fault(found) == ""
    link.press("Enter")
    table.wait_for_discs(len(moves))
    page.keyboard.press("w")
    expect(page.locator("#table")).to_have_attribute("data-why", "proof")


def test_without_a_server_the_way_to_a_proof_is_refused_in_words(open_table: OpenTable) -> None:
    table = open_table("/coach/openings?moves=4333", wiped=True, width=390, height=844)
    table.page.route(re.compile("reasons"), lambda route: route.fulfill(body=AWAY, content_type="text/javascript"))
    table.page.get_by_role("button", name="Find the position where a proof begins").press("Enter")
    expect(table.page.locator("#panel").get_by_text("The server is away. Try again in a moment.")).to_be_visible()
    expect(table.page.get_by_role("button", name="Find the position where a proof begins")).to_be_focused()


def test_best_play_is_followed_to_the_first_proof_with_as_few_games_as_it_needs(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { beginning } = await import("/static/js/coach/openings/ways.js");
        const follow = async (proven, known) => {
          const best = [1, 3].flatMap((a) => [a, a + 1, a, a + 1, a, a + 1, a + 1, a, a + 1, a, a + 1, a]);
          const log = [];
          const open = async (moves) => {
            log.push(moves.length);
            return async (ply, quick) => {
              log.push(`${ply}${quick ? "" : "!"}`);
              const play = best.slice(ply, Math.max(ply, known(ply, quick)));
              return { certificate: ply >= proven ? {} : null, play };
            };
          };
          const moves = await beginning([1, 2, 1, 2], open).catch(({ message }) => message);
          return [Array.isArray(moves) ? moves.length : moves, log];
        };
        return [
          await follow(4, () => 24),
          await follow(14, () => 24),
          await follow(14, (ply) => Math.max(12, ply + 1)),
          await follow(99, () => 12),
          await follow(13, (ply, quick) => (quick ? 12 : 14)),
        ];
      }"""
    )
    assert found == [
        [4, [4, "4"]],
        [14, [4, "4", 24, "12", "13", "14"]],
        [14, [4, "4", 12, "12", 13, "13", 14, "14"]],
        ["The engine is busy; ask again in a moment.", [4, "4", 12, "12", "12!"]],
        [13, [4, "4", 12, "12", "12!", 14, "13"]],
    ]


def _trap_with_two_wins() -> tuple[str, int, int]:
    """Returns a trap behind no other one, and two columns that win there, the later win first."""
    names = {name for name, *_ in shipped()["traps"]}
    for text in sorted(names, key=len):
        if len(text) > 1 and not {text[:length] for length in range(1, len(text))} & names:
            results = told([*map(int, text)])
            wins = sorted((ply, column) for column, (winner, ply) in results.items() if winner == len(text) % 2)
            if wins and wins[0][0] < wins[-1][0]:
                return text, wins[-1][1], wins[0][1]
    raise AssertionError("no trap has a sooner and a later win")


def test_a_right_column_that_wins_later_is_called_good(open_table: OpenTable) -> None:
    table = open_table("/coach/openings")
    page, base = table.page, table.page.url.removesuffix("/coach/openings")
    text, later, sooner = _trap_with_two_wins()
    row = {"id": "a" * 12, "game": "connect4", "level": 3, "rating": None, "score": 0, "day": 20000}
    page.evaluate(
        "kept => localStorage.setItem('fourthought.results', kept)", json.dumps([row | {"moves": ",".join(text + "1")}])
    )
    page.goto(f"{base}/coach/openings")
    far = f"You have met 0 of {len(shipped()['traps'])} positions. Today: 0 to repeat, 5 new."
    expect(page.get_by_text(far)).to_be_visible()
    page.get_by_role("button", name="Drill", exact=True).press("Enter")
    expect(page.locator(".disc")).to_have_count(len(text))
    page.keyboard.press(str(later))
    expect(table.head).to_have_text(f"Column {later} is good, but another one wins sooner.")
    expect(table.sub).to_have_text(re.compile(rf"^Right here: .*{sooner}"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("You have met 1 of")).to_be_visible()
