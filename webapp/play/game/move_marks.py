"""Marks the moves of a game from the analyses of the positions before and after. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.games import CHANCE, Game, Move, Player, Score
from engine.text import Text, text

_CLOSE, _DOUBTFUL = 0.02, 0.25
"""The falls of the value from which on an unproven move looks worse, and is doubtful, which is its worst mark."""
_CLOSE_AIM = 0.0002
"""From which on an aim looks worse: a mean over all lots, often seen to the end. Only rounding is less than this."""
_NEAR = 9
"""Plies up to which a person can see a win or a loss coming: five moves of the winner."""
_MUCH = 8
"""Plies by which a win must be put off, or a loss hastened, to be worth a mark."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Holds the analysis of a position: ``value`` in [-1, 1] for the side to move; ``only``: all others are worse;
    ``values`` of the moves, each before it is played, which alone tell a move from the luck that followed it."""

    best: Move
    value: float
    score: Score | None
    only: bool = False
    values: Mapping[Move, float] = field(default_factory=dict[Move, float])


@dataclass(frozen=True, slots=True)
class MarkedMove:
    """Describes one move of the game, for the pages. ``value`` in [-1, 1] is of the position after the move, for the
    first player. ``loss`` in [0, 2] is the value that the move gave away. ``near``: a person could have seen the
    mark's reason, a win or a loss few moves ahead."""

    ply: int
    seat: int
    move: Move
    best: Move
    mark: str
    words: Text
    value: float
    loss: float
    proven: bool
    near: bool


def prefixes(game: Game[Any], moves: Sequence[Move]) -> list[tuple[Move, ...]]:
    """Returns the moves before every decision of a player, and last all moves."""
    return [tuple(moves[:cut]) for cut, _ in _places(game, moves)]


def _places(game: Game[Any], moves: Sequence[Move]) -> list[tuple[int, Any]]:
    """Returns how many moves come before every decision of a player, and the position there, last those of the end. One
    pass: with a replay of each prefix the review of a hundred moves held the loop for 50 ms at every part."""
    position, places = game.initial(), list[tuple[int, Any]]()
    for index, move in enumerate(moves):
        if game.to_move(position) is not CHANCE:
            places.append((index, position))
        position = game.play(position, move)
    return [*places, (len(moves), position)]


def mark_moves(game: Game[Any], moves: Sequence[Move], analyses: Mapping[int, Analysis]) -> list[MarkedMove]:
    """Marks the moves between two analysed positions. ``analyses`` are by ply."""
    marked, places = list[MarkedMove](), _places(game, moves)
    for ply, ((cut, before), (_, reached)) in enumerate(pairwise(places)):
        mover = Player(int(game.to_move(before)))
        after = _after(game, reached, mover, analyses.get(ply + 1)) if ply in analyses else None
        if after is not None:
            marked.append(_mark_move(game, moves[cut], ply, mover, analyses[ply], after))
    return marked


def _after(game: Game[Any], after: Any, mover: Player, analysis: Analysis | None) -> Analysis | None:
    """Returns the analysis of the position ``after`` a move, seen by the side that made it."""
    outcome = game.outcome(after)
    if outcome is not None:
        score = Score(outcome.winner, 0, mover)
        return Analysis(0, float(score.sign), score)
    if analysis is None:
        return None
    value = analysis.value if game.to_move(after) is mover else -analysis.value
    return Analysis(analysis.best, value, analysis.score.seen_by(mover) if analysis.score else None)


def _mark_move(game: Game[Any], move: Move, ply: int, mover: Player, before: Analysis, after: Analysis) -> MarkedMove:
    seat, reached = int(mover), after
    if game.has_chance:  # where the disc lands is luck, so only the choice is judged
        value = before.values.get(before.best, before.value)
        before, after = Analysis(before.best, value, None), Analysis(0, before.values.get(move, value), None)
    mark = _mark(game, move, before, after)
    loss = 0.0 if mark in ("", "only") or move == before.best else max(0.0, _worth(before) - _worth(after))
    value, words = _worth(reached) * (1 if seat == 0 else -1), _words(game, move, mark, before, after)
    proven, near = reached.score is not None, _is_near(game, mark, before.score, after.score)
    return MarkedMove(ply, seat, move, before.best, mark, words, round(value, 3), round(loss, 3), proven, near)


def _is_near(game: Game[Any], mark: str, before: Score | None, after: Score | None) -> bool:
    if mark == "doubtful" and game.has_chance:  # the search is short there, so a fall of the value is near
        return True
    won = before is not None and before.sign > 0 and before.plies <= _NEAR
    lost = mark != "only" and after is not None and after.sign < 0 and after.plies <= _NEAR
    return mark != "" and (won or lost)


def _worth(analysis: Analysis) -> float:
    return float(analysis.score.sign) if analysis.score else analysis.value


def _mark(game: Game[Any], move: Move, before: Analysis, after: Analysis) -> str:
    """Returns "only", "slow", "quick", "doubtful", "mistake", "blunder", or an empty mark."""
    if move == before.best:
        return "only" if before.only else ""
    if before.score and after.score:
        drop = before.score.sign - after.score.sign
        if drop > 0:
            return "blunder" if drop == 2 else "mistake"
        late = (after.score.plies + 1 - before.score.plies) * before.score.sign
        return ("slow" if before.score.sign > 0 else "quick") if late >= _MUCH else ""
    return _mark_by_value(_worth(before) - _worth(after))


def _mark_by_value(drop: float) -> str:
    return "doubtful" if drop >= _DOUBTFUL else ""


def _words(game: Game[Any], move: Move, mark: str, before: Analysis, after: Analysis) -> Text:
    """Says in a sentence or two which move was played and which was better."""
    name, best = game.move_words(move), game.move_words(before.best)
    if mark == "only":
        lose = before.score is None or before.score.sign == 0
        rest = "{Move} was the only move: all others do not win."
        return text("{Move} was the only move: all others lose." if lose else rest, move=name)
    if mark == "" and after.score is None:
        if move == before.best:
            return text("{Move} is the best, as far as is known.", move=name)
        if _worth(before) - _worth(after) >= (_CLOSE_AIM if game.has_chance else _CLOSE):
            return text("{Move} looks a little worse than {other}.", move=name, other=best)
        return text("{Move} is as good as any, as far as is known.", move=name)
    played = _result(name, after.score) if after.score else text("{Move} was played.", move=name)
    if mark and after.score and after.score.plies > 0 and after.score.sign < 0:
        n, other = (after.score.plies + 1) // 2, game.player_names[1 - after.score.pov]
        loses = "{Move} loses in {n}: {other} answers {reply}."
        played = text(loses, move=name, n=n, other=other, reply=game.place_name(after.best))
    if mark == "":
        return played
    better = _would(best, before.score) if before.score else text("{Move} looks better.", move=best)
    return text("{played} {better}", played=played, better=better)


def _result(move: str, score: Score) -> Text:
    """Returns "Column 4 wins in 4.", counted in the winner's own moves, with ``move`` before the score's plies."""
    if score.sign == 0:
        return text("{Move} draws.", move=move)
    if score.sign < 0:
        return text("{Move} loses in {n}.", move=move, n=(score.plies + 1) // 2)
    if score.plies == 0:
        return text("{Move} wins.", move=move)
    return text("{Move} wins in {n}.", move=move, n=(score.plies + 2) // 2)


def _would(move: str, score: Score) -> Text:
    """Returns what the better ``move`` would have reached."""
    if score.sign == 0:
        return text("{Move} would draw.", move=move)
    n = (score.plies + 1) // 2
    if score.sign < 0:
        return text("{Move} would hold out for {n}.", move=move, n=n)
    return text("{Move} would win in {n}.", move=move, n=n) if score.plies else text("{Move} would win.", move=move)
