"""Tests that the page's types are those of the server's structs."""

import ast
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

import webapp
from webapp.play.desk.forms import FORMS
from webapp.sockets.events import _REFUSED
from webapp.wire import FILE, Types, page_types
from webapp.wire_errors import CLOSED, ERRORS
from webapp.wire_page import BEGINNING, protocol_page


class Sample(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="sample"):
    """Says something."""

    moves: tuple[int, ...]
    disc: tuple[int, Annotated[int, Meta(extra={"page": "0 | 1"})]]
    name: str | None = None
    more: dict[str, float] | UnsetType = UNSET


def test_the_page_s_types_are_those_of_the_structs() -> None:
    assert FILE.read_text() == page_types(), "run: python -m webapp.wire"


def test_the_page_of_the_protocol_is_that_of_the_structs() -> None:
    page = BEGINNING.with_name("PROTOCOL.md").read_text()
    assert page == protocol_page(), "run: python -m webapp.wire --page > webapp/PROTOCOL.md"
    for event in FORMS:
        assert f"### `{event}`" in page


def test_a_struct_is_written_with_its_words_and_without_what_may_be_left_out() -> None:
    types = Types()
    assert types.name(list[Sample | None]) == "(Sample | null)[]"
    fields = (
        'kind: "sample"',
        "moves: number[]",
        "disc: [number, 0 | 1]",
        "name?: string",
        "more?: Record<string, number>",
    )
    lines = "".join(f"  {field};\n" for field in fields)
    assert types.text() == f"/**\n * Says something.\n */\nexport interface Sample {{\n{lines}}}\n"


def test_the_page_tells_every_code_of_an_error() -> None:
    """Compares with the constants in the calls that make refusals, in all sources of the server."""
    codes = set[str]()
    for file in Path(webapp.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = {"Refusal": 0, "refusal": 0, "Refused": 1}.get(name)
            if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                codes.add(str(node.args[place].value))
    assert codes == ERRORS.keys()
    assert {*_REFUSED} == CLOSED.keys()
    page = BEGINNING.with_name("PROTOCOL.md").read_text()
    assert all(f"| `{code}` |" in page for code in codes)
