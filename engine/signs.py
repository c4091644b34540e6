"""Writes every text in every encoding: a sign that an encoding lacks becomes a word or simpler signs."""

import codecs
import io
import sys
import unicodedata

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
