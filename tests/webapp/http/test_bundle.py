"""Tests how modules are put into one file: each evaluated once, its exports the same at every address."""

import re

import pytest

from webapp.common.paths import STATIC
from webapp.http.assets import Assets
from webapp.http.bundle import BundleError, bundle

SOURCES = {
    "js/lab/app.js": 'import { step } from "./model/walk.js";\nimport { el } from "../view/dom.js";\nstep(el);\n',
    "js/lab/model/walk.js": (
        'import {\n  first as begin,\n} from "./first_step.js";\nimport { el } from "../../view/dom.js";\n'
        "export function step() { return begin + el; }\n"
        'export const later = () => import("../net/runs.js");\nconst inner = 1;\nexport { inner };\n'
    ),
    "js/lab/model/first_step.js": "export const first = 1;\n",
}
INSIDE = ["js/lab/model/first_step.js", "js/lab/model/walk.js"]
NAME, ENTRY = "js/lab/first.js", "js/lab/app.js"


def test_modules_become_functions_in_their_order() -> None:
    text = bundle(NAME, INSIDE, SOURCES, ENTRY)[NAME]
    assert text.index("$m0 =") < text.index("$m1 =")
    assert 'import * as $o0 from "../view/dom.js";' in text
    assert "const { first: begin, } = $m0;" in text
    assert "const { el } = $o0;" in text
    assert "return { step, later, inner };" in text
    assert 'import("./net/runs.js")' in text, "as seen from the place of the bundle"
    assert re.findall(r"^\s*(?:import \{|export (?!const \$m))", text, re.MULTILINE) == []


def test_a_module_s_own_address_gives_the_same_exports() -> None:
    made = bundle(NAME, INSIDE, SOURCES, ENTRY)
    assert made["js/lab/model/walk.js"] == (
        'import { $m1 } from "../first.js";\nexport const { step, later, inner } = $m1;\n'
    )


def test_the_entry_stays_apart_and_takes_from_the_bundle() -> None:
    assert bundle(NAME, INSIDE, SOURCES, ENTRY)[ENTRY] == (
        'import { $m1 } from "./first.js";\nconst { step } = $m1;\nimport { el } from "../view/dom.js";\nstep(el);\n'
    )


@pytest.mark.parametrize(
    "text",
    ["export default 1;\n", 'export * from "./b.js";\n', 'import * as b from "./b.js";\n', "export let a = 1;\n"],
)
def test_another_form_is_refused(text: str) -> None:
    with pytest.raises(BundleError, match=r"a\.js"):
        bundle(NAME, ["js/lab/a.js"], {"js/lab/a.js": text, ENTRY: ""}, ENTRY)


def test_the_table_s_page_needs_two_files_at_first_beside_those_that_other_pages_load_too() -> None:
    own, shared = Assets(STATIC).modules[:2], Assets(STATIC).modules[2:]
    assert own == ("js/app.js", "js/first.js")
    assert "js/words.js" in shared
    assert not any(one.startswith(("js/net/table", "js/view/panel", "js/view/thinking")) for one in shared)


def test_the_lab_s_page_needs_two_files_at_first_beside_the_table_s() -> None:
    """The last two are the table's own, which a visitor of the table has already."""
    assert Assets(STATIC).lab_modules == ("js/lab/app.js", "js/lab/first.js", "js/view/dom.js", "js/words.js")
