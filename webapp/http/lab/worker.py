"""Computes for the lab in a process of its own, started by ``webapp.process.helper``.

The process loads the rules, the textbook and the lab, 16 MB in all, and neither Numba nor Flask. Its priority is low,
and its memory and the processor time of each answer are limited: a search in the textbook's form may be endless.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import sys
import traceback
from types import FrameType
from typing import Any, BinaryIO

from engine.games import GameError
from engine.lab.api import Reply, answer

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 2.0
"""Processor time for one answer."""
MEMORY = 512 << 20
"""Bytes of addresses for the whole process."""
_NICENESS = 5
"""Added to the nice value of the process: as much as to that of a searching thread."""
_TOO_LONG = (
    f"This takes more than {SECONDS:g} seconds of processor time, which is the limit of the lab; "
    "choose a smaller depth or a smaller tree."
)
_FAULT = "Something went wrong on our side; please try another tree or another algorithm."
_TOO_LARGE = "This needs more memory than the lab may take; choose a smaller depth or a smaller tree."


class TooLongError(Exception):
    """Tells that an answer has used up its processor time."""


def reply_to(line: bytes) -> tuple[dict[str, Any], bytes]:
    """Returns the facts and the packed body of the answer to one question."""
    status, mimetype = 200, "application/json"
    try:
        question = json.loads(line)
        reply = _in_time(question["kind"], question["given"])
        mimetype, text = reply.mimetype, reply.text
    except GameError as error:
        status, text = 400, _refusal(str(error))
    except TooLongError:
        status, text = 400, _refusal(_TOO_LONG)
    except (MemoryError, RecursionError):
        status, text = 400, _refusal(_TOO_LARGE)
    except Exception:  # a fault of ours; the process goes on
        traceback.print_exc()
        status, text = 500, _refusal(_FAULT)
    body = gzip.compress(text.encode(), 6, mtime=0)
    return {"status": status, "mimetype": mimetype, "size": len(body)}, body


def main() -> None:
    """Answers every line of the standard input, until the server closes it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _stop)
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Reads questions and writes answers until the end of the questions."""
    for line in questions:
        facts, body = reply_to(line)
        answers.write(json.dumps(facts).encode() + b"\n" + body)
        answers.flush()


def _in_time(kind: str, given: dict[str, str]) -> Reply:
    if not hasattr(signal, "setitimer"):
        return answer(kind, given)
    sys.settrace(None)  # an answer that was stopped may have left its own
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return answer(kind, given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLongError


def _refusal(text: str) -> str:
    return json.dumps({"error": f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")})


if __name__ == "__main__":
    main()
