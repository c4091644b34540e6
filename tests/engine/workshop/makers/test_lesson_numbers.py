"""Tests the numbers of the lessons: what ships is what the searches of the figures give today."""

from importlib import resources

import pytest

from engine.lab.lessons.lesson import NUMBERS
from engine.workshop.lessons import written
from engine.workshop.lessons.costly import COSTLY
from engine.workshop.lessons.facts import stored

CHEAP = ("tictactoe memo", "tictactoe all", "pondered kept", "pondered afresh")


@pytest.mark.slow
def test_the_numbers_of_all_lessons_are_counted_again() -> None:
    assert resources.files("engine.lab.lessons").joinpath(NUMBERS).read_text("utf-8") == written()


@pytest.mark.slow
def test_the_stored_numbers_are_complete_and_the_cheap_ones_right() -> None:
    assert stored().keys() == COSTLY.keys()
    for name in CHEAP:
        assert COSTLY[name]() == stored()[name]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in COSTLY if name not in CHEAP])
def test_the_stored_numbers_are_right(name: str) -> None:
    assert COSTLY[name]() == stored()[name]
