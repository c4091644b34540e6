"""Runs the engine's process: holds the scheduler, the minds and the kernels, and answers the server's messages."""

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

import engine
from engine.child import Parent, end_by_signal
from engine.games import CHANCE, GameError, LineGame, Move, Player, find, replay
from engine.puzzles.mistake import MistakePuzzle
from engine.puzzles.puzzle import Found
from engine.text import wire
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.play.ports import Thoughts, TreeCut

_log = logging.getLogger(__name__)

_CUTS_KEPT = 2


class Host:
    """Answers the messages. The scheduler's threads ``send`` their answers themselves, and note what they work on."""

    def __init__(self, start: m.Start, send: Callable[[m.Told], None], notes: Notes) -> None:
        self._send, self._notes, self._tree_mb = send, notes, start.tree_mb
        engine.limit_memory(start.trees_mb)
        if start.proofs:
            engine.keep_proofs(Path(start.proofs), start.proofs_mb)
        self._scheduler = engine.Scheduler(
            start.threads or None,
            idle_seconds=start.ponder_seconds,
            working=lambda thinker: notes.working(self._orders.get(thinker, 0)),
        )
        self._reproof: engine.Reproof | None = None
        self._lock = threading.Lock()
        self._minds: dict[int, engine.Mind] = {}
        self._cuts: dict[int, tuple[TreeCut, ...]] = {}
        """For each mind how the last moves have cut its tree."""
        self._orders = WeakKeyDictionary[Any, int]()
        """The number of the order behind the work of each mind or question."""

    def start(self) -> None:
        """Starts the threads."""
        self._scheduler.start()

    def close(self) -> None:
        """Stops the searches."""
        self._scheduler.close()

    def hear(self, message: m.Asked) -> None:
        """Does what a message says. A fault is logged, and the question is answered."""
        if isinstance(message, m.Start):
            return
        if isinstance(message, m.Ping):
            self._send(self.state())
            self._prove_again()
            return
        with self._lock:
            if isinstance(message, m.Rest):
                self._rest(message)
            else:
                self._do(message)

    def state(self) -> m.State:
        """Returns the state of the engine."""
        return m.State(self._scheduler.load(), engine.tree_bytes())

    def _prove_again(self) -> None:
        """Proves doubtful proofs again on idle cores."""
        if engine.doubts() and not (self._reproof and self._scheduler.busy(self._reproof)):
            self._reproof = engine.Reproof()
            self._scheduler.ponder(self._reproof)

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
                self._send(self._seen(number, spec, seat, tree))
            case m.WhyNot(number, spec, moves):
                why = self._bring(spec).explain(*moves)
                self._send(m.Refuted(number, why, wire(why.words)))
            case m.Foretell(number, game, moves, level, seed, prover, visitor, seconds):
                preview = engine.LevelPreview(find(game), moves, level, seed, self._minds.get(prover), visitor)
                self._ask(number, preview, seconds, lambda told: m.Foretold(number, told, wire(told.blind)))
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
        mind = self._bring(order.mind)
        self._orders[mind] = number

        def done(choice: engine.Choice) -> None:
            self._send(_chosen(number, choice))

        match order.work:
            case m.Work.PONDER:
                scheduler.ponder(mind)
            case m.Work.ANALYSE:
                scheduler.analyse(mind)
            case m.Work.HINT:
                scheduler.hint(mind, done, seconds=order.seconds)
            case _:
                scheduler.choose(mind, done, seconds=order.seconds, is_shown=order.work is m.Work.SHOW)

    def _explain(self, asked: m.Explain) -> None:
        side, game = Player(asked.side), find(asked.game)
        question = engine.WhyQuestion(game, asked.moves, side, asked.first, asked.visitor, quick=asked.quick)
        self._ask(
            asked.number,
            question,
            asked.seconds,
            lambda told: m.Explained(asked.number, engine.explanation_to_json(told)),
        )

    def _ask(self, number: int, thinker: Any, seconds: float, answer: Callable[[Any], m.Answer]) -> None:
        self._orders[thinker] = number
        self._scheduler.hint(thinker, lambda told: self._send(answer(told)), seconds=seconds)

    def _seen(self, number: int, spec: m.MindSpec, seat: int | None, tree: bool) -> m.Seen:
        mind = self._bring(spec)
        pondering, busy = self._scheduler.pondering(mind), self._scheduler.busy(mind)
        with mind.lock:  # everything at one moment
            digest = mind.digest(pondering=pondering, busy=busy, seat=seat)
            return m.Seen(number, Thoughts(digest, mind.top() if tree else (), self._cuts.get(spec.number, ())))

    def _bring(self, spec: m.MindSpec) -> engine.Mind:
        mind = self._minds.get(spec.number)
        if mind is None:
            mind = engine.Mind(find(spec.game), spec.level, spec.seed, cap_mb=self._tree_mb, shares_tables=True)
            self._minds[spec.number] = mind
        if mind.level != spec.level:
            mind.level = spec.level
        mind.visitor = spec.visitor
        if mind.moves != spec.moves:
            self._scheduler.rest(mind)  # no thread works on the mind now, so nothing waits for a second slice
            self._follow(spec.number, mind, spec.moves)
        return mind

    def _follow(self, number: int, mind: engine.Mind, moves: tuple[Move, ...]) -> None:
        """Moves a mind to a position, and keeps how its tree was cut if that is one move further."""
        one_move = bool(moves) and mind.moves == moves[:-1] and mind.player is not CHANCE
        kept = mind.follow(moves)
        cuts = (*self._cuts.get(number, ()), TreeCut(mind.ply, moves[-1], kept)) if one_move else ()
        self._cuts[number] = cuts[-_CUTS_KEPT:]

    def _rest(self, message: m.Rest) -> None:
        if (mind := self._minds.get(message.mind)) is not None:
            self._scheduler.rest(mind)
            if message.close:
                del self._minds[message.mind]
                self._cuts.pop(message.mind, None)
                mind.close()


def _line_game(name: str) -> LineGame:
    game = find(name)
    if not isinstance(game, LineGame):
        raise GameError(f"{name} has no puzzles")
    return game


def _chosen(number: int, choice: engine.Choice) -> m.Chosen:
    return m.Chosen(number, choice, wire(choice.why))


def _made(number: int, found: Found) -> m.MadePuzzle:
    row = found.puzzle.row() if found.puzzle else None
    return m.MadePuzzle(number, found.complete, msgspec.Raw(msgspec.msgpack.encode(row)))


def serve(messages: Iterable[bytes], send: Callable[[bytes], None], notes: Notes) -> Host | None:
    """Answers all messages, of which the first gives the limits. Returns the host, whose threads still run."""
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
    """Serves the parent until it ends."""
    _configure_log(os.environ.get("FOURTHOUGHT_LOG", "text"), os.environ.get("FOURTHOUGHT_LOG_LEVEL", "warning"))
    end_by_signal()
    parent = Parent()
    serve(parent.messages(), parent.send, Notes(int(sys.argv[1])))
    os._exit(0)  # immediately: a search in a thread would only end with its slice


def _configure_log(form: str, level: str) -> None:
    if form == "json":
        from webapp.process import logs  # only here: it would make every start a tenth of a second longer

        logs.configure(form, level)
    else:
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=level.upper())


if __name__ == "__main__":
    main()
