"""Writes the page's types from the structs on the wire: ``python -m webapp.wire`` writes ``static/js/model/wire.d.ts``.

A new field is added to a struct only. ``python -m webapp.wire --page`` prints ``webapp/PROTOCOL.md``, the page that
tells the protocol to the author of another client.
"""

import sys

from webapp.common import paths
from webapp.http.pages import BootData
from webapp.play.desk.forms import FORMS
from webapp.wire_page import protocol_page
from webapp.wire_types import Types as Types
from webapp.wire_types import answers, news

FILE = paths.STATIC / "js" / "model" / "wire.d.ts"


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


if __name__ == "__main__":
    if "--page" in sys.argv:
        sys.stdout.write(protocol_page())
    else:
        FILE.write_text(page_types(), encoding="utf-8")
