"""Measures what a network has learnt: ``fourthought bench learning a.net b.net c.net``. For each figure the median over
the networks counts. ``fourthought bench learn`` makes them, one for each seed."""

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games import Game, GameError, LineGame, LineState, Move, Player, find, replay
from engine.games.openings import random_opening
from engine.kernels.words import halves
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.nets import kernel
from engine.nets.judging import LEARNT, PLAIN, QUIET
from engine.nets.layout import Compiled
from engine.nets.net import Net
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of
from engine.workshop.learn import judge
from engine.workshop.learn.positions import judged

POSITIONS = 50_000  # positions of the measurement of one evaluation, from random games

_DEPTHS = (1, 2, 4, 6)


def kept(game: LineGame, kernels: Kernels) -> dict[str, float]:
    """Returns the share of judged positions whose result a search keeps, at several depths."""
    positions = judged(game.name)
    return {f"keeps the result, depth {d}": judge.keeps(game, positions, kernels.leaf(), d) for d in _DEPTHS}


def hand_written(game: LineGame) -> list[dict[str, float]]:
    """Returns the shares of :func:`kept` for the hand-written evaluation, plain and after forced replies."""
    if not judged(game.name):
        return [{}, {}]
    return [kept(game, judge.kernels(game, judging)) for judging in (PLAIN, QUIET)]


def against_perfect_play(game: LineGame, kernels: Kernels, games: int, seed: int = 1) -> dict[str, float]:
    """Returns the shares of games won and not lost, one ply ahead, moving first from the empty board. The other side
    always plays a move of the best exact score, drawn among equal ones."""
    solver = _kernels_of(game).solver
    if solver is None:
        raise GameError(f"{game.title} has no exact solver")
    book, counts, player = book_of(game), {1: 0, 0: 0, -1: 0}, judge.Searcher(game, kernels, depth=1)
    scores: dict[Any, list[Move]] = {}
    for number in range(games):
        rng = random.Random(f"perfect {seed} {number}")
        moves: list[Move] = []
        state: Any = game.initial()
        while (end := game.outcome(state)) is None:
            if game.to_move(state) is Player.FIRST:
                move = player.move(moves)
            else:
                if state not in scores:
                    exact = Analysis(solver, game, state, book).scores()
                    scores[state] = [one for one, score in exact.items() if score == max(exact.values())]
                move = rng.choice(scores[state])
            moves.append(move)
            state = game.play(state, move)
        counts[int(end.value(Player.FIRST))] += 1
    return {"won against perfect play": counts[1] / games, "not lost": (counts[0] + counts[1]) / games}


def nanoseconds(game: LineGame, net: Net) -> float:
    """Returns the processor time of one evaluation, forced replies included, on positions of random games."""
    rng, found = random.Random("nanoseconds"), list[Any]()
    while len(found) < POSITIONS // 10:
        number = rng.randrange(1 << 40)
        found.append(replay(game, random_opening(game, rng.randrange(6, min(28, game.max_plies * 2 // 3)), number)))
    positions = rows(found * 10, game.words)
    values = np.zeros(len(positions), np.int64)
    compiled = kernel.build(game.width, game.height, game.connect, game.gravity)
    best, arrays = 1e9, Compiled(game, net).arrays()
    for _ in range(5):
        started = time.process_time()
        compiled.evaluate_many(positions, values, arrays)
        best = min(best, time.process_time() - started)
    return best / len(positions) * 1e9


def rows(states: Sequence[LineState], words: int) -> npt.NDArray[np.uint64]:
    """Returns positions as ``evaluate_many`` reads them: uint64[states, 2 * words]."""
    boards = (zip(halves(own, words), halves(mask, words), strict=True) for own, mask in states)
    return np.array([[half for pair in board for half in pair] for board in boards], np.uint64)


def figures(net: Net, games: int, budget: int) -> Iterator[tuple[str, float]]:
    """Yields every figure of a network, which gets the time of ``budget`` positions of the hand-written evaluation."""
    game = board_of(net)
    learnt = judge.kernels(game, LEARNT, net)
    yield "one evaluation, ns", nanoseconds(game, net)
    if judged(game.name):
        yield from kept(game, learnt).items()
    with_table = judge.kernels(game, LEARNT, net, remembers=True)
    for judging in (PLAIN, QUIET):
        one = judge.Searcher(game, with_table)
        two = judge.Searcher(game, judge.kernels(game, judging, remembers=True))
        judge.equal_time(game, one, two, budget)
        found = judge.points(judge.duel(game, one, two, games))
        yield f"points at equal time, hand-written {judging}", found["share"]
    if book_of(game):
        yield from against_perfect_play(game, with_table, min(games, 200)).items()


def board_of(net: Net) -> LineGame:
    """Returns the board of a network. Raises GameError if the game is no board, so it is measured by matches."""
    game: Game[Any] = find(net.shape.game)
    if not isinstance(game, LineGame):
        raise GameError(f"{game.title} is measured by matches: fourthought match --first net:FILE")
    return game


def _kernels_of(game: LineGame) -> Kernels:
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None:
        raise GameError(f"{game.title} has no compiled search")
    return kernels
