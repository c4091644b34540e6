"""Tests that the name of a file becomes a row and a page, and nothing else."""

import unicodedata
from pathlib import Path

import pytest

from engine.arena.contest.programs import LONGEST, checked_names, find_programs
from engine.arena.contest.report import write_pages
from engine.games import GameError
from engine.standings import Entrant, Standings


@pytest.mark.parametrize("name", [
    "level 3", "level\u00a03", "level 10", " ada", "index", "INDEX", "\uff49ndex", "con", "Nul.x", "..", ".", "",
    "-", "a/b", "a\\\\b", "../up", "javascript:alert(document.domain)", "data:x", "a?b", "a#b", "a%41", "a&b", "<b>",
    '"', "'", "a\nb", "a\x1b[2J", "a\u202eb", "a\u200bb", "\udcff", "ends.", "x" * (LONGEST + 1),
])  # fmt: skip
def test_a_name_that_could_be_something_else_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(GameError) as no:
        checked_names(["fine", name])
    assert str(no.value).isprintable()


def test_names_of_every_script_stay_and_two_that_look_alike_do_not() -> None:
    names = ["ada", "Jos\u00e9", "\u05e2\u05d3\u05d4", "\u5c0f\u660e", "my-bot_2.1", "level3", "levels", "7"]
    assert checked_names(names) == names
    assert checked_names([unicodedata.normalize("NFD", "Jos\u00e9")]) == ["Jos\u00e9"]
    for twice in (["ada", "Ada"], ["Jos\u00e9", unicodedata.normalize("NFD", "jos\u00e9")], ["ada", "ada"]):
        with pytest.raises(GameError, match="two programs are called"):
            checked_names(twice)


def test_a_folder_with_such_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ada.py").touch()
    (tmp_path / "level 3.py").touch()
    with pytest.raises(GameError, match="'level 3'"):
        find_programs([str(tmp_path)])


def test_a_link_of_the_table_leads_to_a_page_of_the_folder(tmp_path: Path) -> None:
    names = ["javascript:alert(1)", "a?b#c%41", "\u5c0f"]  # of a table that an older release has written
    entrants = tuple(Entrant(name, None, None, 0, 0, 0, 0) for name in names)
    write_pages(tmp_path, Standings("connect4", 0.0, True, 0, (), (), entrants), [])
    page = (tmp_path / "index.html").read_text()
    for link in ("./javascript%3Aalert%281%29.html", "./a%3Fb%23c%2541.html", "./%E5%B0%8F.html"):
        assert f'href="{link}"' in page
