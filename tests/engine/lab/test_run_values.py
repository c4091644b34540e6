"""Tests runs of every algorithm against minimax: the result, every value, every bound, every cut and its witness."""

import random
from functools import lru_cache

import pytest

from engine.games import CHANCE
from engine.lab.run.problem import lay_out
from engine.lab.run.recording import Limits, Recording
from engine.lab.run.visits import AT_LEAST, AT_MOST, EXACT, Visits
from engine.search.parts.values import ROUNDING, decays, delay, is_null, just_below, limits, root_player
from tests.engine.lab.runs import WATCHED, game_problem, tree_problem, worth
from tests.engine.search.oracle import oracle

FAR = Limits(places=100_000, steps=10_000_000, seconds=600)
RISKY = ("reduction", "beam")
"""Algorithms that may overlook a move, so that their bounds are no proofs."""

each_watched = pytest.mark.parametrize("algorithm", WATCHED, ids=lambda one: one.name)
shares = pytest.mark.parametrize(
    "seeds", [pytest.param((0, 2), id="two"), pytest.param(range(200), id="200", marks=pytest.mark.long)]
)
each_kind = pytest.mark.parametrize("draw", [tree_problem, game_problem], ids=["trees", "positions"])


@lru_cache(maxsize=160)
def recorded(algorithm, draw, seed):
    """Returns the problem, the depth, the result of a watched search, the recording, the places and the columns."""
    problem, depth = draw(seed, algorithm)
    recording = Recording(problem.game, root_player(problem.game, problem.state, depth), FAR)
    with recording.watching():
        result = algorithm.function(problem.game, problem.state, depth, recording)
    places = lay_out(problem, recording.player, set(recording.places))
    return problem, depth, result, recording, places, Visits(recording, places, algorithm)


@each_watched
@each_kind
@shares
def test_a_watched_search_finds_the_same(algorithm, draw, seeds) -> None:
    for seed in seeds:
        problem, depth, result, *_ = recorded(algorithm, draw, seed)
        alone = algorithm.function(problem.game, problem.state, depth, None)
        if algorithm.name == "parallel":  # how much threads search, guesses included, depends on their chance
            assert (result.value, result.move) == (alone.value, alone.move)
        else:
            assert result == alone


@each_watched
@each_kind
@shares
def test_every_value_and_bound_holds(algorithm, draw, seeds) -> None:
    """Compares each finished visit with the oracle: to the end where proven, else to the depth of the visit."""
    claims = 0
    for seed in seeds:
        problem, _, _, recording, _, visits = recorded(algorithm, draw, seed)
        assert all(visits.done)
        value = oracle(problem.game)
        for number, branch in enumerate(visits.branches):
            if visits.bound[number] not in (EXACT, AT_LEAST, AT_MOST):
                claimed = visits.proven[number] or (algorithm.exact and not algorithm.rounds)
                assert branch.note == "guess" or not claimed
                continue
            ahead = 99 if visits.proven[number] or branch.depth > 99 else branch.depth
            true = value(branch.state, recording.player, ahead)
            true = delay(true, visits.ply[number]) if decays(problem.game) else true
            claims += 1
            if visits.bound[number] != AT_MOST:
                assert branch.value <= true + ROUNDING
            if visits.bound[number] != AT_LEAST:
                assert branch.value >= true - ROUNDING
    assert claims > len(seeds)


@each_watched
@each_kind
@shares
def test_each_end_of_a_window_is_the_value_of_the_visit_named(algorithm, draw, seeds) -> None:
    """Finds the visit among the finished ones of a move of the same side above. Below a lot the window is scaled."""
    for seed in seeds:
        problem, _, _, recording, _, visits = recorded(algorithm, draw, seed)
        ends = limits(problem.game, recording.player)
        for number, branch in enumerate(visits.branches):
            above = [number]
            while visits.parent[above[-1]] >= 0:
                above.append(visits.parent[above[-1]])
            scaled = any(visits.branches[one].mover is CHANCE for one in above[1:])
            for bound, origin, side in (
                (branch.alpha, branch.alpha_from, recording.player),
                (branch.beta, branch.beta_from, recording.player.other),
            ):
                if origin is None:
                    # below a probe of Star2 a bound may come from the least or the greatest payoff, and the window of
                    # MTD(f) at the root is that of the question
                    root = visits.branches[above[-1]]
                    assert bound in (root.alpha, root.beta) or (
                        scaled and not ends[0] + ROUNDING < bound < ends[1] - ROUNDING
                    )
                    continue
                witness = visits.number(origin)
                assert witness < number
                assert witness not in above
                assert visits.parent[witness] in above
                assert not origin.aside
                if visits.branches[visits.parent[witness]].mover is not side:
                    assert is_null(branch.alpha, branch.beta)
                    continue
                assert scaled or bound in (origin.value, just_below(origin.value))


def cuts_of(algorithm, draw, seed):
    """Yields each cut of a run: the problem, the player, the depth of the iteration, the routes skipped, if deep.

    A search that extends some moves is compared with minimax only where both reach the end.
    """
    problem, depth, _, recording, places, visits = recorded(algorithm, draw, seed)
    if not algorithm.exact and depth is not None:
        return
    root = 0
    for number, branch in enumerate(visits.branches):
        root = number if visits.parent[number] < 0 else root
        if visits.is_cut(number):
            routes = [places[place].route for place in visits.skipped[number]]
            origin = branch.beta_from if branch.mover is recording.player else branch.alpha_from
            deep = origin is not None and visits.parent[visits.number(origin)] != visits.parent[number]
            yield problem, recording.player, visits.branches[root].depth, routes, deep


def check_cuts(cuts, replacements: int) -> tuple[int, int]:
    """Puts other values in the place of what was skipped, and returns the number of cuts, and of deep ones."""
    count = deep_ones = 0
    drawn = random.Random(18)
    for problem, player, depth, routes, deep in cuts:
        plies = min(depth, 99)
        before = worth(problem, player, plies, {})
        low, high = limits(problem.game, player) if problem.game.has_chance else (-1000.0, 1000.0)
        for number in range(replacements):
            new = [low, high][number] if number < 2 else None
            replaced = {route: drawn.uniform(low, high) if new is None else new for route in routes}
            assert worth(problem, player, plies, replaced) == pytest.approx(before, abs=1e-9)
        count, deep_ones = count + 1, deep_ones + deep
    return count, deep_ones


ASKING = ("pvs", "mtdf")
"""Algorithms whose cuts leave the answer to a question unchanged: see tests/engine/search/test_null_windows.py."""
CUTTING = [
    one
    for one in WATCHED
    if one.name
    not in (
        *RISKY,
        *ASKING,
        "minimax",
        "negamax",
        "memo",
        "expectiminimax",
        "uct",
        "proof",
        "expectimax",
        "retrograde",
        "maxn",
    )
]


@pytest.mark.parametrize("algorithm", CUTTING, ids=lambda one: one.name)
def test_what_a_cut_skips_cannot_matter(algorithm) -> None:
    cuts = [
        cut for draw in (tree_problem, game_problem) for seed in (0, 2, 4) for cut in cuts_of(algorithm, draw, seed)
    ]
    assert check_cuts(cuts[:24:4], 4)[0] > 0


@pytest.mark.long
def test_what_a_thousand_cuts_skip_cannot_matter() -> None:
    """Replaces what each of a thousand cuts and more has skipped a hundred times, and counts the deep ones."""
    cuts = [cut for algorithm in CUTTING for seed in range(60) for cut in cuts_of(algorithm, tree_problem, seed)]
    cuts += [cut for algorithm in CUTTING for seed in range(8) for cut in cuts_of(algorithm, game_problem, seed)][::20]
    count, deep = check_cuts(cuts, 100)
    print(f"{count} cuts, {deep} of them deep, 100 replacements each")
    assert count >= 1000
    assert deep >= 50
