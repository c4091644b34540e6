"""Serves ``/lab/book``: all lessons as one text to print, made of the answers that their pages get. Every sheet of
paper has as many lines as fit, so the page numbers are known before anything is printed."""

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from engine.lab import slugs
from webapp.common.words import language, say, t
from webapp.http.lab.helper import NoAnswerError, Question
from webapp.http.lab.laboratory import Laboratory
from webapp.http.pages import message_page
from webapp.http.security import shown

WIDTH, LINES, COLUMNS = 58, 78, 2
"""The characters of a line, the lines of a column, and the columns of a sheet."""
_BELOW = str.maketrans("├└─0123456789", "│" + 12 * " ")
"""Turns the beginning of a line into that of its second half: the strokes of a tree go down, digits become blanks."""

Line = tuple[str, bool]
"""A line of a sheet, and whether it is a heading."""
Part = list[Line]
"""Lines that stay together in one column."""
Answers = Mapping[str, Any]
Ask = Callable[..., Answers]


@dataclass(frozen=True, slots=True)
class Figure:
    """Shows what a run begins with: a tree to fill in as SVG, or a board with its cells from the upper left."""

    tree: str
    board: Answers | None
    cells: str
    caption: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Holds a lesson with the number of its page, and the sheets that follow: in each the lines of its columns."""

    lesson: Answers
    page: int
    figures: Sequence[Figure]
    sheets: Sequence[Sequence[Sequence[Line]]]


def book_pages(laboratory: Laboratory) -> Blueprint:
    """Serves ``/lab/book``."""
    pages = Blueprint("book", __name__)

    @cache
    def chapters(spoken: str) -> list[Chapter]:
        """Returns the chapters in a language, made once: this takes some seconds of the lab's process."""
        found, page = list[Chapter](), 2  # the contents are page 1
        for slug in slugs():
            found.append(_chapter(partial(_asked, laboratory, spoken), slug, page))
            page += 1 + len(found[-1].sheets)
        return found

    @pages.get("/lab/book")
    def book() -> ResponseReturnValue:
        try:
            made = chapters(language())
        except NoAnswerError as error:
            return message_page(t("The lab cannot show this"), say(error.said), error.status)
        return shown("lab/book.html", chapters=made)

    return pages


def _asked(laboratory: Laboratory, spoken: str, kind: str, **given: str) -> Answers:
    found = laboratory.answer(Question(kind, tuple(sorted({**given, "language": spoken}.items()))))
    if found.status != 200:
        raise NoAnswerError
    answer: Answers = json.loads(found.plain)
    return answer


def runs_of(lesson: Answers) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields every run that the page of a lesson shows or offers: the words that offer it, and its parameters."""
    then = lesson["then"]
    for words, figure in (("", lesson["figure"]), *([(then["words"], then["figure"])] if then else [])):
        of_game = figure["tree"] is None
        given = {name: figure[name] for name in (("game", "moves", "weights") if of_game else ("tree",))}
        given |= {} if figure["depth"] is None else {"depth": str(figure["depth"])}
        for algorithm in filter(None, (figure["algorithm"], figure["compare"])):
            yield words, {name: value for name, value in given.items() if value} | {"algorithm": algorithm}


def _chapter(ask: Ask, slug: str, page: int) -> Chapter:
    lesson = ask("page", lesson=slug)["lesson"]
    figures, parts = list[Figure](), [*_answer(ask, lesson)]
    for words, given in runs_of(lesson):
        run = dict(ask("run", **given))
        drawn = _figure(run)
        figures += [] if drawn in figures else [drawn]
        parts += [_lines(words, heading=True), *_run(run)]
    columns = _columns(parts)
    return Chapter(lesson, page, figures, [columns[at : at + COLUMNS] for at in range(0, len(columns), COLUMNS)])


def _figure(run: Answers) -> Figure:
    from engine.lab.exam.svg import picture
    from engine.lab.trees import parse as parse_tree

    if run["tree"] is not None:
        return Figure(picture(parse_tree(run["tree"]), say=say), None, "", run["tree"])
    cells = run["places"]["cells"]
    return Figure("", run["board"], cells[0] if cells else "", " ".join(filter(None, (run["title"], run["moves"]))))


def _columns(parts: Iterable[Part]) -> list[Part]:
    """Sets parts in columns. A heading stands below a blank line, and in the column of what follows it."""
    columns, heads = [Part()], Part()
    for part in filter(None, parts):
        if part[0][1]:
            heads += part
            continue
        gap = [("", False)] if heads and columns[-1] else []
        if len(columns[-1] + gap + heads + part) > LINES:
            columns.append([])
            gap = []
        columns[-1] += gap + heads + part
        heads = []
    return columns


def _answer(ask: Ask, lesson: Answers) -> Iterator[Part]:
    """Yields the right answer with its sentence, and what is said to each other one that can be chosen."""
    given = {"lesson": lesson["slug"]}
    key = ask("check", **given, answer="")["key"]
    fields = lesson["question"]["fields"]
    values = dict(one.split("=") for one in key.split()) if fields else {}
    words = {key: ", ".join(f"{field['label']}: {values[field['name']]}" for field in fields) or key}
    words |= {option["value"]: option["text"] for option in lesson["question"]["options"]}
    yield _lines(t("Answer"), heading=True)
    for answer, text in words.items():
        yield _lines(text)
        yield _lines(ask("check", **given, answer=answer)["sentence"])


def _run(run: dict[str, Any]) -> Iterator[Part]:
    """Yields a run as the page without script shows it, and the sentence of each step that has one."""
    from engine.lab.export import as_text

    head, *tree = as_text(run, say).splitlines()
    yield _lines(head, heading=True)
    for line in tree:
        yield _lines(line, len(line) - len(line.lstrip("│├└─ ")))
    yield _lines(t("Every step in words"), heading=True)
    for step, words in run["sentences"].items():
        yield _lines(f"{step:>4} {words}", 5)


def _lines(words: str, indent: int = 0, *, heading: bool = False) -> Part:
    """Returns words in lines that fit. The later ones are indented, and continue the branches of a tree."""
    start, rest = words[:indent], words[indent:]
    wrapped = enumerate(textwrap.wrap(rest, WIDTH - indent, break_long_words=True))
    return [((start.translate(_BELOW) if at else start) + line, heading) for at, line in wrapped]
