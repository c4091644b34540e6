"""Opens the terminal for tables and progress bars, and writes every text in every encoding. Text is shown as it is,
because names and files are not ours. A sign that an encoding lacks becomes a word or simpler signs."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

Item = TypeVar("Item")


def console(*, stderr: bool = False) -> Console:
    """Returns the standard output, or the standard error, without any markup in the text."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def readable(said: bytes | str, most: int = 1000) -> str:
    """Returns what another program said in one line, with signs in place of what cannot be shown, dots for the rest."""
    words = (said.decode("utf-8", "replace") if isinstance(said, bytes) else said)[: most + 1].removeprefix("\ufeff")
    line = "".join(letter if letter.isprintable() else "\ufffd" for letter in " ".join(words.split()))
    return line if len(words) <= most else line[:most] + "..."


def bars() -> Progress:
    """Returns progress bars with a count and the time left, on the error stream, hidden outside a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=shown, disable=not shown.is_terminal)


def track(items: Iterable[Item], words: str, total: int, *, hidden: bool = False) -> Iterable[Item]:
    """Yields the items, with a progress bar on the error stream if that is a terminal."""
    from rich.progress import track as tracked

    shown = console(stderr=True)
    return tracked(items, words, total, console=shown, disable=hidden or not shown.is_terminal)


_WORDS = {
    "∞": "infinity", "≥": ">=", "≤": "<=", "−": "-", "–": "-", "—": "-", "±": "+/-", "×": "x", "·": "-", "…": "...",
    "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "─": "-", "│": "|", "├": "|", "└": "`", "α": "alpha",
    "β": "beta", "²": "^2", "½": "1/2",
}  # fmt: skip


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_WORDS.get(sign) or _simple(sign) for sign in lacking), error.end


def _simple(sign: str) -> str:
    """Returns the letter below an accent, or a question mark."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _find(name: str) -> codecs.CodecInfo | None:
    """Finds ASCII by a name that click does not know. Otherwise click would write UTF-8 in the place of ASCII."""
    if name != "seven_bit":
        return None
    a = codecs.lookup("ascii")
    parts = a.encode, a.decode, a.streamreader, a.streamwriter, a.incrementalencoder, a.incrementaldecoder
    return codecs.CodecInfo(*parts, name=name)


def use_words_for_signs() -> None:
    """Sets up the standard streams: signs that the encoding of the output lacks become words."""
    codecs.register(_find)
    codecs.register_error("words", _replace)
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "words"), (sys.stderr, "words")):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii" and stream is not sys.stdin
            stream.reconfigure(encoding="seven_bit" if is_ascii else None, errors=errors)
