"""Runs the engine in this process: implements ``webapp.play.ports.Engine``."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import engine
from engine.games import Game, GameError, LineGame, Move, Player, find
from engine.puzzles.mistake import Found, MistakePuzzle
from webapp.metrics import EngineAnswer
from webapp.play.game.refusals import Refusal
from webapp.play.game.views import LevelView
from webapp.play.game.wire import Readiness, fill
from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

T = TypeVar("T")

_PREVIEW_SECONDS = 0.5
_MORE_FOR_WHY = 0.5
"""Seconds that a proof may take beyond the time of a hint."""
_LONGEST_PAUSE = 300.0
"""Seconds between two attempts to compile, at most."""
_LONGEST_LOAD = 30.0
"""Seconds for which the end of the engine waits for kernels that are being loaded, at most."""


class LocalEngine:
    """Makes minds, and lets a scheduler of this process run the searches.

    Args:
        threads: searches at once; 0: one a core.
        tree_mb: the most MiB for the tree of one mind.
        trees_mb: the most MiB for the trees of all minds of this process.
        ponder_seconds: the longest time for which a mind ponders without being asked again.
        think_seconds: the longest time for the choice of a move.
        hint_seconds: the longest time for a hint.
        answered: receives the facts about every chosen move, for the metrics.
        threads_of_process: starts the threads of the engine; None: threads of this object alone.
        call: lets the loop call a function: all answers arrive there.
    """

    def __init__(
        self,
        threads: int = 0,
        *,
        tree_mb: float = 16.0,
        trees_mb: float = 1024.0,
        ponder_seconds: float = 300.0,
        think_seconds: float = 3.0,
        hint_seconds: float = 1.5,
        answered: Callable[[EngineAnswer], None] = lambda _: None,
        threads_of_process: ServiceThreads | None = None,
        call: Callable[[Callable[[], object]], object] = lambda act: act(),
    ) -> None:
        self._threads, self._closing = threads_of_process or ServiceThreads(), threading.Event()
        self._coach, self._coach_ready = engine.coach_processes(), threading.Event()
        self._pause, self._call = 1.0, call
        self._warming: threading.Thread | None = None
        self.scheduler = engine.Scheduler(
            threads or None, idle_seconds=ponder_seconds, start_thread=self._threads.start
        )
        self._tree_mb = tree_mb
        engine.limit_memory(trees_mb)
        self._think, self._hint, self._answered = think_seconds, hint_seconds, answered

    def start(self) -> None:
        """Starts the threads, and loads the kernels in the background; processes compile missing kernels."""
        self.scheduler.start()
        engine.compile_apart()
        self._warming = self._threads.start("warm-up", self._warm_up)

    def close(self) -> None:
        """Stops all searches and compilations, and waits for kernels that are being loaded."""
        self._closing.set()
        engine.stop_compiling()
        self._coach.close()
        self.scheduler.close()
        if self._warming:
            self._warming.join(_LONGEST_LOAD)  # Numba must not work in a thread while Python ends

    def mind(self, game: Game[Any], level: int, seed: int) -> engine.Mind:
        """Returns a new mind."""
        return engine.Mind(game, level, seed, cap_mb=self._tree_mb, shares_tables=True)

    def choose(self, mind: engine.Mind, done: Callable[[engine.Choice], None], *, is_shown: bool = False) -> None:
        """Asks for the mind's move; calls ``done`` with the choice. A shown move waits for the moves of people."""

        def answer(choice: engine.Choice) -> None:
            self._answered(_answer_facts(mind, choice))
            done(choice)

        self.scheduler.choose(mind, self._in_loop(answer), seconds=self._think, is_shown=is_shown)

    def hint(self, mind: engine.Mind, done: Callable[[engine.Choice], None]) -> None:
        """Asks for a hint; moves due come first."""
        self.scheduler.hint(mind, self._in_loop(done), seconds=self._hint)

    def preview(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        level: int,
        seed: int,
        prover: engine.Mind | None,
        done: Callable[[engine.Preview], None],
        asker: str = "",
    ) -> None:
        """Asks for the move of a level, and for the blind spot of the level; as urgent as a hint, and short.

        Args:
            game: the rules.
            moves: the moves to the position.
            level: the level, 1 to 10.
            seed: the seed of the level's random choices.
            prover: a mind of the game; its proven results are used as well.
            done: called with the preview.
            asker: for whom the preview is; all askers have an equal share of the cores.
        """
        preview = engine.LevelPreview(game, moves, level, seed, prover, asker)
        self.scheduler.hint(preview, self._in_loop(done), seconds=_PREVIEW_SECONDS)

    def mistake(
        self, game: LineGame, moves: Sequence[Move], played: Move, done: Callable[[Found], None], asker: str = ""
    ) -> None:
        """Asks for the puzzle of a move; as urgent as a hint, with the time of a hint.

        Args:
            game: a board with gravity and a solver.
            moves: the moves before the move.
            played: the move that may have let a result slip.
            done: called with the answer.
            asker: for whom the puzzle is; all askers have an equal share of the cores.
        """
        self.scheduler.hint(MistakePuzzle(game, moves, played, asker), self._in_loop(done), seconds=self._hint)

    def why(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None,
        done: Callable[[engine.Explanation], None],
        asker: str = "",
    ) -> None:
        """Asks for the explanation of a position; as urgent as a hint, and short.

        Args:
            game: the rules.
            moves: the moves to the position.
            side: the side to explain for.
            first: a move of interest, or None.
            done: called with the explanation.
            asker: for whom the explanation is; all askers have an equal share of the cores.

        Raises:
            Refusal: the game has no proofs, the move is not possible, or the kernels are not compiled yet.
        """
        if not self._coach_ready.is_set():
            raise _not_ready()
        try:
            question = engine.WhyQuestion(game, moves, side, first, asker)
        except GameError as error:
            text = str(error)
            raise Refusal("no_proof", f"{text[:1].upper()}{text[1:]}.") from None
        if not question.awake:
            raise _not_ready()
        self.scheduler.hint(question, self._in_loop(done), seconds=self._hint + _MORE_FOR_WHY)

    def ponder(self, mind: engine.Mind) -> None:
        """Lets a mind think during the other side's turn."""
        self.scheduler.ponder(mind)

    def analyse(self, mind: engine.Mind) -> None:
        """Lets a mind search the value of every move."""
        self.scheduler.analyse(mind)

    def rest(self, mind: engine.Mind) -> None:
        """Stops the searches of a mind."""
        self.scheduler.rest(mind)

    def digest(self, mind: engine.Mind, seat: int | None) -> engine.Digest:
        """Returns the present findings of a mind."""
        pondering = self.scheduler.pondering(mind)
        return mind.digest(pondering=pondering, busy=self.scheduler.busy(mind), seat=seat)

    def readiness(self) -> Readiness:
        """Returns whether the engine has compiled all, and words for a person."""
        now = engine.readiness()
        return Readiness(now.ready, now.stage)

    def load(self) -> engine.Load:
        """Returns the load: requests in the queues, and counts of work."""
        return self.scheduler.load()

    def seconds(self) -> float:
        """Returns the longest time for the choice of a move, in seconds."""
        return self._think

    def answering(self) -> AbstractContextManager[None]:
        """Lets searches give way to the answer given inside the context."""
        return self.scheduler.priority.answering()

    def levels(self, game: str) -> list[LevelView]:
        """Returns the levels of a game, for the slider."""
        return levels(game)

    def _in_loop(self, done: Callable[[T], object]) -> Callable[[T], None]:
        """Returns a function for a search thread, which lets the loop call ``done``."""

        def bring(answer: T) -> None:
            self._call(lambda: done(answer))

        return bring

    def _warm_up(self) -> bool:
        """Compiles; returns whether the compilation has to be tried again, after a longer pause each time."""
        try:
            engine.warm_up()
            if not engine.readiness().ready:
                raise RuntimeError("the engine is not ready after the compilation")
            engine.load_coach(self._coach)
            self._coach_ready.set()
        except Exception:
            if self._closing.is_set():
                return False
            self._threads.count("warm-up")
            _log.exception("the engine could not be compiled; it is tried again in %.0f s", self._pause)
            self._closing.wait(self._pause)
            self._pause = min(2.0 * self._pause, _LONGEST_PAUSE)
            return not self._closing.is_set()
        gc.freeze()  # kernels stay for good; a collection among all their objects would stop all threads for 0.25 s
        return False


def levels(game: str) -> list[LevelView]:
    """Returns the levels of a game, for the slider."""
    learnt = engine.shipped_net(find(game)) is not None
    return [fill(LevelView, level, learnt=learnt) for level in engine.levels(game)]


def _not_ready() -> Refusal:
    return Refusal("not_ready", "The engine is still warming up; ask again in a minute.")


def _answer_facts(mind: engine.Mind, choice: engine.Choice) -> EngineAnswer:
    """Returns the facts for the metrics; in games of chance the last move may not be the reply, so none is a hit."""
    has_reply = choice.expected is not None and bool(mind.moves) and not mind.game.has_chance
    hit = choice.expected == mind.moves[-1] if has_reply else None
    return EngineAnswer(choice.seconds, hit, mind.kept.kept, mind.kept.pruned)
