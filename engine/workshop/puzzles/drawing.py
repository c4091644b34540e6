"""Explains puzzles without a short proof by diagrams: known ones, or those that a search or a SAT solver finds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from engine.coach.certificate import Certificate, Claim
from engine.coach.diagram import marks_of
from engine.coach.diagrams import search as diagrams
from engine.coach.explanation import Explanation, to_json
from engine.coach.words import words
from engine.games import LineState, replay
from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import Puzzle
from engine.solver.solver import Solver
from engine.workshop.cards.formula import BoundError
from engine.workshop.cards.sat import solve
from engine.workshop.pool import Job, LocalPool

POSITIONS = 110_000_000  # positions played for one diagram, at most: more than a person waits for
TURNS = 20_000  # positions that a SAT solver is asked about, at most
_KNOWN = list[Sequence[int]]()

Proof = tuple[Puzzle, Any]  # a puzzle, and its explanation as plain data, or None


def draw(puzzles: Iterable[Puzzle], proofs: Mapping[str, Any], processes: int | None = None) -> Iterator[Proof]:
    """Yields every puzzle with its proof: the known one, or a diagram if one is found."""
    nodes = [node for proof in proofs.values() for node in proof["certificate"]["nodes"]]
    sheets = [marks_of(node["rows"]) for node in nodes if node["type"] == "diagram"]
    items = ((puzzle, proofs.get(puzzle.name)) for puzzle in puzzles)
    yield from LocalPool(processes).over(Job(_drawn, _learn, (sheets,)), items)


def _learn(sheets: Sequence[Sequence[int]]) -> None:
    _KNOWN[:] = sheets


@cache
def _solver() -> Solver:
    return Solver(table_mb=16)


def _found(state: LineState, claim: Claim) -> Certificate | None:
    game = connect_four()
    found = diagrams.known(game, state, claim, _KNOWN) or diagrams.find(game, state, claim, positions=POSITIONS)
    with suppress(BoundError):
        return found or solve(game, state, claim, _solver(), TURNS)
    return None


def _drawn(item: Proof) -> Proof:
    (puzzle, proof), game = item, connect_four()
    if proof is not None:
        return item
    state = replay(game, puzzle.moves)
    claim = Claim(game.to_move(state), wins=puzzle.plies > 0)
    certificate = _found(game.play(state, puzzle.line[0]), claim)
    if certificate is None:
        return replace(puzzle, lines=0), None
    explanation = Explanation(claim, certificate, None, words(certificate), ())
    return replace(puzzle, lines=certificate.size), to_json(explanation)
