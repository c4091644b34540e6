"""Runs a student's program in its jail, with tighter limits of time and memory, and without files and imports. The
process gets one question and sends the records or the line. The parent judges, so that no program changes its verdict.
Started by :mod:`engine.lab.grade.grading`."""

from __future__ import annotations

import json
import mmap
import signal
import sys
import time
from typing import Any

from engine.child import Parent
from engine.jail.rights import lock as close_files
from engine.lab.grade.executing import execute, load_all
from engine.lab.judge.judging import find_line, loaded, records_of
from engine.lab.judge.probes import probes
from engine.lab.judge.reading.program import ProgramError
from engine.lab.judge.verdict import verdict_of

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 3.0
MEMORY = 8 << 20
"""The processor time of a program, and the bytes that it may take beyond the interpreter."""
_FOR_THE_ANSWER, _SECONDS_MORE = 16 << 20, 2
"""What the hard limits, which no program can lift, leave beyond these."""
_SHUT = ("open", "socket.", "subprocess.", "os.", "ctypes.", "shutil.", "pty.", "import", "sys.settrace", "urllib.")


def main() -> None:
    """Answers one question of the parent."""
    parent = Parent()
    load_all()
    probes()
    for message in parent.messages():
        question = json.loads(message)
        limit(float(question.get("seconds", SECONDS)))
        lock()
        answer = answered(question)
        unlimit()
        parent.send(json.dumps(answer).encode())
        return


def answered(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the records of a program, or the line with the slip if the question has a verdict."""
    try:
        if "verdict" not in question:
            return {"records": records_of(loaded(question["source"], question["function"], execute))}
        verdict = verdict_of(question["verdict"])
        runner = loaded(question["source"], question["function"], execute)
        find_line(verdict, runner.program, execute, float(question["decay"]))
        return {"verdict": verdict.as_data()}
    except ProgramError as error:
        return {"code": error.code, "line": error.line, "words": error.words}
    except MemoryError:
        return {"code": "memory", "line": 0, "words": ""}
    except BaseException as error:  # what the program raises while it is loaded
        return {"code": "syntax", "line": 0, "words": f"{type(error).__name__}: {error}"}


def limit(seconds: float) -> None:
    """Ends this process after some processor time, and bounds its memory."""
    if resource is not None and sys.platform == "linux":
        enough = _enough(MEMORY)
        resource.setrlimit(resource.RLIMIT_AS, (enough, enough + _FOR_THE_ANSWER))
        longest = int(time.process_time() + seconds) + _SECONDS_MORE
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _enough(more: int) -> int:
    """Returns the smallest limit of addresses for ``more`` bytes, asked of the system by halves."""
    low, high = 0, 1 << 36
    while high - low > resource.getpagesize():
        middle = (low + high) // 2
        resource.setrlimit(resource.RLIMIT_AS, (middle, resource.RLIM_INFINITY))
        try:
            mmap.mmap(-1, more).close()
            high = middle
        except OSError:
            low = middle
    return high


def unlimit() -> None:
    """Leaves the time and memory that the answer takes."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    if resource is not None and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)[1:] * 2)


def lock() -> None:
    """Closes files, network, processes and imports for ever, by the interpreter and, if it can, by the system."""
    close_files(None, (), system=False)
    sys.addaudithook(_refuse)


def _refuse(event: str, _given: tuple[Any, ...]) -> None:
    if event.startswith(_SHUT):
        raise PermissionError(f"{event} is closed here")
