"""Chooses the boards of the essay's last figure: proved ones on which one side only answers above until the other must
fill a forbidden cell."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.games import GameError, LineGame, parse

NAME = "essay.json"
VERSION = 1
_GAME: Final = LineGame(7, 6, 4, gravity=True)
_FEWEST, _MOST = 6, 10
"""Empty cells beside the forbidden one."""


def content(trainer: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the content of the file as data, from that of the trainer's file. Boards with the fewest other cells that
    complete four come first."""
    boards = sorted(filter(_is_plain, _claimed(trainer)), key=lambda one: sum(map(int.bit_count, _fours(one["moves"]))))
    return {
        "v": VERSION,
        "boards": [
            {"moves": one["moves"], "side": one["side"]} | {part: one["waits"][0][part] for part in ("below", "line")}
            for one in boards
        ],
    }


def _claimed(trainer: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the board of the page about the odd threat, and those of the questions."""
    for page in trainer["pages"]:
        if page["slug"] == "odd-threat":
            first = page["proof"]
            yield {"moves": page["moves"], "side": first["claim"]["side"], **first["nodes"][0]}
    yield from trainer["questions"]


def _fours(moves: str) -> tuple[int, int]:
    """Returns the free cells that complete four, as bits, for the side to move and for the other side."""
    own, mask = parse(_GAME, moves)[1]
    return _GAME.holes(own, mask), _GAME.holes(own ^ mask, mask)


def _is_plain(board: dict[str, Any]) -> bool:
    """Tells whether the other side is to move, and the rule alone decides: the pairs lie one above the other, when they
    are filled the game goes on, and no cell of another column completes four, nor the ring for the side to move."""
    pairs, forbidden = board["pairs"], board["waits"][0]["below"][0] if board["waits"] else 0
    columns = {one[0] for pair in pairs for one in pair}
    upright = all(one[0] == two[0] for one, two in pairs) and len(columns) > 1 and forbidden not in columns
    told = len(board["waits"]) == 1 and board.get("wins", True) and board.get("kind", "fill") == "fill"
    if not (upright and told and len(board["moves"]) % 2 != board["side"] and _FEWEST <= 2 * len(pairs) <= _MOST):
        return False
    try:
        _, end = parse(_GAME, board["moves"] + "".join(f"{lower[0]}{upper[0]}" for lower, upper in pairs))
    except GameError:  # over before
        return False
    ring = 1 << (forbidden - 1) * 7 + board["waits"][0]["below"][1]
    aside = ~(0b111111 << (forbidden - 1) * 7)
    own, other = _fours(board["moves"])
    return _GAME.outcome(end) is None and not (own & (aside | ring) | other & aside)
