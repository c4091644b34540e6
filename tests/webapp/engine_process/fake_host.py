"""Is a host without an engine, for the faults: the seed of a mind says what happens when its move is asked for.

``python -m tests.webapp.engine_process.fake_host NOTES FOLDER``. The folder remembers what has happened already.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path

from engine import Choice, Load, Preview
from engine.child import Parent, end_by_signal
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes

ANSWERS, CRASHES_ONCE, CRASHES, HANGS_ONCE, IS_STUCK_ONCE, WAITS, IS_KILLED_ONCE, FAILS = range(8)


def main() -> None:
    """Answers, or does as the seed says."""
    end_by_signal()
    parent, notes, folder = Parent(), Notes(int(sys.argv[1])), Path(sys.argv[2])
    waiting: list[m.Foretell] = []
    for packed in parent.messages():
        message = m.read_asked(packed)
        if isinstance(message, m.Ping):
            parent.send(m.pack(m.State(Load(0, 0, 0, 0.0, 7, 0.0))))
        elif isinstance(message, m.Foretell):
            waiting.append(message)
        while waiting and not (folder / "no searches").exists():
            asked = waiting.pop()
            preview = Preview(asked.level, len(asked.moves), asked.moves[0], 0.0, "", "")
            parent.send(m.pack(m.Foretold(asked.number, preview, "")))
        if isinstance(message, m.Order):
            with (folder / "orders").open("a") as file:
                file.write(f"{message.work} {message.mind.moves} {message.glance}\n")
            if message.work is m.Work.CHOOSE:
                with notes.working(message.number):
                    answer(message, parent, notes, folder)


def answer(order: m.Order, parent: Parent, notes: Notes, folder: Path) -> None:
    """Answers a question, or fails as asked for."""
    seed, mark = order.mind.seed, folder / f"seed {order.mind.seed}"
    first = not mark.exists()
    mark.touch()
    if (seed == CRASHES and not order.glance) or (seed == CRASHES_ONCE and first):
        os.kill(os.getpid(), signal.SIGSEGV)
    if seed == IS_KILLED_ONCE and first:
        os.kill(os.getpid(), signal.SIGKILL)
    if seed == HANGS_ONCE and first:
        time.sleep(600)
    if seed == IS_STUCK_ONCE and first:
        threading.Thread(target=stick, args=(notes, order.number), daemon=True).start()
    elif seed == FAILS and not order.glance:
        parent.send(m.pack(m.Refused(order.number, "internal", "no")))
    elif seed != WAITS:
        moves = order.mind.moves
        choice = Choice(len(moves), len(moves) + 1, 0.0, None, int(order.glance), order.seconds)
        parent.send(m.pack(m.Chosen(order.number, choice, "")))


def stick(notes: Notes, number: int) -> None:
    """Never ends a slice."""
    with notes.working(number):
        time.sleep(600)


if __name__ == "__main__":
    main()
