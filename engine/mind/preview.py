"""A glance through a level's eyes: what it would play here, and what it cannot see yet.

A LevelPreview works in slices like a mind, so a scheduler runs it as a hint; ``preview`` runs one to its end. What
the level is measured against is proven: by a mind that stands at the position already, by the solver's exact search
where there is one, else by the compiled one or the textbook's, all within a small budget. What nobody has proven is not
mentioned.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, GameError, LineState, Move, plies, replay
from engine.games.numbers import number_of, number_of_outcome, score_of
from engine.mind.levels.level import Level, find_level
from engine.mind.mind import SLICE, Mind
from engine.mind.planner import Purpose
from engine.mind.report.types import Choice, Preview
from engine.mind.search.kernels import KERNEL_CACHE
from engine.mind.search.leaf import LeafJob
from engine.mind.values import LIMIT, number_in
from engine.search.deepening import deepening
from engine.search.values import Result
from engine.search.values import score_of as textbook_score

THINK_NODES, THINK_READABLE = 2_500_000, 3_000
"""Positions that the level's own thought may cost, by the compiled search and by a readable one, so that a slider that
moves is answered soon: all that Connect Four's levels need. Of a thought that is cut short the words say so."""

EXACT_NODES, READABLE_NODES = 120_000, 1_500
"""Positions that the truth may cost, by the compiled search and by the textbook's."""

_DEAL = 2_000


@dataclass(frozen=True, slots=True)
class ProvenBounds:
    """Proven bounds of a move, as score numbers of the side that makes it, and the reply that shows the upper one."""

    low: int = -LIMIT
    high: int = LIMIT
    reply: Move | None = None

    def meet(self, other: ProvenBounds) -> ProvenBounds:
        """What both of them prove together."""
        reply = other.reply if other.high < self.high or self.reply is None else self.reply
        return ProvenBounds(max(self.low, other.low), min(self.high, other.high), reply)


class LevelPreview:
    """One look at one position; the scheduler takes it where it takes a mind.

    Args:
        game: the rules.
        moves: the line played so far.
        level: whose eyes, 1 to 10.
        seed: as of the mind whose move it foretells: the same seed makes the same choice.
        knows: a mind that may have proven something of this position; its tree is read, never changed.

    Raises:
        GameError: the game is over there, lots are to be drawn, or a move is not legal.
    """

    def __init__(
        self, game: Game[Any], moves: Sequence[Move], level: int, seed: int, knows: Mind | None = None
    ) -> None:
        self.game, self.moves = game, tuple(moves)
        self.state = replay(game, self.moves)
        if game.outcome(self.state) is not None:
            raise GameError("the game is over: there is no move to foretell")
        if game.to_move(self.state) is CHANCE:
            raise GameError("a lot is to be drawn here: there is no move to foretell")
        self.level: Level = find_level(level)
        self.closed = False
        self.expected: Move | None = None
        self.lock = threading.RLock()
        self._mind = Mind(game, level, seed, cap_mb=4.0, shares=True)
        self._mind.follow(self.moves)
        self._ply = plies(game, self.moves)
        self._most = THINK_NODES if KERNEL_CACHE.compiles(game) else THINK_READABLE
        self._thought = False
        self._facts = dict.fromkeys(game.moves(self.state), ProvenBounds())
        self._checks: Iterator[None] | None = None
        self._until = 0.0
        if knows is not None:
            self._read(knows)

    @property
    def awake(self) -> bool:
        """Whether the level can think already: its kernels are compiled."""
        return self._mind.awake

    @property
    def nodes(self) -> int:
        """Positions that the level's own thought has searched."""
        return self._mind.nodes

    def work(self, purpose: Purpose = Purpose.CHOOSE, seconds: float = SLICE) -> bool:
        """One slice: first the level's own thought, then the truth; True while there is more to find out."""
        with self.lock:
            self._until = time.perf_counter() + seconds
            if self._checks is None:
                more = self._mind.work(Purpose.CHOOSE, seconds)
                self._thought = self._mind.awake and not more
                if more and self._mind.nodes < self._most:
                    return True
                self._checks = iter(()) if self.level.horizon is None else self._check()
            return any(time.perf_counter() >= self._until for _ in self._checks)

    def hurry(self, until: float) -> None:
        """Nothing: a glance is short, and a slice of it counts."""

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Preview:
        """What there is to say now; the glance is over, and its memory is given back."""
        with self.lock:
            choice = self._mind.answer(seconds=seconds, expected=expected)
            self.close()
            words = f"{'Would' if self._thought else 'At a glance, would'} play {self.game.move_words(choice.move)}."
            return Preview(self.level.number, len(self.moves), choice.move, choice.value, words, self._blind(choice))

    def close(self) -> None:
        """Forget everything; no slice runs afterwards."""
        with self.lock:
            self.closed = True
            self._checks = iter(())
            self._mind.close()

    # --- the truth ---

    def _read(self, knows: Mind) -> None:
        """What that mind has proven of the moves here, if here is where it stands."""
        with knows.lock:
            tree = knows.tree
            if tree is None or knows.moves != self.moves or self.game.has_chance:
                return
            for child in tree.children(tree.root):
                fact = ProvenBounds(-int(tree.high[child]), -int(tree.low[child]), int(tree.best[child]) or None)
                self._facts[int(tree.move[child])] = fact

    def _check(self) -> Iterator[None]:
        kernels = KERNEL_CACHE.kernels_for(self.game)
        if kernels is not None and isinstance(self.state, LineState):
            yield from self._prove(kernels.solver) if kernels.solver else self._search(kernels.leaf())
        elif not self.game.has_chance:
            yield from self._look_deeper()

    def _prove(self, solver: Any) -> Iterator[None]:
        """Exact searches of all moves, dealt evenly."""
        lanes = {move: solver.begin(*self.game.play(self.state, move)) for move in self._facts}
        known = dict(self._facts)
        spent = 0
        while spent < EXACT_NODES:
            still_open = [m for m, lane in lanes.items() if not lane.exact and self._facts[m].low < self._facts[m].high]
            if not still_open:
                return
            move = min(still_open, key=lambda m: lanes[m].nodes)
            lane, before = lanes[move], lanes[move].nodes
            lane.run(_DEAL)
            spent += max(1, lane.nodes - before)
            self._facts[move] = known[move].meet(ProvenBounds(-lane.high, -lane.low, lane.move or None))
            yield

    def _search(self, leaf: LeafJob) -> Iterator[None]:
        """The compiled search of every move, one ply deeper at a time: an end that it sees is proven, the soonest."""
        spent, open_moves = 0, dict[Move, LineState]()
        for move in self._facts:
            after = self.game.play(self.state, move)
            if (end := self.game.outcome(after)) is None:
                open_moves[move] = after
            else:
                number = number_of_outcome(self.game, end, self._ply + 1, self.game.to_move(self.state))
                self._facts[move] = self._facts[move].meet(ProvenBounds(number, number))
        for depth in range(1, self.game.max_plies - self._ply):
            for move, after in list(open_moves.items()):
                job, done = leaf(after, depth, -1.0, 1.0), False
                while not done:
                    if spent + job.nodes >= EXACT_NODES:
                        return
                    done = job.run(_DEAL)
                    yield
                spent += job.nodes
                number = number_in(-job.value) or 0
                if number:
                    del open_moves[move]
                    reply = job.move or next(iter(self.game.forced_moves(after)), None)
                    self._facts[move] = self._facts[move].meet(ProvenBounds(number, number, reply))

    def _look_deeper(self) -> Iterator[None]:
        """The textbook's search, one ply deeper at a time."""
        for result in deepening(self.game, self.state, nodes=READABLE_NODES, every=True):
            if isinstance(result, Result):
                for seen in result.moves:
                    score = textbook_score(self.game, seen.value, result.player, seen.proven)
                    if score is not None:
                        number = number_of(self.game, score, self._ply)
                        self._facts[seen.move] = self._facts[seen.move].meet(ProvenBounds(number, number, seen.reply))
            yield

    # --- the words ---

    def _blind(self, choice: Choice) -> str:
        """One sentence on what the level does not know of its move, or "" where it knows all that is known."""
        if self.level.horizon is None:
            return ""
        mine = self._facts[choice.move]
        best_move = max(self._facts, key=lambda move: self._facts[move].low)
        best = self._facts[best_move]
        player = self.game.to_move(self.state)
        other = self.game.player_names[player.other]
        told: tuple[str, ProvenBounds]
        if mine.high < 0:
            lost = all(fact.high < 0 for fact in self._facts.values())
            reply = f", beginning with {self.game.move_words(mine.reply)}" if mine.reply and not lost else ""
            whatever = ", whatever is played" if lost else ""
            told = (f"{other} {'' if lost else 'then '}wins{self._length(mine)}{reply}{whatever}", mine)
        elif best.low > 0 and mine.high <= 0:
            told = (f"{self.game.move_words(best_move)} wins{self._length(best)}", best)
        elif mine.low > 0 and best.low > mine.high:
            told = (f"{self.game.move_words(best_move)} wins sooner{self._length(best)}", best)
        elif mine.low > 0:
            told = (f"this wins{self._length(mine)}", mine)
        elif mine.low == 0 and all(fact.high <= 0 for fact in self._facts.values()):
            told = ("with best play this is a draw", mine)
        else:
            return ""
        text, fact = told
        within = self._plies(fact) <= self.level.horizon
        if within and not self._thought:
            return ""  # it may find out yet
        if within and fact is mine and fact.low == fact.high and choice.score is not None:
            return ""  # it knows
        return f"{'Overlooks' if within else 'Cannot see yet'}: {text}."

    def _length(self, fact: ProvenBounds) -> str:
        """ " in 6" where the length is known, in the winner's own moves."""
        return f" in {(self._plies(fact) + 1) // 2}" if fact.low == fact.high else ""

    def _plies(self, fact: ProvenBounds) -> int:
        """Plies from here to the proven end; of bounds that are still open, to the latest end they allow."""
        number = fact.low if fact.low > 0 else fact.high
        return score_of(self.game, number, self._ply, self.game.to_move(self.state)).plies


def preview(game: Game[Any], moves: Sequence[Move], level: int, seed: int = 0, knows: Mind | None = None) -> Preview:
    """What ``level`` would play after ``moves`` and what it cannot see yet, at once.

    Raises:
        GameError: as :class:`LevelPreview`.
    """
    glance = LevelPreview(game, moves, level, seed, knows)
    while glance.work():
        pass
    return glance.answer()
