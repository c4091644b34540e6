"""Asks the engine in its process: implements ``webapp.play.ports.Engine`` without loading what thinks. A mind here only
names one in the engine's process. Each order holds everything that makes the mind, so nothing is lost with a process:
the next one gets every open question, and gives every mind its work again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

import engine
from engine.child import Child, command
from engine.games import Game, LineGame, Move, Player, find
from engine.puzzles.puzzle import Found, from_row
from engine.text import from_wire
from webapp.common.metrics import EngineAnswer
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.engine_process.pipe import Patience
from webapp.engine_process.questions import MindHandle, Questions
from webapp.play.desk.menu import LevelView
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Readiness, fill
from webapp.play.ports import Thoughts
from webapp.process.service_threads import ServiceThreads
from webapp.settings import Settings

_PREVIEW_SECONDS = 0.5
_MORE_FOR_WHY = 4.0
"""Seconds that a proof may take beyond the time of a hint. Its bound of processor time mostly ends it before."""
_SHOWN_AFTER = 1.0
"""Seconds without an engine after which the pages are told."""
_RESTARTS = Readiness(False, "The engine has stopped and is started again; the game goes on in a moment.")


def run_host(notes: Notes) -> Child:
    """Starts the engine's process, whose scheduler lowers the priority of the searching threads only. A lower priority
    of the process would count twice for them: at nice 10 due moves starved while other programs ran."""
    return Child(command("webapp.engine_process.host", str(notes.file)), niceness=0, shared=(notes.file,))


class EngineClient(Questions):
    """Asks the engine's process. Its methods are those of ``webapp.play.ports.Engine``. ``answered`` gets the facts
    about every chosen move, ``call`` runs a function in the loop, where answers are given, and ``patience`` says when
    the process counts as hung."""

    def __init__(
        self,
        settings: Settings,
        answered: Callable[[EngineAnswer], None] = lambda _: None,
        call: Callable[[Callable[[], None]], object] = lambda act: act(),
        threads: ServiceThreads | None = None,
        run: Callable[[Notes], Child] | None = None,
        patience: Patience = Patience(),  # noqa: B008
    ) -> None:
        self._think, self._hint, self._answered = settings.think_seconds, settings.hint_seconds, answered
        limits = m.Start(
            settings.threads, settings.tree_mb, settings.trees_mb, settings.ponder_seconds,
            settings.proofs_folder, settings.proofs_mb,
        )  # fmt: skip
        super().__init__(limits, run or run_host, call, threads or ServiceThreads(), patience)

    # --- the process ---

    def start(self) -> None:
        """Starts the process without waiting for it."""
        self._pipe.start()

    def pid(self) -> int | None:
        """Returns the number of the process, None where none runs."""
        return self._pipe.pid()

    def restarts(self) -> int:
        """Returns how often the process was restarted."""
        return self._pipe.restarts

    def readiness(self) -> Readiness:
        lost = self._lost_at
        if lost is not None and time.monotonic() - lost > _SHOWN_AFTER:
            return _RESTARTS
        return Readiness(self._is_heard, "The engine is ready." if self._is_heard else "The engine is starting.")

    def load(self) -> engine.Load:
        """Returns the load at the last heartbeat."""
        return self._state.load

    def tree_bytes(self) -> int:
        """Returns the memory of all trees at the last heartbeat."""
        return self._state.tree_bytes

    def seconds(self) -> float:
        return self._think

    def levels(self, game: str) -> list[LevelView]:
        """Returns the levels of a game, for the slider."""
        return levels(game)

    # --- minds ---

    def mind(self, game: Game[Any], level: int, seed: int) -> MindHandle:
        """Returns a new mind."""
        return MindHandle(next(self._numbers), game, level, seed, partial(self._rest, close=True))

    def choose(self, mind: MindHandle, done: Callable[[engine.Choice], None], *, is_shown: bool = False) -> None:
        """Asks for the mind's move. A shown move waits for the moves of people."""

        def chosen(told: m.Chosen) -> None:
            self._answered(mind.facts(told.choice))
            _pass_on(done, told)

        self._order(mind, m.Work.SHOW if is_shown else m.Work.CHOOSE, self._think, chosen)

    def hint(self, mind: MindHandle, done: Callable[[engine.Choice], None]) -> None:
        self._order(mind, m.Work.HINT, self._hint, partial(_pass_on, done))

    def ponder(self, mind: MindHandle) -> None:
        self._order(mind, m.Work.PONDER)

    def analyse(self, mind: MindHandle) -> None:
        self._order(mind, m.Work.ANALYSE)

    def rest(self, mind: MindHandle) -> None:
        self._rest(mind)

    def thoughts(
        self,
        mind: MindHandle,
        seat: int | None,
        done: Callable[[Thoughts], None],
        *,
        tree: bool = False,
        again: bool = False,
    ) -> None:
        look, seen = m.Look(0, mind.spec(), seat, tree), lambda told: done(told.thoughts)
        if again:
            self._look(mind, look, seen)
        else:
            self._ask(lambda number: msgspec.structs.replace(look, number=number), seen)

    def explain(self, mind: MindHandle, moves: Sequence[Move], done: Callable[[engine.Why], None]) -> None:
        self._ask(
            lambda number: m.WhyNot(number, mind.spec(), tuple(moves)),
            lambda told: done(replace(told.why, words=from_wire(told.words))),
        )

    # --- positions ---

    def preview(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        level: int,
        seed: int,
        prover: MindHandle | None,
        done: Callable[[engine.Preview], None],
        visitor: str = "",
    ) -> None:
        proofs, line = prover.number if prover else 0, tuple(moves)
        self._ask(
            lambda number: m.Foretell(number, game.name, line, level, seed, proofs, visitor, _PREVIEW_SECONDS),
            lambda told: done(replace(told.preview, blind=from_wire(told.blind))),
        )

    def mistake(
        self, game: LineGame, moves: Sequence[Move], played: Move, done: Callable[[Found], None], visitor: str = ""
    ) -> None:
        self._ask(
            lambda number: m.MakePuzzle(number, game.name, tuple(moves), played, visitor, self._hint),
            lambda told: done(_found(told)),
        )

    def why(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None,
        done: Callable[[engine.Explanation | Refusal], None],
        visitor: str = "",
        *,
        quick: bool = False,
    ) -> None:
        line, seconds = tuple(moves), self._hint + _MORE_FOR_WHY
        self._ask(
            lambda number: m.Explain(number, game.name, line, int(side), first, visitor, seconds, quick),
            lambda told: done(
                Refusal(told.code, told.words)
                if isinstance(told, m.Refused)
                else engine.explanation_from_json(told.explanation)
            ),
        )

    def beliefs(self, game: Game[Any], moves: Sequence[Move], done: Callable[[Sequence[engine.Belief]], None]) -> None:
        line = tuple(moves)
        self._ask(lambda number: m.Believe(number, game.name, line), lambda told: done(told.beliefs))


def _pass_on(done: Callable[[engine.Choice], None], told: m.Chosen) -> None:
    done(replace(told.choice, why=from_wire(told.why)))


def _found(told: m.MadePuzzle) -> Found:
    row = msgspec.msgpack.decode(told.row)
    return Found(told.complete, from_row(row) if row else None)


def levels(game: str) -> list[LevelView]:
    """Returns the levels of a game, for the slider."""
    learnt = engine.is_learnt(find(game))
    return [fill(LevelView, level, learnt=learnt) for level in engine.levels(game)]
