"""Tests the store of classes: counts, secrets, bounds, and that nothing outlives a week."""

import threading

import pytest
from sqlalchemy import func, select

from tests.webapp.storage.test_database import opened
from webapp.storage import classes as stored
from webapp.storage.classes import KEPT_DAYS, StoredClasses, forget_classes
from webapp.storage.forgetting import DAY, Forgetting
from webapp.storage.schema import class_count, school_class

SECRET, OTHER = "s" * 43, "t" * 43


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_class_counts_and_tells_only_who_has_its_secret(database_url: str) -> None:
    with opened(database_url) as database:
        classes = StoredClasses(database)
        code, other = classes.make("seed=3", SECRET), classes.make("seed=4", OTHER)
        assert code
        assert other
        assert (classes.exam(code), classes.exam(other), classes.exam("aaaaaa")) == ("seed=3", "seed=4", None)
        assert classes.add(code, [(1, "answered"), (1, "late.1.E"), (1, "late.1.E")])
        assert classes.add(code, [(1, "answered"), (1, "right")])
        assert classes.counts(code, SECRET) == {
            (0, "sheets"): 2,
            (1, "answered"): 2,
            (1, "late.1.E"): 1,
            (1, "right"): 1,
        }
        assert classes.counts(other, OTHER) == {}
        assert classes.counts(code, OTHER) is None
        assert not classes.add("aaaaaa", [(1, "right")])
        with database.reading() as connection:
            kept = connection.execute(select(school_class)).all()
        assert SECRET not in str(kept)


def test_many_at_once_are_all_counted(database_url: str) -> None:
    with opened(database_url) as database:
        classes = StoredClasses(database)
        code = classes.make("", SECRET) or ""
        found = [(1, "answered"), (2, "right"), (3, "late.1.E")]

        def pupils(at: int) -> None:
            for _ in range(5):
                assert classes.add(code, found[at:] + found[:at])

        threads = [threading.Thread(target=pupils, args=(at % 3,)) for at in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert classes.counts(code, SECRET) == {(0, "sheets"): 30, **dict.fromkeys(found, 30)}


def test_classes_sheets_and_rows_have_bounds(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_CLASSES", 2)
    monkeypatch.setattr(stored, "MOST_SHEETS", 3)
    monkeypatch.setattr(stored, "MOST_ROWS", 4)
    with opened(database_url) as database:
        classes = StoredClasses(database)
        code = classes.make("", SECRET) or ""
        assert classes.make("", SECRET)
        assert classes.make("", SECRET) is None
        assert classes.add(code, [(1, f"field.{name}") for name in "ABCDE"])
        assert classes.add(code, [(1, "field.Z"), (1, "field.A")])
        assert classes.add(code, [])
        assert not classes.add(code, [])
        counts = classes.counts(code, SECRET)
        assert counts == {(0, "sheets"): 3, (1, "field.A"): 2, (1, "field.B"): 1, (1, "field.C"): 1}


def test_after_seven_days_nothing_of_a_class_is_left(database_url: str) -> None:
    """The sentence on the page says so: asked by the moved clock, and deleted by the job that always runs."""
    with opened(database_url) as database:
        clock = Clock()
        classes, job = StoredClasses(database, clock), Forgetting(database, 0, lambda _: False)
        code = classes.make("seed=3", SECRET) or ""
        assert classes.add(code, [(1, "right")])
        clock.now += KEPT_DAYS * 86_400 - 1
        young = classes.make("seed=4", SECRET) or ""
        job.turn(int(clock.now * 1000))
        assert classes.exam(code) == "seed=3"
        clock.now += 1
        assert (classes.exam(code), classes.counts(code, SECRET)) == (None, None)
        assert not classes.add(code, [(1, "right")])
        job.turn(int(clock.now * 1000))
        with database.reading() as connection:
            assert connection.execute(select(school_class.c.id)).scalars().all() == [young]
            assert connection.execute(select(func.count()).select_from(class_count)).scalar() == 0
        forget_classes(database, int(clock.now * 1000) + KEPT_DAYS * DAY)
        assert classes.exam(young) is None
