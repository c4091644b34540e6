"""Serves the course "Learn to win": one page with four sections, what is proved about its cards, a race for smaller
ones, and decks for Anki."""

import math
from functools import cache
from typing import NamedTuple

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from engine import page_files
from engine.cards.play import SHIPPED
from engine.cards.proof.folder import folder, packed, statements
from engine.cards.sizes import COUNTED, PUBLISHED, SOURCE, size_of
from engine.cards.teaching.course import Course, shipped
from engine.cards.teaching.deck import deck
from webapp.common.words import t
from webapp.http.hosts import here
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown

SECTIONS = (("", "Learn"), ("map", "Map"), ("cards", "Cards"), ("play", "Play"), ("proof", "Proof"), ("race", "Race"))
"""The end of the address and the name of each section."""

STEPS = ("4x4-1", "6x4-2", "7x6-1")
"""The courses to begin with: one card, twenty lessons, then those of the usual board."""

_DECK = "application/apkg"
_PROOF = "7x6-proof"
_COMMANDS = "make -j2\nmake check"
_READ = ("Rules.v", "Sheet.v")
"""The files of the proof that say what its theorems mean."""


class Choice(NamedTuple):
    """Names a course to choose: its name, and what the page calls it."""

    name: str
    words: str
    lessons: int


class Record(NamedTuple):
    """Holds a row of the race: for each measure the numbers of the two sides of a draw, else one. No board, ``""``:
    what others have published for the board above."""

    board: str
    value: str
    sizes: list[list[int]]


def room(site: Site) -> Room:
    """Returns the room of the course."""
    sections = (f"/coach/win/{slug}".rstrip("/") for slug, _ in SECTIONS)
    return Room("course", (_pages(site),), addresses=tuple(sections), files=_files)


def _files() -> list[str]:
    return [f"/coach/win/{_PROOF}.zip", *(f"/coach/win/{name}.apkg" for name in _courses())]


def _pages(site: Site) -> Blueprint:
    """Serves ``/coach/win`` and the files below it."""
    pages = Blueprint("course", __name__)
    policy = content_policy(site.inline, trusted_types="worker")

    @pages.get("/coach/win")
    @pages.get("/coach/win/<section>")
    def course(section: str = "") -> ResponseReturnValue:
        if section not in dict(SECTIONS):
            abort(404)
        choices = [Choice(name, _words(one), _lessons(name)) for name, one in _courses().items()]
        files = {name: here(site.assets.url(_course_files()[name])) for name in _courses()}
        boot = {"section": section, "files": files}
        return shown("coach/course.html", policy, boot=boot, section=section, sections=SECTIONS, courses=choices)

    @pages.get("/coach/win/proof")
    def proof() -> ResponseReturnValue:
        theorems, read = _proof()
        told = {"theorems": theorems, "read": read, "commands": _COMMANDS, "sections": SECTIONS}
        return shown("coach/proof.html", content_policy(site.inline), **told)

    @pages.get("/coach/win/race")
    def race() -> ResponseReturnValue:
        records = _records()
        ours = {one.board: [sum(column) for column in one.sizes] for one in records if one.board}
        boot = {"ours": ours, "published": PUBLISHED}
        told = {"records": records, "source": SOURCE, "day": COUNTED.isoformat()}
        return shown("coach/race.html", policy, boot=boot, sections=SECTIONS, **told)

    @pages.get(f"/coach/win/{_PROOF}.zip")
    def archive() -> ResponseReturnValue:
        return _saved(f"{_PROOF}.zip", _archive(), "application/zip")

    @pages.get("/coach/win/<name>.apkg")
    def anki(name: str) -> ResponseReturnValue:
        if name not in _courses():
            abort(404)
        return _saved(f"{name}.apkg", _deck(name), _DECK)

    return pages


def _saved(name: str, data: bytes, kind: str) -> Response:
    """Returns a file to save."""
    told = {"Content-Disposition": f'attachment; filename="fourthought-{name}"', "Cache-Control": "no-cache"}
    return Response(data, mimetype=kind, headers=told)


def _cards() -> bytes:
    return (SHIPPED / "7x6.cards").read_bytes()


@cache
def _proof() -> tuple[str, list[tuple[str, str]]]:
    """Returns the theorems about the usual board, and the files that say what they mean, by name."""
    files = folder(_cards())
    return "\n\n".join(statements(files["Theorem.v"])), [(name, files[name]) for name in _READ]


@cache
def _archive() -> bytes:
    return packed(_cards(), _PROOF)


@cache
def _courses() -> dict[str, Course]:
    """Returns the courses by name: first the small ones to begin with and the usual board, then the largest boards."""
    found = [course for path in SHIPPED.glob("*.cards") for course in shipped(path.stem)]
    found = [course for course in found if len(course.lessons()) > 1 or course.name in STEPS]  # else no course

    def place(course: Course) -> tuple[int, int, str]:
        first = STEPS.index(course.name) if course.name in STEPS else len(STEPS)
        return first, -course.board.width * course.board.height, course.name

    found.sort(key=place)
    return {course.name: course for course in found}


@cache
def _records() -> list[Record]:
    """Returns the rows of the race: the boards for which others have published files, then the smallest ones first."""
    rows = list[Record]()
    sides = {path: tuple(map(int, path.stem.split("x"))) for path in SHIPPED.glob("*.cards")}
    for path in sorted(sides, key=lambda one: (one.stem not in PUBLISHED, math.prod(sides[one]), sides[one])):
        found = shipped(path.stem)
        numbers = [list(column) for column in zip(*map(size_of, found), strict=True)]
        value = "drawn" if len(found) > 1 else "lost" if found[0].second else "won"
        rows.append(Record(path.stem, value, [*numbers, [path.stat().st_size]]))
        if path.stem in PUBLISHED:
            rows.append(Record("", value, [[one] for one in PUBLISHED[path.stem]]))
    return rows


@cache
def _lessons(name: str) -> int:
    return len(_courses()[name].lessons())


@cache
def _course_files() -> dict[str, str]:
    """Returns the file of each course among the page's files."""
    return {file.rpartition("-")[0]: f"engine/{file}" for file in page_files.names(page_files.COURSE)}


@cache
def _deck(name: str) -> bytes:
    return deck(_courses()[name])


def _words(course: Course) -> str:
    """Names a course, such as "7x6, the first player wins"."""
    side = "second" if course.second else "first"
    text = {
        ("first", True): t("{size}: the first player wins", size=course.size),
        ("second", True): t("{size}: the second player wins", size=course.size),
        ("first", False): t("{size}: the first player holds a draw", size=course.size),
        ("second", False): t("{size}: the second player holds a draw", size=course.size),
    }
    return text[side, course.wins]
