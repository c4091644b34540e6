"""Tests that what is kept for everybody has a part for each address."""

from hypothesis import given
from hypothesis import strategies as st

from webapp.common.parts import Parts


def test_the_oldest_of_the_address_with_the_most_goes() -> None:
    parts = Parts[str](6, 4)
    parts.put("mine", "friend", "mine")
    for number in range(10):
        parts.put(str(number), "foe", str(number))
        parts.put(f"other {number}", f"address {number % 2}", f"other {number}")
    assert parts.get("mine") == "mine"
    assert len(parts) == 6
    parts.put("mine", "another", "mine again")
    assert [parts.get("mine"), list(parts)[-1]] == ["mine again", "mine again"]


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("xyz"))), st.integers(1, 6), st.integers(1, 4))
def test_bounds_hold_and_no_address_takes_the_part_of_another(
    puts: list[tuple[str, str]], most: int, of_address: int
) -> None:
    parts, last = Parts[tuple[str, str]](most, of_address), dict[str, str]()
    for key, address in puts:
        parts.put(key, address, (key, address))
        last[key] = address
        held = list(parts)
        assert len(held) <= most
        assert held[-1] == (key, address)
        counts = [sum(1 for _, other in held if other == each) for each in "xyz"]
        assert max(counts) <= of_address
        assert all(last[kept] == owner for kept, owner in held)
