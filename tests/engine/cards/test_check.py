"""Shows that the checker of cards stands alone, names what is wrong, and accepts what ships."""

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cards import check
from engine.cards.play import Opening
from engine.coach.certificate import Claim
from engine.games import LineGame, Player
from engine.workshop.cards.board import Position
from engine.workshop.cards.file import words_of
from engine.workshop.cards.finder import Library
from webapp.cli import main

CHECKER = Path(check.__file__)
DATA = CHECKER.parent / "data"
FILES = sorted(DATA.glob("*.cards"))
SMALL, LARGE = DATA / "6x4.cards", DATA / "7x6.cards"


def at_night(*by_day: str) -> pytest.MarkDecorator:
    """Returns the decorator for a test of every file that ships: by day of the boards named, at night of all."""
    marked = [pytest.param(path, marks=[pytest.mark.long] * (path.stem not in by_day), id=path.stem) for path in FILES]
    return pytest.mark.parametrize("path", marked)


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
    assert run.stdout.decode().strip() == "6x4 4 second wins: accepted"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_file_is_of_its_board(path: Path) -> None:
    parts = check.parts(path.read_bytes())
    assert {lines[0].split()[0] for lines in parts} == {path.stem}
    claims = {" ".join(lines[0].split()[2:4]) for lines in parts}
    assert claims in ({"first wins"}, {"second wins"}, {"first holds", "second holds"})


def test_the_command_tells_what_it_accepts_and_refuses(tmp_path: Path) -> None:
    accepted = CliRunner().invoke(main, ["cards", "check", str(SMALL)])
    assert accepted.exit_code == 0
    assert accepted.output.startswith("accepted: 6x4 4 second wins: ")
    claim, opening, *cards = lines_of(SMALL)
    changed = tmp_path / "changed.cards"
    changed.write_text("\n".join([check.FIRST_LINE, "", claim, opening, *cards[1:]]) + "\n")
    refused = CliRunner().invoke(main, ["cards", "check", str(changed)])
    assert refused.exit_code == 1
    assert refused.output.startswith("refused: 6x4 4 second wins: after ")
    changed.write_text("no cards")
    assert "is no file of cards" in CliRunner().invoke(main, ["cards", "check", str(changed)]).output


WRONG = [
    (["4x1 4 second holds", "c1"], "after 1: there is no card 1"),
    (["4x1 4 second", "c1", "ffff"], "a part has no claim or no opening"),
    (["99x1 4 second holds", "c1", "ffff"], "there is no such board"),
    (["4x1 4 second holds", "c1", "fff"], "a card is no sheet of this board"),
    (["4x1 4 second holds", "c1 c1", "fffg"], "a card is no sheet of this board"),
    (["4x1 4 second holds", "2", "ffff"], "after 1 2 3: the opening ends too early"),
    (["4x1 4 second holds", "x", "ffff"], "after 1: the opening has the word 'x'"),
    (["4x1 4 second holds", "1", "ffff"], "after 1: column 1 cannot be played"),
    (["4x1 4 second holds", "c1 c1", "ffff"], "after 1: card 1 fails: the card names no move"),
    (["4x1 4 second holds", "c1 c1 c1", "102f"], "the opening has more words than positions"),
    (["4x1 4 second holds", "c1 c1", "102f", "012f"], "a card is not used"),
    (["4x1 4 second holds", "c1 c1", "102f", "f201"], "a card stands twice"),
    (["4x1 4 second wins", "c1 c1", "102f"], "after 1: card 1 fails: the board is full, and the side has not won"),
    (
        ["4x4 2 second holds", "c1 c1", "2" * 16],
        "after 1: card 1 fails: the other side gets two ways to complete a line",
    ),
]
"""Parts with a fault, and what is said of it."""


@pytest.mark.parametrize(("lines", "why"), WRONG)
def test_it_says_in_one_sentence_what_is_wrong(lines: list[str], why: str) -> None:
    assert check.checked(lines)[0] == why


OLD = ["4x2 4 second holds published", "c1 c2", "@!.|=+.-", ".|......"]


def test_a_file_in_signs_is_translated() -> None:
    """A dot counts in even rows, a bar in odd ones; what an older claim says of ties is left out."""
    head, text = "fourthought cards 1 made in 3 s", "\n".join(OLD)
    levels = ["10" + "2f" + "43f5", "2f22" + "ffff"]
    assert check.parts(f"{head}\n\n{text}\n".encode()) == [["4x2 4 second holds", "c1 c2", *levels]]
    assert check.parts(f"{check.FIRST_LINE}\n\n{text}\n".encode()) == [OLD]
    assert "0" not in check.parts(f"{head}\n\n{text.replace('@', '0')}\n".encode())[0][2][:1]


def test_a_tie_passes_to_the_next_level() -> None:
    card = check.Card(check.Board(7, 6, 4), "f" * 35 + "3ee30d3")
    cells = [1 << 7 * column for column in range(7)]
    assert card.answer(sum(cells), 0) == cells[4]
    assert card.answer(sum(cells) ^ cells[4], 0) == cells[5]
    assert card.answer(cells[1] | cells[2] | cells[3], 0) == cells[3]
    assert card.answer(cells[0] | cells[3] | 1 << 1, 0) == 1 << 1
    with pytest.raises(check.RefusedError, match="the card names no move"):
        card.answer(cells[0] | cells[3] | cells[1] | cells[2], 0)


def test_a_card_is_read_by_its_rules() -> None:
    assert check.checked(["4x1 4 second holds", "c1 c1", "102f"])[0] == ""
    assert check.checked(["4x1 4 second holds", "c1 m1", "102f"])[0] == ""


@at_night("4x4", "4x5", "4x6", "5x4", "6x4")
def test_every_shipped_file_is_accepted(path: Path) -> None:
    for lines in check.parts(path.read_bytes()):
        assert check.checked(lines)[0] == ""


@at_night("4x4", "4x5", "4x6", "5x4", "6x4")
def test_every_leaf_of_a_shipped_file_holds_by_the_coachs_kernel(path: Path) -> None:
    for lines in check.parts(path.read_bytes()):
        opening = Opening()
        opening.check(lines)
        assert is_true(lines, opening.tree)


def test_the_cards_of_the_largest_board_are_few() -> None:
    lines = lines_of(LARGE)
    assert lines[0] == "7x6 4 first wins"
    assert len(lines) - 2 <= 900


def spread(path: Path) -> list[list[str]]:
    """Returns the parts of a file. Where it has six levels, each of them is parted into two at random, so that the
    cards are accepted."""
    rng, found = random.Random(0), list[list[str]]()
    levels = {level: check.LEVELS[2 * at : 2 * at + 2] for at, level in enumerate("012345")} | {"f": "f"}
    for lines in check.parts(path.read_bytes()):
        some = levels if set().union(*lines[2:]) <= {*levels} else dict(zip(check.LEVELS, check.LEVELS, strict=True))
        tries = (
            [*lines[:2], *("".join(rng.choice(some[one]) for one in card) for card in lines[2:])] for _ in range(99)
        )
        found.append(next(one for one in tries if not check.checked(one)[0]))
    return found


@pytest.mark.parametrize("size", ["4x5", "6x4"])
def test_cards_of_more_than_six_levels_are_accepted(size: str) -> None:
    for lines in spread(DATA / f"{size}.cards"):
        assert len({one for card in lines[2:] for one in card}) > 9
        assert check.checked(lines)[0] == ""


def is_true(lines: list[str], tree: list[tuple[str, check.Stones, str]]) -> bool:
    """Tests every leaf by the coach's kernel, which shares no code with the checker."""
    width, height = map(int, lines[0].split()[0].split("x"))
    game = LineGame(width, height, 4, True)
    claim = Claim(Player.SECOND if "second" in lines[0] else Player.FIRST, "wins" in lines[0])
    library, board = Library(game, claim), check.Board(width, height, 4)
    for levels in lines[2:]:
        library.add(words_of(check.Card(board, levels)))
    for _, (mine, yours), word in tree:
        if not word.isdigit():
            at = (board.flip(mine), board.flip(yours)) if word[0] == "m" else (mine, yours)
            if library.holding(Position(*at), int(word[1:]) - 1) != int(word[1:]) - 1:
                return False
    return True
