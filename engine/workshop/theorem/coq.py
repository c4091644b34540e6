"""Writes the cards of a board as a file of Coq, with the theorems that they prove."""

import re
from collections.abc import Iterable

from engine.cards.check import LEVELS, parts

STEPS = ("Game", "Check", "Sound", "Sense")
"""The files of Coq beside this one, each built on those before."""

_HEAD = f"""From Coq Require Import List.
Import ListNotations.
Require Import {" ".join(STEPS)}.
"""
_PART = """
Definition opening_{side} : list word := {opening}.
Definition cards_{side} : list card := {cards}.
Theorem {name} : {verb} {width} {height} {connect} {me}.
Proof.
  apply (accepts_sound {height} {connect} {me} {wins} cards_{side} {width} opening_{side}).
  vm_cast_no_check (eq_refl true).
Qed.
"""
_WON = """
Theorem {other}_player_does_not_hold_{size} : ~ holds {width} {height} {connect} {Other}.
Proof. exact (wins_excludes_holds _ _ _ _ {name}). Qed.
"""
_DRAWN = """
Theorem drawn_{size} : drawn {width} {height} {connect}.
Proof. exact (conj first_player_holds_{size} second_player_holds_{size}). Qed.
"""


def theorems(data: bytes) -> tuple[str, list[str]]:
    """Returns a file of cards as Coq, and the names of the theorems in it. Raises RefusedError if the bytes are no file
    of cards, ValueError if a claim, a word or a card has another form."""
    text, verb, values, texts = _HEAD, "", dict[str, object](), parts(data)
    for lines in texts:
        size, connect, side, verb, *_ = lines[0].split()
        width, height = map(int, size.split("x"))
        other = "second" if side == "first" else "first"
        values = {"size": size, "width": width, "height": height, "connect": connect, "side": side, "verb": verb}
        values |= {"me": side.title(), "other": other, "Other": other.title(), "wins": str(verb == "wins").lower()}
        values |= {"name": f"{side}_player_{verb}_{size}", "opening": _listed(map(_word, lines[1].split()))}
        values |= {"cards": _listed(_card(levels, width) for levels in lines[2:])}
        text += _PART.format(**values)
    more = _WON if verb == "wins" else _DRAWN if len(texts) == 2 else ""
    text += more.format(**values)
    names = re.findall(r"^Theorem (\w+)", text, re.MULTILINE)
    return text + "".join(f"\nPrint Assumptions {name}." for name in names) + "\n", names


def _listed(items: Iterable[str]) -> str:
    return "[" + ";\n".join(items) + "]"


def _word(word: str) -> str:
    kind = re.fullmatch(r"([cm]?)([1-9]\d*)", word)
    if not kind:
        raise ValueError(f"the opening has the word {word!r}")
    number = int(kind[2]) - 1
    return f"Leaf {number} {str(kind[1] == 'm').lower()}" if kind[1] else f"Play {number}"


def _card(levels: str, width: int) -> str:
    rows = [levels[at : at + width] for at in range(0, len(levels), width)][::-1]
    columns = zip(*rows, strict=True)
    return _listed("[" + ";".join(str(LEVELS.index(level)) for level in column) + "]" for column in columns)
