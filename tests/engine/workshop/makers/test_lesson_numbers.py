"""Tests the stored numbers of the lessons: complete, and counted again."""

import pytest

from engine.lab.lessons.facts import stored
from engine.workshop.lessons import COSTLY

CHEAP = ("tictactoe memo", "tictactoe all", "pondered kept", "pondered afresh")


@pytest.mark.slow
def test_the_stored_numbers_are_complete_and_the_cheap_ones_right() -> None:
    assert stored().keys() == COSTLY.keys()
    for name in CHEAP:
        assert COSTLY[name]() == stored()[name]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in COSTLY if name not in CHEAP])
def test_the_stored_numbers_are_right(name: str) -> None:
    assert COSTLY[name]() == stored()[name]
