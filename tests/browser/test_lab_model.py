"""Feeds the lab's page model with runs: the values of minimax at the end, the same view whatever the way to a step."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from engine.games import CHANCE, Game, find
from engine.lab.run import Problem, record
from engine.lab.trees import random_tree
from engine.search import CATALOGUE, expectiminimax
from engine.search.values import decays, delay
from tests.browser.lab_replay import views

STATIC = Path(__file__).parents[2] / "static"
ORIGIN = "http://lab.test"
SHAPES = ("2x2x2", "3x3x2", "uneven-12", "2x2x2x2-ties")
CHANCE_SHAPES = ("2xc2x2", "3xc2x2")
POSITIONS = ("tictactoe:51937", "tictactoe:519264", "tictactoe-slippery:5193726", "nim:1", "connect4-4x4:1122334411")
GUESSING = {"beam"}
"""Algorithms whose value may differ from minimax even at the end of the game."""
_WALK = """
async ({ runs, expected, walks, seed }) => {
  const { viewAt } = await import("/static/js/lab/model/view.js");
  const walk = await import("/static/js/lab/model/walk.js");
  const same = (a, b) => {
    if (a === b) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
  };
  const faults = [];
  const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
  const check = (run, step, way) => {
    const [view, wanted] = [viewAt(run, step), expected[runs.indexOf(run)][step]];
    for (const name of Object.keys(wanted)) {
      if (!same(view[name], wanted[name])) faults.push([runs.indexOf(run), way, step, name, view[name], wanted[name]]);
    }
    return Object.keys(view).length === Object.keys(wanted).length || faults.push([way, Object.keys(view)]);
  };
  for (const run of runs) for (let step = 0; step <= walk.lastStep(run); step++) check(run, step, "every");
  const ways = [];
  for (let walked = 0; walked < walks; walked++) {
    const run = runs[random(runs.length)];
    const grain = ["story", "visits", "lines"][random(3)];
    let step = random(walk.lastStep(run) + 1);
    for (let move = 0; move < 8; move++) {
      const name = ["forward", "back", "over", "out", "nextCut", "previousCut", "endOf"][random(7)];
      const third = name === "endOf" ? random(run.places.parent.length) : grain;
      const to = walk[name](run, step, third);
      check(run, to, name);
      ways.push([runs.indexOf(run), grain, name, step, to, third]);
      step = to;
    }
  }
  return { faults: faults.slice(0, 3), ways };
}
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Opens an empty page that can import the modules of the page, without a server."""
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ORIGIN}/**", _serve)
    page.goto(ORIGIN)
    yield page
    context.close()


def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/static/")
    if name.endswith(".js"):
        route.fulfill(body=(STATIC / name).read_text(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><title>Models</title>", content_type="text/html")


def _problems(seed: int) -> Iterator[tuple[Problem, str]]:
    """Yields every algorithm on a random tree, and on a random tree with chance or a position where these are understood."""
    rng = random.Random(seed)
    for name, algorithm in CATALOGUE.items():
        if not algorithm.watched:
            continue
        yield Problem.of_tree(random_tree(rng.randrange(10**6), rng.choice(SHAPES)).text()), name
        if algorithm.chance and name not in ("quiescence", "singular", "reduction"):
            yield Problem.of_tree(random_tree(rng.randrange(10**6), rng.choice(CHANCE_SHAPES)).text()), name


def _positions(seed: int) -> Iterator[tuple[Problem, str, int | None]]:
    rng = random.Random(seed)
    for name, algorithm in CATALOGUE.items():
        text = rng.choice(POSITIONS)
        game, moves = text.split(":")
        if algorithm.watched and (algorithm.chance or not find(game).has_chance):
            yield Problem.of_game(game, moves), name, None if algorithm.exact else 3


def _rounds() -> list[Any]:
    return [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 200))]


@pytest.mark.parametrize("seed", _rounds())
def test_any_way_to_a_step_shows_what_a_replay_shows(page: Page, seed: int) -> None:
    """Walks forward, back, over, out and from cut to cut; the replay of the run in Python knows every view."""
    runs = [record(problem, name, None) for problem, name in _problems(seed)]
    runs += [record(problem, name, depth) for problem, name, depth in _positions(seed)]
    short = [run for run in runs if len(run["steps"]["kind"]) <= _STEPS_AT_MOST]
    chosen = short if seed else random.Random(seed).sample(short, 8)
    asked = {"runs": chosen, "expected": [views(run) for run in chosen], "walks": 50 if seed else 40, "seed": seed + 1}
    found = page.evaluate(_WALK, asked)
    assert found["faults"] == []
    for number, grain, way, before, after, place in found["ways"]:
        _check_way(chosen[number], grain, way, before, after, place)


_STEPS_AT_MOST = 1500


def _check_way(run: dict[str, Any], grain: str, way: str, before: int, after: int, place: int) -> None:
    """Checks where a key leads: nothing between the two steps is of the kind looked for."""
    kinds = [run["kinds"][kind] for kind in run["steps"]["kind"]]
    visit, last = run["steps"]["visit"][before], len(kinds) - 1
    low, high = sorted((before, after))
    if way in ("forward", "back"):
        assert (after > before if way == "forward" else after < before) or before in (0, last)
        assert not {kinds[step] for step in range(low + 1, high)} & _OF_GRAIN[grain]
    elif way in ("nextCut", "previousCut"):
        assert after == before or kinds[after] == "cut"
        assert "cut" not in kinds[low + 1 : high]
    elif way == "over":
        leaves = kinds[after] == "leave" and run["steps"]["visit"][after] == visit
        assert leaves or after == last or (kinds[before] == "leave" and after > before)
    elif way == "out":
        leaves = kinds[after] == "leave" and run["steps"]["visit"][after] == run["visits"]["parent"][visit]
        assert leaves or after == last
    elif after != before:
        ended = run["steps"]["visit"][after]
        of_place = run["visits"]["place"][ended] == place and kinds[after] == "leave"
        assert of_place or run["visits"]["skipped"][ended]


_OF_GRAIN = {
    "story": {"better", "cut", "table", "iteration"},
    "visits": {"enter", "cut", "table", "leave", "guess", "over", "lot", "probe", "iteration"},
    "lines": {"line"},
}
