"""Answers why a position is won, held or lost, in slices, as every question.

First come the results of the moves, by the solver shared with all minds, then the search for a proof, and without a
proof best play. The processor time has a bound. What is unknown by then is left out, and the reason says so. A quick
question is for the first answer that a person reads: most proofs are small, and where there was no time for one the
answer says that a longer question may find more.
"""

import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.coach.certificate import Certificate, Claim
from engine.coach.diagrams import search as diagrams
from engine.coach.explanation import Explanation
from engine.coach.proof_search import Scores, check_game, pursue
from engine.coach.why import FEW, claim_for, keeping
from engine.coach.words import words
from engine.games import Game, GameError, LineState, Move, Player, replay
from engine.mind.question import Question
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.analysis import Analysis, MoveBounds
from engine.solver.book.book import book_of
from engine.text import text


class Bounds(NamedTuple):
    """Holds the processor seconds after which the search for the result, a diagram, any proof and best play ends."""

    result: float
    diagram: float
    proof: float
    longest: float


QUICK, WHOLE = Bounds(0.12, 0.18, 0.2, 0.26), Bounds(0.6, 1.6, 2.0, 2.4)
"""The bounds of a first answer, and of one that is worth waiting for: together less than three seconds."""

_T = TypeVar("_T")
_NODES = 20_000  # positions of the solver between two looks at the clock

UNKNOWN = text("This needs counting: the result was not found in time.")
LATE = text("This needs counting: no small proof was found in time.")


class WhyQuestion(Question[Explanation]):
    """Explains one position as seen by a side. Raises GameError if the game is over at the position, or has no
    certificates, or a move is not legal.

    Args:
        side: the side asked for: why it wins, does not lose, or loses.
        first: a move of interest. A proof that begins with it is preferred, if the move is as good as any. Without a
            proof, best play is told from after this move, however good it is.
        visitor: the address charged for the search.
        quick: the question is for a first answer.
    """

    def __init__(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None = None,
        visitor: str = "",
        *,
        quick: bool = False,
    ) -> None:
        super().__init__(moves, visitor, Explanation(None, None, UNKNOWN, (), ()))
        self.game = check_game(game)
        self.state: LineState = replay(self.game, self.moves)
        if self.game.outcome(self.state) is not None:
            raise GameError("the game is over at this position; there is nothing to explain")
        if first is not None and first not in self.game.moves(self.state):
            raise GameError(f"column {first} cannot be played there")
        self.side, self.first = side, first
        self.quick, self._bounds = quick, QUICK if quick else WHOLE
        self._cut = False  # a search was ended by the time
        self._book = book_of(self.game)
        self._signs: dict[LineState, Mapping[Move, int]] = {}

    def steps(self) -> Iterator[None]:
        """Finds the explanation. Yields wherever a slice may end."""
        kernels = KERNEL_CACHE.kernels_for(self.game)
        if kernels is None or kernels.solver is None:
            return
        self._solver = kernels.solver
        mover, at_once = self.game.to_move(self.state), self._at_once()
        if at_once is not None:  # takes two milliseconds: in one slice, however late it comes
            deque(self._prove(self.state, Claim(mover, True), lambda _: {at_once: 1}), maxlen=0)
        elif self._book is None and (yield from self._prove_short()):
            return
        elif (yield from self._find_signs(self.state)):
            claim = claim_for(self.game, self.state, self.side, self._known)
            self.found = Explanation(claim, None, LATE, (), ())
            yield from self._prove_known(claim)
        else:  # a proof needs no search for the result: most claims on a large board are tried in vain
            for claim in (Claim(self.side, True), Claim(self.side.other, True), Claim(self.side, False)):
                if self.found.certificate is None:
                    yield from self._prove(self.state, claim, None)
        if self.found.certificate is None:
            self.found = msgspec.structs.replace(self.found, more=self.quick and self._cut)
            yield from self._find_best_play()

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Explanation:
        """Returns the answer as far as known, and ends the work. What the deadline cut off may be asked again."""
        told = super().answer(seconds=seconds, expected=expected)
        return told if self.finished else msgspec.structs.replace(told, more=told.certificate is None)

    def _at_once(self) -> Move | None:
        """Returns a move that wins at once, if possible the move of interest: nothing else has to be found out."""
        mover = self.game.to_move(self.state)
        for move in self.game.moves(self.state) if self.first is None else (self.first,):
            outcome = self.game.outcome(self.game.play(self.state, move))
            if outcome is not None and outcome.winner is mover:
                return move
        return None

    def _prove_short(self) -> Generator[None, None, bool]:
        """Searches for a win in few lines, the move of interest first, and returns whether there is one. It takes a
        millisecond, where the search for the result takes all its time: on a busy machine nothing else is in time."""
        mover = self.game.to_move(self.state)
        for side in (self.side, self.side.other):
            starts = [self.state]
            if self.first is not None and mover is side:
                starts.insert(0, self.game.play(self.state, self.first))
            for state in starts:
                if self.game.outcome(state) is None:
                    claim = Claim(side, True)
                    few = yield from self._run(pursue(self.game, state, claim, lines=FEW), self._bounds.proof)
                    if few and few.certificate:
                        self._keep(few.certificate)
                        return True
        return False

    def _prove_known(self, claim: Claim) -> Generator[None, None, None]:
        """Searches for a proof of a true claim, first with the move of interest."""
        mine = self.game.to_move(self.state) is claim.side
        if mine and self.first is not None and self._known(self.state).get(self.first, -1) >= claim.wins:
            after = self.game.play(self.state, self.first)
            if self.game.outcome(after) is None:
                yield from self._prove_below(after, claim)
        if self.found.certificate is None:
            yield from self._prove(self.state, claim, self._known) if mine else self._prove_below(self.state, claim)

    def _prove_below(self, state: LineState, claim: Claim) -> Generator[None, None, None]:
        """Searches for a proof with the other side to move, once the results of the side's answers are known."""
        for reply in self.game.moves(state):
            after = self.game.play(state, reply)
            if self.game.outcome(after) is None:
                yield from self._find_signs(after)
        yield from self._prove(state, claim, self._known)

    def _prove(self, state: LineState, claim: Claim, scores: Scores | None) -> Generator[None, None, None]:
        """Searches for a short proof, else a diagram, else a longer proof, within the time. Keeps it with the words."""
        few = yield from self._run(pursue(self.game, state, claim, scores=scores, lines=FEW), self._bounds.proof)
        certificate = few.certificate if few else None
        if certificate is None and scores is not None:
            moves = keeping(scores(state), claim)
            certificate = yield from self._run(diagrams.pursue(self.game, state, claim, moves), self._bounds.diagram)
        if certificate is None:
            more = yield from self._run(pursue(self.game, state, claim, scores=scores), self._bounds.proof)
            certificate = more.certificate if more else None
            if more and scores is not None:
                self.found = Explanation(claim, None, more.reason, (), ())
        if certificate:
            yield
            self._keep(certificate)

    def _keep(self, certificate: Certificate) -> None:
        steps = words(certificate, diagrams.quick_fault)
        self.found = Explanation(certificate.claim, certificate, None, steps, ())

    def _run(self, search: Generator[None, None, _T], seconds: float) -> Generator[None, None, _T | None]:
        """Runs a search within the time. Returns what it finds, or None if the time is over."""
        while self._has(seconds):
            try:
                next(search)
            except StopIteration as end:
                found: _T = end.value
                return found
            yield
        self._cut = True
        return None

    def _find_best_play(self) -> Iterator[None]:
        """Finds best moves of both sides after the move of interest, to the end or as far as the time allows."""
        line = [] if self.first is None else [self.first]
        state = replay(self.game, (*self.moves, *line))
        while self.game.outcome(state) is None:
            analysis = self._analysis(state)
            while not analysis.step(_NODES):
                if not self._has(self._bounds.longest):
                    return
                yield
            best = max(analysis.moves, key=lambda bounds: (bounds.low, -bounds.move))
            line.append(best.move)
            state = self.game.play(state, best.move)
            self.found = msgspec.structs.replace(self.found, play=tuple(line))

    # --- results ---

    def _find_signs(self, state: LineState) -> Generator[None, None, bool]:
        """Finds for each move whether it wins, draws or loses. Returns whether the result of the position is known."""
        if state not in self._signs:
            analysis = self._analysis(state)
            while not _is_decided(analysis) and self._has(self._bounds.result):
                analysis.step(_NODES)
                yield
            signs = {bounds.move: _sign(bounds) for bounds in analysis.moves}
            self._signs[state] = {move: sign for move, sign in signs.items() if sign is not None}
            self._cut |= None in signs.values()
        known = self._known(state)
        return len(known) == len(self.game.moves(state)) or 1 in known.values()

    def _known(self, state: LineState) -> Mapping[Move, int]:
        return self._signs.get(state, {})

    def _analysis(self, state: LineState) -> Analysis:
        return Analysis(self._solver, self.game, state, self._book)

    def _has(self, seconds: float) -> bool:
        return self.spent + time.thread_time() - self.began < seconds


def _sign(bounds: MoveBounds) -> int | None:
    """Returns 1 for a move that wins, 0 for a draw, -1 for a move that loses, and None while unknown."""
    return 1 if bounds.low > 0 else -1 if bounds.high < 0 else 0 if bounds.low == bounds.high else None


def _is_decided(analysis: Analysis) -> bool:
    return all(_sign(bounds) is not None for bounds in analysis.moves)
