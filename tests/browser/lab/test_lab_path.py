"""Walks from a lesson to its exercise, to one's own program of its algorithm, and on to the next lesson."""

import re

from playwright.sync_api import expect

from engine.lab import lessons
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable


def test_a_lesson_leads_to_its_exercise_to_a_program_and_to_the_next_lesson(open_table: OpenTable) -> None:
    table = open_table("/lab")
    page, base = table.page, table.page.url.removesuffix("/lab")
    start = page.locator(".lab__about a").last
    expect(start).to_have_text("Start with lesson 1")
    lesson = lessons.lesson("once-is-enough")
    page.goto(f"{base}/lab/{lesson.slug}")
    key = lesson.exercise().key()
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
    page.goto(f"{base}/lab")
    expect(page.locator("#lessons-title")).to_have_text("Lessons: 1 of 28 done")
    expect(start).to_have_text("Go on with lesson 1. The best of the worst")
    expect(start).to_have_attribute("href", re.compile(r"/lab/best-of-the-worst$"))
    page.goto(f"{base}/learn")
    way = page.locator("[data-way=lab]")
    expect(way).to_have_text("Next: lesson 1 · 1 of 28 done")
    expect(page.locator("a", has=way)).to_have_attribute("href", re.compile(r"/lab/best-of-the-worst$"))
    assert violations(page) == []


def test_the_ways_to_learn_say_how_far_one_is_and_a_first_visitor_nothing(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    learn = page.url.replace("/lab", "/learn")
    page.goto(learn)
    lines = page.locator("[data-way]")
    expect(lines).to_have_count(3)
    assert [one for one in lines.all() if one.is_visible()] == []
    kept = {"win": "1 2 0 4x4-1", "lab": "28 28 0 ", "student": "422 0 0 "}
    page.evaluate(
        "(all) => Object.entries(all).forEach(([k, v]) => localStorage.setItem(`fourthought.way.${k}`, v))", kept
    )
    page.reload()
    expect(lines).to_have_text(["1 of 2 lessons known", "All 28 lessons done", "Games it has learned from: 422"])
    course = page.get_by_role("link", name="Win every game")
    expect(course).to_have_attribute("href", re.compile(r"/coach/win\?course=4x4-1$"))
    page.evaluate("localStorage.setItem('fourthought.way.win', '<b>1 x')")
    page.reload()
    expect(lines.nth(1)).to_be_visible()
    expect(lines.nth(0)).to_be_hidden()
