"""Judges a program's moves by exact play: its regret, and its worst move with the proof of why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.coach.why import ExactScores, explain
from engine.games import Game, GameError, LineGame, LineState, Move, Score, replay, write
from engine.games import Player as Side
from engine.games.formats.records import GameRecord
from engine.games.game import score_of
from engine.mind.search.available import finishes
from engine.solver.book.book import book_of
from engine.standings import WorstMove
from engine.text import joined, wire

MOST_GAMES = 20
"""The games of a program that are judged, the last ones."""

_QUIET_PLIES = 12
"""Plies of a large board whose positions are not solved without a book, because each would take long."""
_LARGE = 36  # cells
_SLIP = 1  # plies between a draw and the longest win or defence
_MOST_KEPT = 50_000
"""Judged positions that are kept. Beyond that all are forgotten."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """Holds one position and the exact result of every move, for the side to move."""

    moves: tuple[Move, ...]
    scores: dict[Move, Score]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Holds the judgement of a program: judged moves, the share that keeps the exact result, the mean loss in plies."""

    moves: int
    kept: float
    plies: float
    worst: WorstMove | None


class Judge:
    """Judges moves of one game's board, one after the other, and keeps what it has solved."""

    def __init__(self, game: LineGame) -> None:
        self._game, self._exact = game, ExactScores(game)
        self._first = 0 if book_of(game) or game.max_plies < _LARGE else _QUIET_PLIES
        self._known: dict[LineState, JudgedPosition] = {}
        self._told: dict[tuple[Move, ...], tuple[tuple[str, ...], str]] = {}

    def verdict(self, name: str, games: Sequence[GameRecord]) -> Verdict | None:
        """Judges the moves of a program in its last games. Returns None where no move can be judged."""
        game, kept, lost = self._game, 0, 0
        worst: tuple[int, int, GameRecord, int] | None = None
        count = 0
        for record in games[-MOST_GAMES:]:
            for ply, position in self._own(record, record.players.index(name)):
                move = record.moves[ply]
                best = max(position.scores.values())
                plies = loss(game, position, move)
                held = position.scores[move].sign == best.sign
                count, kept, lost = count + 1, kept + held, lost + plies
                if plies and (worst is None or (plies, ply) > worst[:2]):
                    worst = plies, ply, record, ply
        if not count:
            return None
        return Verdict(count, kept / count, lost / count, self._explained(*worst[2:], worst[0]) if worst else None)

    def _own(self, record: GameRecord, seat: int) -> list[tuple[int, JudgedPosition]]:
        """Returns the judged positions before each move of a seat, without the opening's."""
        found = []
        for ply in range(max(4, self._first), len(record.moves)):
            state = replay(self._game, record.moves[:ply])
            if isinstance(state, LineState) and self._game.to_move(state) == seat:
                found.append((ply, self._judged(record.moves[:ply], state)))
        return found

    def _judged(self, moves: tuple[Move, ...], state: LineState) -> JudgedPosition:
        if state not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            mover = self._game.to_move(state)
            scores = {
                move: score_of(self._game, number, state.ply, mover) for move, number in self._exact(state).items()
            }
            self._known[state] = JudgedPosition(moves, scores)
        return self._known[state]

    def _explained(self, record: GameRecord, ply: int, plies: int) -> WorstMove:
        game, names = self._game, self._game.player_names
        before = replay(game, record.moves[:ply])
        position, move = self._judged(record.moves[:ply], before), record.moves[ply]
        best = max(position.scores, key=lambda one: (position.scores[one], -one))
        if record.moves[: ply + 1] not in self._told:
            self._told[record.moves[: ply + 1]] = self._why(game.play(before, move), Side(game.to_move(before)).other)
        was, became = (wire(position.scores[one].words(names)) for one in (best, move))
        steps, play = self._told[record.moves[: ply + 1]]
        return WorstMove(write(game, record.moves[:ply]), move, best, plies, was, became, wire(steps), play)

    def _why(self, after: LineState, side: Side) -> tuple[tuple[str, ...], str]:
        """Returns the sentences of the proof for ``side``, or best play where there is no small one."""
        try:
            found = explain(self._game, after, side, self._exact)
        except GameError:  # the move has ended the game
            return (), ""
        return tuple(joined(step.said, " ") for step in found.steps), write(self._game, found.play)


def loss(game: Game[Any], position: JudgedPosition, move: Move) -> int:
    """Returns the plies that a move loses against the best move."""
    ply, best = len(position.moves), max(position.scores.values())
    return _rank(game, best, ply) - _rank(game, position.scores[move], ply)


def _rank(game: Game[Any], score: Score, ply: int) -> int:
    """Returns a result on one scale of plies: a ply sooner or later is 1, and a draw is just beyond the longest win."""
    longest = game.max_plies - ply + _SLIP
    return score.sign * (longest - score.plies)


def judge_of(game: Game[Any]) -> Judge | None:
    """Returns the judge of a game, or None where the game's moves are not judged."""
    return Judge(game) if type(game) is LineGame and finishes(game) else None
