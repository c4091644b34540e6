"""Says the sentences of all proofs and examples that ship in other languages: none stays English."""

import json
import re

import pytest
from playwright.sync_api import Browser

from engine.puzzles import shipped
from tests.browser.conftest import serve_modules
from webapp.speech import LANGUAGES, catalogue

SAY = """async ([language, words, texts]) => {
  document.documentElement.lang = language;
  globalThis.words = words;
  const { provenWords } = await import("/static/js/model/proof/proof_words.js");
  return texts.map(provenWords);
}"""
_ENGLISH = re.compile(
    r"\b(Red|Yellow|wins?|column|answers|move|four|cells?|with|and|or|must|nobody|every|only|the|has|of)\b",
    re.IGNORECASE,
)
"""Words of English proofs; none of them is a word of the other languages."""


def _texts() -> list[str]:
    """Returns one text of each form: figures, cells and sides put aside."""
    proofs = [step["text"] for proof in shipped.shipped_proofs().values() for step in proof["steps"]]
    examples = [course["example"]["text"] for course in json.loads(shipped.read("courses.json"))["courses"]]
    return list({re.sub(r"[a-g]?\d+|Red|Yellow", "#", text): text for text in [*proofs, *examples]}.values())


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES if one not in ("en", "de"))]
)
def test_no_sentence_of_a_proof_that_ships_stays_english(browser: Browser, language: str) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        serve_modules(page)
        page.route("**/words/**", lambda route: route.fulfill(body="", content_type="text/javascript"))
        texts = _texts()
        assert len(texts) > 100
        words = {text: said for room in ("table", "more", "coach") for text, said in catalogue(language, room).items()}
        said = page.evaluate(SAY, [language, words, texts])
    finally:
        context.close()
    assert [(text, other) for text, other in zip(texts, said, strict=True) if _ENGLISH.search(other)] == []
