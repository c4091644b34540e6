"""Writes a course as a deck for Anki: a database of notes in a zip archive, in the form that Anki has read since 2012.

A note asks for the move in a position of the opening, or for the card that plays on from a position. The notes are
learnt in the order of the course's lessons. The same course gives the same bytes. Anki replaces a note by one of a
later time, so a deck bears the time since which it holds what it holds (``editions.json``): a newer
deck replaces an older one, and the person's progress stays. No import deletes what a newer course drops. Each note has
the edition as a tag, by which a person finds the notes that are left over.
"""

import hashlib
import io
import json
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from engine.cards.check import LEVELS, Board, Stones
from engine.cards.play import SHIPPED
from engine.cards.teaching.course import EDITIONS, Course, Node, courses

_SIGNS = {"0": "!!", "1": "@@", "2": "|.", "3": "++", "4": "==", "5": "−−"}  # in rows 1, 3, ... and in rows 2, 4, ...
_CELL, _RIM = 20, 3
_SLAB, _HOLE, _INK, _FILLS = "#2f62a8", "#f7f5ef", "#1b1b1b", ("#d64545", "#e8b923")


def picture(board: Board, at: Stones, second: bool, card: str = "", cell: int = 0) -> str:
    """Returns a picture. ``at`` are the stones of the side of the cards, which is ``second``, and of the other.
    ``card`` has its levels, row by row from the top ("" for none). ``cell`` bears a ring (0 for none)."""
    width, height = board.width * _CELL, board.height * _CELL
    places = [[list[str](), list[str]()] for _ in range(3)]
    texts = list[str]()
    for column in range(board.width):
        for row in range(board.height):
            bit = 1 << column * board.step + row
            x, y = column * _CELL + _CELL // 2, (board.height - row) * _CELL - _CELL // 2
            owner = 1 + int(second) if at[0] & bit else 2 - int(second) if at[1] & bit else 0
            places[owner][0].append(_circle(x, y, 8))
            places[owner][1].append(_circle(x, y, 2))
            if card and not owner and (sign := sign_at(card, (board.height - 1 - row) * board.width + column, row)):
                texts.append(f'<text x="{x}" y="{y + 5}">{sign}</text>')
            if bit == cell:
                texts.append(f'<path d="{_circle(x, y, 7)}" fill="none" stroke="{_INK}" stroke-width="2.5"/>')
    discs = "".join(f'<path d="{"".join(places[one + 1][0])}" fill="{_FILLS[one]}"/>' for one in (0, 1))
    # The second player's discs have a dot, so that the colour alone tells nothing.
    dots = f'<path d="{"".join(places[2][1])}" fill="{_INK}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_RIM} {-_RIM} {width + 2 * _RIM} {height + 2 * _RIM}" '
        f'width="{2 * (width + 2 * _RIM)}" font-family="monospace" font-size="15" text-anchor="middle">'
        f'<rect x="{-_RIM}" y="{-_RIM}" width="{width + 2 * _RIM}" height="{height + 2 * _RIM}" rx="5" '
        f'fill="{_SLAB}"/><path d="{"".join(places[0][0])}" fill="{_HOLE}"/>{discs}{dots}{"".join(texts)}</svg>'
    )


def sign_at(card: str, at: int, row: int) -> str:
    """Returns what stands in a cell of a card, in a ``row`` from 0: a sign for each of the first levels and nothing for
    the last one, or on a card with other levels a number."""
    level = LEVELS.index(card[at])
    if not {*card} <= {*_SIGNS, LEVELS[-1]}:
        return str(level)
    return _SIGNS.get(card[at], "  ")[row % 2].strip()


def _circle(x: int, y: int, r: int) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


FACES_CHANGED = 1_795_880_000
"""The second since 1970 when the fields, the faces or the style last changed."""
_MODEL, _DECKS = 1_700_000_001_000, 1_700_000_002_000
_FIELDS = ("Position", "Question", "Answer", "Moves")
_CSS = ".card{font:18px sans-serif;text-align:center}svg{max-width:95vw;height:auto}"
_TABLES = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
  ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
  models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL, due integer NOT NULL,
  ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL,
  odue integer NOT NULL, odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
  ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
  type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn); CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn); CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due); CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""


class Note(NamedTuple):
    """Holds the fields of a note, in HTML, and the name of its lesson."""

    lesson: str
    position: str
    question: str
    answer: str
    moves: str


def notes(course: Course) -> Iterator[Note]:
    """Yields the notes in the order of the lessons."""
    leaves = dict[str, Node]()
    for node in course.nodes:
        leaves.setdefault(node.word[1:], node)
    for lesson in course.lessons():
        number = int(lesson[1:])
        if lesson[0] == "n":
            node = course.nodes[number]
            cell = course.board.landing(node.at[0] | node.at[1]) & course.board.column(int(node.word))
            question, answer = "Your move?", f"Column {node.word}"
            shown = picture(course.board, (node.at[0] | cell, node.at[1]), course.second, cell=cell)
        else:
            node, card = leaves[lesson[1:]], course.cards[number - 1]
            if node.word[0] == "m":
                rows = (card[at : at + course.board.width] for at in range(0, len(card), course.board.width))
                card = "".join(row[::-1] for row in rows)
            question, answer = "Which card plays on from here?", f"Card {number}"
            shown = picture(course.board, node.at, course.second, card)
        position = picture(course.board, node.at, course.second)
        yield Note(lesson, position, question, f"{shown}<br />{answer}", " ".join(map(str, node.moves)))


def deck(course: Course) -> bytes:
    """Returns the file, to be called ``.apkg``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        database = sqlite3.connect(path)
        try:
            database.executescript(_TABLES)
            _fill(database, course)
            database.commit()
        finally:
            database.close()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, body in (("collection.anki2", path.read_bytes()), ("media", b"{}")):
                archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
        return packed.getvalue()


def _fill(database: sqlite3.Connection, course: Course) -> None:
    learnt = list(notes(course))
    since, tag = edition(course.name, learnt)
    # A board's decks of both sides have numbers of their own.
    number = _DECKS + 1000 * course.board.width + 10 * course.board.height + int(course.second)
    name = f"Fourthought: Connect Four {course.size}, {'second' if course.second else 'first'} player"
    database.execute(
        "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
        (
            *(since, 1000 * since, 1000 * since),
            json.dumps({"nextPos": 1, "sortType": "noteFld", "sortBackwards": False, "curDeck": number}),
            json.dumps({_MODEL: _model(number)}),
            json.dumps({1: _deck_row(1, "Default"), number: _deck_row(number, name)}),
            json.dumps({1: _OPTIONS}),
        ),
    )  # fmt: skip
    for place, note in enumerate(learnt):
        fields = (note.position, note.question, note.answer, note.moves)
        key = hashlib.sha256(f"{course.name} {note.position} {note.question}".encode()).hexdigest()
        one, base = _DECKS + 10_000_000 * int(course.second) + place, "INSERT INTO"
        database.execute(
            f"{base} notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')",
            (one, key[:10], _MODEL, since, f" {'opening' if note.lesson[0] == 'n' else 'card'} {tag} ",
             "\x1f".join(fields),
             note.position, int(hashlib.sha1(note.position.encode(), usedforsecurity=False).hexdigest()[:8], 16)),
        )  # fmt: skip
        database.execute(
            f"{base} cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            (one, one, number, since, place + 1),
        )


def _model(deck_number: int) -> dict[str, object]:
    fields = [
        {"name": name, "ord": at, "sticky": False, "rtl": False, "font": "Arial", "size": 20, "media": []}
        for at, name in enumerate(_FIELDS)
    ]
    face = {
        "name": "Card", "ord": 0, "bqfmt": "", "bafmt": "", "did": None,
        "qfmt": "{{Position}}<p>{{Question}}</p><small>{{Moves}}</small>",
        "afmt": "<p>{{Question}}</p>{{Answer}}<br><small>{{Moves}}</small>",
    }  # fmt: skip
    return {
        "id": _MODEL, "name": "Fourthought: position", "type": 0, "mod": FACES_CHANGED, "usn": -1, "sortf": 0,
        "vers": [],
        "did": deck_number, "tmpls": [face], "flds": fields, "css": _CSS, "latexPre": "", "latexPost": "", "tags": [],
        "req": [[0, "any", [0, 1, 3]]],
    }  # fmt: skip


def _deck_row(number: int, name: str) -> dict[str, object]:
    return {
        "id": number, "name": name, "mod": FACES_CHANGED, "usn": -1, "desc": "", "dyn": 0, "conf": 1,
        "collapsed": False,
        "extendNew": 10, "extendRev": 50, "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0],
        "timeToday": [0, 0],
    }  # fmt: skip


_OPTIONS = {
    "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": True, "timer": 0, "replayq": True,
    "dyn": False,
    "new": {"delays": [1, 10], "ints": [1, 4, 7], "initialFactor": 2500, "order": 1, "perDay": 20, "bury": True,
            "separate": True},
    "rev": {"perDay": 200, "ease4": 1.3, "fuzz": 0.05, "minSpace": 1, "ivlFct": 1, "maxIvl": 36500, "bury": True},
    "lapse": {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 0},
}  # fmt: skip


_BEFORE, _MOST = 1_700_000_000, 1 << 20  # seconds of a time before the first edition, and notes


def edition(name: str, notes: Sequence[Iterable[str]]) -> tuple[int, str]:
    """Returns the second since 1970 from which a course has these notes, and a tag for them. A course that does not
    ship has no time. It counts as older than all that do, and as newer than a larger one of its board, because cards
    are replaced by fewer."""
    known = json.loads(EDITIONS.read_text(encoding="utf-8")).get(name, {})
    since = known.get(fingerprint(notes))
    if since is None:
        return _BEFORE + _MOST - len(notes), f"edition-{fingerprint(notes)}"
    return since, f"edition-{datetime.fromtimestamp(since, UTC):%Y-%m-%d}"


def fingerprint(notes: Iterable[Iterable[str]]) -> str:
    """Returns a hash of the contents of notes."""
    return hashlib.sha256("\x1e".join("\x1f".join(note) for note in notes).encode()).hexdigest()[:12]


def main() -> None:
    """Adds the shipped courses whose notes have changed to the table of editions, as of now."""
    table = json.loads(EDITIONS.read_text(encoding="utf-8"))
    for file in sorted(SHIPPED.glob("*.cards")):
        for course in courses(file):
            table.setdefault(course.name, {}).setdefault(fingerprint(notes(course)), int(time.time()))
    EDITIONS.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
