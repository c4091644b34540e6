"""Checks for every event of the wire a form and a handler of the same name, ready before the first event."""

from __future__ import annotations

import subprocess
import sys

from tests.webapp.sockets.desk import Desk
from webapp.sockets.schemas import FORMS

READS_ALL = """
import sys
from contextlib import suppress

import msgspec

from webapp.sockets.schemas import FORMS, read

called = set()
sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_name) if event == "call" else None)
for name in FORMS:
    with suppress(msgspec.ValidationError):
        read(name, {"game_id": "a"})
{more}
sys.setprofile(None)
print("read" in called, "get_class_annotations" in called)
"""
LATE = "class Late(msgspec.Struct):\n    a: int\nmsgspec.convert({'a': 1}, Late)"


def _look(more: str) -> list[str]:
    program = READS_ALL.replace("{more}", more)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()


def test_no_form_is_taken_apart_while_the_table_is_open() -> None:
    # Two threads that take one form apart at once crash the process (msgspec 0.22), which a restart under load met.
    assert _look("") == ["True", "False"]
    assert _look(LATE) == ["True", "True"], "this test no longer sees when a form is taken apart"


def test_every_event_s_form_and_handler_bear_its_name() -> None:
    handlers = Desk().namespace.handlers()
    assert handlers.keys() == FORMS.keys()
    for event, form in FORMS.items():
        assert form.__name__ == "".join(word.capitalize() for word in event.split("_")) + "Form"
        assert handlers[event].__name__ == f"_{event}"


def test_every_event_has_a_form_of_its_own() -> None:
    assert len(set(FORMS.values())) == len(FORMS)
