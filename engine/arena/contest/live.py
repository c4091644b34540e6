"""Keeps the file that tells how an arena stands while the games are played, and judges the programs beside them."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from engine.arena.contest.contest import Contest
from engine.arena.contest.verdicts import Judge, Verdict, judge_of
from engine.games import write
from engine.mind.levels.level import levels as levels_of
from engine.standings import Entrant, Running, Standings, save

_EVERY = 1.0
"""Seconds from one writing of the file to the next."""
_NICENESS = 10
"""What the thread that judges adds to its nice value (Linux), because programs that move go first."""


class Live:
    """Writes the file every second, and judges the program with the most new games, each in a thread of its own. A
    context manager: at its end all programs are judged, and the file says that the arena is over."""

    def __init__(self, contest: Contest, folder: Path, confined: Sequence[str], seconds: float) -> None:
        self._contest, self._folder, self._confined = contest, folder, tuple(confined)
        self._until, self._over = time.time() + seconds, threading.Event()
        self._judge: Judge | None = judge_of(contest.plan.game)
        self._verdicts: dict[str, tuple[int, Verdict | None]] = {}
        self._threads = [self._repeated(self._write), self._repeated(self._judge_next, _NICENESS)]

    def __enter__(self) -> "Live":
        """Starts both threads."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends both threads, judges what is left, and writes the file for the last time."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        while self._judge_next():
            pass
        self._write()

    def standings(self) -> Standings:
        """Returns how the arena stands now."""
        contest = self._contest
        game, levels = contest.plan.game, {one.number: one.rating for one in levels_of(contest.plan.game.name)}
        return Standings(
            game.name,
            self._until,
            self._over.is_set(),
            len(contest.games),
            self._confined,
            tuple((number, levels.get(number)) for number in contest.plan.levels),
            tuple(map(self._judged, contest.table())),
            tuple(Running(players, write(game, tuple(moves))) for players, moves in list(contest.under_way.items())),
        )

    def _judged(self, one: Entrant) -> Entrant:
        _, verdict = self._verdicts.get(one.name, (0, None))
        if verdict is None:
            return one
        return replace(one, judged=verdict.moves, kept=verdict.kept, plies=verdict.plies, worst=verdict.worst)

    def _write(self) -> bool:
        save(self._folder, self.standings())
        return False

    def _judge_next(self) -> bool:
        """Judges one program. Returns False where no program has new games."""
        if self._judge is None:
            return False
        games = {name: self._contest.games_of(name) for name in self._contest.plan.names}
        new = {name: len(mine) - self._verdicts.get(name, (0, None))[0] for name, mine in games.items()}
        name = max(new, key=new.__getitem__)
        if new[name]:
            self._verdicts[name] = len(games[name]), self._judge.verdict(name, games[name])
        return new[name] > 0

    def _repeated(self, act: Callable[[], bool], niceness: int = 0) -> threading.Thread:
        """Returns a thread that acts until the end, with a pause where the act has found nothing to do."""

        def run() -> None:
            with suppress(OSError, AttributeError):
                os.setpriority(
                    os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + niceness
                )
            while not self._over.is_set():
                if not act():
                    self._over.wait(_EVERY)

        return threading.Thread(target=run, daemon=True)
