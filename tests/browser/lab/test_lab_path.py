"""Walks from a lesson to its exercise, to one's own program of its algorithm, and on to the next lesson."""

import re

from playwright.sync_api import expect

from engine.lab import lessons
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable


def test_a_lesson_leads_to_its_exercise_to_a_program_and_to_the_next_lesson(open_table: OpenTable) -> None:
    table = open_table("/lab", own=True)
    page, base = table.page, table.page.url.removesuffix("/lab")
    start = page.locator(".lab__about a").last
    expect(start).to_have_text("Start with lesson 1")
    lesson = lessons.lesson("once-is-enough")
    page.goto(f"{base}/lab/{lesson.slug}")
    key = lesson.question(lesson.compute()).key()
    for at, part in enumerate(key.split()):
        page.locator("#lab-question input").nth(at).fill(part.split("=")[1])
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#lessons-title")).to_have_text("Lessons: 1 of 28 done")
    page.get_by_role("button", name="Practise").click()
    expect(page.get_by_label("Kind")).to_have_value(lesson.practice)
    write = page.get_by_role("link", name="Write it yourself, judged")
    expect(write).to_have_attribute("href", re.compile(r"/lab/program\?algorithm=memo$"))
    page.goto(f"{base}/lab/program?algorithm=memo")
    expect(page.locator("main")).to_contain_text("To write yourself: minimax, each state evaluated once.")
    expect(page.locator("#program-text")).to_have_value(re.compile(r"^def minimax\(node, maximizing=True\):"))
    expect(page.locator("#program-function")).to_have_value("minimax")
    assert violations(page) == []
    page.goto(f"{base}/lab")
    expect(page.locator("#lessons-title")).to_have_text("Lessons: 1 of 28 done")
    expect(start).to_have_text("Go on with lesson 1. The best of the worst")
    expect(start).to_have_attribute("href", re.compile(r"/lab/best-of-the-worst$"))
