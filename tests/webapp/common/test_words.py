"""Tests the sentences of the server: the language by choice or wish, and English where a translation is missing."""

import json

import pytest
from flask.testing import FlaskClient

from engine.text import listed, text
from webapp.common import speech, words


@pytest.mark.parametrize(
    ("wishes", "cookie", "found"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "", "de"),
        ("pt-BR", "", "pt"),
        ("ja,fr;q=0.5,en;q=0.3", "", "fr"),
        ("ja", "", "en"),
        ("de", "es", "es"),
        ("de", "en", "en"),
        ("de", "xx", "de"),
        ("de;q=", "../../etc", "de"),
    ],
)
def test_the_page_is_in_the_language_of_the_reader(browser: FlaskClient, wishes: str, cookie: str, found: str) -> None:
    if cookie:
        browser.set_cookie("language", cookie)
    answer = browser.get("/", headers={"Accept-Language": wishes} if wishes else {})
    assert answer.status_code == 200
    assert f'<html lang="{found}"' in answer.text
    assert answer.headers["Content-Language"] == found
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
    assert (f"/words/{found}/table.js" in answer.text) == (found != "en")
    assert answer.text.count("/words/") == (found != "en")


def test_english_loads_no_catalogue_and_each_other_language_one_that_fills_the_table(browser: FlaskClient) -> None:
    for language in speech.LANGUAGES:
        page = browser.get("/", headers={"Accept-Language": language}).text
        scripts = [part.split('"')[0] for part in page.split('src="') if "/words/" in part.split('"')[0]]
        assert len(scripts) == (language != "en")
        for script in scripts:
            answer = browser.get(script)
            assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
            start, end = "self.words=Object.assign(self.words||{},", ")"
            assert answer.text.startswith(start)
            assert answer.text.endswith(end)
            assert json.loads(answer.text[len(start) : -len(end)]) == speech.catalogue(language, "table")


def test_a_sentence_without_a_translation_stays_english_and_keeps_the_values() -> None:
    assert words.t("{name} wins, {missing}.", name="Red") == "Red wins, {missing}."
    assert [words.tn(n, "{n} move", "{n} moves") for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_numbers_and_lists_of_every_language() -> None:
    """Writes numbers as ``Intl.NumberFormat`` does: tests/browser/table/test_languages.py compares with the browser."""
    told = {name: [speech.speech(name).number(n) for n in (999, 1234, 12345)] for name in speech.LANGUAGES}
    assert told == {
        "en": ["999", "1,234", "12,345"],
        "de": ["999", "1.234", "12.345"],
        "fr": ["999", "1\u202f234", "12\u202f345"],
        "es": ["999", "1234", "12.345"],
        "pt": ["999", "1.234", "12.345"],
    }
    lists = [speech.speech(name).say(listed(["3", "4", "5"])) for name in speech.LANGUAGES]
    assert lists == ["3, 4 and 5", "3, 4 und 5", "3, 4 et 5", "3, 4 y 5", "3, 4 e 5"]


def test_texts_within_texts_are_said_and_capitals_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"leaf {value} of {node}": "Blatt {value} von {node}", "{Leaf} is cut.": "{Leaf} fällt weg."}
    monkeypatch.setattr(speech, "catalogue", lambda _language, _room: german)
    said = speech.Speech("de").say(text("{Leaf} is cut.", leaf=text("leaf {value} of {node}", value="3", node="B")))
    assert said == "Blatt 3 von B fällt weg."


@pytest.mark.parametrize("language", speech.LANGUAGES)
def test_the_lab_speaks_the_reader_s_language(browser: FlaskClient, language: str) -> None:
    answer = browser.get("/lab", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["Content-Language"] == language
    assert answer.text.count("/words/") == (language != "en")
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
