"""Reads the page in other languages: by the browser's wish, by choice in the menu, and without an English word."""

import json
import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.puzzles import shipped
from engine.text import from_wire
from tests.browser.chromium import new_context
from tests.browser.conftest import OpenTable, Watch, serve_modules
from tests.server import TableServer
from webapp.common.speech import LANGUAGES, catalogue, is_one

_OTHERS = [pytest.param(one, marks=() if one == "de" else pytest.mark.long) for one in LANGUAGES if one != "en"]
_TEXTS = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: parent, textContent } = walk.currentNode;
    if (parent && !parent.closest("script, style, option, template, dialog:not([open])")) said.push(textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name) ?? "");
  }
  return [...new Set([...said, document.title].filter(Boolean))];
}"""


def _english(language: str) -> set[str]:
    """Returns all English sentences with another translation, those with holes unchanged."""
    said = catalogue(language, "table") | catalogue(language, "more") | catalogue(language, "pages")
    return {text for text, one in said.items() if one != text and re.search(r"[a-z]{3}", text)}


@pytest.mark.parametrize("language", _OTHERS)
def test_a_game_shows_no_english_word(open_table: OpenTable, language: str) -> None:
    table = open_table("/", locale=language)
    page = table.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#head")).to_have_text(catalogue(language, "table")["Your turn."])
    english = _english(language) - {one for said in (catalogue(language, "table"), catalogue(language, "pages"))
                                    for one in said.values() if isinstance(one, str)}  # fmt: skip
    page.locator(".bar > [popovertarget=settings]").click()
    page.keyboard.press("Escape")
    page.locator(".switch input").first.check(force=True)
    table.click(4)
    table.wait_for_discs(2)
    expect(page.locator("#head")).to_have_text(catalogue(language, "table")["Your turn."])
    forms = [re.compile(_form(text)) for text in english if "{" in text and "|" not in text]
    texts = page.evaluate(_TEXTS)
    assert len(texts) > 60
    left = [text for text in texts if text in english or any(form.fullmatch(text) for form in forms)]
    assert left == []


def _form(text: str) -> str:
    """Returns the pattern of an English sentence with holes. Holes alone have none."""
    parts = re.split(r"\{\w+\}", text)
    return ".+".join(map(re.escape, parts)) if re.search(r"[a-z]{3}", "".join(parts)) else r"(?!)"


def test_the_language_is_chosen_in_the_menu_and_kept_and_plurals_are_those_of_the_browser(
    open_table: OpenTable,
) -> None:
    table = open_table()
    page = table.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator(".bar > [popovertarget=settings]").click()
    page.locator("#language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#head")).to_have_text("À toi.")
    page.reload()
    expect(page.locator("#head")).to_have_text("À toi.")
    for language in LANGUAGES:
        script = "(language) => [0, 1, 2, 5, 21, 100].map((n) => new Intl.PluralRules(language).select(n) === 'one')"
        assert page.evaluate(script, language) == [is_one(language, n) for n in (0, 1, 2, 5, 21, 100)]


@pytest.mark.long
def test_every_page_has_the_choice_and_remembers_that_of_another_page(
    open_table: OpenTable, server: TableServer, watch: Watch
) -> None:
    page = open_table("/", own=True).page
    fetched: list[str] = []
    page.on("request", lambda request: fetched.extend(re.findall(r"/words/(\w+)/\w+\.js", request.url)))
    known = ["en"]
    for path in ("/lab", "/student", "/coach", "/nowhere", "/"):
        page.goto(server.url + path)
        expect(page.locator("html")).to_have_attribute("lang", known[-1])
        assert set(fetched) <= set(known)
        chosen = [*LANGUAGES][len(known) % len(LANGUAGES)]
        for button in page.locator(".bar > [popovertarget=settings]").all():
            button.click()
        page.locator("#language").select_option(chosen)
        expect(page.locator("html")).to_have_attribute("lang", chosen)
        expect(page.locator("#language")).to_have_value(chosen)
        known.append(chosen)
    page.goto(
        f"{server.url}/lab/exam/000000000000?seed=7&variants=1&ask=values&shape=2x2x2"
    )  # said as its address asks
    page.locator("#language").select_option("pt")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    assert "language=pt" in page.url
    watch.faults[:] = [fault for fault in watch.faults if "404" not in fault]  # /nowhere


@pytest.mark.long
def test_sides_are_named_by_the_colours(open_table: OpenTable) -> None:
    table = open_table()
    page = table.page
    page.evaluate("localStorage.setItem('fourthought.palette', 'magenta')")
    page.reload()
    expect(page.locator(".seat legend").first).to_have_text("Pink")
    table.click(4)
    expect(page.locator(".moves__move").first).to_have_attribute("aria-label", "Move 1, Pink, column 4")
    assert re.search(r"\bRed\b", page.locator("main").inner_text()) is None
    page.goto(page.url.replace(page.url.split("/", 3)[3], "tictactoe"))
    expect(page.locator(".seat legend")).to_have_text(["X", "O"])


SAY = """async ([language, words, texts]) => {
  document.documentElement.lang = language;
  globalThis.words = words;
  const { say } = await import("/static/js/words.js");
  return texts.map(say);
}"""
_ENGLISH = re.compile(
    r"\b(Red|Yellow|wins?|column|answers|move|four|cells?|with|and|or|must|nobody|every|only|the|has|of)\b",
    re.IGNORECASE,
)
"""Words of English proofs; none of them is a word of the other languages."""


@cache
def _texts() -> list[Any]:
    """Returns one sentence of each form, as it ships: figures, cells and sides put aside."""
    steps = [step for proof in shipped.shipped_proofs().values() for step in proof["steps"]]
    examples = [course["example"] for course in json.loads(shipped.read("courses.json"))["courses"]]
    said = [one for told in (*steps, *examples) for one in told["said"]]
    return list({re.sub(r"[a-g]?\d+|Red|Yellow", "#", str(from_wire(one))): one for one in said}.values())


@pytest.mark.parametrize("language", _OTHERS)
def test_no_sentence_of_a_proof_that_ships_stays_english_or_has_a_hole(browser: Browser, language: str) -> None:
    context = new_context(browser)
    try:
        page = context.new_page()
        serve_modules(page)
        page.route("**/words/**", lambda route: route.fulfill(body="", content_type="text/javascript"))
        texts = _texts()
        assert len(texts) > 100
        words = {text: said for room in ("table", "more", "coach") for text, said in catalogue(language, room).items()}
        said = page.evaluate(SAY, [language, words, texts])
    finally:
        context.close()
    wrong = [(text, other) for text, other in zip(texts, said, strict=True) if _ENGLISH.search(other) or "{" in other]
    assert wrong == []
