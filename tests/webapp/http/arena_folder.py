"""Writes the folder of an arena as ``fourthought arena`` does, without playing."""

import json
from pathlib import Path

from engine.standings import GAMES, Entrant, Running, Standings, WorstMove, save
from engine.text import Side, text, wire

_WORST = WorstMove(
    before="4445",
    move=1,
    best=5,
    plies=9,
    was=wire(text("{winner} wins in {n} move|{winner} wins in {n} moves", winner=Side("Red"), n=9)),
    became=wire(text("draw")),
    steps=(wire(text("{me} does not lose, whatever {you} plays.", me=Side("Yellow"), you=Side("Red"))),),
)
ADA = Entrant("ada", 512.4, 40.2, 5, 1, 2, 0, "", 30, 0.9, 1.25, _WORST)
BYTE = Entrant("<b>byte", 130.0, 60.0, 2, 1, 5, 1, 'said "hello"')
NEW = Entrant("new", None, None, 0, 0, 0, 0)
RUNNING = Running(("ada", "level 3"), "4453")


def standings(*, minutes: float = 12.0, now: float, ended: bool = False) -> Standings:
    """Returns an arena of three programs, one of which has not played."""
    levels = ((1, 136), (3, 494))
    running = () if ended else (RUNNING,)
    return Standings("connect4", now + 60 * minutes, ended, 8, ("limits",), levels, (ADA, BYTE, NEW), running)


def write_folder(folder: Path, found: Standings, games: int = 3) -> Path:
    """Writes the files of an arena, with some games of ada, and returns the folder."""
    save(folder, found)
    lines = [
        json.dumps({"game": "connect4", "moves": [4, 4, 3, 3, 5, 5, 6], "players": ["ada", "level 1"], "round": number})
        for number in range(games)
    ]
    (folder / GAMES).write_text("".join(f"\n{line}" for line in lines))
    return folder
