"""Races our solver against BitBully, position by position in alternation, each with an empty table. BitBully
(https://github.com/MarkusThill/BitBully) is a compiled C++ solver, installed by ``pip install bitbully``."""

import importlib
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.files import reason
from engine.games import GameError, LineGame, parse
from engine.solver import team
from engine.solver.solver import Solver

GAME = LineGame(7, 6, 4, True)
PUBLISHED = (
    "published for the empty board: Fhourstones (J. Tromp) 1,479,113,766 positions, for the winner alone; "
    "c4 (C. Steininger) 3 s, for the exact score, by several threads"
)
"""Their own figures (tromp.github.io/c4/fhour.html; the readme of github.com/ChristopheSteininger/c4), not run here."""
SETS = {"early": (8, 12), "middle": (14, 60), "late": (22, 100), "end": (30, 100)}
"""Name of a set of random positions -> (plies of each position, number of positions)."""

HARD = "begin-hard"  # name of the set of hard openings, in a file of the package


@dataclass(frozen=True, slots=True)
class Lap:
    """Holds one position solved by both: seconds, whether the scores agree, and the positions that we searched."""

    position: str
    ours: float
    theirs: float
    agree: bool
    nodes: int


def random_positions(plies: int, count: int, seed: int = 2024) -> list[str]:
    """Returns different positions after random moves, none won by the next move, the same every time."""
    rng = random.Random(f"{seed}/{plies}")
    texts: dict[str, None] = {}
    while len(texts) < count:
        state, text = GAME.initial(), ""
        while len(text) < plies and GAME.outcome(state) is None:
            move = rng.choice(GAME.moves(state))
            state, text = GAME.play(state, move), text + str(move)
        if GAME.outcome(state) is None and all(GAME.outcome(GAME.play(state, m)) is None for m in GAME.moves(state)):
            texts[text] = None
    return list(texts)


def positions_of(name: str) -> list[str]:
    """Returns the positions of a set: random ones, the hard openings, or the first word of each line of a file. Raises
    GameError if there is no such set or file, or a line is no position to solve. The message says which."""
    if name in SETS:
        return random_positions(*SETS[name])
    path = Path(__file__).with_name("begin-hard.txt") if name == HARD else Path(name)
    if not path.is_file():
        named = ", ".join([*SETS, HARD])
        raise GameError(f"there is no set {name!r}; there are {named}, and files with a position a line")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{name} cannot be read: {reason(error)}") from None
    positions = []
    for number, line in enumerate(lines, start=1):
        if not line.split():
            continue
        text = line.split()[0]
        try:
            state = parse(GAME, text)[1]
        except GameError as error:
            raise GameError(f"{name}, line {number}: {error}") from None
        if GAME.outcome(state) is not None:
            raise GameError(
                f"{name}, line {number}: the game is over after move {state.ply}; there is nothing to solve"
            )
        positions.append(text)
    if not positions:
        raise GameError(f"{name} holds no positions")
    return positions


def bitbully() -> Callable[[str], tuple[int, float]]:
    """Returns BitBully as a function from a position to score and seconds. Raises GameError if not installed."""
    try:
        core: Any = importlib.import_module("bitbully.bitbully_core")
    except ImportError:
        raise GameError("the race needs BitBully beside us; install it with: pip install bitbully") from None
    solver = core.BitBullyCore()

    def solve(position: str) -> tuple[int, float]:
        board = core.BoardCore()
        board.setBoard([int(move) - 1 for move in position])
        solver.resetTranspositionTable()
        started = time.perf_counter()
        score = int(solver.mtdf(board, first_guess=0))
        return score, time.perf_counter() - started

    return solve


def laps(positions: Sequence[str], threads: int, table_mb: float = 64) -> Iterator[Lap]:
    """Races over the positions. The two solvers take turns to go first."""
    theirs, ours = bitbully(), Solver(table_mb=table_mb)
    states = [parse(GAME, position)[1] for position in positions]
    ours.solve(*parse(GAME, "4455")[1])
    for number, (position, state) in enumerate(zip(positions, states, strict=True)):
        ours.clear()
        first = theirs(position) if number % 2 else None
        solved = team.solve(ours, *state, threads=threads)
        score, seconds = first or theirs(position)
        yield Lap(position, solved.seconds, seconds, score == solved.score, solved.nodes)


def compare(done: Sequence[Lap], of: Callable[[Iterable[float]], float]) -> tuple[float, float, float]:
    """Returns one figure of the seconds of our solver and of BitBully, and BitBully's as a multiple of ours. The
    figure is the median, which describes a usual position, or the sum, which hard positions dominate."""
    ours, theirs = of(lap.ours for lap in done), of(lap.theirs for lap in done)
    return ours, theirs, theirs / ours
