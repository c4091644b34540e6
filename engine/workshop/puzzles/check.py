"""Checks puzzles a second time: exact scores without the opening book and without the follow-up theorem."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.coach.certificate import Claim, fault
from engine.coach.explanation import from_json
from engine.coach.proof_search import rows_of
from engine.coach.words import words
from engine.games import LineGame, replay
from engine.games.game import score_of
from engine.puzzles.judge import Judge, connect_four, keepers
from engine.puzzles.puzzle import Puzzle
from engine.workshop.puzzles.maker import Maker


def faults(judge: Judge, puzzle: Puzzle) -> list[str]:
    """Returns every fault of one puzzle as a sentence: result, length, only and wrong moves are scored again."""
    game, found = judge.game, list[str]()
    state = replay(game, puzzle.moves)
    scores = judge.scores(state)
    right = puzzle.line[0]
    if keepers(scores) != [right]:
        found.append(f"{puzzle.name}: the moves that keep the result are {keepers(scores)}, not only {right}.")
        return found
    number = scores[right]
    plies = score_of(game, number, state.ply, game.to_move(state)).plies if number else 0
    if number < 0 or plies != puzzle.plies:
        found.append(f"{puzzle.name}: the end is {plies} plies away, not {puzzle.plies}.")
    given = {wrong.move: wrong.score for wrong in puzzle.wrong}
    if given != {move: score for move, score in scores.items() if move != right}:
        found.append(f"{puzzle.name}: the scores of the wrong moves are not {given}.")
    return found + _later_faults(judge, puzzle)


def _later_faults(judge: Judge, puzzle: Puzzle) -> list[str]:
    found = list[str]()
    if puzzle.later and len(puzzle.later) != len(puzzle.line) // 2:
        found.append(f"{puzzle.name}: the wrong moves of some later turns are missing.")
    for turn in range(2, len(puzzle.line), 2):
        scores = judge.scores(replay(judge.game, puzzle.moves + puzzle.line[:turn]))
        right = puzzle.line[turn]
        if keepers(scores) != [right]:
            found.append(f"{puzzle.name}: move {turn + 1} of the solution is not the only one.")
            continue
        given = {wrong.move: wrong.score for later in puzzle.later[turn // 2 - 1 : turn // 2] for wrong in later}
        if puzzle.later and given != {move: score for move, score in scores.items() if move != right}:
            found.append(f"{puzzle.name}: the scores of the wrong moves at move {turn + 1} are not {given}.")
    return found


def proof_fault(game: LineGame, puzzle: Puzzle, proof: Any) -> str:
    """Returns the fault of a puzzle's proof (the explanation as plain data, or None) as a sentence, or ""."""
    if proof is None:
        return f"{puzzle.name}: the proof of {puzzle.lines} lines is missing." if puzzle.lines else ""
    explanation = from_json(proof)
    certificate = explanation.certificate
    if certificate is None:
        return f"{puzzle.name}: the explanation has no certificate."
    state = replay(game, puzzle.moves)
    claim = Claim(game.to_move(state), wins=puzzle.plies > 0)
    start = state if certificate.first else game.play(state, puzzle.line[0])
    if certificate.claim != claim or certificate.rows != rows_of(game, start) or certificate.size != puzzle.lines:
        return f"{puzzle.name}: the proof belongs to another position or claim."
    if why := fault(certificate):
        return f"{puzzle.name}: the proof is refused: {why}."
    return "" if words(certificate) == explanation.steps else f"{puzzle.name}: the words are not those of the proof."


def check(
    puzzles: Iterable[Puzzle], proofs: Mapping[str, Any], game: LineGame | None = None
) -> Iterator[tuple[Puzzle, list[str]]]:
    """Checks puzzle after puzzle. Yields each with its faults, as sentences. ``proofs`` are explanations as plain
    data by puzzle name. Without a ``game`` the board is Connect Four."""
    board = game or connect_four()
    judge = Judge(board, independent=True)
    for puzzle in puzzles:
        wrong = proof_fault(board, puzzle, proofs.get(puzzle.name))
        yield puzzle, faults(judge, puzzle) + ([wrong] if wrong else [])


def remake(numbers: Iterable[int], seed: int, shipped: Iterable[Puzzle]) -> list[str]:
    """Makes the puzzles of some games again with the shipped seed. Returns every difference as a sentence."""
    by_name = {puzzle.name: puzzle for puzzle in shipped}
    maker, found = Maker(connect_four()), list[str]()
    for number in numbers:
        made = {puzzle.name: puzzle for puzzle in maker.puzzles(number, seed)}
        for puzzle in (puzzle for puzzle in by_name.values() if puzzle.source == number):
            again = made.get(puzzle.name)
            if again is None or replace(again, lines=puzzle.lines, later=puzzle.later) != puzzle:
                found.append(f"{puzzle.name}: game {number} does not give this puzzle again.")
    return found
