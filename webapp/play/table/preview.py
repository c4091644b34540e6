"""What a level would play at a position, and what it cannot see there yet: asked while the slider moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Preview
from engine.games import Move, replay
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Engine
from webapp.play.table.tables import Tables, start_position


def preview(
    tables: Tables,
    engine: Engine,
    name: str,
    moves: Sequence[Move] | str,
    level: int,
    done: Callable[[Preview], None],
    game_id: str | None = None,
) -> None:
    """Ask what ``level`` would play after ``moves``; ``done`` is called from another thread.

    Args:
        tables: where the game of that ``game_id`` is, if there is one: its seed makes the preview the level's very
            move, and what its minds have proven is used.
        engine: what looks.
        name: the game.
        moves: the line so far.
        level: 1 to 10.
        done: gets the answer.
        game_id: of the game that the position is from.

    Raises:
        Refusal: there is no such game, a move is not legal, or nobody is to move there.
    """
    game, line, _ = start_position(name, moves)
    position = replay(game, line)
    if game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over there; no level has a move to make.")
    seed, knows = 0, None
    if game_id is not None:
        table = tables.open(game_id)
        seed = table.state.seed + int(game.to_move(position))
        knows = table.mind_at(line)
    engine.preview(game, line, level, seed, knows, done)
