"""What moves were worth: marks and sentences from what is known of the positions before and after them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, Move, Player, Score, replay

_DOUBTFUL = 0.25
"""How much worse than the best a move must be thought where nothing is proven; then it is called no more than that."""
_MUCH = 8
"""Plies by which a win must be put off, or a loss hastened, to be worth a mark."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the analyst knows of one position: the best move, its value in [-1, 1] for the side to move, the exact score
    where it is proven, and whether every other move is proven to be worth less (a win, a draw less)."""

    best: Move
    value: float
    score: Score | None
    only: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One move of the game. ``value`` in [-1, 1] is the position's after it, for the first player; ``loss`` in [0, 2]
    what the move gave away."""

    ply: int
    seat: int
    move: Move
    best: Move
    mark: str
    words: str
    value: float
    loss: float
    proven: bool


def prefixes(game: Game[Any], moves: Sequence[Move]) -> list[tuple[Move, ...]]:
    """The moves before every decision of a player, and all of them: one more than there are plies."""
    position, cuts = game.initial(), list[int]()
    for index, move in enumerate(moves):
        if game.to_move(position) is not CHANCE:
            cuts.append(index)
        position = game.play(position, move)
    return [tuple(moves[:cut]) for cut in (*cuts, len(moves))]


def rows(game: Game[Any], moves: Sequence[Move], known: Mapping[int, Known]) -> list[Row]:
    """The moves of which enough is known: the positions before and after, by their plies."""
    places = prefixes(game, moves)
    return [
        _row(game, places, ply, known[ply], after)
        for ply in range(len(places) - 1)
        if ply in known and (after := _after(game, places, ply, known)) is not None
    ]


def _after(game: Game[Any], places: Sequence[tuple[Move, ...]], ply: int, known: Mapping[int, Known]) -> Known | None:
    """The position after the move at ``ply`` as the side that made it sees it."""
    before, after = replay(game, places[ply]), replay(game, places[ply + 1])
    mover = Player(int(game.to_move(before)))
    outcome = game.outcome(after)
    if outcome is not None:
        score = Score(outcome.winner, 0, mover)
        return Known(0, float(score.sign), score)
    found = known.get(ply + 1)
    if found is None:
        return None
    same = game.to_move(after) is mover
    return Known(found.best, found.value if same else -found.value, found.score.seen_by(mover) if found.score else None)


def _row(game: Game[Any], places: Sequence[tuple[Move, ...]], ply: int, before: Known, after: Known) -> Row:
    move = places[ply + 1][len(places[ply])]
    seat = int(game.to_move(replay(game, places[ply])))
    mark = _mark(game, move, before, after)
    loss = 0.0 if move == before.best else max(0.0, _worth(before) - _worth(after))
    if mark in ("", "only"):
        loss = 0.0
    value = _worth(after) * (1 if seat == 0 else -1)
    words = _words(game, move, mark, before, after)
    return Row(ply, seat, move, before.best, mark, words, round(value, 3), round(loss, 3), after.score is not None)


def _worth(known: Known) -> float:
    return float(known.score.sign) if known.score else known.value


def _mark(game: Game[Any], move: Move, before: Known, after: Known) -> str:
    """ "only", "slow", "quick", "doubtful", "mistake", "blunder", or nothing."""
    if game.has_chance:  # where it landed is luck: only the aim is judged
        return "" if move == before.best else _by_value(before.value - after.value)
    if move == before.best:
        return "only" if before.only else ""
    if before.score and after.score:
        drop = before.score.sign - after.score.sign
        if drop > 0:
            return "blunder" if drop == 2 else "mistake"
        late = (after.score.plies + 1 - before.score.plies) * before.score.sign
        return ("slow" if before.score.sign > 0 else "quick") if late >= _MUCH else ""
    return _by_value(_worth(before) - _worth(after))


def _by_value(fall: float) -> str:
    return "doubtful" if fall >= _DOUBTFUL else ""


def _words(game: Game[Any], move: Move, mark: str, before: Known, after: Known) -> str:
    """What was played and what was better, as a person says it."""
    name, best = game.move_words(move), game.move_words(before.best)
    played = f"{name} {_result(after.score, 1)}" if after.score else f"{name} was played"
    if mark == "only":
        return _sentence(f"{name} was the only move: all others {_others(before)}")
    if mark == "":
        same = "the best" if move == before.best else "as good as any"
        return _sentence(played if after.score else f"{name} is {same}, as far as is known")
    answer = ""
    if after.score and after.score.plies > 0 and after.score.sign < 0:
        answer = f": {game.move_words(after.best)} is the answer"
    better = f"{best} {_would(before.score)}" if before.score else f"{best} looks better"
    return f"{_sentence(played + answer)} {_sentence(better)}"


def _result(score: Score, extra: int) -> str:
    """ "wins in 4", counted in the winner's own moves; ``extra`` plies come before the score's."""
    if score.sign == 0:
        return "draws"
    if score.sign > 0 and score.plies == 0:
        return "wins"
    count = (score.plies + (extra if score.sign > 0 else 0) + 1) // 2
    return f"{'wins' if score.sign > 0 else 'loses'} in {count}"


def _would(score: Score) -> str:
    words = _result(score, 0)
    return words.replace("wins", "would win").replace("draws", "would draw").replace("loses in", "would hold out for")


def _others(before: Known) -> str:
    return "lose" if before.score is None or before.score.sign == 0 else "do not win"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
