from __future__ import annotations

from typing import Any

import pytest

from webapp.engines import LocalEngine


class Scheduler:
    """Notes who ponders."""

    def __init__(self) -> None:
        self.pondering: list[Any] = []

    def ponder(self, mind: Any) -> None:
        self.pondering.append(mind)

    def busy(self, mind: Any) -> bool:
        return mind in self.pondering


def test_the_opening_is_thought_about_once_and_its_tree_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, scheduler = LocalEngine(1), Scheduler()
    monkeypatch.setattr(engine, "_scheduler", scheduler)
    for _ in range(3):
        engine.anticipate()
    (mind,) = scheduler.pondering
    assert (mind.game.name, mind.level, mind.moves, mind.closed) == ("connect4", 10, (), False)
    scheduler.pondering.clear()  # all is proven
    engine.anticipate()
    assert mind.closed
    assert scheduler.pondering == []
