"""Checks for every event of the wire a form and a handler of the same name, ready before the first event."""

import math
import subprocess
import sys
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.webapp.sockets.desk import Desk
from webapp.play.desk.forms import FORMS, read
from webapp.play.game.commands import SLOWEST_PACE

TAKES_APART = """
import sys
from contextlib import suppress

import msgspec

from webapp.play.desk.forms import FORMS, read

called = set()
sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_name) if event == "call" else None)
for name in FORMS:
    with suppress(msgspec.ValidationError):
        read(name, {"game_id": "a"})
early = sorted(called & {"read", "get_class_annotations"})
class Late(msgspec.Struct):
    a: int
msgspec.convert({"a": 1}, Late)
sys.setprofile(None)
print(*early, "get_class_annotations" in called)
"""


def test_no_form_is_taken_apart_while_the_table_is_open() -> None:
    # Two threads that take one form apart at once crash the process (msgspec 0.22), which a restart under load met.
    said = subprocess.run([sys.executable, "-c", TAKES_APART], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["read", "True"], "a later form is seen to be taken apart"


def test_every_event_has_a_handler_of_its_form() -> None:
    handlers = Desk().owner.handlers
    assert handlers.keys() == FORMS.keys()
    for event, form in FORMS.items():
        assert form.__name__ == "".join(word.capitalize() for word in event.split("_"))
        wanted = [kind for name, kind in typing.get_type_hints(handlers[event]).items() if name.endswith("form")]
        assert any(issubclass(form, one) for kind in wanted for one in typing.get_args(kind) or (kind,))


def test_every_event_has_a_form_of_its_own() -> None:
    assert len(set(FORMS.values())) == len(FORMS)


def _numbers(form: msgspec.inspect.Type | Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yields every number of a form, with the place of the number."""
    if isinstance(form, msgspec.inspect.StructType):
        for field in form.fields:
            yield from _numbers(field.type, f"{place}.{field.name}")
    elif isinstance(form, msgspec.inspect.UnionType):
        for kind in form.types:
            yield from _numbers(kind, place)
    elif isinstance(form, msgspec.inspect.TupleType):
        for kind in form.item_types:
            yield from _numbers(kind, place)
    elif isinstance(form, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
        yield from _numbers(form.item_type, place)
    elif isinstance(form, msgspec.inspect.IntType | msgspec.inspect.FloatType):
        yield place, form


def test_every_number_of_a_client_has_bounds() -> None:
    numbers = [number for form in FORMS.values() for number in _numbers(msgspec.inspect.type_info(form), form.__name__)]
    assert len(numbers) > 20
    assert [place for place, kind in numbers if kind.ge is None or kind.le is None] == []


@pytest.mark.parametrize("pace", [5e-324, 1e-300, 0.99 * SLOWEST_PACE, -1.0, 1e9, math.inf, -math.inf, math.nan])
def test_a_pace_without_a_finite_interval_is_refused(pace: float) -> None:
    with pytest.raises(msgspec.ValidationError):
        read("pace", {"game_id": "a" * 12, "per_minute": pace})


@pytest.mark.parametrize("pace", [0, SLOWEST_PACE, 40, 100_000])
def test_a_pace_of_the_page_is_read(pace: float) -> None:
    assert read("pace", {"game_id": "a" * 12, "per_minute": pace})


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("field", ["seconds", "increment"])
def test_a_clock_of_no_number_is_refused(field: str, number: float) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    with pytest.raises(msgspec.ValidationError):
        read("new_game", {"game": "connect4", "seats": seats, "clock": {"seconds": 60.0, field: number}})
