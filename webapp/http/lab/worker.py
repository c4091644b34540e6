"""Computes for the lab in a separate process, started by ``helper.py``. The process loads the rules, the textbook and
the lab, 16 MB in all, and neither NumPy nor Flask. Its priority is low. Its memory and its processor time for each
answer are limited, because a search of the textbook may be endless."""

import gzip
import json
import signal
import sys
import traceback
from collections.abc import Callable
from types import FrameType

import msgspec

from engine.child import Parent
from engine.games import GameError
from engine.lab.api import Reply, answer
from engine.text import sentence, text
from webapp.common.speech import ENGLISH, speech
from webapp.http.lab.helper import Answer, Question

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 2.0
"""Processor time for one answer."""
MEMORY = 512 << 20
"""Bytes of address space for the whole process."""
_TOO_LONG = text(
    "This takes more than {seconds} seconds of work, the limit of the lab. "
    "Please choose a smaller depth or a smaller tree.",
    seconds=f"{SECONDS:g}",
)
_FAULT = text("Something went wrong on our side; please try it with another tree.")
_TOO_LARGE = text("This needs more memory than the lab may take; choose a smaller depth or a smaller tree.")
Say = Callable[[str], str]


class TooLongError(Exception):
    """Says that an answer has used up its processor time."""


def reply_to(packed: bytes) -> bytes:
    """Returns the packed answer to a packed question, in the question's language."""
    status, mimetype = 200, "application/json"
    words: str | bytes
    say: Say = str
    try:
        question = msgspec.msgpack.decode(packed, type=Question)
        given = dict(question.given)
        language = given.pop("language", ENGLISH)
        if language != ENGLISH:
            say = speech(language).say
        reply = _in_time(question.kind, given, say)
        mimetype, words = reply.mimetype, reply.text
    except GameError as error:
        status, words = 400, _refusal(sentence(error.said), say)
    except TooLongError:
        status, words = 400, _refusal(_TOO_LONG, say)
    except (MemoryError, RecursionError):
        status, words = 400, _refusal(_TOO_LARGE, say)
    except Exception:  # a fault of ours, and the process continues
        traceback.print_exc()
        status, words = 500, _refusal(_FAULT, say)
    body = gzip.compress(words.encode() if isinstance(words, str) else words, 6, mtime=0)
    return msgspec.msgpack.encode(Answer(status, mimetype, body))


def main() -> None:
    """Answers every question of the server, until the server ends."""
    parent = Parent()
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _stop)
    for question in parent.messages():
        parent.send(reply_to(question))


def _in_time(kind: str, given: dict[str, str], say: Say) -> Reply:
    if not hasattr(signal, "setitimer"):
        return answer(kind, given, say)
    sys.settrace(None)  # an answer that was stopped may have left its own
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return answer(kind, given, say)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLongError


def _refusal(words: str, say: Say) -> str:
    return json.dumps({"error": say(words)})


if __name__ == "__main__":
    main()
