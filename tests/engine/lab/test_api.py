"""Tests the lab's one door, and the name of the lab's code, which changes with any rule, search or lesson."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import GameError, all_games
from engine.lab import api, code
from engine.search.catalogue import CATALOGUE


def data(kind: str, **given: str) -> Any:
    reply = api.answer(kind, given)
    assert reply.mimetype == api.JSON
    return json.loads(reply.text)


@pytest.mark.slow
@pytest.mark.parametrize("name", [None, *sorted(all_games())])
def test_the_first_run_of_a_page_is_drawn_whole(name: str | None) -> None:
    page = data("page", game=name) if name else data("page")
    assert page["run"]["complete"], page["run"]["limit"]
    assert page["run"]["algorithm"] == page["start"]["algorithm"]
    assert page["run"]["depth"] == page["start"]["depth"]
    assert page["drawn"].startswith(page["run"]["title"])


def test_what_an_address_leaves_open_is_chosen() -> None:
    assert api.start_of({}) == {"tree": api.FIRST_TREE, "depth": None, "algorithm": "alphabeta"}
    assert api.start_of({"tree": "3 17 2 12"})["tree"] == "((3 17) (2 12))"
    assert api.start_of({"tree": "({1/2: 3, 1/2: 5} 4)"})["algorithm"] == "star1"
    assert api.start_of({"game": "slippery-tictactoe", "algorithm": "star2", "depth": "all"}) == {
        "game": "slippery-tictactoe", "moves": "", "depth": None, "algorithm": "star2",
    }  # fmt: skip


def test_a_run_is_searched_to_the_end_unless_a_depth_is_given() -> None:
    assert data("run", tree="((3 17) (2 12))")["result"]["value"] == 3
    assert data("run", game="tictactoe", moves="5193", depth="1", algorithm="minimax")["depth"] == 1


def test_the_algorithms_of_the_catalogue_are_told_with_their_limits() -> None:
    told = {one["name"]: one for one in api.algorithms()}
    assert told.keys() == CATALOGUE.keys()
    assert told["alphabeta"]["chance"] is False


WRONG = [
    ("dance", {}, "the lab has no answers called 'dance'"),
    ("run", {}, "a tree or a game is missing"),
    ("run", {"tree": "1 2", "game": "nim"}, "a tree and a game were given"),
    ("page", {"tree": "1 2", "game": "nim"}, "a tree and a game were given"),
    ("run", {"tree": "1 2", "algorithm": "magic"}, "no algorithm called 'magic'"),
    ("run", {"tree": "({1/2: 3, 1/2: 5} 4)", "algorithm": "alphabeta"}, "chance"),
    ("run", {"game": "chess"}, "no game called 'chess'"),
    ("exercise", {}, "the kind of the exercise is missing"),
    ("check", {"kind": "values", "tree": "(("}, "open at the end"),
    ("page", {"lesson": "knitting"}, "no lesson called 'knitting'"),
    ("exam", {"shape": "2xc2x2"}, "on a tree with chance a sheet asks for values"),
]


@pytest.mark.parametrize(("kind", "given", "words"), WRONG)
def test_a_fault_is_a_sentence(kind: str, given: dict[str, str], words: str) -> None:
    with pytest.raises(GameError, match=words):
        api.answer(kind, given)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [one["slug"] for one in api.contents()])
def test_every_lesson_is_a_page(slug: str) -> None:
    page = data("page", lesson=slug)
    assert page["lesson"]["slug"] == slug
    assert page["run"]["complete"]
    assert {**page["plain"], "step": page["start"]["step"]} == page["start"]
    assert 0 <= page["start"]["step"] < len(page["run"]["steps"]["kind"])
    other = data("page", lesson=slug, tree="((3 17) (2 12))", algorithm="minimax")
    assert other["start"]["tree"] == "((3 17) (2 12))"
    assert (other["plain"], other["lesson"]) == (page["plain"], page["lesson"])


def test_an_answer_to_a_lesson_is_judged() -> None:
    slug = api.contents()[0]["slug"]
    key = data("check", lesson=slug)["key"]
    assert data("check", lesson=slug, answer=key)["right"] is True
    assert data("check", lesson=slug, answer="A=99")["right"] is False


def test_an_exam_is_data_for_a_page_or_a_file() -> None:
    given = {"seed": "7", "variants": "2", "ask": "values,cuts", "shape": "2x2x2"}
    sheets, key = data("exam", **given), data("exam", **given, key="1")
    assert [len(one["variants"]) for one in (sheets, key)] == [2, 2]
    assert sheets["variants"][0]["questions"][0]["answers"] is None
    assert key["variants"][0]["questions"][0]["answers"]
    for form, mimetype in (("tex", "application/x-tex"), ("csv", "text/csv")):
        assert api.answer("exam", {**given, "format": form}).mimetype == mimetype


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for room in ("games", "search", "lab/lessons"):
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "one.py").write_text("one = 1\n")
    monkeypatch.setattr(code, "files", lambda _: tmp_path)
    yield tmp_path
    code.fingerprint.cache_clear()


def fresh() -> str:
    code.fingerprint.cache_clear()
    return code.fingerprint()


def test_the_name_of_this_code_is_twelve_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", fresh())


@pytest.mark.parametrize("file", ["games/one.py", "search/two.py", "lab/lessons/one.py", "lab/texts.json"])
def test_any_change_of_the_code_changes_the_name(folder: Path, file: str) -> None:
    before = fresh()
    (folder / file).write_text("one = 2\n")
    assert fresh() != before


@pytest.mark.parametrize("file", ["games/__pycache__/one.cpython-311.pyc", "lab/notes.md"])
def test_other_files_do_not(folder: Path, file: str) -> None:
    before = fresh()
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("anything")
    assert fresh() == before
