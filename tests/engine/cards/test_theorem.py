"""Shows that the cards go to Coq as they are, and where Coq is installed that it believes them and no wrong ones."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import check
from engine.cards.play import SHIPPED
from engine.workshop.theorem.coq import theorems

FILES = sorted(SHIPPED.glob("*.cards"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_words_and_cards_go_to_coq_as_they_are(path: Path) -> None:
    text, names = theorems(path.read_bytes())
    for claim, opening, *cards in check.parts(path.read_bytes()):
        size, connect, side, verb, *_ = claim.split()
        width, height = map(int, size.split("x"))
        stated = f"Theorem {side}_player_{verb}_{size} : {verb} {width} {height} {connect} {side.title()}."
        assert stated in text
        words = _definition(text, f"opening_{side}").split(";\n")
        assert [_word(word) for word in words] == opening.split()
        board = check.Board(width, height, int(connect))
        for signs, listed in zip(cards, _definition(text, f"cards_{side}").split("]];\n"), strict=True):
            columns = [column.split(";") for column in re.findall(r"[\d;]+\d", listed)]
            marks = [0] * len(check.LEVELS)
            for column, ranks in enumerate(columns):
                for row, rank in enumerate(ranks):
                    marks[int(rank)] |= 1 << column * board.step + row
            assert marks == check.Card(board, signs).marks
            assert sum(marks) == board.cells
    assert [name for name in names if f"Print Assumptions {name}." in text] == names
    assert len(names) == 2 or names[2] == f"drawn_{path.stem}"


def test_one_side_of_a_draw_proves_no_value_and_another_form_is_refused() -> None:
    drawn = check.text_of((SHIPPED / "4x5.cards").read_bytes())
    head, first, _ = drawn.split("\n\n")
    assert theorems(f"{head}\n\n{first}\n".encode())[1] == ["first_player_holds_4x5"]
    for wrong in (first.replace("4x5", "4by5"), first.replace("\n", "\nx9 ", 1)):
        with pytest.raises(ValueError, match=r"."):
            theorems(f"{head}\n\n{wrong}\n".encode())


def _definition(text: str, name: str) -> str:
    found = re.search(rf"Definition {name} : list \w+ := \[(.*?)\]\.\n", text, re.DOTALL)
    assert found
    return found[1]


def _word(word: str) -> str:
    kind, number, *mirrored = word.split()
    return f"{'m' if mirrored == ['true'] else 'c'}{int(number) + 1}" if kind == "Leaf" else str(int(number) + 1)


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("coqchk"), reason="Coq is not installed")
def test_coq_believes_cards_and_no_wrong_ones(tmp_path: Path) -> None:
    good = SHIPPED / "4x5.cards"
    wrong, none = tmp_path / "wrong.cards", tmp_path / "none.cards"
    wrong.write_text(re.sub(r"^[0-9a-f]{20}$", "f" * 20, check.text_of(good.read_bytes()), flags=re.MULTILINE))
    none.write_text("no cards")
    run = [sys.executable, "-m", "engine.workshop.theorem"]
    told = subprocess.run([*run, good, wrong], capture_output=True, text=True, check=False)
    first, second = told.stdout.splitlines()
    assert first.startswith(f"{good}: first_player_holds_4x5, second_player_holds_4x5, drawn_4x5; nothing is assumed; ")
    assert second.startswith(f"{wrong}: refused: ")
    assert told.returncode == 1
    told = subprocess.run([*run, none], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "is no file of cards" in told.stderr


@pytest.mark.skipif(bool(shutil.which("coqchk")), reason="Coq is installed")
def test_without_coq_one_sentence_says_what_is_missing() -> None:
    run = [sys.executable, "-m", "engine.workshop.theorem"]
    told = subprocess.run(run, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "coqc or coqchk is not installed" in told.stderr
