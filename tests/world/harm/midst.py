"""Lets troubles begin in the midst of acts: just when something is stored, asked, or given to another host."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.world.simulated.machine import Machine

ACTS = ("asked", "stored", "owners")
"""What is noted: a question of a page, a stored event, and new owners of games."""
_LATEST = 12.0
"""Virtual seconds after which a trouble begins in any case."""
_DELAYS = (0.0, 0.0005, 0.004, 0.03, 0.4)
"""Virtual seconds from an act to the trouble: before it is confirmed, or while others hear of it."""


class Midst:
    """Holds the troubles that wait for an act."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._waiting: list[tuple[str, float, Callable[[], None]]] = []

    def begin(self, chance: random.Random, trouble: Callable[[], object]) -> None:
        """Begins a trouble at an act that ``chance`` chooses, but soon."""
        is_begun = False

        def begin_once() -> None:
            nonlocal is_begun
            if not is_begun:
                is_begun = True
                trouble()

        self._waiting.append((chance.choice(ACTS), chance.choice(_DELAYS), begin_once))
        self._machine.later(chance.uniform(0.2, _LATEST), begin_once)

    def note(self, act: str) -> None:
        """Notes an act: what has waited for it begins, after the present step."""
        if self._waiting:
            due = [one for one in self._waiting if one[0] == act]
            self._waiting = [one for one in self._waiting if one[0] != act]
            for _, delay, begin in due:
                self._machine.later(delay, begin)
