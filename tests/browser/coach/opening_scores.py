"""Writes the scores of another solver for the tests: ``pip install bitbully``, then ``python -m
tests.browser.coach.opening_scores`` (some minutes of one core).

The file ``opening_scores.json`` holds 270 openings of six to eight moves, each with its exact score by BitBully
(https://github.com/MarkusThill/BitBully), which shares no code with us and has no opening book here. A score is 22
minus the discs of the winner at the end, for the side to move; negative for a loss, 0 for a draw.
"""

import json
import random
from pathlib import Path

FILE = Path(__file__).with_name("opening_scores.json")
_LENGTHS = (6, 7, 7, 8, 8, 8, 8, 8, 8, 8)
_COUNT = 270


def main() -> None:
    from bitbully.bitbully_core import BitBullyCore, BoardCore

    solver, rng, rows = BitBullyCore(), random.Random(43), list[tuple[str, int]]()
    while len(rows) < _COUNT:
        board, moves = BoardCore(), list[int]()
        while len(moves) < _LENGTHS[len(rows) % len(_LENGTHS)] and not board.hasWin():
            column = rng.randrange(7)
            if board.play(column):
                moves.append(column + 1)
        if not board.hasWin() and not any(text == "".join(map(str, moves)) for text, _ in rows):
            rows.append(("".join(map(str, moves)), solver.mtdf(board, first_guess=0)))
    FILE.write_text(json.dumps(rows, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
