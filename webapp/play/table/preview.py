"""Asks, while the slider moves, for a level's move at a position and for the level's blind spots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Preview
from engine.games import Move, replay
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Engine
from webapp.play.table.creation import start_position
from webapp.play.table.table import Table


def preview(
    engine: Engine,
    name: str,
    moves: Sequence[Move] | str,
    level: int,
    done: Callable[[Preview], None],
    table: Table | None = None,
    asker: str = "",
) -> None:
    """Asks for the move of ``level`` after ``moves``. In a game, at ``table``, the level moves by the game's seed, and the
    results proven by the table's minds are used.

    Raises:
        Refusal: there is no such game, a move is not legal, or the game is over at the position.
    """
    game, line, _ = start_position(name, moves)
    position = replay(game, line)
    if game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over at that position; there is no move to make.")
    seed, prover = 0, None
    if table is not None:
        seed = table.state.seed + int(game.to_move(position))
        prover = table.thinking.mind_at(line)
    engine.preview(game, line, level, seed, prover, done, asker)
