"""Tests that every sentence of the page passes through the places for words, and that every catalogue has it."""

import re
from pathlib import Path

import pytest

from engine.text import TRANSLATED_SIDES
from tests.words import scripts, sources
from webapp.common.speech import LANGUAGES, catalogue, is_one

OTHERS = [language for language in LANGUAGES if language != "en"]
NOT_SAID = {
    "kept {}": "names an offer in the state",
    "away {} {}": "names an offer in the state",
    "fourthought net 1n": "the first line of a file",
    "fourthought book 1n": "the first line of a file",
    "at least a draw": "a result as the server names it; the page says it elsewhere",
    "at most a draw": "a result as the server names it; the page says it elsewhere",
    "{} in {}": "a result as the server names it; the page says it elsewhere",
    "keeps after {}": "a line of a file",
    "own games": "a line of a file",
    "fourthought match --game {} --first net:{} --second 5": "a command",
    "button {}": "classes of the page's style",
    "alpha {}": "a sign of the textbook with a number",
    "beta {}": "a sign of the textbook with a number",
    "Figtree, system-ui, sans-serif": "the fonts of a file",
    '<?xml version="1.0" encoding="UTF-8"?>n{}n': "the first line of a file",
    "node node--{} is-{}{}": "classes of the page's style",
    "node node--{} is-exact": "classes of the page's style",
    "edge is-{}{}": "classes of the page's style",
    "refused, though right: {}": "a line of the judge's own test, at the command line",
    "{} of {}": "a count of the judge's own test",
    "{}: {}, line {}: {}": "a line of the judge's own test",
    "{} may not be imported here": "an error of Python in a student's program",
    "{} is closed here": "an error of Python in a student's program",
    "select, dialog, [popover], input[type=range]:focus-visible": "a selector",
    "fourthought bot --at {} --code {} -- ./my-engine": "a command",
    " ({} min)": "a time in brackets, the same in all languages",
}
"""Literals that look like words and are none for readers, with the reason."""
_CLASSES = re.compile(r"[a-z]+(?:__[a-z]+)?(?: [a-z]+(?:__[a-z]+)?(?:--(?:[a-z]+|\{\}))?)+(?:\{\})?")
"""Names of classes in the page's style: "button button--primary"."""


def _is_class(text: str) -> bool:
    return _CLASSES.fullmatch(text) is not None and ("--" in text or "__" in text)


@pytest.mark.slow
def test_no_script_says_a_sentence_that_is_not_translated() -> None:
    found = [
        (script.name, line, text)
        for script in sources.SCRIPTS
        for line, text in scripts.bare(script)
        if text not in NOT_SAID and not _is_class(text)
    ]
    assert found == [], 'a sentence for readers stands in t("...")'


@pytest.mark.parametrize("template", sources.TEMPLATES, ids=lambda path: path.name)
def test_no_template_says_a_sentence_that_is_not_translated(template: Path) -> None:
    assert sources.bare_in_template(template.read_text("utf-8")) == []


def test_no_sentence_of_the_lab_is_put_together_from_pieces() -> None:
    """Finds text between holes of an f-string behind the lab: such a sentence cannot be translated."""
    found = {
        (path.relative_to(sources.ROOT).as_posix(), text)
        for folder in ("engine/lab", "webapp/http/lab")
        for path in sorted((sources.ROOT / folder).rglob("*.py"))
        for text in sources.put_together(path)
    }
    assert {(name, text) for name, text in found if text not in NOT_SAID} == set()


def test_every_sentence_of_a_proof_is_known_before_it_is_said() -> None:
    """Finds sentences of proofs and of examples that the catalogues cannot have: a step holds such sentences alone."""
    files = [path for folder in sources.PROOFS for path in sorted((sources.ROOT / folder).rglob("*.py"))]
    found = {call for path in files for call in sources.unread(path) if not call.startswith("say: ")}
    assert found == set()
    assert sum(len([*sources.of_python(path, {"text": 0, "say": 0})]) for path in files) > 90


@pytest.mark.parametrize(("code", "found"), [
    ("def f(): return text('One cell.')", []),
    ("def f(n): return text(f'Column {n}.')", ["f: text(f'Column {n}.')"]),
    ("def f(words): return self.say(words)", ["f: self.say(words)"]),
    ("A = {1: 'One.'}\ndef f(n): return text(A[n])", []),
])  # fmt: skip
def test_a_sentence_that_no_catalogue_can_have_is_found(tmp_path: Path, code: str, found: list[str]) -> None:
    module = tmp_path / "module.py"
    module.write_text(code)
    assert [*sources.unread(module)] == found


@pytest.mark.parametrize(("code", "found"), [
    ('setText(this.head, "You win.");', ["You win."]),
    ('el("button", { class: "button" }, "Undo")', ["Undo"]),
    ('el("p", { "aria-label": "Moves" })', ["Moves"]),
    ("const text = `${side} to move`;", ["{} to move"]),
    ('return won ? "It is won" : t("It is lost");', ["It is won"]),
    ('t("It is lost", { move: `${n} moves` })', ["{} moves"]),
    ('button.addEventListener("click", () => set(a, "class", "b"));', []),
    ('el("svg", { class: "piece piece--small", d: "M4 10v4h3l5 4V6l-5 4z" })', []),
    ('if (event.key === "Enter") throw new Error("the page has no such element");', []),
    ("// A sentence of a comment.", []),
])  # fmt: skip
def test_a_bare_sentence_is_found(tmp_path: Path, code: str, found: list[str]) -> None:
    script = tmp_path / "script.js"
    script.write_text(code)
    assert [text for _, text in scripts.bare(script)] == found


def test_a_bare_sentence_of_a_template_is_found() -> None:
    template = '<p title="Help">{{ t("Your turn.") }} Wait.</p>{# A note. #}<img alt="{{ t("Board") }}">'
    assert sources.bare_in_template(template) == ["Help", "Wait."]


def test_refusals_and_sentences_of_the_engine_are_collected() -> None:
    assert {
        "It is {side}’s turn.",
        "{Move} loses in {n}.",
        "{loser} resigns; {winner} wins.",
        "{side} then wins in {n}, beginning with {move}.",
        "That was too fast; please wait a few seconds.",
    } <= sources.keys()["table"] | sources.keys()["more"]
    assert {"Looks 7 moves ahead; now and then only 3.", "Four in a row wins.", "Tic-Tac-Toe"} <= {
        *sources.keys()["pages"],
        *sources.keys()["more"],
    }
    assert len(sources.keys()["more"]) > 300


def test_scripts_that_are_loaded_later_bring_their_words() -> None:
    later = [path for path in sources.SCRIPTS if sources.room_of(path) == "more" and [*scripts.sentences(path)]]
    assert len(later) > 15
    assert [
        path.name for path in later if not re.search(r'^import "[./]*/more_words\.js";$', path.read_text(), re.M)
    ] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", sources.ROOMS)
def test_every_sentence_is_translated_and_no_other(language: str, room: str) -> None:
    assert sorted(sources.keys()[room] ^ catalogue(language, room).keys()) == []


def test_french_says_tu() -> None:
    formal = re.compile(r"\b(vous|votre|vos)\b|(?<!toi )\b(?!assez|chez|nez)\w{3,}ez\b", re.IGNORECASE)
    said = [one for room in sources.ROOMS for one in catalogue("fr", room).values()]
    assert [one for one in said if formal.search(str(one))] == []


def test_no_french_line_begins_with_a_colon_or_a_mark() -> None:
    said = [one for room in sources.ROOMS for one in catalogue("fr", room).values()]
    texts = [text for one in said for text in (one.values() if isinstance(one, dict) else [one])]
    assert len(texts) > 1000
    assert [text for text in texts if re.search(r"[\w})»’”] [:;!?»]|« ", text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_around_a_move_has_a_gender(language: str) -> None:
    """A move is a column, a square, or to take two, and brings its article along; "I played" has the place alone."""
    said = {text: one for room in sources.ROOMS for text, one in catalogue(language, room).items()}
    gender = re.compile(r"\b(?:[dln]?a|d(?:er|ie|as|en|em)) \{(?:move|best)\}|: es verliert", re.IGNORECASE)
    assert [text for text, one in said.items() if gender.search(str(one)) and text != "I played {move}."] == []
    bare = {said[key].split()[0] for key in ("column {n}", "square {n}")}
    assert language == "de" or bare in ({"la"}, {"a"})


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_holes_and_all_plural_forms(language: str) -> None:
    for room in sources.ROOMS:
        for text, said in catalogue(language, room).items():
            if "|" in text:
                assert sorted(said) == ["one", "other"], text
                pairs = list(zip(text.split("|"), (said["one"], said["other"]), strict=True))
            else:
                pairs = [(text, said)]
            for english, other in pairs:
                assert _holes(english) == _holes(other), (english, other)
                assert other.strip() != ""
                assert english[0].isspace() == other[0].isspace(), "space around a word is kept"


def _holes(text: str) -> set[str]:
    return {name.lower() for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("language", OTHERS)
def test_hardly_a_sentence_is_the_same_in_another_language(language: str) -> None:
    """Bounds the sentences copied from English: names and loanwords alone are the same."""
    said = {text: one for room in sources.ROOMS for text, one in catalogue(language, room).items()}
    same = [text for text, one in said.items() if text == one and len(re.sub(r"\{\w+\}", "", text)) > 20]
    assert same == []


def test_the_singular_is_that_of_the_browser() -> None:
    """Lists the numbers in the singular. tests/browser/table/test_languages.py compares with ``Intl.PluralRules``."""
    assert [n for n in range(200) if is_one("fr", n)] == [0, 1]
    assert [n for n in range(200) if is_one("de", n)] == [1]


def test_the_page_translates_the_sides_that_the_engine_names_by_id() -> None:
    words = (Path(__file__).parents[2] / "static" / "js" / "words.js").read_text()
    (table,) = re.findall(r"const names = \{(.*?)\};\n  return names\[id\] \?\? id;", words, re.DOTALL)
    assert tuple(re.findall(r"(\w+): ", table)) == TRANSLATED_SIDES
