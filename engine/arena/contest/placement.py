"""Plays a program against the levels near its own rating, so that few games tell much.

A game between equals tells about a rating four times as much as one between players 340 points apart, and thirteen
times as much as one 500 points apart. A gap between ratings is also the less exact the wider it is. So after each pair
of games the rating is estimated anew, and of the three nearest levels the one plays that has played least: as a rule
one below, one above and one about as strong. The program is started once, and plays until its rating is known well or
its time is over. A fast program plays more games than a slow one.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from engine.arena.contest.pairing import Pair, Pairing, Plan
from engine.arena.ratings import Rating, fit_beside
from engine.games import Move

Scores = dict[str, tuple[float, int]]
"""The points of a program, and its games, by the name of the level."""

NEAREST = 3
"""Among so many levels the games are shared."""
WELL_KNOWN = 40.0
"""The margin of a rating, half its 95 % interval, from which on two games a round are enough."""
_MOST = 50
"""Pairs of games in a round, each from an opening of its own."""


def play_levels(
    plan: Plan, number: int, name: str, scores: Scores, until: float, under_way: dict[Pair, list[Move]]
) -> list[dict[str, Any]]:
    """Plays a program against levels, by its ``scores`` in earlier rounds, and returns the records. No game begins
    after ``until`` on the clock ``time.monotonic``. ``under_way`` gets the moves of each game while it is played."""
    end = min(until, time.monotonic() + plan.level_seconds)
    found: list[dict[str, Any]] = []
    known, scores = plan.published(), dict(scores)
    with Pairing(plan, number, under_way) as pairing:
        for opening in range(number * _MOST, (number + 1) * _MOST):
            rating = estimate(scores, known)
            if found and rating and rating.margin < WELL_KNOWN:
                break
            level = next_level(plan.level_names, known, scores, rating)
            pair = [pairing.play((name, level), opening, which) for which in (0, 1)]
            found += pair
            points = pair[0]["points"] + 1 - pair[1]["points"]
            before, count = scores.get(level, (0.0, 0))
            scores[level] = before + points, count + 2
            if any(record["forfeit"] for record in pair) or time.monotonic() >= end:
                break
    return found


def play_last(
    plan: Plan, number: int, played: Sequence[Pair], under_way: dict[Pair, list[Move]]
) -> list[dict[str, Any]]:
    """Plays the last game of a program's games against levels in a round, where the file of games was cut before it."""
    with Pairing(plan, number, under_way) as pairing:
        return [pairing.play(played[-1], number * _MOST + len(played) // 2, 1)]


def estimate(scores: Mapping[str, tuple[float, int]], known: Mapping[str, float]) -> Rating | None:
    """Returns the rating of a program by its games against the levels whose rating is known, None before any."""
    names = [name for name in scores if name in known]
    results = {(0, place): scores[name] for place, name in enumerate(names, start=1)}
    ratings = {place: known[name] for place, name in enumerate(names, start=1)}
    return fit_beside(results, ratings)[0] if results else None


def next_level(levels: Sequence[str], known: Mapping[str, float], scores: Scores, rating: Rating | None) -> str:
    """Returns the level to play: first the middle one, later the least met of the nearest. Unrated ones take turns."""
    rated = [name for name in levels if name in known]
    if not rated:
        return min(levels, key=lambda name: scores.get(name, (0.0, 0))[1])
    if rating is None:
        return sorted(rated, key=known.__getitem__)[(len(rated) - 1) // 2]
    nearest = sorted(rated, key=lambda name: abs(known[name] - rating.points))[:NEAREST]
    return min(nearest, key=lambda name: scores.get(name, (0.0, 0))[1])
