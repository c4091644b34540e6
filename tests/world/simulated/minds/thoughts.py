"""Holds what the simulated engine thinks of each position: legal moves and plausible facts, drawn from the question
alone. So the world can work out again what each page must be told."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from engine import Branch, Choice, Digest, Explanation, Kept, Preview, Why, shipped_beliefs
from engine.games import GameError, Player, Score, find, plies, replay
from engine.mind.report.types import MoveView
from engine.text import text
from webapp.play.ports import TreeCut

Moves = tuple[int, ...]
_WHYS = ("It wins a column.", "It keeps the middle.", "")
_CUT = Kept(3, 2, ((1, 4), (2, 5)), ((1, 30), (2, 50), (3, 20)), 6, False)


def _drawn(*question: Any) -> random.Random:
    return random.Random(repr(question))


@lru_cache(512)
def legal(name: str, moves: Moves) -> list[int]:
    """Lists the legal moves after some moves: none after moves that are not legal."""
    game = find(name)
    try:
        return list(map(int, game.moves(replay(game, moves))))
    except GameError:
        return []


def choice_of(name: str, moves: Moves, level: int, seed: int, is_hint: bool) -> Choice | None:
    """Returns the choice of a mind. None where there is no move."""
    game, options = find(name), legal(name, moves)
    if not options:
        return None
    drawn = _drawn(name, moves, level, seed)
    move, other, value = drawn.choice(options), drawn.choice(options), drawn.choice((-0.4, -0.1, 0.1, 0.3))
    winner, distance = drawn.choice((None, Player.FIRST, Player.SECOND)), drawn.choice((3, 9, 19))
    is_proven = is_hint and drawn.random() < 0.6
    score = Score(winner, distance, game.to_move(replay(game, moves))) if is_proven else None
    slip = not is_hint and drawn.random() < 0.3
    why, nodes, expected = text(drawn.choice(_WHYS)), drawn.randint(100, 999), drawn.choice((None, *moves[-1:]))
    better = other if slip else None
    return Choice(plies(game, moves), move, value, score, nodes, 0.01, expected, slip, why, better, _CUT)


def digest_of(name: str, moves: Moves, seat: int | None, thought: int) -> Digest:
    """Returns what a mind shows after so many looks."""
    drawn, options = _drawn("digest", name, moves, seat), legal(name, moves)
    best = drawn.choice(options) if options else None
    views = [MoveView(one, 0.1, -9, 9, False, "", 5, 70, None) for one in options] if seat is not None else []
    line = () if best is None else (best,)
    numbers = [drawn.randint(1, 99) for _ in range(4)]
    known, is_pondering = plies(find(name), moves), drawn.random() < 0.5
    return Digest(known, seat, is_pondering, True, False, numbers[0], 900 + thought, 100 + numbers[1], 9,
                  numbers[2], numbers[3], best, line, tuple(views))  # fmt: skip


def top_of(name: str, moves: Moves, seat: int | None) -> list[Branch]:
    """Returns the top of a mind's tree: the root, and a branch for each of the first moves."""
    root = Branch(-1, 0, 0.0, -127, 127, False, 9, 1000, 1.0, None)
    return [
        root,
        *(
            Branch(0, move, 0.13 * place, place - 1, 9, place == 2, place, 100 + place, 0.1, move if place else None)
            for place, move in enumerate(legal(name, moves)[:3])
        ),
    ]


def cuts_of(name: str, moves: Moves) -> list[TreeCut]:
    """Returns how the last move has cut the tree."""
    return [TreeCut(plies(find(name), moves), moves[-1], _CUT)] if moves else []


def refutation_of(name: str, moves: Moves, against: Moves) -> Why:
    """Returns the line against some moves, with one reply where there is one."""
    reply = legal(name, (*moves, *against))[:1]
    return Why((*against, *reply), text("It loses in {n}.", n=1 + (sum(moves) + sum(against)) % 9))


def preview_of(name: str, moves: Moves, level: int, seed: int) -> Preview:
    """Returns how a level would play."""
    drawn, options = _drawn("preview", name, moves, level, seed), legal(name, moves)
    move = drawn.choice(options) if options else 0
    blind = text("It overlooks a win.") if drawn.random() < 0.5 else ""
    return Preview(level, len(moves), move, 0.0, f"plays {move}", blind, drawn.random() < 0.3)


def explanation_of(name: str, moves: Moves, side: int, first: int | None, quick: bool) -> Explanation | str:
    """Returns an explanation, or the words of a refusal."""
    drawn, options = _drawn("why", name, moves, side, first), legal(name, moves)
    if drawn.random() < 0.25:
        return f"There is no proof for {len(moves)} moves."
    play = (drawn.choice(options),) if options and drawn.random() < 0.5 else ()
    return Explanation(None, None, text("Side {n} needs counting.", n=side), (), play, more=quick)


def is_puzzle_found(name: str, moves: Moves, played: int) -> bool:
    """Tells whether a search for a puzzle comes to its end."""
    return _drawn("puzzle", name, moves, played).random() < 0.6


def beliefs_of(name: str, moves: Moves) -> tuple[Any, ...]:
    """Returns what the network believes, which is the shipped one."""
    game = find(name)
    return tuple(shipped_beliefs(game, replay(game, moves)))
