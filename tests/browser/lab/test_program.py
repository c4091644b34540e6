"""Tests the page that judges a program: in the browser, closed to the network, ended in time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import judged
from engine.lab.judge.probes import probes
from engine.lab.judge.sentences import SENTENCES
from engine.workshop.judge.mutants import PRINTED, printed
from tests.browser.chromium import new_context
from tests.engine.lab.homework import Program, right, wrong
from tests.server import TableServer

pytestmark = pytest.mark.slow
KINDS = right("kinds.txt")
PATIENCE_MS = 300_000
"""Longer than elsewhere: the judge of the page runs a program hundreds of times."""
CLOSED = ("fetch", "XMLHttpRequest", "importScripts", "WebSocket", "indexedDB", "navigator", "postMessage", "caches")


@pytest.fixture
def page(browser: Browser, server: TableServer) -> Iterator[Page]:
    page = new_context(browser).new_page()
    page.goto(f"{server.url}/lab/program")
    yield page
    page.context.close()


def judge(page: Page, program: str, function: str = "minimax") -> str:
    page.locator("#program-text").fill(program)
    page.locator("#program-function").fill(function)
    page.get_by_role("button", name="Judge the program").click()
    page.wait_for_function(
        """() => {
          const said = document.querySelector("#program-answer").textContent;
          return said && !said.includes("is running") && !said.includes("looks for the line");
        }""",
        timeout=PATIENCE_MS,
    )
    return page.locator("#program-answer").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("name", ["soft", "game"])
def test_a_right_program_is_accepted_in_each_convention(page: Page, name: str) -> None:
    assert judge(page, printed(name), PRINTED[name]).startswith(f"Right on all {len(probes())} trees.")
    expect(page.locator("#lessons-title")).to_have_text("Programs: 1 of 8 written")
    done = page.get_by_role("link", name="alpha-beta, maximise and minimise done")
    expect(done).to_have_attribute("href", "/lab/program?algorithm=twofold")
    page.goto(page.url + "?algorithm=minimax")  # right, but another program than the page asks for is none of it
    expect(page.locator("#lessons-title")).to_have_text("Programs: 1 of 8 written")
    expect(page.get_by_role("link", name="Next: plain minimax")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("proof numbers: does max win", "Right: the answer to the question if the value is > 0"),
        ("queue from the ends", "Right"),
        ("uct that returns a branch", "The program draws at random."),
        ("uct in three thousand rounds", "The judge here does not know random.Random."),
    ],
)
def test_a_program_of_another_kind_is_not_accused(page: Page, name: str, said: str) -> None:
    """Here True is no int, a queue needs its length, random its seed from the browser, and modules have fewer parts."""
    (program,) = [one for one in KINDS if one.name == name]
    assert judge(page, program.source, program.function).startswith(said)


@pytest.mark.long
@pytest.mark.parametrize("program", [*KINDS, *right(), *wrong()], ids=lambda one: one.name)
def test_the_page_says_what_the_judge_here_says(page: Page, program: Program) -> None:
    """The page's Python is another one, without an order of dictionaries and with other words for errors."""
    here = judged(program.source, program.function, execute)
    said = judge(page, program.source, program.function)
    assert said.startswith("Right") == here.right or "does not know" in said, said
    line = re.search(r"(?:Look at line|^Line) (\d+)", said, re.MULTILINE)  # "See line 6" tells where it stopped
    assert line is None or int(line[1]) in program.lines, said


def test_a_slip_is_named_with_its_line_and_drawn(page: Page) -> None:
    page.add_init_script("""
      const late = setTimeout; // no limit of time ends the search for the line on a busy machine
      window.setTimeout = (act, ms, ...more) => (ms > 5000 ? 0 : late(act, ms, ...more));
    """)
    page.reload()
    said = judge(page, printed("soft").replace("beta = min(beta, best)", "alpha = min(beta, best)"))
    assert "looks at 4 leaves, where 3 are enough" in said
    assert "`alpha = min(beta, best)` should be `beta = min(beta, best)`" in said
    expect(page.get_by_role("tree")).to_have_count(1)
    drawn = page.locator("#program-answer .played__run")
    expect(drawn.locator("figcaption")).to_have_text(str(SENTENCES["picture"]))
    expect(drawn.locator(".number").last).to_have_text(re.compile(r"^(enters|leaves) "))


@pytest.mark.long  # a detail of the test above: the same verdict, without its line
def test_a_search_for_the_line_that_takes_too_long_changes_no_verdict(page: Page) -> None:
    """The worker that looks for the line starts but never answers, and an hour passes."""
    page.add_init_script("""
      const Starts = Worker;
      window.Worker = class extends Starts {
        postMessage(job) {
          if (!String(job.question).includes('"line"')) return super.postMessage(job);
          window.waits = true;
          setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: { type: "ready" } })));
        }
      };
    """)
    page.clock.install()
    page.reload()
    page.locator("#program-text").fill(printed("soft").replace("beta = min(beta, best)", "alpha = min(beta, best)"))
    page.get_by_role("button", name="Judge the program").click()
    page.wait_for_function("() => window.waits", timeout=PATIENCE_MS)
    page.clock.run_for("01:00:00")
    said = page.locator("#program-answer")
    expect(said).not_to_contain_text("looks for the line")
    expect(said).to_contain_text("looks at 4 leaves, where 3 are enough")
    expect(said).not_to_contain_text("The program takes more than")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return minimax(node)", "does not come to an end"),
        pytest.param("while True:\n        pass", r"more than \d+ s,", marks=pytest.mark.long),  # ten seconds
        pytest.param("return [0] * 125000000", "more than 8 MB", marks=pytest.mark.long),
        pytest.param(
            "found = []\n    while True:\n        found.append([0] * 50_000)", "more than 8 MB", marks=pytest.mark.long
        ),
    ],
)
def test_a_program_without_end_is_ended(page: Page, body: str, said: str) -> None:
    assert re.search(said, judge(page, f"def minimax(node):\n    {body}\n"))


def test_nothing_outside_can_be_reached(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    *others, last = CLOSED  # the first that is there is told, else the last that is not
    tries = f"""import js
def minimax(node):
    for name in {others}:
        try:
            getattr(js, name)
        except AttributeError:
            continue
        raise ValueError(name)
    return js.{last}
"""
    assert f"does not know js.{last}" in judge(page, tries)
    script = "return fetch('/')"
    said = judge(page, f'import jsffi\ndef minimax(node):\n    jsffi.to_js([]).constructor.constructor("{script}")()\n')
    assert "stops with an error" in said or "cannot be run" in said
    assert [url for url in asked if "/static/" not in url and "/lab/program/judge" not in url] == []


def test_numbers_and_a_record_are_judged(page: Page) -> None:
    for field, value in zip(page.locator("#numbers input").all(), [-9, 1, 1, 6, 1, 3], strict=True):
        field.fill(str(value))
    page.get_by_role("button", name="Judge the numbers").click()
    expect(page.locator("#numbers-answer")).to_contain_text("finds the value -9", timeout=PATIENCE_MS)
    page.locator("#record-text").fill("enter - -inf inf\nenter 1 5 inf")
    page.get_by_role("button", name="Judge the record").click()
    expect(page.locator("#record-answer")).to_contain_text("is entered with alpha 5", timeout=PATIENCE_MS)
    runs = page.locator("#record-answer .played__run")
    expect(runs).to_have_count(2)  # in the lab's own picture, beside the reference, at the first difference
    expect(runs.nth(0)).to_contain_text("enters 1 with alpha 5 and beta")
    expect(runs.nth(1)).to_contain_text("enters 1 with alpha −∞ and beta ∞")
    expect(page.get_by_role("tree")).to_have_count(2)
