"""Shows that a course tells where every reply leads, and that its deck holds all lessons when it is read back."""

import hashlib
import io
import itertools
import json
import sqlite3
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from engine.cards.play import SHIPPED
from engine.cards.teaching.course import FULL, OVER, Course, courses, shipped
from engine.cards.teaching.deck import FACES_CHANGED, deck, edition, fingerprint, notes
from tests.engine.cards.test_check import at_night
from webapp.cli import main

FILES = sorted(SHIPPED.glob("*.cards"))
COURSES = [course for path in FILES for course in shipped(path.stem)]  # kept for all tests of a run
each = pytest.mark.parametrize(
    "course",
    [pytest.param(one, marks=[pytest.mark.long] * bool(at % 12), id=one.name) for at, one in enumerate(COURSES)],
)
"""By day every twelfth course, at night all."""
SMALL = next(course for course in COURSES if course.name == "6x4-2")


@each
def test_each_reply_leads_where_the_rules_say(course: Course) -> None:
    board = course.board
    for node in (one for one in course.nodes if one.after):
        mine = node.at[0] | (board.landing(node.at[0] | node.at[1]) & board.column(int(node.word)))
        for column, to in enumerate(node.after, 1):
            reply = board.landing(mine | node.at[1]) & board.column(column)
            then = mine, node.at[1] | reply
            playable = board.landing(mine | then[1])
            if to == FULL:
                assert not reply
            elif to == OVER:
                assert board.completing(mine) & playable or not playable
            else:
                at = course.nodes[to >> 1].at
                assert then == ((board.flip(at[0]), board.flip(at[1])) if to & 1 else at)


@each
def test_all_games_come_to_a_card_or_end_in_the_opening(course: Course) -> None:
    shares = course.shares()
    ended = sum(
        share
        for share, node in zip(shares, course.nodes, strict=True)
        if not node.after or all(to < 0 for to in node.after)
    )
    assert ended == pytest.approx(1.0)


@each
def test_every_move_and_card_is_one_lesson_and_the_likeliest_come_first(course: Course) -> None:
    lessons, shares = course.lessons(), course.shares()
    opening = {f"n{at}" for at, node in enumerate(course.nodes) if node.after}
    assert len(lessons) == len(set(lessons))
    assert set(lessons) == opening | {f"c{at}" for at in range(1, len(course.cards) + 1)}
    order = [shares[int(name[1:])] for name in lessons if name in opening]
    assert all(a >= b - 1e-9 for a, b in itertools.pairwise(order))


@pytest.mark.long
@pytest.mark.parametrize(("name", "free", "choices"), [("7x4-1", 15, 6), ("4x5-2", 18, 1)])
def test_the_strongest_replies_are_those_after_which_a_plain_search_lasts_longest(
    name: str, free: int, choices: int
) -> None:
    scores = dict[tuple[str, int, int], int]()

    def replies(course: Course, own: int, other: int) -> list[int]:
        at, landing = course.board, course.board.landing(own | other)
        return [cell for column in range(1, at.width + 1) if (cell := landing & at.column(column))]

    def score(course: Course, own: int, other: int) -> int:
        """Returns the free cells at the end of best play, positive where the side to move wins, by plain minimax."""
        key = course.size, own, other
        if key not in scores:
            cells, board = replies(course, own, other), course.board
            won = any(cell & board.completing(own) for cell in cells)
            left = board.width * board.height - (own | other).bit_count()
            scores[key] = left if won else max((-score(course, other, own | cell) for cell in cells), default=0)
        return scores[key]

    course = next(one for one in COURSES if one.name == name)
    judged = 0
    for (mine, yours), bits in zip(course.choices(), course.strongest, strict=True):
        if course.board.width * course.board.height - (mine | yours).bit_count() <= free:
            after = {cell: score(course, mine, yours | cell) for cell in replies(course, mine, yours)}
            best = [cell for cell, one in after.items() if one == min(after.values())]
            columns = [at for at in range(course.board.width) if bits >> at & 1]
            assert columns == [(cell.bit_length() - 1) // course.board.step for cell in best]
            judged += 1
    assert judged == choices


@at_night("4x4", "4x5", "5x4", "6x4")
def test_the_command_finds_the_strongest_replies_that_ship(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    run = CliRunner().invoke(main, ["cards", "resist", str(copy)])
    assert run.exit_code == 0, run.output
    assert [course.strongest for course in courses(copy)] == [one.strongest for one in COURSES if one.size == path.stem]


def read_back(packed: bytes, folder: Path) -> sqlite3.Connection:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert json.loads(archive.read("media")) == {}
        path = folder / "collection.anki2"
        path.write_bytes(archive.read("collection.anki2"))
    return sqlite3.connect(path)


def test_the_deck_is_read_back_with_every_lesson_in_its_order(tmp_path: Path) -> None:
    database = read_back(deck(SMALL), tmp_path)
    models, decks, version = database.execute("SELECT models, decks, ver FROM col").fetchone()
    rows = database.execute(
        "SELECT notes.guid, notes.mid, notes.flds, notes.tags, cards.did FROM cards JOIN notes ON notes.id = cards.nid "
        "ORDER BY cards.due"
    ).fetchall()
    lessons = SMALL.lessons()
    assert version == 11
    assert len(rows) == len({guid for guid, *_ in rows}) == len(lessons)
    kinds = [tags.split()[0] for _, _, _, tags, _ in rows]
    assert kinds == ["opening" if name[0] == "n" else "card" for name in lessons]
    names = [field["name"] for field in next(iter(json.loads(models).values()))["flds"]]
    for lesson, (_, model, fields, _, number) in zip(lessons, rows, strict=True):
        found = dict(zip(names, fields.split("\x1f"), strict=True))
        assert str(model) in json.loads(models)
        assert "6x4" in json.loads(decks)[str(number)]["name"]
        drawn = ElementTree.fromstring(f"<p>{found['Position']}{found['Answer']}</p>")
        assert len(list(drawn.iter("{http://www.w3.org/2000/svg}svg"))) == 2
        told = found["Answer"].rpartition("<br />")[2]
        if lesson[0] == "n":
            assert told == f"Column {SMALL.nodes[int(lesson[1:])].word}"
        else:
            assert told == f"Card {lesson[1:]}"


def test_the_same_course_gives_the_same_deck() -> None:
    assert deck(SMALL) == deck(SMALL)


def times(course: Course, folder: Path) -> tuple[int, str]:
    """Returns the time of all notes and cards of a deck, and the tag of its edition."""
    database = read_back(deck(course), folder)
    found = {
        *database.execute("SELECT mod, '' FROM cards"),
        *((since, "") for (since,) in database.execute("SELECT mod FROM notes UNION SELECT mod / 1000 FROM col")),
    }
    tags = {tags.split()[1] for (tags,) in database.execute("SELECT tags FROM notes")}
    ((since, _),), (tag,) = found, tags
    return since, tag


@each
def test_the_time_of_every_shipped_course_is_known(course: Course) -> None:
    """Where this fails the notes have changed: run python -m engine.cards.teaching.deck."""
    since, tag = edition(course.name, list(notes(course)))
    assert since > 1_795_000_000
    assert tag.startswith("edition-20")


def test_a_newer_deck_has_a_later_time_and_another_tag(tmp_path: Path) -> None:
    """Anki replaces a note only by one of a later time. A course with a card more stands for an older one, and the
    changed answer of a shipped one for the next."""
    since, tag = times(SMALL, tmp_path)
    learnt = list(notes(SMALL))
    older = edition(SMALL.name, [*learnt, learnt[0]._replace(answer="Card 9")])
    oldest = edition(SMALL.name, [*learnt, *learnt])
    assert oldest[0] < older[0] < since
    assert len({tag, older[1], oldest[1]}) == 3
    assert edition(SMALL.name, learnt) == (since, tag)
    table = {SMALL.name: {fingerprint(learnt): since, fingerprint(learnt[1:]): since + 1}}
    file = tmp_path / "editions.json"
    file.write_text(json.dumps(table), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.cards.teaching.deck.EDITIONS", file)
        assert edition(SMALL.name, learnt[1:])[0] == since + 1


def test_the_time_of_the_faces_changes_with_them(tmp_path: Path) -> None:
    """Where this fails set FACES_CHANGED to now: otherwise a collection keeps the old faces."""
    (told,) = read_back(deck(SMALL), tmp_path).execute("SELECT models FROM col").fetchone()
    (model,) = json.loads(told).values()
    content = json.dumps([model["flds"], model["tmpls"], model["css"], model["req"]])
    assert (hashlib.sha256(content.encode()).hexdigest()[:12], model["mod"]) == ("18d034b24d2c", FACES_CHANGED)


def test_the_command_writes_a_deck_for_each_side(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["cards", "deck", str(SHIPPED / "5x4.cards"), str(tmp_path)])
    assert run.exit_code == 0, run.output
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["5x4-1.apkg", "5x4-2.apkg"]
    counts = [len(course.lessons()) for course in COURSES if course.size == "5x4"]
    assert run.output.splitlines() == [
        f"{tmp_path / name}: {count} notes" for name, count in zip(written, counts, strict=True)
    ]
