"""Turns a recording into columns: one entry for each visit, in the order of entering."""

from __future__ import annotations

import math
from typing import Any

from engine.games import CHANCE
from engine.lab.run.problem import Place, Route
from engine.lab.run.recording import Recording
from engine.search.catalogue import Algorithm
from engine.search.parts.trace import Branch
from engine.search.parts.values import root_window

EXACT, AT_LEAST, AT_MOST, GUESSED = range(4)
"""How a value relates to the true value, from the view of the root's side. GUESSED says nothing."""


class Visits:
    """Holds the columns of the visits of a recording. An algorithm that is not exact has proven values and guesses
    only."""

    def __init__(self, recording: Recording[Any], places: list[Place], chosen: Algorithm) -> None:
        at: dict[Route, int] = {place.route: number for number, place in enumerate(places)}
        branches = recording.visits
        self.branches, self.done, self.player = branches, recording.done, recording.player
        self.parent = recording.above  # the visit above, -1 at a root
        self.place = [at[route] for route in recording.routes]
        plies: list[int] = []
        for place in places:
            plies.append(plies[place.parent] + (place.share is None) if place.parent >= 0 else 0)
        self.ply = [plies[number] for number in self.place]  # moves of the players from the root
        self.same = _same(recording)  # the first visit of an equal state, -1 at the first
        self.numbers = {id(branch): number for number, branch in enumerate(branches)}
        self.skipped: list[list[int]] = []  # the places never tried
        below: list[list[int]] = [[] for _ in branches]
        for number, (branch, route) in enumerate(zip(branches, recording.routes, strict=True)):
            self.skipped.append([at[*route, move] for move in branch.skipped] if self.done[number] else [])
            if self.parent[number] >= 0:
                below[self.parent[number]].append(number)
        for number, branch in enumerate(branches):
            if branch.met and branch.mover is CHANCE:
                searched = {branches[one].move for one in below[number] if branches[one].note != "probe"}
                probed = [one for one in below[number] if branches[one].move not in searched]
                self.skipped[number] += [place for one in probed for place in self.skipped[one]]
        self.proven = _proven(recording, below, chosen)  # no guess took part in the value
        sound = chosen.exact and not chosen.rounds
        self.bound = [  # how the value relates to the true value
            _bound(branch, recording, proven or sound) for branch, proven in zip(branches, self.proven, strict=True)
        ]

    def is_cut(self, number: int) -> bool:
        """Tests if a visit met its bound and skipped places."""
        return self.branches[number].met and bool(self.skipped[number])

    def number(self, branch: Branch[Any] | None) -> int:
        """Returns the number of a record, or -1 for none."""
        return -1 if branch is None else self.numbers[id(branch)]

    def counts(self) -> dict[str, int]:
        """Returns the counts of the run."""
        notes = [branch.note for branch, done in zip(self.branches, self.done, strict=True) if done]
        return {
            "nodes": sum(branch.note != "probe" for branch in self.branches),
            "leaves": notes.count("over") + notes.count("guess"),
            "met": sum(branch.met for branch in self.branches),
            "cuts": sum(map(self.is_cut, range(len(self.branches)))),
            "skipped": sum(len(self.skipped[n]) for n in range(len(self.branches)) if self.is_cut(n)),
            "table_hits": notes.count("table"),
        }

    def as_data(self) -> dict[str, Any]:
        """Returns the columns for JSON. An infinite bound is None, and so is the value of a visit without a return."""
        branches = self.branches
        return {
            **{name: getattr(self, name) for name in ("place", "parent", "ply", "bound", "skipped", "same")},
            **{name: [_finite(getattr(branch, name)) for branch in branches] for name in ("alpha", "beta")},
            **{f"{end}_from": [self.number(getattr(b, f"{end}_from")) for b in branches] for end in ("alpha", "beta")},
            "value": [branch.value + 0.0 if done else None for branch, done in zip(branches, self.done, strict=True)],
            **{name: [getattr(branch, name) for branch in branches] for name in ("depth", "note")},
            **{name: [int(getattr(branch, name)) for branch in branches] for name in ("met", "aside")},
            "proven": [int(one) for one in self.proven],
            "numbers": [b.numbers and [_finite(one) for one in b.numbers] for b in branches],
        }


def _finite(bound: float) -> float | None:
    return None if math.isinf(bound) else bound + 0.0


def _same(recording: Recording[Any]) -> list[int]:
    """Returns the first visit of an equal state for each visit. Leaves are not compared."""
    first: dict[Any, int] = {}
    same = []
    for number, branch in enumerate(recording.visits):
        key = recording.game.key(branch.state)
        same.append(-1 if branch.mover is None else first.setdefault(key, number))
    return [-1 if one == number else one for number, one in enumerate(same)]


def _proven(recording: Recording[Any], below: list[list[int]], chosen: Algorithm) -> list[bool]:
    """Returns for each visit if the value holds at every depth: no guess took part, and no move was skipped unproven. A
    table keeps a proven entry, so one proven search of a state proves all later entries. ``memo`` keeps entries of
    several depths. ``below`` are the visits below each visit."""
    if chosen.rounds or chosen.name == "expectimax":  # neither a mean nor a count of leaves is a value
        return [branch.mover is None for branch in recording.visits]
    if chosen.backwards:  # the visits are not told which others they rest on
        whole = all(branch.note != "guess" for branch in recording.visits)
        return [whole or branch.mover is None for branch in recording.visits]
    proven = [False] * len(recording.visits)
    known: dict[Any, bool] = {}
    for number in recording.left:
        branch = recording.visits[number]
        key = branch.state if chosen.name == "table" else recording.game.key(branch.state)
        if below[number]:
            whole = branch.met or branch.note == "probe" or not branch.skipped
            proven[number] = whole and all(proven[one] for one in below[number])
            if branch.note == "probe":
                continue
            before = known.get(key, chosen.name == "memo")
            known[key] = (before and proven[number]) if chosen.name == "memo" else (before or proven[number])
        else:
            proven[number] = branch.mover is None or (branch.note == "table" and known.get(key, False))
    return proven


def _bound(branch: Branch[Any], recording: Recording[Any], sound: bool) -> int:
    """Returns how the value of a visit relates to the true one. ``sound``: exact to this depth, or proven."""
    if branch.note == "guess" or not sound:
        return GUESSED
    low, high = root_window(recording.game, recording.player)
    if branch.mover is None or not low < branch.value < high:  # no value is less, or none greater
        return EXACT
    if branch.note == "probe":  # one move only
        return AT_LEAST if branch.mover is recording.player else AT_MOST
    return AT_LEAST if branch.value >= branch.beta else AT_MOST if branch.value <= branch.alpha else EXACT
