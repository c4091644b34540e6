"""Lists every algorithm by name, each in the same form: a function of a game, a state, a depth and a trace.

:func:`gets` says in sentences what a game gets: which searches, players and page.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.games import CHANCE, Game, GameError, LineGame
from engine.search.alphabeta import alphabeta, twofold
from engine.search.best_first.monte_carlo import uct
from engine.search.best_first.proof_numbers import proof_numbers
from engine.search.bias import biased
from engine.search.chance.expectimax import expectimax
from engine.search.chance.expectiminimax import expectiminimax
from engine.search.deepening import deepening, run, search_to
from engine.search.maxn import maxn
from engine.search.memo import memo
from engine.search.minimax import minimax, negamax
from engine.search.null_window import mtdf, pvs
from engine.search.parallel import parallel
from engine.search.parts.evaluation import line_features, with_evaluation
from engine.search.parts.options import FULL, Options
from engine.search.parts.trace import Trace
from engine.search.parts.values import Result
from engine.search.retrograde import retrograde

Function = Callable[[Game[Any], Any, int | None, Trace[Any] | None], Result]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """Describes an algorithm of the catalogue, with a few ``words`` for a table. An ``exact`` one always returns the
    value of minimax of the same depth. ``chance``: it plays games with chance as well."""

    name: str
    words: str
    function: Function
    exact: bool = True
    chance: bool = True
    backwards: bool = False  # begins at the ends
    rounds: bool = False  # goes down from the root again and again, and each value is a mean so far


def _with(**options: Any) -> Function:
    chosen = Options(**options)
    return lambda game, state, depth, trace: search_to(game, state, depth, options=chosen, trace=trace)


def _deepening(game: Game[Any], state: Any, depth: int | None, trace: Trace[Any] | None) -> Result:
    if depth == 0:
        return search_to(game, state, 0, options=FULL, trace=trace)
    return run(deepening(game, state, depth=depth, trace=trace))


def _parallel(game: Game[Any], state: Any, depth: int | None, trace: Trace[Any] | None) -> Result:
    return parallel(game, state, depth, trace=trace)


CATALOGUE: dict[str, Algorithm] = {
    one.name: one
    for one in (
        Algorithm("minimax", "plain minimax, maximise and minimise", minimax, chance=False),
        Algorithm("negamax", "plain minimax as one function", negamax, chance=False),
        Algorithm("memo", "minimax, each state evaluated once", memo, chance=False),
        Algorithm("twofold", "alpha-beta, maximise and minimise", twofold, chance=False),
        Algorithm("alphabeta", "alpha-beta, moves as they come", alphabeta, chance=False),
        Algorithm("worst", "alpha-beta, the worst move first", _with(order=("worst",)), chance=False),
        Algorithm("random", "alpha-beta, moves in random order", _with(order=("random",)), chance=False),
        Algorithm("best", "alpha-beta, the best move first", _with(order=("best",)), chance=False),
        Algorithm("static", "alpha-beta, ordered by static value", _with(order=("static",)), chance=False),
        Algorithm("killer", "alpha-beta, ordered by killer moves", _with(order=("killer",)), chance=False),
        Algorithm("history", "alpha-beta, ordered by history", _with(order=("history",)), chance=False),
        Algorithm("table", "alpha-beta and a transposition table", _with(table=True, symmetry=False), chance=False),
        Algorithm("symmetry", "the same, symmetric states as one", _with(table=True), chance=False),
        Algorithm(
            "all",
            "table, symmetry, killer, history",
            _with(table=True, order=("table", "killer", "history")),
            chance=False,
        ),
        Algorithm("pvs", "alpha-beta, later moves by a null window", pvs, chance=False),
        Algorithm("mtdf", "null windows at the root, and a table", mtdf, chance=False),
        Algorithm("proof", "proof-number search, question by question", proof_numbers, chance=False, rounds=True),
        Algorithm("maxn", "max^n, each player for itself", maxn, chance=False),
        Algorithm("paranoid", "alpha-beta against all others", alphabeta, chance=False),
        Algorithm("retrograde", "a table of all states, from the ends back", retrograde, chance=False, backwards=True),
        Algorithm("parallel", "alpha-beta and table in two threads", _parallel),
        Algorithm("bias", "of equal moves the one hardest to answer", biased),
        Algorithm("expectiminimax", "plain expectiminimax", expectiminimax),
        Algorithm("star1", "expectiminimax with Star1", _with(table=True, chance="star1")),
        Algorithm("star2", "expectiminimax with Star2", _with(table=True, chance="star2", order=("static",))),
        Algorithm("deepening", "iterative deepening, with quiescence", _deepening, exact=False),
        Algorithm("quiescence", "alpha-beta, no guess at unquiet states", _with(quiescence=True), exact=False),
        Algorithm("singular", "alpha-beta with singular extension", _with(singular=True), exact=False),
        Algorithm("reduction", "alpha-beta with late move reduction", _with(reduction=True), exact=False),
        Algorithm("expectimax", "Max against an opponent who errs", expectimax, exact=False),
        Algorithm("uct", "Monte Carlo tree search, a hundred rounds", uct, exact=False, chance=False, rounds=True),
        Algorithm("beam", "alpha-beta, the three best moves only", _with(beam=3), exact=False),
    )
}


def algorithm(name: str) -> Algorithm:
    """Returns the algorithm called ``name``. Raises GameError with a list of all names if there is none."""
    if name not in CATALOGUE:
        raise GameError(
            "there is no algorithm called {name}; there are {names}", name=repr(name), names=", ".join(CATALOGUE)
        )
    return CATALOGUE[name]


def algorithms_for(game: Game[Any]) -> list[Algorithm]:
    """Returns the algorithms of interest for ``game``: those for chance if it has chance, else all others."""
    names = ("expectiminimax", "star1", "star2")
    if game.has_chance:
        return [
            one for one in CATALOGUE.values() if one.chance and one.name not in ("quiescence", "singular", "reduction")
        ]
    return [one for one in CATALOGUE.values() if one.name not in names]


def with_features(game: Game[Any], weights: Sequence[float] = ()) -> Game[Any]:
    """Returns the game with the textbook's weighted features as a cached evaluation, where there are any. ``weights``
    replace those of the textbook (see ``Evaluation.weighted``). Raises GameError if the game has no features to
    weigh."""
    if type(game) is not LineGame:
        if weights:
            raise GameError(
                "{game} has no features to weigh; take a game of lines such as Tic-Tac-Toe", game=game.title
            )
        return game
    evaluation = line_features(game)
    return with_evaluation(game, lru_cache(1 << 18)(evaluation.weighted(weights) if weights else evaluation))


_DEPTH, _GAMES = 2, 50


def gets(game: Game[Any]) -> list[str]:
    """Returns a sentence for each part: searches, players, page. A search counts if it plays two plies of the game."""
    able, refuse = [], []
    state = game.initial()
    for one in algorithms_for(game):
        try:
            one.function(game, state, _DEPTH, None)
            able.append(one.name)
        except GameError:
            refuse.append(one.name)
    found = [f"Searches: {', '.join(able) or 'none'}."]
    if refuse:
        found.append(f"These searches need two sides that take turns: {', '.join(refuse)}.")
    if any(_moves_again(game, random.Random(f"suits {number}")) for number in range(_GAMES)):
        found.append("Players: all levels; they look ahead without a tree, because one side can move twice in a row.")
    else:
        found.append("Players: all levels, with a tree that is kept between the turns.")
    if game.has_chance:
        found.append("A lot is drawn in this game, so values are expectations.")
    board = game.board_size()
    page = f"a board of {board[0]}x{board[1]} squares" if board else "the position as text, and a button for each move"
    return [*found, f"Page: /{game.name} with {page}."]


def _moves_again(game: Game[Any], rng: random.Random) -> bool:
    """Plays one game at random and tells whether a side moves twice in a row."""
    state = game.initial()
    while game.outcome(state) is None:
        mover = game.to_move(state)
        state = game.play(state, rng.choice(list(game.moves(state))))
        if mover is not CHANCE and game.outcome(state) is None and game.to_move(state) is mover:
            return True
    return False
