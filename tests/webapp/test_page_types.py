"""Tests that the page's types are those of the server's structs."""

import ast
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

import webapp
from webapp.play.desk.forms import FORMS
from webapp.sockets.events import REFUSED
from webapp.wire import CODES, FACTS, Types, facts, page_types, protocol_page


class Sample(msgspec.Struct, omit_defaults=True, tag_field="kind", tag="sample"):
    """Says something."""

    moves: tuple[int, ...]
    disc: tuple[int, Annotated[int, Meta(extra={"page": "0 | 1"})]]
    name: str | None = None
    more: dict[str, float] | UnsetType = UNSET


def test_the_page_has_the_lists_of_the_server() -> None:
    assert FACTS.read_text() == facts(), "run: python -m webapp.wire"


def test_the_types_of_all_that_crosses_the_wire_are_written() -> None:
    types = page_types()
    for one in ("Events", "Answers", "News", "BootData", "GameView", "Explained"):
        assert f"export interface {one} {{" in types
    assert '  said: (import("../words.js").Said)[]' in types or 'said: import("../words.js").Said[]' in types


def test_the_page_of_the_protocol_tells_every_event() -> None:
    page = protocol_page()
    assert page.startswith("# The protocol of the sockets")
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
    assert codes == CODES["refused"].keys()
    assert {*REFUSED} == CODES["closed"].keys()
    page = protocol_page()
    assert all(f"| `{code}` |" in page for code in codes)
