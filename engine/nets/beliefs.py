"""Tells what a network believes of every move, and which tuples say so."""

import functools
from typing import Any

from engine.games import CHANCE, Game, GameError, LineGame, Move
from engine.nets.belief import Belief, Say
from engine.nets.net import MOST, SCALE, Net, check_fits, settle
from engine.nets.shipped import shipped

TOLD = 3  # tuples named for each move


def beliefs(game: Game[Any], net: Net, state: Any) -> list[Belief]:
    """Returns the belief of every legal move, the best first. Raises GameError where the network has none."""
    check_fits(net.shape, game)
    if game.outcome(state) is not None or game.to_move(state) is CHANCE or not isinstance(game, LineGame):
        raise GameError("a network believes something of the moves of a player, on a board, before the game is over")
    found = [_belief(game, net, state, move) for move in game.moves(state)]
    return sorted(found, key=lambda belief: (-belief.value, belief.move))


@functools.lru_cache(1024)
def shipped_beliefs(game: Game[Any], state: Any) -> tuple[Belief, ...]:
    """Returns the beliefs of the network that judges in the searches of the game, best move first, or nothing."""
    net = shipped(game)
    return tuple(beliefs(game, net, state)) if net and game.outcome(state) is None else ()


def _belief(game: Game[Any], net: Net, state: Any, move: Move) -> Belief:
    state = game.play(state, move)
    if (over := game.outcome(state)) is not None:
        return Belief(move, 0.0 if over.winner is None else 1.0, (), ())
    value, end = -net.value(game, state) / SCALE, settle(game, state)
    if end.value is not None:
        return Belief(move, value, end.replies, ())
    sums = net.sums(game, end.state)
    largest = sorted(range(len(sums)), key=lambda number: -abs(sums[number]))[:TOLD]
    height = net.shape.height
    says = (
        Say(
            tuple((cell // height + 1, cell % height + 1) for cell in net.shape.tuples[number]),
            -end.sign * sums[number] / net.unit,
        )
        for number in largest
        if sums[number]
    )
    return Belief(move, value, end.replies, tuple(says))


def words(game: Game[Any], belief: Belief) -> str:
    """Returns a belief as one line of text. Cells are named column-row, from 1."""
    line = f"{game.move_words(belief.move)}: {belief.value:+.2f}"
    if belief.replies:
        line += f", after the forced {' '.join(map(str, belief.replies))}"
    if abs(belief.value) > (MOST - 64) / SCALE:
        return f"{line}: {'a win' if belief.value > 0 else 'a loss'} by force"
    told = "; ".join(f"{say.weight:+.2f} {' '.join(f'{c}-{r}' for c, r in say.cells)}" for say in belief.says)
    return f"{line} ({told})" if told else line
