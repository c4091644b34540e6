"""Feeds the lab's page model with runs: the values of minimax at the end, the same view by every way to a step."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import CHANCE, Game, find
from engine.lab.run import Limits, Problem, record
from engine.lab.trees import random_tree
from engine.search.catalogue import CATALOGUE
from engine.search.parts.values import outcome_value
from tests.browser.lab_replay import views

SHAPES = ("2x2x2", "3x3x2", "uneven-12", "2x2x2x2-ties")
CHANCE_SHAPES = ("2xc2x2", "3xc2x2")
GAMES = {"tictactoe": 6, "slippery-tictactoe": 15, "nim": 10, "connect4-5x4": 17}
"""Games, and the moves and lots played at random before a search."""
GRAINS = {
    "story": {"better", "cut", "table", "iteration"},
    "visits": {"enter", "cut", "table", "leave", "guess", "over", "lot", "probe", "iteration"},
    "lines": {"line"},
}
LIMITS = Limits(places=4_000, steps=100_000, seconds=60.0)
"""A run is never stopped, however slow the machine."""
STEPS_AT_MOST, RUNS_WALKED = 400, 4
AT_LEAST, AT_MOST, GUESSED = 1, 2, 3
ROUNDS = pytest.mark.parametrize("rounds", [1, pytest.param(200, marks=pytest.mark.long)])
_LAST = """
async (text) => {
  const { viewAt } = await import("/static/js/lab/model/view.js");
  return JSON.stringify(JSON.parse(text).map((run) => viewAt(run, run.steps.kind.length - 1)));
}
"""
_WALK = """
async (text) => {
  let { runs, expected, walks, seed } = JSON.parse(text);
  const { viewAt } = await import("/static/js/lab/model/view.js");
  const walk = await import("/static/js/lab/model/walk.js");
  const time = await import("/static/js/lab/model/timeline.js");
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
  for (const run of runs) for (let step = 0; step <= time.lastStep(run); step++) check(run, step, "every");
  const ways = [];
  for (let walked = 0; walked < walks; walked++) {
    const run = runs[random(runs.length)];
    const grain = ["story", "visits", "lines"][random(3)];
    let step = random(time.lastStep(run) + 1);
    for (let move = 0; move < 8; move++) {
      const name = ["forward", "back", "over", "out", "nextCut", "previousCut", "endOf"][random(7)];
      const third = name === "endOf" ? random(run.places.parent.length) : grain;
      const to = walk[name](run, step, third);
      check(run, to, name);
      ways.push([runs.indexOf(run), grain, name, step, to, third]);
      step = to;
    }
  }
  return JSON.stringify({ faults: faults.slice(0, 3), ways });
}
"""


def _ask(modules: Page, script: str, question: Any) -> Any:
    """Returns a script's answer. Both go as text, which Playwright sends in one piece."""
    return json.loads(modules.evaluate(script, json.dumps(question)))


def _problems(seed: int) -> Iterator[tuple[Problem, str]]:
    """Yields every algorithm on a random tree, and on a random tree with chance where the algorithm knows chance."""
    rng = random.Random(seed)
    for name, algorithm in CATALOGUE.items():
        yield Problem.of_tree(random_tree(rng.randrange(10**6), rng.choice(SHAPES)).text()), name
        if algorithm.chance and name not in ("quiescence", "singular", "reduction"):
            yield Problem.of_tree(random_tree(rng.randrange(10**6), rng.choice(CHANCE_SHAPES)).text()), name


def _positions(seed: int) -> Iterator[tuple[Problem, str]]:
    """Yields every algorithm on a random position of a game."""
    rng = random.Random(seed)
    for name, algorithm in CATALOGUE.items():
        fitting = [game for game in GAMES if algorithm.chance or not find(game).has_chance]
        yield _position(rng, rng.choice(fitting)), name


def _position(rng: random.Random, name: str) -> Problem:
    game = find(name)
    while True:
        state, played = game.initial(), 0
        while game.outcome(state) is None and (played < GAMES[name] or game.to_move(state) is CHANCE):
            lots = game.to_move(state) is CHANCE
            state = game.play(
                state, rng.choice([lot for lot, _ in game.outcomes(state)] if lots else list(game.moves(state)))
            )
            played += 1
        if game.outcome(state) is None and (name != "nim" or state.left < 7):
            return Problem(game, state, None, f"{name} {state}")


@ROUNDS
def test_every_done_place_ends_with_the_value_of_minimax(modules: Page, rounds: int) -> None:
    """Feeds the model with runs alone. What is proven is the value of minimax, or a bound of that value."""
    for seed in range(rounds):
        _check_values(modules, seed)


def _check_values(modules: Page, seed: int) -> None:
    asked = [*_problems(seed), *_positions(seed)]
    runs = [record(problem, name, limits=LIMITS) for problem, name in asked]
    checked = 0
    for (problem, name), run, view in zip(asked, runs, _ask(modules, _LAST, runs), strict=True):
        assert run["complete"], name
        counts = dict(run["counts"])
        counts["hits"] = counts.pop("table_hits")
        assert view["counts"] == counts, name
        if name != "uct":  # the mean of all rounds is not that of the best move
            assert view["places"][0]["value"] == pytest.approx(run["result"]["value"]), name
        oracle = Oracle(problem, run)
        for place, shown in enumerate(view["places"]):
            if shown["state"] != "done" or shown["bound"] == GUESSED or not shown["proven"]:
                continue
            truth, checked = oracle.value(place), checked + 1
            if shown["bound"] != AT_MOST:
                assert shown["value"] <= truth + 1e-9, (name, problem.moves, run["tree"], place, shown, truth)
            if shown["bound"] != AT_LEAST:
                assert shown["value"] >= truth - 1e-9, (name, problem.moves, run["tree"], place, shown, truth)
    assert checked > len(runs)


class Oracle:
    """Returns plain minimax's values at the places of a run, for the root's side, as far from the root as they lie."""

    def __init__(self, problem: Problem, run: dict[str, Any]) -> None:
        self.game: Game[Any] = problem.game
        self.player = self.game.to_move(problem.state)
        self.values: dict[tuple[Any, int], float] = {}
        self.states, self.plies = [problem.state], [0]
        places = run["places"]
        for parent, move in zip(places["parent"][1:], places["move"][1:], strict=True):
            state = self.states[parent]
            lots = self.game.to_move(state) is CHANCE
            moves = [lot for lot, _ in self.game.outcomes(state)] if lots else self.game.moves(state)
            self.states.append(self.game.play(state, next(one for one in moves if str(one) == move)))
            self.plies.append(self.plies[parent] + (not lots))

    def value(self, place: int) -> float:
        return self._known(self.states[place], self.plies[place])

    def _known(self, state: Any, ply: int) -> float:
        if (state, ply) not in self.values:
            self.values[state, ply] = self._value(state, ply)
        return self.values[state, ply]

    def _value(self, state: Any, ply: int) -> float:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome_value(self.game, outcome, self.player, ply)
        mover = self.game.to_move(state)
        if mover is CHANCE:
            return sum(
                chance * self._known(self.game.play(state, lot), ply) for lot, chance in self.game.outcomes(state)
            )
        better = max if mover is self.player else min
        return better(self._known(self.game.play(state, move), ply + 1) for move in self.game.moves(state))


@ROUNDS
def test_any_way_to_a_step_shows_what_a_replay_shows(modules: Page, rounds: int) -> None:
    """Walks forward, back, over, out and from cut to cut. The replay of the run in Python knows every view."""
    for seed in range(rounds):
        _check_walks(modules, seed)


def _check_walks(modules: Page, seed: int) -> None:
    asked = [*_problems(seed), *_positions(seed)]
    random.Random(seed).shuffle(asked)
    runs = (record(problem, name, limits=LIMITS) for problem, name in asked)
    chosen = list(islice((run for run in runs if len(run["steps"]["kind"]) <= STEPS_AT_MOST), RUNS_WALKED))
    expected = [views(run) for run in chosen]
    found = _ask(modules, _WALK, {"runs": chosen, "expected": expected, "walks": 50, "seed": seed + 1})
    assert found["faults"] == []
    for number, grain, way, before, after, place in found["ways"]:
        _check_way(chosen[number], grain, way, before, after, place)


def _check_way(run: dict[str, Any], grain: str, way: str, before: int, after: int, place: int) -> None:
    """Checks where a key leads: nothing between the two steps is of the kind looked for."""
    kinds = [run["kinds"][kind] for kind in run["steps"]["kind"]]
    visit, last = run["steps"]["visit"][before], len(kinds) - 1
    low, high = sorted((before, after))
    if way in ("forward", "back"):
        assert (after > before if way == "forward" else after < before) or before in (0, last)
        assert not {kinds[step] for step in range(low + 1, high)} & GRAINS[grain]
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


def test_a_question_whose_answer_never_comes_ends_with_a_sentence(modules: Page) -> None:
    said = modules.evaluate("""async () => {
      const [{ fetch }, { timeout }] = [window, AbortSignal];
      window.fetch = (_, { signal } = {}) => (signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => {}));
      AbortSignal.timeout = () => AbortSignal.abort(); // the time is over at once
      const { ask } = await import("/static/js/lab/net/runs.js");
      const never = new Promise((go) => setTimeout(() => go("nothing"), 1000));
      const told = await Promise.race([ask("/lab/run/x").catch((error) => error.message), never]);
      window.fetch = fetch;
      AbortSignal.timeout = timeout;
      return told;
    }""")
    assert said == "The server does not answer. Try again in a moment."
