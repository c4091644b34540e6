"""Writes files of cards in the form that ``check.py`` tells, and reads them."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from engine.cards.check import FIRST_LINE, LEVELS, Card, Part, RefusedError, parts, text_of
from engine.files import pack
from engine.games import GameError
from engine.workshop.cards.board import Board, Option, Position, Words
from engine.workshop.cards.graph import Solution


def levels_of(board: Board, card: Words, mirrored: bool = False) -> str:
    """Returns a card row by row from the top: the level of each kind, and the last one for a cell without a mark."""
    words, game = [board.flip(word) if mirrored else word for word in card], board.game
    cells = [game.bit((column, row)) for row in range(game.height, 0, -1) for column in range(1, game.width + 1)]
    return "".join(LEVELS[next((kind for kind, word in enumerate(words) if word & cell), -1)] for cell in cells)


def words_of(card: Card) -> Words:
    """Returns the cells of each kind of a card."""
    return tuple(card.marks[:-1])


def part_of(board: Board, cards: Sequence[Words], solution: Solution) -> str:
    """Returns the lines of a part: the claim, the opening and the cards in the opening's order."""
    opening, named = list[str](), dict[int, tuple[int, bool]]()
    seen = set[Position]()

    def turn(at: Position) -> None:
        key = board.key(at)
        if key in seen:
            return
        seen.add(key)
        flipped, chosen = key != at, solution.chosen[key]
        if isinstance(chosen, Option):
            cell = board.flip(chosen.cell) if flipped else chosen.cell
            opening.append(str((cell.bit_length() - 1) // board.step + 1))
            replies(Position(at.mine | cell, at.yours))
        elif chosen:
            number, mirrored = chosen
            place, first = named.setdefault(number, (len(named) + 1, mirrored != flipped))
            opening.append(f"{'m' if first != (mirrored != flipped) else 'c'}{place}")

    def replies(at: Position) -> None:
        for cell in board.landing(at.mask):
            then = Position(at.mine, at.yours | cell)
            if board.key(then) in solution.chosen:
                turn(then)

    if board.claim.side:
        replies(Position(0, 0))
    else:
        turn(Position(0, 0))
    levels = (levels_of(board, cards[one], named[one][1]) for one in named)
    return "\n".join([_claim(board), " ".join(opening), *levels])


def _claim(board: Board) -> str:
    game, claim = board.game, board.claim
    words = f"{game.width}x{game.height} {game.connect} {'second' if claim.side else 'first'}"
    return f"{words} {'wins' if claim.wins else 'holds'}"


def part_in(path: Path, board: Board) -> tuple[Part, float] | None:
    """Returns the part that a file has for the claim, with the processor seconds that it took, or None. Raises
    GameError if the file is no file of cards, or the checker refuses the part."""
    try:
        data = path.read_bytes()
        every, size = parts(data), _claim(board).rsplit(" ", 2)[0]
        if not any(lines[0].startswith(f"{size} ") for lines in every):
            raise RefusedError("they are for another board")
        lines = next((lines for lines in every if lines[0].startswith(_claim(board))), None)
        if lines is None:
            return None
        part = Part()
        part.check(lines)
    except RefusedError as error:
        raise GameError(
            f"the cards in {path} are nothing to begin with: {error}; name another file with --out"
        ) from None
    return part, (seconds_in(data) or 0) / len(every)


def seconds_in(data: bytes) -> int | None:
    """Returns the processor seconds that the cards of a file took, None where it does not tell them."""
    made = re.search(r"made in (\d+) s", text_of(data).split("\n")[0])
    return int(made[1]) if made else None


def write(path: Path, parts: Sequence[str], seconds: float) -> int:
    """Writes a file, whole or not at all. Returns the number of bytes.

    Args:
        seconds: the processor time that the cards took.
    """
    text = "\n\n".join([f"{FIRST_LINE} made in {seconds:.0f} s", *parts]) + "\n"
    packed = pack(text.encode("ascii"))
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(packed)
    os.replace(beside, path)
    return len(packed)
