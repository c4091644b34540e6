"""Judges the claims that a screen carries: each for its position, beside the words, and beside one another."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.games import LineState
from tests.listener.oracle import Claim, Oracle

_SIGNS = {"wins": {1}, "loses": {-1}, "draws": {0}, "least": {0, 1}, "most": {-1, 0}, "won": {1}, "drawn": {0}}
_SAME = {
    "keeps": {"keeps", "least", "wins", "best"},
    "drops": {"drops", "draws", "loses"},
    "wins": {"won"},
    "line": {"won", "wins", "least"},
    "over": {"won"},
    "most": {"draws", "loses", "drops"},
    "least": {"wins", "draws", "keeps"},
}
"""What a sentence may carry in place of what it says: more, but not less."""


class Blaming(Protocol):
    """Counts claims and notes faults."""

    claims: int

    def blame(self, kind: str, place: str, text: str, why: str, moves: Sequence[int]) -> None:
        """Notes a fault."""


class Carried:
    """Holds what one screen carries.

    Args:
        board: the position on the board: each claim speaks of one that led there, or that goes on from there.
        moves: of the game on the screen, for the report.
    """

    def __init__(self, oracle: Oracle, report: Blaming, board: LineState, moves: Sequence[int]) -> None:
        self._oracle, self._report, self._board, self._moves = oracle, report, board, list(moves)
        self._said: dict[tuple[tuple[int, ...], int | None, int | None], list[tuple[str, Claim]]] = defaultdict(list)

    def judge(self, claims: Sequence[Mapping[str, Any]], exact: LineState | None, place: str, text: str) -> None:
        """Judges claims. ``exact``: the very position of which they must speak."""
        for one in claims:
            self._report.claims += 1
            at = _moves(one)
            state = self._oracle.replayed(at)
            if state is None or (state != exact if exact else not self._related(state)):
                self._report.blame("elsewhere", place, text, f"it speaks of {one['moves']}", self._moves)
                continue
            if one["result"] == "open":
                continue
            claim = claim_of(one)
            self._said[tuple(at), claim.column, claim.side].append((place, claim))
            if why := self._oracle.fault(state, claim):
                self._report.blame("false", place, f"{text} = {one}", why, self._moves)

    def _related(self, state: LineState) -> bool:
        """Tells whether every stone of one position, the board's or this one, lies on the other one."""
        before, after = sorted((state, self._board), key=lambda one: one.ply)
        return all(one & ~other == 0 for one, other in zip(_stones(before), _stones(after), strict=True))

    def compare(self, said: Sequence[Claim], carried: Sequence[Mapping[str, Any]], place: str, text: str) -> None:
        """Blames a sentence whose words say what it does not carry."""
        for claim in said:
            result, last = claim.result, claim.line[-1:] if claim.result != "line" else ()
            fits = [
                one
                for one in map(claim_of, carried)
                if one.result in {result, *_SAME.get(result, ())}
                and (one.column == claim.column or result in _SAME.keys() - {"least"})
                and (not claim.n or not one.n or one.n == claim.n)
            ]
            if not fits:
                self._report.blame("without a claim", place, text, f"{result} {claim.column} {last}", self._moves)

    def contradictions(self) -> None:
        """Blames claims of two places about one move, of which one must be false."""
        for (at, column, _), told in self._said.items():
            signs, counts = {-1, 0, 1}, set[int]()
            for _, claim in told:
                signs &= _SIGNS.get(claim.result, {-1, 0, 1})
                counts |= {claim.n} if claim.n else set()
            if not signs or len(counts) > 1:
                words = ", ".join(f"{place}: {claim.result} {claim.n or ''}" for place, claim in told)
                self._report.blame("against", "screen", words, f"column {column}", at)


def claim_of(one: Mapping[str, Any]) -> Claim:
    """Reads a claim of the page."""
    return Claim(one["result"], one.get("column"), one.get("n") or None, one.get("side"))


def _stones(state: LineState) -> tuple[int, int]:
    """Returns the stones of the first side and of the second."""
    others = state.mask & ~state.own
    return (others, state.own) if state.ply % 2 else (state.own, others)


def _moves(one: Mapping[str, Any]) -> list[int]:
    return [int(move) for move in re.findall(r"\d+", one["moves"])]
