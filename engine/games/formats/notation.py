"""Reads and writes positions as text: 1-based moves, first move first, such as ``4453`` or ``519``. Moves of one digit
need no separator. Games with moves above 9 put commas between them, and then between all. In chance games the drawn lot
follows its move with a minus sign: ``4-5`` aims at column 4 and lands in 5."""

import re
from collections.abc import Iterable, Sequence

from engine.games.formats.numerals import plain
from engine.games.game import CHANCE, Game, GameError, IllegalMoveError, Move, S

_COMPACT = re.compile(r"-?[0-9]")
_NUMBERS = re.compile(r"(-?[0-9]{1,3})(-[0-9]{1,3})?")
"""A move, and the drawn lot that follows it."""
_LONGEST = 1000


def parse(game: Game[S], text: str) -> tuple[list[Move], S]:
    """Returns the moves in ``text`` and the state after the last move. Raises GameError if the text is no list of
    moves, and IllegalMoveError with the place of a move that is not legal ("move 5: column 4 is full")."""
    if len(text) > _LONGEST:
        raise GameError(
            "a position of {count} characters is too long; at most {most} are read", count=len(text), most=_LONGEST
        )
    moves: list[Move] = []
    state = game.initial()
    is_wide = max(game.moves(state), default=0) > 9
    for ply, token in enumerate(_tokens(plain(text).strip(), is_wide), start=1):
        drawn = token.startswith("-")
        move = int(token.lstrip("-"))
        try:
            chance = game.outcome(state) is None and game.to_move(state) is CHANCE
            if drawn is not chance:
                raise IllegalMoveError(
                    "{token} should be a drawn lot, written -{move}"
                    if chance
                    else "{token} is a drawn lot, but nothing is drawn here",
                    token=token,
                    move=move,
                )
            state = game.play(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, ply) from None
        moves.append(move)
    return moves, state


def replay(game: Game[S], moves: Iterable[Move]) -> S:
    """Returns the state after ``moves``. Raises :class:`IllegalMoveError` naming the first illegal move."""
    state = game.initial()
    for ply, move in enumerate(moves, start=1):
        try:
            state = game.play(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, ply) from None
    return state


def plies(game: Game[S], moves: Sequence[Move]) -> int:
    """Returns how many of ``moves`` the players made. The other moves were drawn."""
    if not game.has_chance:
        return len(moves)
    position, count = game.initial(), 0
    for move in moves:
        count += game.to_move(position) is not CHANCE
        position = game.play(position, move)
    return count


def write(game: Game[S], moves: Sequence[Move]) -> str:
    """Returns the text of ``moves``, as :func:`parse` reads it back."""
    tokens = [str(move) for move in moves]
    if game.has_chance:
        state = game.initial()
        for number, move in enumerate(moves):
            if game.to_move(state) is CHANCE:
                tokens[number] = f"-{move}"
            state = game.play(state, move)
    if max(moves, default=0) <= 9:
        return "".join(tokens)
    return ",".join(tokens) if len(tokens) > 1 else f"{tokens[0]},"  # the comma says that "36," is one move


def _tokens(text: str, is_wide: bool) -> list[str]:
    """Returns the moves of a text by one rule: commas, or a digit a move. Refuses what could mean others."""
    tokens: list[str] = []
    if "," in text:
        for word in map(str.strip, text.removesuffix(",").split(",")):
            numbers = _NUMBERS.fullmatch(word)
            if numbers is None:
                reason = "{given} is no move; in a list with commas one stands between any two moves, as in 4,4,5"
                raise GameError(reason, given=repr(word))
            tokens += filter(None, numbers.groups())
        return tokens
    words = text.split()
    for word in words:
        compact = _COMPACT.findall(word)
        if is_wide and len(words) > 1 and len(compact) > 1:
            reason = "{given} may be one move or several; put commas between the moves, as in 10,4,12"
            raise GameError(reason, given=repr(word))
        if "".join(compact) != word:
            bad = next(c for c in word if not (c.isascii() and (c.isdigit() or c == "-")) or c == "-")
            raise GameError("{given} is no move; a position is a list of moves such as 4453", given=repr(bad))
        tokens.extend(compact)
    return tokens
