"""Tests that the book of the lessons says what their pages say, all of it and no more, and numbers it as they do."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.lab import api
from engine.lab.lessons import Figure, Lesson, all_lessons
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.conftest import LiveServer
from tests.profiles import is_long, more_at_night
from webapp.common.speech import speech
from webapp.http.lab import book
from webapp.http.lab.helper import NoAnswerError
from webapp.http.lab.laboratory import Laboratory

Say = Callable[[str], str]
_SHEET = re.compile(r'<section class="exam__sheet.*?</section>', re.DOTALL)


_WRITTEN = dict[str, list[str]]()
"""The book in each language asked for: it takes seconds."""


def some_lessons() -> list[Lesson]:
    """Returns all lessons in long runs, by day every fourth: all their runs are asked for once more."""
    return all_lessons()[:: 1 if is_long() else 4]


def sheets_of(browser: FlaskClient, language: str) -> list[str]:
    """Returns the HTML of each sheet."""
    if language not in _WRITTEN:
        page = browser.get("/lab/book", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert page.headers["X-Frame-Options"] == "DENY"
        _WRITTEN[language] = _SHEET.findall(page.text)
    return _WRITTEN[language]


def plain(markup: str) -> str:
    """Returns what a reader sees, without the spaces and branches by which lines are broken."""
    return re.sub(r"[\s│├└─]", "", html.unescape(re.sub(r"<[^>]+>", "", markup)))


def number(sheet: str) -> int:
    return int(re.findall(r'<span class="number">(\d+)</span></p>', sheet)[0])


def runs(lesson: Lesson, say: Say) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yields every run that a lesson shows or offers: the words before it, its data, and its text without script."""
    offered: list[tuple[str, Figure]] = [("", lesson.figure), *([lesson.then] if lesson.then else [])]
    for words, figure in offered:
        for algorithm in filter(None, (figure.algorithm, figure.compare)):
            view = asdict(figure) | {"algorithm": algorithm}
            given = {n: str(v) for n, v in view.items() if n not in ("compare", "at") and v not in (None, "")}
            found = json.loads(str(api.answer("run", given, say).text))
            yield say(words), found, str(api.answer("export", given, say).text)


def told_after(lesson: Lesson, say: Say) -> str:
    """Returns what the page of a lesson can say beyond its text and question, as one string."""
    asked = lesson.exercise()
    key = asked.key()
    for field in lesson.view(say)["question"]["fields"]:  # named as the reader knows them
        key = re.sub(rf"(^| ){field['name']}=(\S+)", rf"\1{say(field['label'])}: \2,", key)
    words = {asked.key(): key.removesuffix(",")} | {one.value: say(one.text) for one in asked.options()}
    told = [say("Answer")]
    for answer, shown in words.items():
        told += [shown, say(lesson.check(answer).sentence)]
    assert lesson.check(asked.key()).right
    for offer, run, text in runs(lesson, say):
        told += [offer, text, say("Every step in words")]
        told += [f"{step} {sentence}" for step, sentence in run["sentences"].items()]
    return plain(html.escape("\n".join(told)))


def test_without_an_answer_of_the_lab_there_is_no_half_book(
    server: LiveServer, browser: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first test of the file: a book that was made is kept for its language.
    def no_answer(*_: object) -> None:
        raise NoAnswerError

    monkeypatch.setattr(Laboratory, "answer", no_answer)
    found = browser.get("/lab/book", headers={"Accept-Language": "pt"})
    assert found.status_code == 500
    assert speech("pt").say(NoAnswerError().said) in html.unescape(found.text)


@more_at_night
@pytest.mark.slow
@IN_EACH_LANGUAGE
def test_every_sentence_and_proof_of_the_pages_is_in_the_book_and_no_other(browser: FlaskClient, language: str) -> None:
    say = speech(language).say
    first, *sheets = sheets_of(browser, language)
    contents = re.findall(r'<a href="#lesson-(\d+)">(.*?)</a> <span class="number">(\d+)</span>', first)
    assert [int(place) for place, _, _ in contents] == [one.number for one in all_lessons()]
    pages = {number(sheet): sheet for sheet in sheets}
    assert list(pages) == list(range(2, len(sheets) + 2))
    starts = [int(page) for _, _, page in contents]
    for lesson, begin, end in zip(all_lessons(), starts, [*starts[1:], len(sheets) + 2], strict=True):
        view, shown = lesson.view(say), pages[begin]
        assert f'id="lesson-{lesson.number}">' in shown
        if lesson not in some_lessons():
            continue
        seen = plain(shown)
        title = f"{lesson.number}. {say(view['title'])}"
        assert f'id="lesson-{lesson.number}">{html.escape(title)}</h2>' in shown.replace("&#39;", "&#x27;")
        question = {**view["question"], "question": say(view["question"]["question"])}
        texts = ["".join(one) for one in view["paragraphs"]] + [say(view["book"]), question["question"]]
        texts += [say(one["label"]) for one in question["fields"]] + [say(one["text"]) for one in question["options"]]
        texts += question["code"] or []
        for text in texts:
            assert plain(html.escape(text)) in seen, (lesson.slug, text)
        runs_shown = [pages[page] for page in range(begin + 1, end)]
        assert all(title in html.unescape(one) for one in runs_shown)
        listed = "".join(plain(pre) for one in runs_shown for pre in re.findall(r"<pre>.*?</pre>", one, re.DOTALL))
        assert listed == told_after(lesson, say), lesson.slug


def cells_of(figure: str) -> str:
    """Reads a drawn board back: a letter a cell from the upper left."""
    cells = re.split(r'<path d="M\d+ \d+h40v40h-40z"/>', figure)[1:]
    return "".join(
        "X" if "book__X" in one or "l20 20m0-20l-20 20" in one else "O" if "<circle" in one else "." for one in cells
    )


@more_at_night
@pytest.mark.slow
def test_every_board_and_tree_of_the_pages_is_in_the_book_and_no_other(browser: FlaskClient) -> None:
    say, sheets = speech("de").say, "".join(sheets_of(browser, "de"))
    for lesson in some_lessons():
        chapter = sheets.split(f'id="lesson-{lesson.number}"')[1].split("</section>")[0]
        drawn = dict[str, str]()
        for figure in re.findall(r'<figure class="exam__tree">.*?</figure>', chapter, re.DOTALL):
            caption = html.unescape(re.findall("<figcaption>(.*?)</figcaption>", figure)[0])
            drawn[caption] = cells_of(figure)
            assert drawn[caption] or "<title>Ein Baum mit" in figure or caption.startswith("Nim")
        wanted = dict[str, str]()
        for _, run, _ in runs(lesson, say):
            cells = run["places"]["cells"] if run["board"] else None
            wanted[run["tree"] or f"{run['title']} {run['moves']}".strip()] = cells[0] if cells else ""
        assert drawn == wanted, lesson.slug


@pytest.mark.slow
@IN_EACH_LANGUAGE
def test_columns_are_as_long_as_the_paper_and_keep_together_what_is_said(browser: FlaskClient, language: str) -> None:
    for sheet in sheets_of(browser, language)[1:]:
        columns = re.findall(r"<pre>(.*?)</pre>", sheet, re.DOTALL) if "book__columns" in sheet else []
        assert len(columns) <= book.COLUMNS
        for column in columns:
            lines = html.unescape(re.sub("</?b>", "", column)).rstrip("\n").split("\n")
            assert len(lines) <= book.LINES
            assert "" not in (lines[0], lines[-1])
            assert not re.match(" {5,}[^ ├└│]", lines[0]), "a sentence goes on"
            assert not column.rstrip("\n").endswith("</b>"), "a heading without its text"
            assert max(map(len, lines)) <= book.WIDTH
