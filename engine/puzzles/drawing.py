"""Explains puzzles without a short proof by diagrams, where a search finds one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.coach.certificate import Claim
from engine.coach.diagrams import search as diagrams
from engine.coach.explanation import Explanation, to_json
from engine.coach.words import words
from engine.fan import AtHome, Job
from engine.games import replay
from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import Puzzle

POSITIONS = 110_000_000  # positions played for one diagram, at most: more than a person waits for

Proof = tuple[Puzzle, Any]  # a puzzle, and its explanation as plain data, or None


def draw(puzzles: Iterable[Puzzle], proofs: Mapping[str, Any], processes: int | None = None) -> Iterator[Proof]:
    """Yields every puzzle with its proof: the known one, or a diagram if one is found."""
    items = ((puzzle, proofs.get(puzzle.name)) for puzzle in puzzles)
    yield from AtHome(processes).over(Job(_drawn), items)


def _drawn(item: Proof) -> Proof:
    """Searches for a diagram from the right move on, if there is no proof yet."""
    (puzzle, proof), game = item, connect_four()
    if proof is not None:
        return item
    state = replay(game, puzzle.moves)
    claim = Claim(game.to_move(state), wins=puzzle.plies > 0)
    certificate = diagrams.find(game, game.play(state, puzzle.line[0]), claim, positions=POSITIONS)
    if certificate is None:
        return replace(puzzle, lines=0), None
    explanation = Explanation(claim, certificate, "", words(certificate), ())
    return replace(puzzle, lines=certificate.size), to_json(explanation)
