"""Shows that the checker of cards stands alone, names what is wrong, and accepts what ships."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cards import check
from engine.cards.play import Opening
from engine.coach.certificate import Claim
from engine.games import LineGame, Player
from engine.workshop.cards import export
from engine.workshop.cards.board import Position
from engine.workshop.cards.finder import Library
from webapp.cli import main

CHECKER = Path(check.__file__)
DATA = CHECKER.parent / "data"
FILES = sorted(DATA.glob("*.cards"))
SMALL, LARGE = DATA / "6x4.cards", DATA / "7x6.cards"
SLOW = {"4x10", "4x9", "5x5", "5x6", "5x7", "5x8", "6x5", "6x6", "6x7", "7x4", "7x6", "8x4"}
CHECKED = [pytest.param(path, marks=[pytest.mark.long] * (path.stem in SLOW), id=path.stem) for path in FILES]
"""The files to be played through by the checker, which takes most of a minute for the largest."""


def lines_of(path: Path) -> list[str]:
    return check.parts(path.read_bytes())[0]


def test_the_checker_is_short_and_needs_the_language_alone() -> None:
    source = CHECKER.read_text()
    assert source.count("\n") <= 250
    nodes = list(ast.walk(ast.parse(source)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)
    run = subprocess.run(
        [sys.executable, "-I", "-S", CHECKER], input=SMALL.read_bytes(), capture_output=True, check=True
    )
    assert run.stdout.decode().strip() == "6x4 4 second wins published: accepted"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_file_is_of_its_board(path: Path) -> None:
    parts = check.parts(path.read_bytes())
    assert {lines[0].split()[0] for lines in parts} == {path.stem}
    claims = {" ".join(lines[0].split()[2:4]) for lines in parts}
    assert claims in ({"first wins"}, {"second wins"}, {"first holds", "second holds"})


def test_the_command_tells_what_it_accepts_and_refuses(tmp_path: Path) -> None:
    accepted = CliRunner().invoke(main, ["cards", "check", str(SMALL)])
    assert accepted.exit_code == 0
    assert accepted.output.startswith("accepted: 6x4 4 second wins published: ")
    claim, opening, *cards = lines_of(SMALL)
    changed = tmp_path / "changed.cards"
    changed.write_text("\n".join([check.FIRST_LINE, "", claim, opening, *cards[1:]]) + "\n")
    refused = CliRunner().invoke(main, ["cards", "check", str(changed)])
    assert refused.exit_code == 1
    assert refused.output.startswith("refused: 6x4 4 second wins published: after ")
    changed.write_text("no cards")
    assert "is no file of cards" in CliRunner().invoke(main, ["cards", "check", str(changed)]).output


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["4x1 4 second holds", "c1"], "after 1: there is no card 1"),
        (["4x1 4 second", "c1", "...."], "a part has no claim or no opening"),
        (["99x1 4 second holds", "c1", "...."], "there is no such board"),
        (["4x1 4 second holds", "c1", "..."], "a card is no sheet of this board"),
        (["4x1 4 second holds", "c1 c1", "...x"], "a card is no sheet of this board"),
        (["4x1 4 second holds", "2", "...."], "after 1 2 3: the opening ends too early"),
        (["4x1 4 second holds", "x", "...."], "after 1: the opening has the word 'x'"),
        (["4x1 4 second holds", "1", "...."], "after 1: column 1 cannot be played"),
        (["4x1 4 second holds", "c1 c1", "...."], "after 1: card 1 fails: the card names no move"),
        (["4x1 4 second holds", "c1 c1 c1", "@!|-"], "the opening has more words than positions"),
        (["4x1 4 second holds", "c1 c1", "@!|-", "!@|-"], "a card is not used"),
        (["4x1 4 second holds", "c1 c1", "@!|-", "-|!@"], "a card stands twice"),
        (["4x1 4 second wins", "c1 c1", "@!|-"], "after 1: card 1 fails: the board is full, and the side has not won"),
        (["4x1 4 second holds published", "c1 c1", "!!!!"], "after 1: card 1 fails: two cells bear the same mark"),
        (
            ["4x4 2 second holds", "c1 c1", "." * 16],
            "after 1: card 1 fails: the other side gets two ways to complete a line",
        ),
    ],
)
def test_it_says_in_one_sentence_what_is_wrong(lines: list[str], why: str) -> None:
    assert check.checked(lines)[0] == why


def test_a_card_is_read_by_its_rules() -> None:
    assert check.checked(["4x1 4 second holds", "c1 c1", "@!|-"])[0] == ""
    assert check.checked(["4x1 4 second holds", "c1 m1", "@!|-"])[0] == ""


@pytest.mark.parametrize("path", CHECKED)
def test_every_shipped_file_is_accepted(path: Path) -> None:
    for lines in check.parts(path.read_bytes()):
        assert check.checked(lines)[0] == ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_leaf_of_a_shipped_file_holds_by_the_coachs_kernel(path: Path) -> None:
    for lines in check.parts(path.read_bytes()):
        opening = Opening()
        opening.check(lines)
        assert is_true(lines, opening.tree)


def test_the_cards_of_the_largest_board_are_few() -> None:
    lines = lines_of(LARGE)
    assert lines[0] == "7x6 4 first wins published"
    assert len(lines) - 2 <= 900


def is_true(lines: list[str], tree: list[tuple[str, check.Stones, str]]) -> bool:
    """Tests every leaf by the coach's kernel, which shares no code with the checker."""
    width, height = map(int, lines[0].split()[0].split("x"))
    game = LineGame(width, height, 4, True)
    claim = Claim(Player.SECOND if "second" in lines[0] else Player.FIRST, "wins" in lines[0])
    library, board = Library(game, claim, "published" in lines[0]), check.Board(width, height, 4)
    for signs in lines[2:]:
        library.add(tuple(check.Card(board, signs, True).marks))
    for _, (mine, yours), word in tree:
        if not word.isdigit():
            at = (board.flip(mine), board.flip(yours)) if word[0] == "m" else (mine, yours)
            if library.holding(Position(*at), int(word[1:]) - 1) != int(word[1:]) - 1:
                return False
    return True


@pytest.mark.parametrize("path", CHECKED)
def test_the_published_form_is_read_back_and_accepted(path: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["cards", "export", str(path), str(tmp_path)])
    assert run.exit_code == 0, run.output
    parts = check.parts(path.read_bytes())
    for lines in parts:
        folder = tmp_path / lines[0].split()[2] if len(parts) > 1 else tmp_path
        again = export.read(folder, lines[0])
        why, part = check.checked(again)
        assert why == ""
        assert len(part.tree) == len(check.checked(lines)[1].tree)
        assert set((folder / export.STATES).read_text()) <= {*"12!@.|+=-\n"}
