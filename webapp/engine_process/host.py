"""Is the engine's process: holds the scheduler, the minds and the kernels, and answers the messages of the server."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

import msgspec

import engine
from engine.child import Parent, end_by_signal
from engine.games import CHANCE, Game, GameError, LineGame, Move, Player, find, replay
from engine.puzzles.mistake import MistakePuzzle
from engine.puzzles.puzzle import Found
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.play.game.refusals import warming_up
from webapp.play.ports import Thoughts, TreeCut

_log = logging.getLogger(__name__)

_LOADING = 3.0
"""Seconds for which work waits for kernels that are being loaded: a second where the cache has them. Then it is done
without kernels, as long as they are compiled."""
_LOOK_AGAIN = 0.02
_LONGEST_PAUSE = 300.0
"""Seconds between two attempts to compile, at most."""
_CUTS_KEPT = 2
_SAMPLE = 16


def _warming_up(number: int) -> m.Refused:
    no = warming_up()
    return m.Refused(number, no.code, str(no.message))


class Worker:
    """Stands for a thinker at the scheduler, and notes the order under work while a slice runs.

    Args:
        thinker: a mind, a preview, a question, or a puzzle.
        notes: the notes.
        order: the number of the order.
    """

    def __init__(self, thinker: Any, notes: Notes, order: int) -> None:
        self.thinker, self._notes, self.order = thinker, notes, order
        self.cuts: tuple[TreeCut, ...] = ()

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the thinker."""
        return getattr(self.thinker, name)

    def work(self, purpose: Any) -> bool:
        """Runs one slice."""
        with self._notes.working(self.order):
            return bool(self.thinker.work(purpose))

    def follow(self, moves: tuple[Move, ...]) -> None:
        """Brings a mind to a position, and notes the cut of the tree where it is one move further."""
        mind: engine.Mind = self.thinker
        if mind.moves == moves:
            return
        one_move = bool(moves) and mind.moves == moves[:-1] and mind.player is not CHANCE
        kept = mind.follow(moves)
        cut = (TreeCut(mind.ply, moves[-1], kept),) if one_move else ()
        self.cuts = (*self.cuts, *cut)[-_CUTS_KEPT:] if one_move else ()


class Host:
    """Answers the messages; the scheduler's threads send their answers themselves.

    Args:
        start: the limits.
        send: sends a message to the server, from any thread.
        notes: where the threads note what they work on.
    """

    def __init__(self, start: m.Start, send: Callable[[m.Told], None], notes: Notes) -> None:
        self._send, self._notes, self._tree_mb = send, notes, start.tree_mb
        engine.limit_memory(start.trees_mb)
        self._scheduler = engine.Scheduler(start.threads or None, idle_seconds=start.ponder_seconds)
        self._lock = threading.Lock()
        self._minds: dict[int, Worker] = {}
        self._loading: dict[int, tuple[m.Question, float]] = {}  # by mind or question; till when it waits
        self._since: dict[str, float] = {}  # by game, when its kernels were first asked for
        self._explains, self._closing = False, threading.Event()
        self._pause = 1.0

    def start(self) -> None:
        """Starts the threads, and loads the kernels in the background; processes compile missing kernels."""
        self._scheduler.start()
        engine.compile_apart()
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def close(self) -> None:
        """Stops the searches and the compilations."""
        self._closing.set()
        engine.stop_compiling()
        self._scheduler.close()

    def hear(self, message: m.Asked) -> None:
        """Does what a message says; a fault is logged, and the question is answered."""
        if isinstance(message, m.Start):
            return
        if isinstance(message, m.Ping):
            self._send(self.state())
            return
        with self._lock:
            if isinstance(message, m.Rest):
                self._rest(message)
            elif not self._waits(message):
                self._do(message)

    def state(self) -> m.State:
        """Returns how the engine is."""
        now, load = engine.readiness(), self._scheduler.load()
        return m.State(
            now.ready, now.stage, self._explains, **asdict(load), tree_bytes=engine.tree_bytes(), depth=self._depth()
        )

    # --- loading ---

    def _waits(self, message: m.Question) -> bool:
        """Tells whether a message waits for kernels that are being loaded; notes it then."""
        if isinstance(message, m.Look | m.WhyNot | m.Believe) or (isinstance(message, m.Order) and message.glance):
            return False
        key = message.mind.number if isinstance(message, m.Order) else message.number
        self._loading.pop(key, None)
        game = _game_of(message)
        until = self._since.setdefault(game.name, time.monotonic()) + _LOADING
        if self._is_loaded(message, game) or time.monotonic() >= until:
            return False
        self._loading[key] = message, until
        if len(self._loading) == 1:
            threading.Thread(target=self._release, name="loading", daemon=True).start()
        return True

    def _is_loaded(self, message: m.Question, game: Game[Any]) -> bool:
        return engine.are_loaded(game) and (self._explains or not isinstance(message, m.Explain))

    def _release(self) -> None:
        """Does the work that has waited, once the kernels are there or it has waited long enough."""
        while self._loading:
            time.sleep(_LOOK_AGAIN)
            with self._lock:
                for key, (message, until) in list(self._loading.items()):
                    if self._is_loaded(message, _game_of(message)) or time.monotonic() >= until:
                        del self._loading[key]
                        self._do(message)

    def _warm_up(self) -> None:
        """Loads or compiles all kernels; tries again, after a longer pause each time."""
        coach = engine.coach_processes()
        while not self._explains:
            try:
                engine.warm_up()
                if not engine.readiness().ready:
                    raise RuntimeError("the engine is not ready after the compilation")
                self._send(self.state())
                engine.load_coach(coach)
                self._explains = True
            except Exception:
                if self._closing.is_set():
                    return
                _log.exception("the engine could not be compiled; it is tried again in %.0f s", self._pause)
                self._closing.wait(self._pause)
                self._pause = min(2.0 * self._pause, _LONGEST_PAUSE)
        gc.freeze()  # kernels stay for good; a collection among all their objects would stop all threads for 0.25 s
        self._send(self.state())

    # --- the messages ---

    def _do(self, message: m.Question) -> None:
        try:
            with self._notes.working(message.number):
                self._answer(message)
        except GameError as error:
            words = str(error)
            self._send(m.Refused(message.number, "no_proof", f"{words[:1].upper()}{words[1:]}."))
        except Exception:
            _log.exception("the engine could not do %s", message)
            self._send(m.Refused(message.number, "internal", "Something went wrong on our side; please try again."))

    def _answer(self, message: m.Question) -> None:
        match message:
            case m.Order():
                self._work(message)
            case m.Look(number, spec, seat, tree):
                self._send(self._seen(number, self._bring(spec), seat, tree))
            case m.WhyNot(number, spec, moves):
                why = self._bring(spec).explain(*moves)
                self._send(m.Refuted(number, why, m.said(why.words)))
            case m.Foretell(number, game, moves, level, seed, prover, visitor, seconds):
                mind = self._minds[prover].thinker if prover in self._minds else None
                preview = engine.LevelPreview(find(game), moves, level, seed, mind, visitor)
                self._ask(number, preview, seconds, lambda told: m.Foretold(number, told, m.said(told.blind)))
            case m.MakePuzzle(number, game, moves, played, visitor, seconds):
                puzzle = MistakePuzzle(_line_game(game), moves, played, visitor)
                self._ask(number, puzzle, seconds, lambda told: _made(number, told))
            case m.Explain():
                self._explain(message)
            case m.Believe(number, game, moves):
                rules = find(game)
                self._send(m.Believed(number, engine.shipped_beliefs(rules, replay(rules, moves))))

    def _work(self, order: m.Order) -> None:
        number, scheduler = order.number, self._scheduler
        if order.glance:
            if order.work in (m.Work.CHOOSE, m.Work.SHOW, m.Work.HINT):
                spec = order.mind
                mind = engine.Mind(find(spec.game), spec.level, spec.seed)
                mind.follow(spec.moves)
                self._send(_chosen(number, mind.glance()))
            return
        worker: Any = self._bring(order.mind)
        worker.order = number

        def done(choice: engine.Choice) -> None:
            self._send(_chosen(number, choice))

        match order.work:
            case m.Work.PONDER:
                scheduler.ponder(worker)
            case m.Work.ANALYSE:
                scheduler.analyse(worker)
            case m.Work.HINT:
                scheduler.hint(worker, done, seconds=order.seconds)
            case _:
                scheduler.choose(worker, done, seconds=order.seconds, is_shown=order.work is m.Work.SHOW)

    def _explain(self, asked: m.Explain) -> None:
        if not self._explains:
            self._send(_warming_up(asked.number))
            return
        side, game = Player(asked.side), find(asked.game)
        question = engine.WhyQuestion(game, asked.moves, side, asked.first, asked.visitor)
        if not question.awake:
            self._send(_warming_up(asked.number))
            return
        self._ask(asked.number, question, asked.seconds, lambda told: m.Explained(asked.number, told))

    def _ask(self, number: int, thinker: Any, seconds: float, answer: Callable[[Any], m.Answer]) -> None:
        worker: Any = Worker(thinker, self._notes, number)
        self._scheduler.hint(worker, lambda told: self._send(answer(told)), seconds=seconds)

    def _seen(self, number: int, worker: Worker, seat: int | None, tree: bool) -> m.Seen:
        scheduled: Any = worker
        pondering, busy = self._scheduler.pondering(scheduled), self._scheduler.busy(scheduled)
        with worker.thinker.lock:  # all of one moment
            digest = worker.thinker.digest(pondering=pondering, busy=busy, seat=seat)
            return m.Seen(number, Thoughts(digest, worker.thinker.top() if tree else (), worker.cuts))

    def _bring(self, spec: m.MindSpec) -> Worker:
        """Returns the mind of a description, at its position."""
        worker = self._minds.get(spec.number)
        if worker is None:
            mind = engine.Mind(find(spec.game), spec.level, spec.seed, cap_mb=self._tree_mb, shares_tables=True)
            worker = self._minds[spec.number] = Worker(mind, self._notes, 0)
        mind = worker.thinker
        if mind.level != spec.level:
            mind.level = spec.level
        mind.visitor = spec.visitor
        if mind.moves != spec.moves:
            scheduled: Any = worker
            self._scheduler.rest(scheduled)  # the threads leave the mind alone: no wait for a second slice
            worker.follow(spec.moves)
        return worker

    def _rest(self, message: m.Rest) -> None:
        self._loading.pop(message.mind, None)
        worker: Any = self._minds.get(message.mind)
        if worker is not None:
            self._scheduler.rest(worker)
            if message.close:
                del self._minds[message.mind]
                worker.thinker.close()

    def _depth(self) -> float:
        """Returns the depth of some minds on average; a mind at work is left out."""
        depths = []
        with self._lock:
            some = list(self._minds.values())[-_SAMPLE:]
        for worker in some:
            mind: engine.Mind = worker.thinker
            if mind.lock.acquire(blocking=False):
                try:
                    depths.append(mind.depth)
                finally:
                    mind.lock.release()
        return sum(depths) / len(depths) if depths else 0.0


def _game_of(message: m.Question) -> Game[Any]:
    if isinstance(message, m.Order | m.Look | m.WhyNot):
        return find(message.mind.game)
    return find(message.game)


def _line_game(name: str) -> LineGame:
    game = find(name)
    if not isinstance(game, LineGame):
        raise GameError(f"{name} has no puzzles")
    return game


def _chosen(number: int, choice: engine.Choice) -> m.Chosen:
    return m.Chosen(number, choice, m.said(choice.why))


def _made(number: int, found: Found) -> m.MadePuzzle:
    row = found.puzzle.row() if found.puzzle else None
    return m.MadePuzzle(number, found.complete, msgspec.Raw(msgspec.msgpack.encode(row)))


def serve(messages: Iterable[bytes], send: Callable[[bytes], None], notes: Notes) -> Host | None:
    """Answers messages to their end; the first one gives the limits. Returns the host, whose threads still run."""
    host: Host | None = None
    for packed in messages:
        message = m.read_asked(packed)
        if host is not None:
            host.hear(message)
        elif isinstance(message, m.Start):
            host = Host(message, lambda told: send(m.pack(told)), notes)
            host.start()
    return host


def main() -> None:
    """Serves the parent to its end."""
    _configure_log(os.environ.get("FOURTHOUGHT_LOG", "text"), os.environ.get("FOURTHOUGHT_LOG_LEVEL", "warning"))
    end_by_signal()
    parent = Parent()
    serve(parent.messages(), parent.send, Notes(int(sys.argv[1])))
    os._exit(0)  # at once: Numba must not work in a thread while Python ends


def _configure_log(form: str, level: str) -> None:
    """Writes the log as the server does."""
    if form == "json":
        from webapp.process import logs  # only here: it would make every start a tenth of a second longer

        logs.configure(form, level)
    else:
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=level.upper())


if __name__ == "__main__":
    main()
