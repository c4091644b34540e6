"""Pairs the programs of an arena, round after round: Swiss, or all against all."""

from collections.abc import Mapping, Sequence

Pair = tuple[str, str]


def swiss(names: Sequence[str], points: Mapping[str, float], met: Mapping[frozenset[str], int]) -> list[Pair]:
    """Returns pairs of players with about the same rating, those first that have met the least.

    Args:
        names: the players.
        points: the rating of a player so far, 0 where there is none.
        met: how often two have met.
    """
    waiting = sorted(names, key=lambda name: (-points.get(name, 0.0), name))
    pairs = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda name: (met.get(frozenset((one, name)), 0), waiting.index(name)))
        waiting.remove(other)
        pairs.append((one, other))
    return pairs


def round_robin(names: Sequence[str], number: int) -> list[Pair]:
    """Returns the pairs of a round, counted from 0: in as many rounds as there are others, each meets each once."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    turn = number % (len(circle) - 1)
    circle = [circle[0], *circle[1:][turn:], *circle[1:][:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [(one, other) for one, other in pairs if one is not None and other is not None]
