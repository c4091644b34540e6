"""Writes the page that tells the protocol of the sockets, from ``PROTOCOL.md`` and the server's structs."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webapp.play.desk.forms import FORMS
from webapp.wire_errors import error_page
from webapp.wire_types import Types, answers, news

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
