"""Puts values of any form where the browser keeps its own: no page may fail, and what can be read is used."""

import copy
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable, Watch

_ID, _TOKEN = "abcdefghijkl", "t" * 43
_TABLE = [_ID, {"seats": [_TOKEN, None], "table": _TOKEN}]
_SUMMARY = {
    "title": "Connect Four", "seats": "You against level 5", "state": "You win", "ply": 7, "over": True,
    "board": [7, 6], "discs": [[4, 1, 0], [4, 2, 1]], "at": 1_700_000_000_000,
}  # fmt: skip
_ROW = ["44", 1, "4", [[1, -2, "3"]], 0, 1000, 1, 3, 0, []]
_PROOF = {
    "claim": {"side": 0, "wins": True}, "reason": None, "play": [4], "ply": 2, "version": 3,
    "steps": [
        {"kind": "claim", "text": "Red wins.", "moves": [4], "cells": [[4, 3]], "pairs": [[[1, 1], [1, 2]]]},
        {"kind": "tree", "moves": [4], "cells": [], "pairs": [], "said": [
            {"text": "{me}: {count}, {cells}, {either}", "values": {
                "me": {"side": "red"}, "count": {"count": 3}, "cells": ["a1", "b2"],
                "either": {"text": "{first} or {last}", "values": {"first": "a1", "last": "b2"}}}},
        ]},
    ],
    "certificate": {
        "game": "connect4", "connect": 4, "rows": ["       "] * 4 + ["   O   ", "   X   "], "size": 3, "first": 4,
        "claim": {"side": 0, "wins": True},
        "nodes": [
            {"type": "branch", "answers": [[1, 2, 1], [3, None, None]], "aside": []},
            {"type": "leaf", "block": False, "pairs": [[[1, 1], [1, 2]]], "line": [[4, 3]], "reach": [], "count": 1,
             "waits": [{"target": [1, 1], "below": [1, 2], "line": [[1, 1]]}], "aside": []},
        ],
    },
}  # fmt: skip
_KEPT: dict[str, Any] = {
    "tables": [[*_TABLE, _SUMMARY]],
    "hidden": ["Rude"],
    "ladder.connect4": {"3": [True, False]},
    "climbs": {_ID: {"level": 3, "alone": True, "over": False}},
    "coach": {
        "of": "fourthought-coach", "v": 1, "rating": {"points": 1200, "deviation": 100}, "day": 20000, "solved": 3,
        "failed": 1, "seen": ["44"], "cards": [{"name": "44", "row": _ROW, "stage": -1, "due": 1}],
        "mistakes": [{"name": "44", "row": _ROW, "played": 3, "game": _ID, "day": 20000, "times": 1}],
        "days": [{"day": 20000, "tries": 1, "solved": True}], "courses": {"fork": ["44"]},
    },
    "coach.proofs": {"44": _PROOF},
    **dict.fromkeys(["coach.searched", "lab-lessons", "lab-letters", "theme", "palette", "sound", "name"], "x"),
    **dict.fromkeys(["lab-programs", "watched", "muted", "thinking", "thinking.analysis"], "x"),
    **dict.fromkeys(["student.tictactoe", "student.connect4-5x4"], "x"),
}  # fmt: skip
_PAGES = [
    "/",
    "/connect4/4453",
    "/coach",
    "/coach/day",
    "/coach/mistakes",
    "/coach/themes",
    "/lab",
    "/student",
    "/student/tictactoe",
]
_BY_DAY = ("/", "/coach/mistakes")
_ODD: list[Any] = [
    None, True, 0, -1, 1e300, 2.5, "", "x", "__proto__", [], [None], [1, 2], [[]], {}, {"seats": 3}, {"__proto__": 1},
    [[_ID, None]], [[_ID, {}]], [[_ID, {"seats": None}]], [[_ID, {"seats": [1, 2]}, {"title": 3}]], {"3": 5},
    {"3": [1]},
]  # fmt: skip


def _mutated(value: Any, draw: random.Random) -> Any:
    """Returns a value with one part, at any depth, replaced by something else or taken away."""
    whole = copy.deepcopy(value)
    part = whole
    while isinstance(part, list | dict) and part:
        place = draw.choice(list(part) if isinstance(part, dict) else range(len(part)))
        if isinstance(part[place], list | dict) and part[place] and draw.random() < 0.8:
            part = part[place]
            continue
        if draw.random() < 0.2:
            del part[place]
        else:
            part[place] = draw.choice(_ODD)
        return whole
    return draw.choice(_ODD)


def _stored(value: Any, draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.1:
        return draw.choice(["", "{", "[", "nul", "\ufeff[]", "[" * 20_000, "💥", "NaN"])
    return json.dumps(draw.choice(_ODD) if kind < 0.3 else _mutated(value, draw))


@pytest.mark.parametrize(
    ("path", "rounds"),
    [*((path, 1) for path in _BY_DAY), *(pytest.param(path, 4, marks=pytest.mark.long) for path in _PAGES)],
)
def test_no_kept_value_kills_a_page(open_table: OpenTable, path: str, rounds: int) -> None:
    draw = random.Random(path)
    table = open_table(path)
    for _ in range(rounds):
        kept = {f"fourthought.{key}": _stored(value, draw) for key, value in _KEPT.items()}
        table.page.evaluate(
            "(kept) => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text))", kept
        )
        table.page.goto(table.page.url)
        expect(table.page.locator(".grid button, .lab__tree svg, .today__boards svg").first).to_be_visible()
        expect(table.page.locator("h1, #head").last).not_to_have_text("\u00a0")


_READERS = """async (texts) => {
  const { readKept } = await import("/static/js/model/kept.js");
  const { kept } = await import("/static/js/coach/model/saved.js");
  const { KEPT_PROOFS } = await import("/static/js/coach/net/progress_store.js");
  const readers = { coach: (value) => kept(value), "coach.proofs": KEPT_PROOFS };
  const wrong = [];
  for (const [key, text] of texts) {
    const read = readers[key];
    const once = readKept(text, read);
    const again = once && readKept(JSON.stringify({ of: "fourthought-coach", ...once }), read);
    if (JSON.stringify(once) !== JSON.stringify(again)) wrong.push([key, text.slice(0, 200)]);
  }
  return wrong;
}"""


def test_what_was_read_is_read_again_as_the_same(modules: Page) -> None:
    draw = random.Random(7)
    texts = [(key, _stored(_KEPT[key], draw)) for key in ("coach", "coach.proofs") for _ in range(300)]
    assert modules.evaluate(_READERS, texts) == []
    whole = [(key, json.dumps(_KEPT[key])) for key in ("coach", "coach.proofs")]
    assert modules.evaluate(_READERS, whole) == []


def test_one_row_that_cannot_be_read_takes_no_other_along(open_table: OpenTable) -> None:
    table = open_table("/connect4")
    tables = [None, 5, [_ID], ["../../evil", _TABLE[1], _SUMMARY], [*_TABLE, {**_SUMMARY, "discs": [[1, 2]]}]]
    coach = {**_KEPT["coach"], "mistakes": [None, *_KEPT["coach"]["mistakes"], {"name": "1"}], "seen": [1, "44"]}
    store = (
        "([tables, coach]) => (localStorage['fourthought.tables'] = tables, localStorage['fourthought.coach'] = coach)"
    )
    table.page.evaluate(store, [json.dumps(tables), json.dumps(coach)])
    table.page.reload()
    table.menu("Your games")
    expect(table.page.locator(".games__link")).to_have_attribute("href", f"/game/{_ID}")
    table.page.goto(table.page.url.replace("/connect4", "/coach/mistakes"))
    expect(table.page.locator(".mistakes__one")).to_have_count(1)


@pytest.mark.long
def test_every_page_forgets_what_the_browser_keeps_even_without_its_script(open_table: OpenTable, watch: Watch) -> None:
    page = open_table("/", own=True).page
    base = page.url.rstrip("/")
    page.route("**/*.js", lambda route: route.abort() if "settings" not in route.request.url else route.continue_())
    for path in ("/", "/coach", "/lab", "/student", "/nothing"):
        page.evaluate("() => { localStorage['fourthought.name'] = 'Anna'; localStorage['other'] = 'stays' }")
        page.goto(base + path)
        if path != "/nothing":
            page.locator(".bar > [popovertarget=settings]").click()
        page.get_by_text("Forget what this browser keeps").click()
        with page.expect_navigation():
            page.get_by_role("button", name="Forget all of it").click()
        assert page.evaluate("Object.keys(localStorage)") == ["other"], path
    watch.faults.clear()  # scripts were refused, and one address leads nowhere
