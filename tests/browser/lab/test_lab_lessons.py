"""Learns in the Lab as readers do: a lesson by the keyboard alone, exercises answered wrong and right, exam sheets."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.lab import exercises, lessons
from tests.browser.chromium import new_context
from tests.browser.conftest import OpenTable
from tests.browser.table_page import tab_to
from tests.server import TableServer


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def verdict(page: Page) -> Locator:
    return page.locator("form .ask__verdict")


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "slug"),
    [(locale, lesson.slug) for locale in ("de", "es", "fr", "pt") for lesson in lessons.all_lessons()],
)
def test_a_lesson_fits_a_phone_in_every_language(open_table: OpenTable, locale: str, slug: str) -> None:
    page = open_table(f"/lab/{slug}", locale=locale, width=390, height=844).page
    expect(page.locator("#lab-question .ask__buttons").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_on_a_phone_a_whole_line_leads_to_the_question_and_the_question_stands_below_the_text(
    open_table: OpenTable,
) -> None:
    page = open_table("/lab/what-cannot-matter", width=320, height=568).page
    link, question = page.locator(".lab__ask"), page.locator("#lab-question .ask__question")
    expect(link).to_have_text("To the question of this lesson")
    assert link.evaluate("(link) => link.getClientRects().length === 1 && link.scrollWidth <= link.clientWidth")
    expect(question).not_to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    link.press("Enter")
    expect(question).to_be_in_viewport()


def test_a_lesson_is_done_from_end_to_end_by_the_keyboard(open_table: OpenTable) -> None:
    page = open_table("/lab/what-cannot-matter").page
    lesson = lessons.lesson("what-cannot-matter")
    for paragraph in lesson.paragraphs():
        expect(page.locator("#lab-lesson")).to_contain_text(paragraph.replace("*", ""))
    check = page.get_by_role("button", name="Check", exact=True)
    cuts = page.locator(".tick--cut")
    expect(cuts).to_be_hidden()  # the question asks for them
    expect(check).to_be_visible()
    page.wait_for_load_state("networkidle")  # parts that the page loads after the first picture
    items = page.get_by_role("tree").get_by_role("treeitem")

    # From the root to leaf 9 of C, the second branch of C: chosen alone, the answer misses a leaf.
    tab_to(items.first)
    press(page, "ArrowDown ArrowRight ArrowDown ArrowRight")
    expect(page.locator("[role=treeitem]:focus")).to_have_attribute("aria-label", re.compile("^leaf 9 of C"))
    press(page, "Enter")
    expect(page.locator(".ask__note")).to_have_text("Chosen: leaf 9 of C.")
    tab_to(check)
    press(page, "Enter")
    expect(verdict(page)).to_have_attribute("data-mark", "wrong")
    wrong = lesson.check("4")
    expect(verdict(page)).to_have_text(wrong.sentence)

    # A button leads to the leaf in question. Enter chooses it, and the answer is right.
    go = page.get_by_role("button", name=f"Go to {wrong.node}")
    tab_to(go)
    press(page, "Enter Enter")
    expect(page.locator(".ask__note")).to_have_text("Chosen: leaf 9 of C, leaf 2 of F.")
    tab_to(check)
    press(page, "Enter")
    expect(verdict(page)).to_have_attribute("data-mark", "right")
    expect(verdict(page)).to_have_text(lesson.check("4 6").sentence)
    expect(cuts).to_have_css("display", "inline")

    # The next lesson. The list knows which one is done, also after the page was loaded again.
    tab_to(page.get_by_role("link", name="Next: Order"))
    press(page, "Enter")
    page.wait_for_url(re.compile(r"/lab/order$"))
    done = page.locator(".lab__lessons").get_by_role("link", name="What cannot matter")
    expect(done).to_contain_text("done")
    expect(page.locator(".lesson__done")).to_have_count(1)


def test_brothers_change_places_until_few_leaves_are_seen(open_table: OpenTable) -> None:
    page = open_table("/lab/order").page
    lesson = lessons.lesson("order")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(verdict(page)).to_have_text(lesson.check(str(lesson.figure.tree)).sentence)
    right = page.get_by_role("button", name="Move right")
    expect(right).to_be_disabled()
    page.get_by_role("treeitem", name=re.compile("^B[,:]")).click()
    right.click()
    expect(page.locator(".ask__note")).to_have_text(re.compile("^Chosen: C, branch 2 of 3"))
    page.get_by_role("button", name="Show the answer").click()
    expect(verdict(page)).to_have_text("This is a right answer.")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(verdict(page)).to_have_attribute("data-mark", "right")


def test_a_wrong_answer_to_an_exercise_is_told_why_and_a_right_one_ends_it(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    page.get_by_text("Exercises", exact=True).click()
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Kind").select_option("values")
    exercise = exercises.make("values", seed=7, shape="2x2x2", rule="<=")
    expect(page.locator("#lab-question .ask__question")).to_have_text(exercise.view()["question"])
    expect(page.locator("#lab-controls")).to_be_hidden()  # no peeking
    key = dict(part.split("=") for part in exercise.key().split())
    wrong = {**key, "D": str(int(key["D"]) + 1)}
    for name, value in wrong.items():
        page.get_by_label(f"{name}, value").fill(value)
    page.get_by_label("D, value").press("Enter")
    reason = exercises.check(exercise, " ".join(f"{name}={value}" for name, value in wrong.items()))
    assert reason.node == "D"
    expect(verdict(page)).to_have_text(reason.sentence)
    page.get_by_label("D, value").fill(key["D"])
    page.get_by_role("button", name="Check", exact=True).click()
    expect(verdict(page)).to_have_attribute("data-mark", "right")
    expect(page.locator("#lab-controls")).to_be_visible()
    page.get_by_role("button", name="Another one").click()
    following = exercises.make("values", seed=8, shape="2x2x2", rule="<=")
    expect(page.get_by_role("treeitem", name=re.compile("^leaf"))).to_have_count(8)
    expect(page.get_by_label("A, value")).to_have_value("")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_label("A, value")).to_have_value(dict(part.split("=") for part in following.key().split())["A"])

    # The same tree again, asked for its leaves: the tree on the page need not come from a seed.
    page.get_by_label("Kind").select_option("cuts")
    with page.expect_request(lambda request: "/lab/exercise/" in request.url and "tree=" in request.url):
        page.get_by_role("combobox", name="Tree", exact=True).select_option("shown")
    expect(page.locator("#lab-controls")).to_be_hidden()
    page.get_by_role("button", name="Show the answer").click()
    expect(verdict(page)).to_have_text("This is a right answer.")


def test_the_teachers_form_leads_to_sheets_and_to_their_key(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    page.get_by_text("For teachers", exact=True).click()
    page.get_by_label("Variants").fill("2")
    page.get_by_label("Windows on entry").uncheck()
    sheets = page.get_by_role("link", name="Sheets to print").get_attribute("href") or ""
    key = page.get_by_role("link", name="Key to print").get_attribute("href") or ""
    assert "variants=2" in sheets
    assert "ask=values%2Ccuts" in sheets
    assert sheets.replace("key=0", "key=1") == key
    origin = page.url.split("/lab")[0]
    for name in ("Sheets as LaTeX", "Table (CSV)"):
        answer = page.request.get(origin + (page.get_by_role("link", name=name).get_attribute("href") or ""))
        assert answer.ok, answer.text()
    page.goto(origin + sheets)
    expect(page.locator("svg").first).to_be_visible()


def test_without_script_the_run_is_there_as_text(browser: Browser, server: TableServer) -> None:
    plain = new_context(browser, java_script_enabled=False)
    try:
        page = plain.new_page()
        page.goto(f"{server.url}/lab/leaves?tree=((3 17)(2 12))")
        expect(page.locator("pre")).to_contain_text("cut: leaf 12 of C")
        expect(page.get_by_role("link", name="Puzzles")).to_be_visible()
    finally:
        plain.close()


@pytest.mark.long
def test_values_for_more_than_two_players_stand_on_no_number_line(open_table: OpenTable) -> None:
    page = open_table("/lab/more-than-two").page
    window = page.locator("#lab-window")
    said = "Each value has a number for each player. So there is no window, and nothing is cut."
    expect(window).to_have_text(said)
    page.keyboard.press("End")
    expect(page.locator("#lab-tree [role=treeitem]").first).to_have_attribute("aria-label", re.compile("value 9, 8, 7"))
    expect(window).to_have_text(said)
    expect(window.locator("svg")).to_have_count(0)
    page = open_table("/lab/prove-it").page
    page.keyboard.press("End")
    expect(page.locator("#lab-window svg")).to_have_count(1)


@pytest.mark.long
def test_exercises_of_null_windows_flags_and_vectors_are_answered_on_the_page(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    page.get_by_text("Exercises", exact=True).click()
    kind, seed = page.get_by_label("Kind"), page.get_by_label("Seed")
    seed.fill("3")
    seed.press("Enter")
    for name in ("scout", "flags", "visits", "vectors", "distances", "proofs", "mend"):
        kind.select_option(name)
        exercise = exercises.make(name, 3, "2x2x2")
        expect(page.locator(".ask__question")).to_have_text(exercise.question)
        page.get_by_role("button", name="Check", exact=True).click()
        expect(verdict(page)).to_have_text(exercises.check(exercise, "").sentence)
        page.get_by_role("button", name="Show the answer").click()
        expect(verdict(page)).to_have_text("This is a right answer.")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(verdict(page)).to_have_attribute("data-mark", "right")
        expect(verdict(page)).to_have_text(exercises.check(exercise, exercise.key()).sentence)
