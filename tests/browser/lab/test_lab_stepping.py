"""Steps through runs on the lab's page: keys, buttons, slider, link, back button, comparison, questions, errors."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.games import GameError
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable, Watch
from tests.browser.table_page import until

TREE = "((3 5 (9 1)) ((2 7) 8) ((1 6) 4))"
LEAVES = f"/lab/leaves?tree={TREE}&algorithm=twofold"


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    return record(Problem.of_tree(TREE), "twofold")


def kinds(run: dict[str, Any]) -> list[str]:
    return [run["kinds"][kind] for kind in run["steps"]["kind"]]


def ending(run: dict[str, Any], visit: int) -> int:
    return max(step for step, one in enumerate(run["steps"]["visit"]) if one == visit)


def at(page: Page, run: dict[str, Any], step: int) -> None:
    expect(page.locator("#count")).to_have_text(f"{step} / {len(run['steps']['kind']) - 1}")


def query(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def current_line(page: Page) -> Locator:
    return page.locator("#code-lines [aria-current=step]")


def counted(page: Page, name: str, column: int = 0) -> Locator:
    return page.locator(f"[data-count={name}] td").nth(column)


def test_every_way_to_step_has_a_key(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(LEAVES).page
    at(page, run, 0)
    cuts = [step for step, kind in enumerate(kinds(run)) if kind == "cut"]
    visit = run["steps"]["visit"][cuts[0]]

    # To a cut: the line, the word, the sentence, what is said.
    page.keyboard.press("c")
    at(page, run, cuts[0])
    expect(page.locator("#sentence")).to_have_text(run["sentences"][str(cuts[0])])
    expect(page.locator("#live")).to_have_text(run["sentences"][str(cuts[0])])
    expect(current_line(page)).to_have_attribute("value", str(run["steps"]["line"][cuts[0]]))
    expect(current_line(page).locator(".code__note")).to_have_text("CUT")
    page.keyboard.press("C" if len(cuts) == 1 else "c")
    page.keyboard.press("Shift+C")
    at(page, run, cuts[0])

    # Over and out, to the ends, by each grain.
    page.keyboard.press("ArrowDown")
    at(page, run, ending(run, visit))
    page.keyboard.press("ArrowUp")
    at(page, run, ending(run, run["visits"]["parent"][visit]))
    page.keyboard.press("Home")
    at(page, run, 0)
    stories = {"better", "cut", "table", "iteration"}
    for key, wanted in (("1", stories), ("2", {"enter", "over"}), ("3", set(run["kinds"]))):
        page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
        at(page, run, next(step for step, kind in enumerate(kinds(run)) if step and kind in wanted))
        page.keyboard.press("ArrowLeft")
        at(page, run, 0)
    page.keyboard.press("End")
    at(page, run, len(kinds(run)) - 1)
    for name in ("nodes", "leaves", "met", "cuts"):
        expect(counted(page, name)).to_have_text(str(run["counts"][name]))

    # Keys of one letter can be switched off.
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Keys of one letter or digit").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)  # a browser closes it a moment after the key
    page.keyboard.press("Shift+C")
    page.keyboard.press("Home")
    at(page, run, 0)
    page.get_by_role("button", name="Help").press("Enter")
    page.get_by_role("checkbox", name="Keys of one letter or digit").check()
    page.get_by_role("button", name="Close").press("Enter")
    page.keyboard.press("c")
    at(page, run, cuts[0])


def test_a_link_opens_at_its_step_with_bookmarks_and_a_second_algorithm(
    open_table: OpenTable, run: dict[str, Any]
) -> None:
    page = open_table(f"{LEAVES}&step=37&marks=3.17&grain=lines&compare=minimax").page
    at(page, run, 37)
    expect(page.get_by_role("radio", name="Lines")).to_be_checked()
    expect(page.locator("#marks button")).to_have_text(["3", "17"])
    expect(page.locator("#counts-head th")).to_have_text(
        [run["words"], record(Problem.of_tree(TREE), "minimax")["words"]]
    )
    expect(page.locator("#counts-words")).to_contain_text("Only minimax looks at 2 more.")

    # Bookmarks lead there, and B makes and deletes them. The address follows.
    page.locator("#marks button").first.click()
    at(page, run, 3)
    expect(page.get_by_role("button", name="Bookmark", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")
    expect(page.locator("#marks button")).to_have_text(["4", "17"])
    until(page, lambda: query(page).get("step") == "4")
    assert query(page)["marks"] == "4.17"
    page.reload()
    at(page, run, 4)

    # At the end both have counted all: the second looks at everything.
    page.keyboard.press("End")
    expect(counted(page, "nodes", 0)).to_have_text(str(run["counts"]["nodes"]))
    expect(counted(page, "nodes", 1)).to_have_text(str(len(run["places"]["parent"])))
    assert violations(page) == []


def test_the_back_button_leads_to_the_algorithm_and_the_step_before(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(LEAVES).page
    at(page, run, 0)
    page.keyboard.press("c")
    step = kinds(run).index("cut")
    at(page, run, step)
    page.get_by_label("Algorithm").select_option("minimax")
    at(page, record(Problem.of_tree(TREE), "minimax"), 0)
    assert query(page)["algorithm"] == "minimax"
    page.get_by_label("Problem").select_option("slippery-tictactoe")
    until(page, lambda: urlsplit(page.url).path == "/lab/slippery-tictactoe")
    assert query(page)["algorithm"] == "star1", "minimax cannot play a game with chance"
    page.go_back()
    expect(page.get_by_label("Algorithm")).to_have_value("minimax")
    page.go_back()
    at(page, run, step)
    expect(page.get_by_label("Algorithm")).to_have_value("twofold")
    page.go_forward()
    expect(page.get_by_label("Algorithm")).to_have_value("minimax")


@pytest.mark.long
def test_what_is_no_tree_is_refused_in_a_sentence(open_table: OpenTable, watch: Watch, run: dict[str, Any]) -> None:
    page = open_table(LEAVES).page
    at(page, run, 0)
    page.get_by_text("Your own tree").press("Enter")
    field = page.get_by_role("textbox", name="A tree")
    for text in ("((3 17) (2", "((3 17) (2 12)))", "[{1/4: 8, 1/4: 0}, 3]"):
        with pytest.raises(GameError) as refused:
            parse(text)
        field.fill(text)
        page.get_by_role("button", name="Show this tree").press("Enter")
        expect(page.locator("#own-said")).to_contain_text(str(refused.value)[1:])
        expect(field).to_have_attribute("aria-invalid", "true")
        at(page, run, 0)
    assert watch.faults == []
    assert violations(page) == []
    field.fill("A\n  B\n    3\n    x\n  C\n    2\n    4")
    expect(page.locator("#own-said")).to_contain_text("Max to move, 2 levels (Max and Min) and 4 leaves.")
    page.get_by_role("button", name="Min on top").press("Enter")
    expect(field).to_have_value("min((3, x) (2 4))")
    page.get_by_role("button", name="Show this tree").press("Enter")
    until(page, lambda: query(page)["tree"] == "min((3, x) (2 4))")
    expect(page.locator("#lab-unknown")).to_contain_text("if x")
    for text in ("[[3,17],[2,12]]", "3 17 2 12", "[{1/4: 8, 3/4: 0}, 3]"):
        field.fill(text)
        page.get_by_role("button", name="Show this tree").press("Enter")
        expect(page.get_by_role("alert")).to_have_text("")
        name = "star1" if "{" in text else "twofold"
        expect(page.get_by_label("Algorithm")).to_have_value(name)
        at(page, record(Problem.of_tree(text), name), 0)
    page.get_by_role("spinbutton", name="Number of the random tree").fill("7")
    page.get_by_role("button", name="Show a random tree").press("Enter")
    until(page, lambda: query(page)["tree"].count("(") == 7)


def test_predicting_asks_before_what_changes_and_counts(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(LEAVES).page
    at(page, run, 0)
    page.keyboard.press("p")
    page.keyboard.press("End")
    asked = [(step, kind) for step, kind in enumerate(kinds(run)) if kind in ("better", "cut", "table")]
    key = {"better": "1", "cut": "2", "table": "3"}
    for number, (step, kind) in enumerate(asked[:6]):
        at(page, run, step - 1)
        expect(page.locator("#sentence")).to_have_text("What happens next?")
        page.keyboard.press(key[kind] if number else "3")
        at(page, run, step)
        expect(page.locator("#sentence")).to_contain_text("Right" if number else "No")
        expect(page.get_by_text(f"{number} of {number + 1} right.")).to_be_visible()
        page.keyboard.press("End")
    page.keyboard.press("p")
    page.keyboard.press("End")
    at(page, run, len(kinds(run)) - 1)


def test_a_run_plays_by_itself_and_rests(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(LEAVES).page
    at(page, run, 0)
    page.get_by_text("Story", exact=True).click()
    page.get_by_label("Speed").select_option("Fast")
    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Pause").wait_for()
    at(page, run, len(kinds(run)) - 1)
    expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_the_picture_and_the_run_are_saved_as_files(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(f"{LEAVES}&step=37").page
    at(page, run, 37)
    page.get_by_text("Save the picture").press("Enter")
    for name, part in (("Picture of this step (SVG)", "<svg"), ("LaTeX", "forest"), ("CSV", ","), ("Text", "2 cuts")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).press("Enter")
        assert part in saved.value.path().read_text()


@pytest.mark.long
def test_on_a_small_screen_all_is_reached_by_touch(open_table: OpenTable, run: dict[str, Any]) -> None:
    page = open_table(LEAVES, width=320, height=640, has_touch=True).page
    at(page, run, 0)
    expect(page.get_by_label("Algorithm")).to_be_hidden()
    page.get_by_role("button", name="Change").tap()
    expect(page.get_by_label("Algorithm")).to_have_value("twofold")
    page.get_by_role("button", name="Forward").tap()
    at(page, run, next(step for step, kind in enumerate(kinds(run)) if step and kind == "enter"))
    page.locator("#slider").fill("37")
    at(page, run, 37)
    expect(page.locator("#code-lines li:visible")).to_have_count(1)
    page.get_by_role("button", name="Whole function").tap()
    expect(page.locator("#code-lines li:visible")).not_to_have_count(1)
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Large").tap()
    expect(page.locator(".page--lab")).to_have_attribute("data-view", "wide")
    letters = page.locator(".drawing").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    assert 14 < letters < 20, "a phone has no room for twice the size"
    page.get_by_role("button", name="Large").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []
