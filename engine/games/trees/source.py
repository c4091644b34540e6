"""Keeps the text of a tree with its places, and reads the numbers, probabilities and movers in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.games.formats.leaf_text import INFINITE, Shares
from engine.games.formats.numerals import number
from engine.games.game import GameError, Player
from engine.text import text

MAX, MIN, CHANCE = "max", "min", "chance"
SIDE: Final = {MAX: Player.FIRST, MIN: Player.SECOND}
_MOVERS: Final = {
    **dict.fromkeys(("max", "maximizer", "maximiser", "maximum", "maxnode", "maximize", "maximise", "△", "▲"), MAX),
    **dict.fromkeys(("min", "minimizer", "minimiser", "minimum", "minnode", "minimize", "minimise", "▽", "▼"), MIN),
    **dict.fromkeys(("chance", "exp", "expect", "expectation", "random", "avg", "mean", "nature", "dice"), CHANCE),
    **dict.fromkeys(("chancenode", "lottery", "average", "randomnode", "○", "◯"), CHANCE),
    **dict.fromkeys(("maximizing", "maximising"), MAX),
    **dict.fromkeys(("minimizing", "minimising"), MIN),
}
MOST_SIDES: Final = 6
FOREIGN: Final = frozenset(
    ("maxn", "maxⁿ", "paranoid", "expectimax", "expectiminimax", "expectiminmax", "minimax", "minmax", "negamax")
)
"""Names of searches. A node has a mover, and no search."""
_SIDES: Final = {"1": MAX, "+1": MAX, "2": MIN, "-1": MIN}
_NOTHING: Final = frozenset(("none", "null", "nil", "undefined"))
"""What programs print in the place of a value that is not known."""
_NO_SIDE: Final = ("", *_NOTHING, "node", "inner", "internal", "root", "state", "decision", "leaf", "terminal")
_PLAYER = re.compile(r"(?:player|spieler|joueur|jugador|jogador)[ _-]?([0-9]+)\Z", re.IGNORECASE)
_PARTS = re.compile(r"[^\W\d_]+|[△▲▽▼○◯]")
_INFINITE = re.compile(r"([+-]?)(inf|infinity|infty|\\infty|oo|∞)\Z", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?|[^\W\d_][0-9]{0,2}'?\Z")
NAME: Final = re.compile(r"\w[\w .,'’+*/#&:%<>=!-]{0,39}\Z")
"""Matches what can be the name of a node."""
_IN_NAME = re.compile(r"\w")
_FOLLOWING = re.compile(r"[\w'’-]+(?: [\w'’-]+)*")
_BEFORE = re.compile(r"[\w'’-]+(?: [\w'’-]+)*\Z")
_FIRST = re.compile(r"(\w+) +")


class SlipError(GameError):
    """Says in one sentence what cannot be read, and where: ``place`` is the line and the column, from 1."""

    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """Holds a text of which every character still stands where its writer put it."""

    text: str

    def slip(self, at: int, template: str, **values: object) -> SlipError:
        """Returns the error for what stands at the character ``at``."""
        at = min(max(at, 0), len(self.text.rstrip()))
        before = self.text[:at]
        line, column = before.count("\n") + 1, at - before.rfind("\n")
        what = text(template, **values)
        if "\n" in self.text.strip():
            error = SlipError("line {line}, column {column}: {slip}", line=line, column=column, slip=what)
        else:
            error = SlipError("column {column}: {slip}", column=column, slip=what)
        error.place = line, column
        return error

    def quote(self, at: int) -> SlipError:
        """Returns the error for a quotation mark without a partner, at the place where the partner is missing."""
        if _IN_NAME.match(self.text, at + 1):
            run = _FOLLOWING.match(self.text, at + 1)
            return self.slip(at + 1 if run is None else run.end(), "a quotation mark should stand behind this name")
        run = _BEFORE.search(self.text[:at])
        start = at if run is None else run.start()
        while (word := _FIRST.match(self.text, start)) and mover_of(word[1]) and word.end() < at:
            start = word.end()
        return self.slip(start, "a quotation mark should stand before this name")

    def no_leaf(self, word: str, at: int) -> SlipError:
        """Returns the error for a word where a leaf should stand."""
        template = "{word} is not a number; leaves are numbers such as 3 or -2.5, and a letter or ? for an unknown one"
        return self.slip(at, template, word=repr(word[:30]))

    def leaf(self, word: str, at: int) -> float | None:
        """Returns the number written as ``word``, or None if it is no number. Raises SlipError if it is too large."""
        if word[:1] in ("<", "⟨") and any(map(str.isdecimal, word)):
            return self._shares(word, at)
        bare = word.strip("$").strip()
        endless = _INFINITE.match(bare)
        if endless:
            return -INFINITE if endless[1] == "-" else INFINITE
        return None if (value := self._number(bare, at)) is None else float(value)

    def _shares(self, word: str, at: int) -> Shares:
        """Returns the leaf of a tree with more than two players, written as ``<1 2 6>``."""
        numbers = [self._number(one, at) for one in re.split(r"[\s,;]+", word[1:-1].strip())]
        found = tuple(float(one) for one in numbers if one is not None)
        if len(found) < len(numbers) or not 2 < len(found) <= MOST_SIDES:
            template = "{word} should hold a number for each player, such as <1 2 6>, for 3 to {most} players"
            raise self.slip(at, template, word=repr(word[:30]), most=MOST_SIDES)
        return Shares(found)

    def share(self, word: str, at: int) -> Fraction:
        """Returns the probability written as ``word``: 1/4, 0.25 or 25%. Raises SlipError if it is none."""
        bare = word.strip().strip("$").strip()
        percent = bare.endswith("%")
        value = self._number(bare.removesuffix("%").removesuffix("\\").strip(), at)
        if value is None:
            right = re.match(r'["\'$]?[-+]?[0-9./% ]*', word)
            start = at if right is None else at + len(right[0])
            raise self.slip(start, "{word} is not a probability; write 1/4 or 0.25", word=repr(word[:30]))
        value = value / 100 if percent else value
        if value <= 0:
            raise self.slip(at, "a probability must be more than zero")
        if value > 1:
            raise self.slip(at, "the probability {word} is more than one", word=word[:30])
        return value

    def side(self, word: str, at: int) -> str:
        """Returns the mover that stands behind a mover's key, nothing if it is none such as ``null`` or ``node``.
        Raises SlipError for one that is not known: without it the tree would be another game."""
        mover = mover_in(word) or _SIDES.get(word, "")
        if not mover and word.lower() not in _NO_SIDE:
            raise self.stranger(word, at)
        return mover

    def stranger(self, word: str, at: int) -> SlipError:
        """Returns the error for a word that should name a mover."""
        template = "{name} is no mover: a node is max, min or chance; for three players write leaves such as <1 2 6>"
        return self.slip(at, template, name=repr(word[:30]))

    def _number(self, word: str, at: int) -> Fraction | None:
        try:
            return number(word)
        except GameError as error:
            raise self.slip(at, str(error.said.template), **error.said.values) from None


class Cursor:
    """Goes through the words of a text."""

    def __init__(self, source: Source, tokens: Sequence[Any]) -> None:
        self.source, self.tokens, self.at = source, tokens, 0

    def peek(self) -> str:
        """Returns the next word, or nothing at the end."""
        return str(self.tokens[self.at].word) if self.at < len(self.tokens) else ""

    @property
    def place(self) -> int:
        """Returns the place of the next word, or of the end."""
        return self.tokens[self.at].at if self.at < len(self.tokens) else len(self.source.text)

    def skip(self, *signs: str) -> None:
        """Goes on behind all of these signs that follow."""
        while self.peek() in signs:
            self.at += 1

    def take(self, sign: str) -> None:
        """Goes on behind a sign. Raises SlipError if there is another one."""
        if self.peek() != sign:
            raise self.source.slip(self.place, "{sign} should stand here", sign=repr(sign))
        self.at += 1


def mover_of(word: str) -> str:
    """Returns the mover that a word names: ``max``, ``min`` or ``chance``, and nothing for any other word."""
    return _MOVERS.get(word.lower(), "")


def mover_in(word: str) -> str:
    """Returns the mover in a word, or in a name such as ``min2``, ``A (max)`` or ``player 1`` if it is alone."""
    player = _PLAYER.match(word)
    if player:
        return {"1": MAX, "2": MIN}.get(player[1], "")
    said = {mover_of(part) for part in _PARTS.findall(word)} - {""}
    return mover_of(word) or (said.pop() if len(said) == 1 else "")


def foreign_in(word: str) -> str:
    """Returns what in a name stands for another kind of tree: a search, or a third player. Nothing if there is none."""
    player = _PLAYER.match(word)
    if player and player[1] not in ("1", "2"):
        return word
    plain = word.lower().replace("^", "").replace("-", "").replace("_", "")
    return word if plain in FOREIGN else ""


def is_unknown(word: str) -> bool:
    """Tests if a word stands for a leaf of unknown worth."""
    return bool(_UNKNOWN.fullmatch(word)) and not _INFINITE.match(word)


def is_nothing(word: str) -> bool:
    """Tests if a word is what a program prints for no value."""
    return word.lower() in _NOTHING


def is_no_name(word: str) -> bool:
    """Tests if a word is one for no value, or for a number that is none: no node is called so."""
    return is_nothing(word) or word.lower() == "nan"
