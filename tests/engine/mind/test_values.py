from engine.games import Player, find
from engine.mind.values import LIMIT, number_in, value_of, words

GAME = find("connect4")


def test_values_keep_the_order_of_numbers() -> None:
    numbers = [*range(-21, 22)]
    assert [value_of(n) for n in numbers] == sorted(value_of(n) for n in numbers)
    assert all(number_in(value_of(n)) == n for n in numbers if n)
    assert number_in(0.5) is None


def test_bounds_in_words() -> None:
    say = lambda low, high: words(GAME, low, high, 0, Player.FIRST)  # noqa: E731
    assert (say(18, 18), say(-18, -18), say(0, 0)) == ("wins in 4", "loses in 4", "draws")
    assert (say(1, 5), say(-5, -2), say(0, 5)) == ("wins", "loses", "at least a draw")
    assert (say(-5, 0), say(-LIMIT, LIMIT)) == ("at most a draw", "")
