"""Checks the laws of :class:`Game` on random games, and says in sentences which of them a game breaks."""

import random
from collections.abc import Hashable, Iterator
from typing import Any

from engine.games.formats.notation import parse, write
from engine.games.game import CHANCE, Game, GameError, IllegalMoveError, Move, Outcome, Player

MOST_FAULTS = 12
_WHOLE_GAMES, _SHARE = 10, 0.1
"""Games of which every position is looked at closely, and the share of the positions of all later ones."""

_OTHER_MOVES = (-1, 0, 99, 1000)
_LONGEST_NAME = 40


def broken_laws(game: Game[Any], games: int = 1000, seed: int = 1) -> list[str]:
    """Plays random games and returns a sentence for each law that is broken, at most :data:`MOST_FAULTS`."""
    found: dict[str, str] = {}
    try:
        found.update((fault, fault) for fault in _names(game))
    except Exception as error:
        return [f"the names cannot be read: {_words(error)}"]
    laws = Laws(game)
    for number in range(games):
        share = 1.0 if number < _WHOLE_GAMES else _SHARE
        for law, fault in laws.random_game(random.Random(f"laws {seed} {number}"), share):
            found.setdefault(law, fault)
        if len(found) >= MOST_FAULTS:
            break
    return list(found.values())[:MOST_FAULTS]


def _names(game: Game[Any]) -> Iterator[str]:
    name = getattr(game, "name", "")
    if not (isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME and name.isascii() and _is_short(name)):
        yield f"name={name!r} is no short name; take small letters, digits and hyphens, such as connect4-5x4"
    if not (isinstance(getattr(game, "title", None), str) and game.title.strip()):
        yield "title is missing; give the name for people"
    names = game.player_names
    if isinstance(names, str) or len(names) != 2 or len({str(one).strip().lower() for one in names} - {""}) != 2:
        yield f"player_names={names!r} should be two different names"
    most = getattr(game, "max_plies", None)
    if not isinstance(most, int) or most < 1:
        yield f"max_plies={most!r} should be a whole number: an upper bound on the plies of one game"


def _is_short(name: str) -> bool:
    return all(part.isalnum() and part == part.lower() for part in name.split("-"))


class Laws:
    """Checks one game. Each fault comes with the law that it breaks, so that the first example of a law is kept."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.size = game.board_size()
        self._keys: dict[Hashable, tuple[Any, bool]] = {}

    def random_game(self, rng: random.Random, share: float = 1.0) -> Iterator[tuple[str, str]]:
        """Plays one game at random and yields (law, fault). A ``share`` of the positions is looked at closely."""
        moves: list[Move] = []
        try:
            yield from self._play(rng, share, moves)
        except Exception as error:
            yield "error", f"{self._at(moves)} the rules raise {_words(error)}"

    def _play(self, rng: random.Random, share: float, moves: list[Move]) -> Iterator[tuple[str, str]]:
        game = self.game
        state, plies = game.initial(), 0
        if state != game.initial():
            yield "initial", "initial() returns another state each time; compare states by value, as a NamedTuple does"
        while (outcome := game.outcome(state)) is None:
            close = rng.random() < share
            legal = list(game.moves(state))
            if close or not legal:
                yield from self._unfinished(state, moves)
            if not legal:
                return
            plies += game.to_move(state) is not CHANCE
            if plies > getattr(game, "max_plies", plies):
                yield "max_plies", f"{self._at(moves)} the game goes on after max_plies={game.max_plies}"
                return
            move = rng.choice(legal)
            before = (hash(state), game.describe(state)) if close else None
            after = game.play(state, move)
            if close and (hash(state), game.describe(state)) != before:
                yield (
                    "immutable",
                    f"{self._at(moves)} play({move}) changes the state that it is given; return a new one",
                )
            if close and game.play(state, move) != after:
                yield (
                    "repeat",
                    f"{self._at(moves)} play({move}) gives two different states; no chance may be drawn in it",
                )
            moves.append(move)
            if close:
                yield from self._board(state, after, move, moves)
            state = after
        yield from self._finished(state, outcome, moves)

    def _unfinished(self, state: Any, moves: list[Move]) -> Iterator[tuple[str, str]]:
        game, at = self.game, self._at(moves)
        legal = list(game.moves(state))
        if not legal:
            yield (
                "moves",
                f"{at} there is no legal move and no outcome; give an outcome, or leave the turn to the other side",
            )
            return
        if len(set(legal)) != len(legal) or not all(isinstance(move, int) and move >= 1 for move in legal):
            yield "moves", f"{at} the legal moves {legal} should be different whole numbers from 1"
        player: Any = game.to_move(state)
        if not isinstance(player, Player):
            yield "to_move", f"{at} to_move returns {player!r} where a Player is due"
            return
        yield from self._chance(state, player, legal, at)
        for move in {*_OTHER_MOVES, max(legal) + 1} - set(legal):
            if (fault := _refusal(game, state, move)) is not None:
                yield "refusal", f"{at} {fault}"
        words = [game.move_words(move) for move in legal]
        if not all(words) or len(set(words)) != len(words):
            yield "move_words", f"{at} move_words gives {', '.join(map(repr, words))}; give each move words of its own"
        if not game.describe(state):
            yield "describe", f"{at} describe returns nothing"
        yield from self._key(state, at)

    def _chance(self, state: Any, player: Player, legal: list[Move], at: str) -> Iterator[tuple[str, str]]:
        game, lots = self.game, list(self.game.outcomes(state))
        if player is CHANCE:
            if not game.has_chance:
                yield "has_chance", f"{at} a lot is drawn; set has_chance = True"
            if {lot for lot, _ in lots} != set(legal):
                yield "outcomes", f"{at} outcomes and moves name different lots"
            if any(share <= 0 for _, share in lots) or abs(sum(share for _, share in lots) - 1) > 1e-9:
                yield "shares", f"{at} the probabilities of the lots should be above 0 and have the sum 1"
            return
        if lots:
            yield "outcomes", f"{at} outcomes returns lots where {game.player_names[player]} moves"
        value, theirs = game.evaluate(state, player), game.evaluate(state, player.other)
        low, high = game.payoffs or (-1, 1)
        if not min(low, -high) < value < max(high, -low):
            yield "evaluate", f"{at} evaluate returns {value:g}, which should lie strictly between {low:g} and {high:g}"
        if abs(value + theirs) > 1e-9:
            yield (
                "zero sum",
                f"{at} evaluate is {value:g} for one side and {theirs:g} for the other; the sum should be 0",
            )
        forced = list(game.forced_moves(state))
        if not set(forced) <= set(legal) or not (forced or game.is_quiet(state)):
            yield "forced_moves", f"{at} forced_moves returns {forced}; return some legal moves, among them a best one"

    def _key(self, state: Any, at: str) -> Iterator[tuple[str, str]]:
        """Compares states of one key by what can be seen at once: who can win with the next move."""
        game = self.game
        mover = game.to_move(state)
        if mover is CHANCE:
            return
        ends = (game.outcome(game.play(state, move)) for move in game.moves(state))
        wins = any(end is not None and end.winner is mover for end in ends)
        earlier = self._keys.setdefault(game.key(state), (state, wins))
        if earlier[1] is not wins:
            yield (
                "key",
                f"{at} key is that of another state, {earlier[0]}, but only one of both wins with the next move",
            )

    def _board(self, before: Any, after: Any, move: Move, moves: list[Move]) -> Iterator[tuple[str, str]]:
        game, at = self.game, self._at(moves)
        cells = list(game.cells(after))
        if self.size is None:
            if cells:
                yield "cells", f"{at} cells are occupied on a game without a board; return board_size() too"
            return
        width, height = self.size
        if len({cell for cell, _ in cells}) != len(cells):
            yield "cells", f"{at} cells names one cell twice"
        if not all(1 <= column <= width and 1 <= row <= height for (column, row), _ in cells):
            yield "cells", f"{at} cells names a cell off the board of {width} columns and {height} rows, counted from 1"
        if not all(owner in (Player.FIRST, Player.SECOND) for _, owner in cells):
            yield "owners", f"{at} an occupied cell belongs to no side"
        if game.has_chance:
            return
        fresh = {cell for cell, _ in cells} - {cell for cell, _ in game.cells(before)}
        square = ((move - 1) % width + 1, height - (move - 1) // width)
        falls = getattr(game, "gravity", False)
        if len(fresh) != 1 or next(iter(fresh)) != (square if not falls else (move, next(iter(fresh))[1])):
            where = f"column {move}" if falls else f"the square {square}, number {move} in reading order"
            yield "squares", f"{at} move {move} should occupy {where} alone; else return no board_size(), for buttons"

    def _finished(self, state: Any, outcome: Outcome, moves: list[Move]) -> Iterator[tuple[str, str]]:
        game, at = self.game, self._at(moves)
        if not isinstance(outcome, Outcome) or outcome.winner not in (None, Player.FIRST, Player.SECOND):
            yield "outcome", f"{at} outcome returns {outcome!r}; return Outcome(a player), or Outcome(None) for a draw"
            return
        if list(game.moves(state)):
            yield "end", f"{at} the game is over and there are still legal moves"
        owners = dict(game.cells(state))
        if any(owners.get(cell) is not outcome.winner for cell in outcome.line):
            yield "line", f"{at} the line of the outcome holds a cell that does not belong to the winner"
        if not game.describe(state):
            yield "describe", f"{at} describe returns nothing"
        try:
            if parse(game, write(game, moves)) != (moves, state):
                yield "notation", f"{at} the moves, written and read again, give another state"
        except GameError as error:
            yield "notation", f"{at} the moves cannot be read again: {error}"

    def _at(self, moves: list[Move]) -> str:
        return f"after the moves {','.join(map(str, moves))}:" if moves else "at the start:"


def _refusal(game: Game[Any], state: Any, move: Move) -> str | None:
    try:
        game.play(state, move)
    except IllegalMoveError as error:
        return None if str(error) else f"the refusal of move {move} gives no reason"
    except Exception as error:
        return f"play({move}) should raise IllegalMoveError, and raises {_words(error)}"
    return f"play({move}) is accepted, though moves() does not list it"


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
