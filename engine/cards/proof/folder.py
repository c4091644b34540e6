"""Writes the folder of a board: the files of Coq beside this one, with the cards of the board and its theorems."""

import io
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from engine.cards.check import LEVELS, Stones, parts
from engine.cards.play import Opening

STEPS = ("Rules", "Line", "Value", "Sheet", "Board", "Check", "Sound", "Small")
"""The files of Coq beside this one, each built on those before."""

PARTS = 2
"""The files that play the cards of one side: Coq reads them at the same time."""

_HERE = Path(__file__).parent
_HEAD = """From Coq Require Import List Arith.
Import ListNotations.
From Fourthought Require Import {}.
"""
_CARDS = """(** The cards of the {side} side of {size}, as they ship. *)
{head}
{words}
Definition {side}_cards : list card := {cards}.

Definition {side}_sheet : sheet := written {width} {height} ({all}) {side}_cards.
"""
_PART = """(** Plays the positions of {words} against every reply. *)
{head}
Lemma {side}_part_{number} :
  accepts {height} {connect} {Side} {wins} {side}_sheet (opening (written {width} {height} {words} [])) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""
_SHEET = """
(** Whoever plays the other side, the sheet of the {side} side {told}. *)
Theorem {side}_sheet_{verb} : sheet_{verb} {width} {height} {connect} {Side} {side}_sheet.
Proof.
  assert (some : 0 < {connect}) by apply Nat.lt_0_succ.
  apply (sheet_{verb}_sound _ _ _ _ _ some); [|vm_cast_no_check (eq_refl true)].
  unfold {side}_sheet at 2, written. cbn [opening]. rewrite !map_app.
  repeat (apply Forall_app; split).
{proofs}
Qed.
"""
_WON = """
(** The value of the board by minimax over the rules. *)
Theorem value_{size} : value {width} {height} {connect} = {Side}Wins.
Proof. exact (sheet_wins_value _ _ _ _ _ {side}_sheet_wins). Qed.

(** And so the {side} side has a player that wins. *)
Theorem {side}_wins : wins {width} {height} {connect} {Side}.
Proof. exact (proj2 (wins_iff_value {width} {height} {connect} {Side}) value_{size}). Qed.
"""
_DRAWN = """
(** The value of the board by minimax over the rules. *)
Theorem value_{size} : value {width} {height} {connect} = Draw.
Proof.
  apply drawn_iff_value. split; apply holds_iff_value.
  - exact (sheet_holds_value _ _ _ _ _ first_sheet_holds).
  - exact (sheet_holds_value _ _ _ _ _ second_sheet_holds).
Qed.
"""


def folder(data: bytes) -> dict[str, str]:
    """Returns the names and texts of all files of a folder. Raises RefusedError if the bytes are no file of cards, or
    the opening of a part does not fit its board."""
    files = {name: (_HERE / name).read_text("utf-8") for name in (*(f"{step}.v" for step in STEPS), "Makefile")}
    files["README.txt"] = (_HERE / "README.txt").read_text("utf-8")
    written = {f"{name}.v": text for name, text in _board(data).items()}
    names = "\n".join((*(f"{step}.v" for step in STEPS), *written))
    return files | written | {"_CoqProject": f"-Q . Fourthought\n{names}\n"}


def statements(text: str) -> list[str]:
    """Returns the theorems that a file of Coq states, without their proofs, each with its comment."""
    return re.findall(r"^\(\*\*(?:(?!\(\*\*).)*?^Theorem .*?\.$(?=\nProof)", text, re.MULTILINE | re.DOTALL)


def packed(data: bytes, name: str) -> bytes:
    """Returns the folder as a zip archive, below the folder ``name``. The same bytes make the same archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in folder(data).items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{path}"), text, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _board(data: bytes) -> dict[str, str]:
    """Returns what is written for the cards of a board: the files of each side, then that with the theorems."""
    files, stated, texts = dict[str, str](), "", parts(data)
    for lines in texts:
        size, connect, side, verb, *_ = lines[0].split()
        width, height = map(int, size.split("x"))
        values = {"size": size, "width": width, "height": height, "connect": connect, "side": side, "verb": verb}
        values |= {"Side": side.title(), "wins": str(verb == "wins").lower()}
        values |= {"told": "wins" if verb == "wins" else "does not lose"}
        words = [f"{side}_words_{number}" for number in range(1, PARTS + 1)]
        kinds = " : list (list nat * word) := "
        shares = zip(words, map(_listed, _shares(lines)), strict=True)
        cards = {"words": "\n".join(f"Definition {name}{kinds}{share}." for name, share in shares)}
        cards |= {"all": " ++ ".join(words), "cards": _listed(_card(levels, width) for levels in lines[2:])}
        files[f"{side.title()}Cards"] = _CARDS.format(head=_HEAD.format("Rules Sheet"), **values, **cards)
        head = _HEAD.format(f"Rules Sheet Check {side.title()}Cards")
        for number, name in enumerate(words, 1):
            files[f"{side.title()}Part{number}"] = _PART.format(head=head, words=name, number=number, **values)
        proofs = (f"  - exact (accepted_part _ _ _ _ _ _ some {side}_part_{number})." for number in range(1, PARTS + 1))
        stated += _SHEET.format(**values, proofs="\n".join(proofs))
    stated += (_WON if verb == "wins" else _DRAWN if len(texts) > 1 else "").format(**values)
    names = re.findall(r"^Theorem (\w+)", stated, re.MULTILINE)
    known = "".join(f"\nPrint Assumptions {name}." for name in names)
    head = _HEAD.format(" ".join(("Rules Value Sheet Check Sound", *files)))
    return files | {"Theorem": f"(** What is proved about the board {size}. *)\n{head}{stated}{known}\n"}


def _shares(lines: list[str]) -> list[list[str]]:
    """Divides the positions of an opening into parts with about as many cards to play. Positions with one card stand
    together, for what was accepted of a card is remembered until the next one comes."""
    tree = entries(lines)
    shares, share = [list[str]() for _ in range(PARTS)], 0
    for at, (moves, _, word) in enumerate(tree):
        if at and at * PARTS >= len(tree) * (share + 1) and word[1:] != tree[at - 1][2][1:]:
            share += 1
        shares[share].append(f"([{';'.join(moves.split())}], {_word(word)})")
    return shares


def entries(lines: list[str]) -> list[tuple[str, Stones, str]]:
    """Returns the positions of an opening in the order in which they are checked, those with one card together."""
    opening = Opening()
    opening.check(lines)
    return sorted(opening.tree, key=lambda entry: (entry[2].isdigit(), int(re.sub(r"\D", "", entry[2]))))


def columns(levels: str, width: int) -> list[list[int]]:
    """Returns the levels of a card, column by column from the bottom."""
    rows = [levels[at : at + width] for at in range(0, len(levels), width)][::-1]
    return [[LEVELS.index(level) for level in column] for column in zip(*rows, strict=True)]


def _listed(items: Iterable[str]) -> str:
    return "[" + ";\n".join(items) + "]"


def _word(word: str) -> str:
    number = int(word.lstrip("cm")) - 1
    return f"Play {number}" if word.isdigit() else f"Take {number} {str(word[0] == 'm').lower()}"


def _card(levels: str, width: int) -> str:
    return _listed("[" + ";".join(map(str, column)) + "]" for column in columns(levels, width))
