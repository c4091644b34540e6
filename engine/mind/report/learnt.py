"""Reads what a server has proved, for people: the dearest proofs of each board, as an opening tree."""

from dataclasses import dataclass
from pathlib import Path

from engine.games import LineGame, LineState, Move, Score, all_games
from engine.games.game import score_of
from engine.mind.values import words
from engine.solver.proof_log.boards import Rows
from engine.solver.proof_log.file import read_all
from engine.solver.proof_log.rows import Board, dearest, plies, prices, proof_of, stones_of

LONGEST = 1 << 16
_MOST_TRIED = 20_000  # positions between two proofs that are tried for a way


@dataclass(frozen=True, slots=True)
class KeptProof:
    """Holds one proof: the moves to a position, the proof of the position before on the tree (``parent``, its place in
    the list, or -1), the bounds in words, the exact result if known, and the price in positions."""

    moves: tuple[Move, ...]
    state: LineState
    parent: int
    words: str
    score: Score | None
    price: int


@dataclass(frozen=True, slots=True)
class KeptProofs:
    """Holds the proofs of one board: how many, in how many bytes, and the dearest, parents first."""

    game: LineGame
    count: int
    size: int
    dearest: tuple[KeptProof, ...]


def kept_proofs(folder: Path, most: int, opening: int = LONGEST, *, exact: bool = False) -> list[KeptProofs]:
    """Returns the proofs of every board with a file in ``folder``. Of each come the ``most`` dearest among those of at
    most ``opening`` moves, with ``exact`` only whole results. Raises OSError if a file cannot be read."""
    found = []
    for board, rows, size in read_all(folder):
        if (game := _game_of(board)) is not None:
            low, high, _ = board.bounds(rows)
            shown = rows[(plies(rows) <= opening) & ((low == high) | (not exact))]
            found.append(KeptProofs(game, len(rows), size, _tree(game, dearest(shown, most))))
    return found


def _game_of(board: Board) -> LineGame | None:
    wanted = board.width, board.height, board.connect
    for game in all_games().values():
        if isinstance(game, LineGame) and game.gravity and (game.width, game.height, game.connect) == wanted:
            return game
    return None


def _tree(game: LineGame, rows: Rows) -> tuple[KeptProof, ...]:
    """Returns the proofs below those from which play leads to them, the nearest."""
    tree: list[KeptProof] = []
    for row, price in sorted(
        zip(rows, prices(rows).tolist(), strict=True), key=lambda one: (int(one[0][2]) & 255, -one[1])
    ):
        state, proof = LineState(*stones_of(row)), proof_of(row)
        for place in (*range(len(tree) - 1, -1, -1), -1):
            before = tree[place].state if place >= 0 else game.initial()
            path = _path(game, before, state, set())
            if path is not None:
                moves = (*(tree[place].moves if place >= 0 else ()), *path)
                player = game.to_move(state)
                score = score_of(game, proof.low, state.ply, player) if proof.low == proof.high else None
                said = words(game, proof.low, proof.high, state.ply, player)
                tree.append(KeptProof(moves, state, place, said, score, price))
                break
    return tuple(tree)


def _path(game: LineGame, state: LineState, end: LineState, tried: set[LineState]) -> tuple[Move, ...] | None:
    """Returns moves from one position to another, None if no order leads there or none is found in some time."""
    if state == end:
        return ()
    own = end.own if (end.ply - state.ply) % 2 == 0 else end.own ^ end.mask
    if state in tried or len(tried) == _MOST_TRIED:
        return None
    if state.mask & ~end.mask or state.own & ~own or (state.own ^ state.mask) & own:
        return None
    tried.add(state)
    for move in game.moves(state):
        path = _path(game, game.play(state, move), end, tried)
        if path is not None:
            return (move, *path)
    return None
