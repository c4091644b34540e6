"""The solver's node count on fixed positions is the same on every machine and after every refactoring."""

from __future__ import annotations

from engine.bench.signature import SIGNATURE, measure


def test_signature() -> None:
    nodes, seconds = measure()
    assert nodes == SIGNATURE
    assert seconds > 0
