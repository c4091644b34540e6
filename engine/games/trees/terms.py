"""Splits a text of brackets into terms: words before a bracket, items with or without a key, words behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.games.formats.numerals import number
from engine.games.game import GameError
from engine.games.trees.draft import DEEPEST
from engine.games.trees.source import Cursor, SlipError, Source, mover_of

_TOKEN = re.compile(r"""\s*([<⟨][^<>⟨⟩\n]*[>⟩]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\[\](){}:,;=]|[^\s\[\](){}:,;="]+|")""")
CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_WORDS: Final = re.compile(r"[\[\](){}:,;=]\Z")
_MISSING: Final = "the tree ends where a number or a list should stand"
_MOST_TRIED: Final = 300  # words of a text for which the place of a missing bracket is looked for
_ALONE: Final = "{word} stands alone: a number or a list should stand in its place"


class Token(NamedTuple):
    """Holds one word or sign. ``said`` is the word without quotes."""

    word: str
    at: int
    quoted: bool = False

    @property
    def said(self) -> str:
        """Returns the word as its writer means it."""
        return self.word[1:-1].replace('\\"', '"').replace("\\\\", "\\") if self.quoted else self.word

    @property
    def is_word(self) -> bool:
        """Tests if this is no bracket and no other sign."""
        return self.quoted or not _WORDS.match(self.word)


@dataclass(slots=True)
class Item:
    """Holds one item of a list: a term, with what stands before a colon or an equals sign."""

    term: Term
    key: Token | None = None
    sign: str = ""
    behind: Token | None = None  # the word behind a second colon, as Newick writes a length
    comma: bool = False  # a comma follows


@dataclass(slots=True)
class Term:
    """Holds a word, or a bracket with its items. ``opener`` is empty for a word."""

    at: int
    words: list[Token]
    opener: str = ""
    items: list[Item] = field(default_factory=list)
    label: Token | None = None  # the word directly behind the bracket
    note: str = ""  # the comment behind it, in Newick


class Terms(Cursor):
    """Reads the terms of one text. ``newick`` puts names and lengths behind the brackets."""

    def __init__(self, source: Source, *, newick: bool = False) -> None:
        self.newick = newick
        super().__init__(source, list(_split(source)))

    def whole(self) -> Item:
        """Returns the one item that the text is. Raises SlipError where it is none, or more."""
        if not self.tokens:
            raise self.source.slip(
                0, "there is no leaf; give numbers such as 3 5 2 9, or nested lists such as [[3,5],[2,9]]"
            )
        item = self.item(0)
        self.skip(";")
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            raise self.source.slip(
                token.at, "{word} comes after the end of the tree; one list holds it all", word=repr(token.word[:30])
            )
        return item

    def item(self, level: int) -> Item:
        """Returns the next term, with its key."""
        if level > 2 * DEEPEST:
            raise self.source.slip(self.tokens[self.at].at, "the tree is more than {most} levels deep", most=DEEPEST)
        term = self.term(level)
        sign = self.peek()
        if sign not in (":", "="):
            return Item(term)
        place = self.tokens[self.at].at
        if term.opener:
            if self.newick and sign == ":":
                self.at += 1
                return Item(term, behind=self.wanted("a number should follow the colon"))
            raise self.source.slip(
                place, "{word} stands behind a list; before it there should be a name", word=repr(sign)
            )
        self.at += 1
        if self.newick and sign == ":":
            return Item(term, behind=self.wanted("a number should follow the colon"))
        inner = self.item(level + 1)
        if inner.key is None or inner.sign == "=":
            return Item(self.wrapped(inner), term.words[-1], sign, inner.behind)
        raise self.source.slip(inner.key.at, "two names or probabilities stand before one value")

    def wrapped(self, item: Item) -> Term:
        """Returns the term of an item, which holds the item itself if it has a key."""
        return item.term if item.key is None else Term(item.key.at, [], "=", [item])

    def term(self, level: int) -> Term:
        """Returns the next word, or the next bracket with what belongs to it."""
        if self.at == len(self.tokens):
            raise self.source.slip(len(self.source.text), _MISSING)
        first, leads = self.tokens[self.at], self.at > 0 and self.tokens[self.at - 1].word in CLOSING
        if first.word in CLOSING:
            return self.bracket([], level)
        if not first.is_word:
            raise self.source.slip(first.at, _ALONE, word=repr(first.word))
        self.at += 1
        words, side = [first], not first.quoted and mover_of(first.word) != ""
        if side and self.at < len(self.tokens) and self.tokens[self.at].is_word and self.opens(self.at + 1, close=True):
            words.append(self.tokens[self.at])
            self.at += 1
            if not words[1].quoted and mover_of(words[1].word):
                raise self.source.slip(
                    words[1].at, "a bracket should stand between {one} and {two}", one=first.word, two=words[1].word
                )
        apart = (side or _is_capital(words[-1])) and not (leads and len(words) == 1 and self.alone())
        if self.opens(self.at, close=not apart) and not _is_number(words[-1]):
            return self.bracket(words, level)
        return Term(first.at, words)

    def alone(self) -> bool:
        """Tests if the bracket has no other word than its first, as Lisp writes a node: ``(max (3 4) 5)``."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token.word in CLOSING) - (token.word in CLOSING.values())
            if depth < 0:
                return True
            if not depth and token.is_word and not _is_number(token):
                return False
        return False

    def opens(self, at: int, *, close: bool) -> bool:
        """Tests if a bracket opens at a token, directly behind the word before if ``close``."""
        if at >= len(self.tokens) or self.tokens[at].word not in CLOSING or self.newick:
            return False
        before = self.tokens[at - 1]
        return not close or before.at + len(before.word) == self.tokens[at].at

    def bracket(self, words: list[Token], level: int) -> Term:
        """Returns a bracket with its items, with or without commas between them."""
        opening = self.tokens[self.at]
        self.at += 1
        made, end = Term((words or [opening])[0].at, words, opening.word), CLOSING[opening.word]
        while self.peek() != end:
            if self.at == len(self.tokens):
                raise self._open_at()
            token = self.tokens[self.at]
            if made.items and token.word in (",", ";"):
                made.items[-1].comma = True
                self.at += 1
                if self.peek() == end:  # programs often print a comma after the last branch
                    break
            if self.peek() in CLOSING.values():
                told = "{word} stands where {end} should close the list; use pairs of one kind"
                raise self.source.slip(self.place, told, word=repr(self.peek()), end=repr(end))
            made.items.append(self.item(level + 1))
        self.at += 1
        self._behind(made)
        return made

    def _open_at(self) -> SlipError:
        """Returns the error for a bracket never closed, where closing it makes the tree most even, or at the end."""
        tokens = [token for token in self.tokens if token.word not in (",", ";")]
        words = [token.word for token in tokens]
        best = len(words) - 1
        if len(words) <= _MOST_TRIED and not any(word in ":={}" for word in words):
            best = min(range(len(words)), key=lambda at: (*_unevenness(words[: at + 1], words[at + 1 :]), -at))
        if best < len(words) - 1:
            return self.source.slip(tokens[best].at + len(words[best]), "a bracket should most likely be closed here")
        end = len(self.source.text.rstrip())
        close = "a bracket is open at the end; close every [ with ], every ( with ) and every { with }"
        return self.source.slip(end, close)

    def wanted(self, missing: str) -> Token:
        """Returns the next word. Raises SlipError with the words ``missing`` if there is none."""
        if self.at == len(self.tokens) or not self.tokens[self.at].is_word:
            raise self.source.slip(self.place, missing)
        token: Token = self.tokens[self.at]
        self.at += 1
        return token

    def _behind(self, made: Term) -> None:
        """Reads a name directly behind a round bracket, and the comment that Newick allows there."""
        last = self.tokens[self.at - 1]
        if made.opener == "(" and self.at < len(self.tokens) and not made.words:
            token = self.tokens[self.at]
            close = token.at == last.at + 1 and token.is_word
            if close and (self.newick or (not _is_number(token) and not self.opens(self.at + 1, close=True))):
                made.label = token
                self.at += 1
        if self.newick and self.peek() == "[":
            start = self.place + 1
            while self.peek() not in ("]", ""):
                self.at += 1
            if self.at == len(self.tokens):
                raise self.source.slip(self.place, "the comment in square brackets is not closed")
            made.note = self.source.text[start : self.place]
            self.at += 1


def _split(source: Source) -> Iterator[Token]:
    for match in _TOKEN.finditer(source.text):
        word, at = match[1], match.start(1)
        longer = word[0] == '"' and re.match(r"\w", source.text[match.end() : match.end() + 1])  # than its writer meant
        if word == '"' or (len(word) > 1 and longer):
            raise source.quote(at)
        yield Token(word, at, len(word) > 1 and word[0] in "\"'" and word[-1] == word[0])


def _unevenness(before: list[str], after: list[str]) -> tuple[int, int, int]:
    """Returns how unlike the leaves and the nodes of a tree are, with a bracket closed between two parts of it: the
    number of brackets left open, of different depths, and of different counts of branches."""
    depths, counts, branches = set[int](), set[int](), list[int]()
    for word in [*before, "close", *after]:
        if word in CLOSING:
            branches.append(0)
        elif word in CLOSING.values() or word == "close":
            if not branches:
                return 9, 0, 0
            counts.add(branches.pop())
            if branches:
                branches[-1] += 1
        elif branches:
            branches[-1] += 1
            depths.add(len(branches))
    return len(branches), len(depths), len(counts)


def _is_number(token: Token) -> bool:
    if token.quoted:
        return False
    try:
        return number(token.word) is not None
    except GameError:
        return True


def _is_capital(token: Token) -> bool:
    return token.quoted or (token.word[:1].isupper() and len(token.word) <= 3)
