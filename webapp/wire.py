"""Writes what the page has from the server's code: ``python -m webapp.wire``.

``static/js/model/facts.js`` holds lists and sentences that Python knows. ``static/js/model/wire.d.ts`` holds the types
of all that crosses the wire, for the check of the page's types alone, so it is not kept in the repository. A new field
is added to a struct only. ``--types`` writes the types alone. ``--page`` prints the page that tells the
protocol to the author of another client: ``webapp/PROTOCOL.md``, then all that the structs say.
"""

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.text import NUMBERS
from webapp.common import paths
from webapp.http.pages import PROMISE, WELL_KNOWN, BootData
from webapp.play.desk.forms import FORMS
from webapp.play.game.views import ENDS
from webapp.sockets.events import REFUSED, RESTARTS
from webapp.wire_types import Types, answers, news

CODES: Final[dict[str, dict[str, str]]] = json.loads(Path(__file__).with_name("wire_codes.json").read_text("utf-8"))
"""The codes of refused events and of refused or closed connections, and when they come."""


def error_page() -> str:
    """Returns the part of the page on errors, as Markdown."""
    refused, closed = (
        "\n".join(["| code | when |", "|---|---|", *(f"| `{code}` | {when} |" for code, when in table.items())])
        for table in CODES.values()
    )
    return "\n\n".join(
        (
            "## Errors",
            "The answer to a refused event has one of these codes:",
            refused,
            'A connection is refused by `44{"message": ..., "data": {"words": ..., "said": ..., "seconds": ...}}` '
            "after `40`, to come again after so many seconds, with one of these messages:",
            closed,
        )
    )


BEGINNING = Path(__file__).with_name("PROTOCOL.md")


def protocol_page() -> str:
    """Returns the whole page as Markdown."""
    kinds, told = Types(), answers()
    parts = [BEGINNING.read_text(encoding="utf-8").rstrip(), *_events(kinds, told), *_news(kinds)]
    parts += [
        error_page(),
        "## Types",
        "Fields with a question mark may be left out.",
        f"```typescript\n{kinds.text().rstrip()}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def _events(kinds: Types, told: dict[str, Any]) -> Iterator[str]:
    """Yields the part of the events: what each does, its fields, and the type of its answer."""
    yield "## Events"
    yield "Each event has a form of its name. Fields with a question mark may be left out."
    for event, form in sorted(FORMS.items()):
        words = (inspect.getdoc(form) or "").replace("``", "`")
        fields = "\n".join(f"- `{field}`" for field in kinds.fields(form)) or "No fields."
        yield f"### `{event}`\n\n{words}\n\n{fields}\n\nAnswer: `{kinds.name(told[event])}`"


def _news(kinds: Types) -> Iterator[str]:
    """Yields the part of the news."""
    yield "## News"
    rows = "\n".join(f"| `{name}` | `{kinds.name(kind)}` |" for name, kind in sorted(news().items()))
    yield f"| news | payload |\n|---|---|\n{rows}"


_MODEL = paths.STATIC / "js" / "model"
FACTS = _MODEL / "facts.js"


def page_types() -> str:
    """Returns the page's types."""
    kinds = Types()
    tables = [
        kinds.table("Events", "The events of a page.", FORMS),
        kinds.table("Answers", "The answers to the events, where granted.", answers()),
        kinds.table("News", "What pages are told unasked.", news()),
    ]
    kinds.name(BootData)
    return "\n".join(["// Written by `python -m webapp.wire` from the server's structs.\n", *tables, kinds.text()])


def facts() -> str:
    """Returns the script with what Python knows. Sentences stand in ``key``, which names them for the catalogues."""
    said = ", ".join(f"key({_js(one)})" for one in (*ENDS.values(), *REFUSED.values(), RESTARTS))
    return f"""/** Holds what the server's code knows. Written by: python -m webapp.wire */
// biome-ignore-all format: a program writes it

/** @param {{string}} text */
const key = (text) => text;

/** Names small numbers in English. @type {{readonly string[]}} */
export const NUMBERS = {_js(NUMBERS)};

/** Lists the games whose aim everybody knows. @type {{readonly string[]}} */
export const WELL_KNOWN = {_js(WELL_KNOWN)};

/** Tells a stranger the idea of the page. */
export const PROMISE = key({_js(PROMISE)});

/** Lists what the server says of the end of a game, and to pages that it refuses. */
export const SAID = [{said}];
"""


def _js(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    if "--page" in sys.argv:
        sys.stdout.write(protocol_page())
        sys.exit()
    (_MODEL / "wire.d.ts").write_text(page_types(), encoding="utf-8")
    if "--types" not in sys.argv:
        FACTS.write_text(facts(), encoding="utf-8")
