"""Reads the form of a course's tests: states, their successors, and evaluations, searched to a depth."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from engine.games.trees.draft import DEEPEST, Draft
from engine.games.trees.source import CHANCE, MAX, MIN, Source

_KEY = re.compile(r"^[ \t]*([a-z_]+):[ \t]*(\"\"\"(.*?)\"\"\"|\"([^\"\n]*)\"|([^\n]*))", re.MULTILINE | re.DOTALL)
_WORD: Final = re.compile(r"\S+")
Words = list[tuple[str, int]]


def is_course(text: str) -> bool:
    """Tests if a text has the parts of a course's test."""
    return "start_state:" in text and "successors:" in text


def read_course(source: Source) -> Draft:
    """Returns the tree that the test's search sees: agents in turn, to the depth that is given. Raises SlipError."""
    return _Course(source).state()


class _Course:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.parts: dict[str, tuple[str, int]] = {}
        for match in _KEY.finditer(source.text):
            group = next(number for number in (3, 4, 5) if match[number] is not None)
            self.parts[match[1]] = match[group], match.start(group)
        self.agents = self._whole("num_agents", 2)
        self.depth = self._whole("depth", DEEPEST) * self.agents
        algorithm = self.parts.get("alg", self.parts.get("algorithm", ("", 0)))[0]
        self.other = CHANCE if "expecti" in algorithm.lower() else MIN
        self.ends = {word for key in ("win_states", "lose_states") for word, _ in self._words(key)}
        self.below: dict[str, list[tuple[str, str, int]]] = {}
        self.values: dict[str, tuple[str, int]] = {}
        for line in self._lines("successors"):
            if len(line) not in (2, 3):
                raise source.slip(line[-1][1], "three words are wanted here: a state, an action and the next state")
            self.below.setdefault(line[0][0], []).append((line[-1][0], line[1][0], line[-1][1]))
        for line in self._lines("evaluation"):
            if len(line) != 2:
                raise source.slip(line[-1][1], "two words are wanted here: a state and its value")
            self.values[line[0][0]] = line[1]

    def state(self) -> Draft:
        words = self._words("start_state")
        if len(words) != 1:
            raise self.source.slip(self.parts["start_state"][1], "one state should stand here")
        return self._state(*words[0], 0)

    def _state(self, name: str, at: int, ply: int) -> Draft:
        draft, below = Draft(at, name), self.below.get(name, [])
        if ply > DEEPEST:
            raise self.source.slip(at, "the tree is more than {most} levels deep", most=DEEPEST)
        if name in self.ends or not below or ply >= self.depth:
            if name not in self.values:
                raise self.source.slip(at, "{name} has neither branches nor a value", name=repr(name[:30]))
            word, place = self.values[name]
            if not draft.take(self.source, word, place):
                raise self.source.slip(place, "{word} is not a number", word=repr(word[:30]))
            return draft
        draft.mover = MAX if ply % self.agents == 0 else self.other
        draft.branches = [self._state(to, place, ply + 1) for to, _, place in below]
        if draft.mover == CHANCE:
            for branch, (_, _, place) in zip(draft.branches, below, strict=True):
                branch.share, branch.share_at = Fraction(1, len(below)), place
        return draft

    def _whole(self, key: str, usual: int) -> int:
        words = self._words(key)
        if not words:
            return usual
        word, at = words[0]
        if not re.fullmatch(r"[0-9]{1,3}", word) or int(word) < 1:
            raise self.source.slip(at, "{word} is no whole number from 1 on", word=repr(word[:30]))
        return int(word)

    def _words(self, key: str) -> Words:
        said, at = self.parts.get(key, ("", 0))
        return [(match[0], at + match.start()) for match in _WORD.finditer(said)]

    def _lines(self, key: str) -> list[Words]:
        said, at = self.parts.get(key, ("", 0))
        found, start = [], at
        for line in said.split("\n"):
            words = [(match[0], start + match.start()) for match in _WORD.finditer(line)]
            if words and not words[0][0].startswith("#"):
                found.append(words)
            start += len(line) + 1
        return found
