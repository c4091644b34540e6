"""Writes what the page has from the server's code: ``python -m webapp.wire``.

``static/js/model/facts.js`` holds lists and sentences that Python knows. ``static/js/model/wire.d.ts`` holds the types
of all that crosses the wire, for the check of the page's types alone, so it is not kept in the repository. A new field
is added to a struct only. ``--types`` writes the types alone. ``--page`` prints the page that tells the
protocol to the author of another client: ``webapp/PROTOCOL.md``, then all that the structs say.
"""

import json
import sys

from engine.text import NUMBERS
from webapp.common import paths
from webapp.http.pages import PROMISE, WELL_KNOWN, BootData
from webapp.play.desk.forms import FORMS
from webapp.play.game.views import ENDS
from webapp.sockets.events import REFUSED, RESTARTS
from webapp.wire_page import protocol_page
from webapp.wire_types import Types as Types
from webapp.wire_types import answers, news

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
