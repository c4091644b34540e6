"""Shows that a sheet goes to Coq as it is, and where Coq is installed that it believes sheets and no wrong ones."""

import io
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import check
from engine.cards.play import SHIPPED, CardPlayer, Opening
from engine.cards.proof.folder import STEPS, folder, packed, statements
from engine.games import LineGame, Player
from tests.engine.cards.test_check import at_night

HAS_COQ = shutil.which("coqc") is not None and shutil.which("coqchk") is not None
RUN = [sys.executable, "-m", "engine.workshop.theorem"]

Columns = tuple[tuple[int, ...], ...]
"""The stones of each column from the bottom: 0 for the first player, 1 for the second."""


class Written:
    """Reads the sheet of one side from the file of Coq, and plays it as ``Sheet.v`` says."""

    def __init__(self, game: LineGame, text: str, side: int) -> None:
        self.game, self.side = game, side
        self.entries = re.findall(r"\(\[([\d;]*)\], (Play|Take) (\d+)(?: (true|false))?\)", text)
        self.words = {
            self.board([int(move) - 1 for move in moves.split(";") if move]): word for moves, *word in self.entries
        }
        cards = text.partition(" : list card := ")[2].partition(".\n")[0].split(";\n[[")
        self.cards = [[[*map(int, column.split(";"))] for column in re.findall(r"[\d;]*\d", card)] for card in cards]

    def board(self, moves: Sequence[int]) -> Columns:
        columns = [list[int]() for _ in range(self.game.width)]
        for ply, move in enumerate(moves):
            columns[move].append(ply % 2)
        return tuple(map(tuple, columns))

    def moves(self, game: Sequence[int]) -> list[int]:
        """Returns what the side plays in each of its positions of a game, columns from 0."""
        hand, said = list[tuple[list[list[int]], bool]](), list[int]()
        for ply in range(self.side, len(game), 2):
            board = self.board(game[:ply])
            if not hand:
                mirrored = board not in self.words
                word = self.words.get(board[::-1] if mirrored else board)
                if not word:
                    said.append(self.completing(board, self.side)[0])
                    continue
                if word[0] == "Play":
                    said.append(self.flip(int(word[1]), mirrored))
                    continue
                hand.append((self.cards[int(word[1])], mirrored != (word[2] == "true")))
            card, mirrored = hand[0]
            said.append(self.flip(self.named(card, board[::-1] if mirrored else board), mirrored))
        return said

    def flip(self, column: int, mirrored: bool) -> int:
        return self.game.width - 1 - column if mirrored else column

    def named(self, card: list[list[int]], board: Columns) -> int:
        found = self.completing(board, self.side) or self.completing(board, 1 - self.side)
        if found:
            return found[0]
        levels = [(card[x][len(board[x])], x) for x in self.room(board)]
        return min((level, x) for level, x in levels if [one for one, _ in levels].count(level) == 1)[1]

    def room(self, board: Columns) -> list[int]:
        return [x for x, column in enumerate(board) if len(column) < self.game.height]

    def completing(self, board: Columns, side: int) -> list[int]:
        return [x for x in self.room(board) if self.line((*board[:x], (*board[x], side), *board[x + 1 :]), side)]

    def line(self, board: Columns, side: int) -> bool:
        own = {(x, y) for x, column in enumerate(board) for y, stone in enumerate(column) if stone == side}
        ways, steps = ((1, 0), (0, 1), (1, 1), (1, -1)), range(self.game.connect)
        return any({(x + i * dx, y + i * dy) for i in steps} <= own for x, y in own for dx, dy in ways)


def _sheets(path: Path) -> list[tuple[list[str], Written]]:
    texts, found = folder(path.read_bytes()), []
    for lines in check.parts(path.read_bytes()):
        size, connect, side, *_ = lines[0].split()
        game = LineGame(*map(int, size.split("x")), int(connect), True)
        found.append((lines, Written(game, texts[f"{side.title()}Cards.v"], int(side == "second"))))
    return found


@at_night("4x4", "4x5", "5x5", "6x4")
def test_every_position_and_card_is_written_and_the_theorems_say_what_the_file_claims(path: Path) -> None:
    text = folder(path.read_bytes())["Theorem.v"]
    for lines, written in _sheets(path):
        size, connect, side, verb, *_ = lines[0].split()
        width, height = size.split("x")
        sheet = f"{verb} {width} {height} {connect} {side.title()} {side}_sheet."
        assert f"Theorem {side}_sheet_{verb} : sheet_{sheet}" in text
        value = f"{side.title()}Wins" if verb == "wins" else "Draw"
        assert f"Theorem value_{size} : value {width} {height} {connect} = {value}." in text
        opening = Opening()
        opening.check(lines)
        told = {"Play": "", "Take false": "c", "Take true": "m"}
        words = {
            m.replace(";", " "): told[f"{kind} {way}".strip()] + str(int(n) + 1) for m, kind, n, way in written.entries
        }
        assert words == {moves: word for moves, _, word in opening.tree}
        assert len(words) == len(written.entries)
        assert [list(map(len, card)) for card in written.cards] == [[int(height)] * int(width)] * (len(lines) - 2)
    names = re.findall(r"^Theorem (\w+)", text, re.MULTILINE)
    assert re.findall(r"^Print Assumptions (\w+)\.", text, re.MULTILINE) == names
    assert len(statements(text)) == len(names)


@pytest.mark.parametrize("board", ["4x5", "5x5", "6x4", "7x6"])
def test_the_written_sheet_plays_as_the_cards_do(board: str) -> None:
    dice = random.Random(board)
    for lines, written in _sheets(SHIPPED / f"{board}.cards"):
        game, player = written.game, CardPlayer(written.game, lines)
        assert player.side is (Player.SECOND if written.side else Player.FIRST)
        for _ in range(20):
            moves, state, said = list[int](), game.initial(), list[int]()
            while game.outcome(state) is None:
                own = game.to_move(state) is player.side
                move = player.move(moves) if own else dice.choice(game.moves(state))
                said += [move] * own
                moves.append(move)
                state = game.play(state, move)
            *told, last = (move + 1 for move in written.moves([move - 1 for move in moves]))
            assert told == said[:-1]
            # Of two lines in a mirror the written sheet completes the one that the card names first.
            *before, _ = moves[: written.side + 2 * len(said) - 1]
            assert last == said[-1] or last - 1 in written.completing(
                written.board([m - 1 for m in before]), written.side
            )
            assert game.outcome(state) != player.side.other


def test_the_folder_names_every_file_and_hides_nothing() -> None:
    texts = folder((SHIPPED / "4x5.cards").read_bytes())
    head, *names = texts["_CoqProject"].split()[2:]
    assert head == "Fourthought"
    assert [name for name in texts if name.endswith(".v")] == names
    for name, text in texts.items():
        assert not re.search(r"\b(Axiom|Parameter|Admitted|admit|Conjecture|native_compute)\b", text), name
        needed = re.findall(r"^From Fourthought Require Import ([\w ]+)\.$", text, re.MULTILINE)
        known = [one[:-2] for one in names[: names.index(name)]] if name in names else []
        assert all(one in known for line in needed for one in line.split()), name
    assert list(pairwise(STEPS)) == list(pairwise(name[:-2] for name in names[: len(STEPS)]))


def test_the_archive_holds_the_folder() -> None:
    data = (SHIPPED / "4x4.cards").read_bytes()
    with zipfile.ZipFile(io.BytesIO(packed(data, "4x4-proof"))) as archive:
        held = {name: archive.read(name).decode() for name in archive.namelist()}
    assert held == {f"4x4-proof/{name}": text for name, text in folder(data).items()}


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "none.cards"
    wrong.write_text("no cards")
    told = subprocess.run([*RUN, wrong], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "is no file of cards" in told.stderr


@pytest.mark.long
@pytest.mark.skipif(not HAS_COQ, reason="Coq is not installed")
def test_coq_believes_the_steps_and_the_small_boards(tmp_path: Path) -> None:
    for name, text in folder((SHIPPED / "4x4.cards").read_bytes()).items():
        tmp_path.joinpath(name).write_text(text)
    for step in STEPS:
        subprocess.run(["coqc", "-Q", ".", "Fourthought", f"{step}.v"], cwd=tmp_path, check=True)


@pytest.mark.long
@pytest.mark.skipif(not HAS_COQ, reason="Coq is not installed")
def test_coq_believes_sheets_and_no_wrong_ones(tmp_path: Path) -> None:
    good = SHIPPED / "4x5.cards"
    wrong = tmp_path / "wrong.cards"
    text = check.text_of(good.read_bytes())
    wrong.write_text(re.sub(r"^([!@.|+=-]{20}|[0-9a-f]{20})$", lambda card: card[0][0] * 20, text, flags=re.MULTILINE))
    told = subprocess.run([*RUN, good, wrong], capture_output=True, text=True, check=False)
    first, second = told.stdout.splitlines()
    assert first.startswith(f"{good}: first_sheet_holds, second_sheet_holds, value_4x5; nothing is assumed; ")
    assert second.startswith(f"{wrong}: refused: ")
    assert told.returncode == 1


@pytest.mark.long
@pytest.mark.skipif(not HAS_COQ, reason="Coq is not installed")
def test_coq_believes_the_sheet_of_the_usual_board(tmp_path: Path) -> None:
    told = subprocess.run([*RUN, "--out", tmp_path / "proof"], capture_output=True, text=True, check=False)
    assert "7x6.cards: first_sheet_wins, value_7x6, first_wins; nothing is assumed; " in told.stdout
    assert told.returncode == 0
    assert {*folder((SHIPPED / "7x6.cards").read_bytes())} <= {path.name for path in (tmp_path / "proof").iterdir()}


@pytest.mark.long
@pytest.mark.skipif(not HAS_COQ or not shutil.which("ocamlopt"), reason="Coq or OCaml is not installed")
def test_the_checker_that_coq_writes_accepts_every_sheet_and_no_wrong_one(tmp_path: Path) -> None:
    """A wrong sheet has one level for all cells of its cards, or another word in the opening."""
    good = sorted(SHIPPED.glob("*.cards"))
    text = check.text_of((SHIPPED / "4x5.cards").read_bytes())
    one_level = re.sub(r"^[0-9a-f]{20}$", lambda card: card[0][0] * 20, text, flags=re.MULTILINE)
    texts = [one_level, text.replace("\nc1 1 c2", "\nc2 1 c2")]
    wrong = [tmp_path / f"{number}.cards" for number in range(len(texts))]
    for path, one in zip(wrong, texts, strict=True):
        assert one != text
        path.write_text(one)
    told = subprocess.run([*RUN, "--judge", *good, *wrong], capture_output=True, text=True, check=False)
    lines = told.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [path.name for path in (*good, *wrong)]
    assert ["refused" in line for line in lines] == [False] * len(good) + [True] * len(wrong)
    assert told.returncode == 1


@pytest.mark.skipif(HAS_COQ, reason="Coq is installed")
def test_without_coq_the_folder_is_written_and_one_sentence_says_what_is_missing(tmp_path: Path) -> None:
    told = subprocess.run([*RUN, "--out", tmp_path], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "coqc or coqchk is not installed" in told.stderr
    texts = folder((SHIPPED / "7x6.cards").read_bytes())
    assert {name: tmp_path.joinpath(name).read_text("utf-8") for name in texts} == texts
