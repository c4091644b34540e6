"""Finds the script of a word, and how a name looks, by Unicode's rules for names (UTS 39)."""

import json
import re
import unicodedata
from pathlib import Path

LISTS = json.loads(Path(__file__).with_name("lists.json").read_text(encoding="utf-8"))
"""Three lists. Common first names in many languages. Bad words: some are found anywhere, others as a whole word alone.
Letters that look like each Latin letter, from Unicode's confusables.txt: NFKD already takes accents and widths away."""


_ALPHABETS = """
    LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA
    MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC KHMER THAANA
"""
_EAST_ASIAN = "CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL BOPOMOFO"
_SCRIPTS = {script: script for script in _ALPHABETS.split()} | dict.fromkeys(_EAST_ASIAN.split(), "EAST ASIAN")
"""By the first word of a letter's name, the scripts that UAX 31 recommends. Those of China, Japan and Korea mix in one
word."""
_LATIN = re.compile("[A-Za-z\xc0-\u01bf\u01c4-\u024f\u0259\u1e00-\u1eff]")
"""The letters of languages, without their look-alikes from phonetics and the like."""
_LOOKS = str.maketrans({letter: latin for latin, letters in LISTS["looks"].items() for letter in letters})
_DIGITS = str.maketrans("0134567890", "oieasgtbgo")


def is_plain(word: str) -> bool:
    """Tells whether a word consists of visible letters of one script in use today, and the digits 0 to 9."""
    scripts = {_script(char) for char in word if char not in "0123456789"}
    return len(scripts) <= 1 and "" not in scripts


def _script(letter: str) -> str:
    """Returns the script of a letter. Empty for a letter that no name has."""
    name = unicodedata.name(letter, "")
    is_letter = unicodedata.category(letter) in ("Ll", "Lu", "Lt", "Lo", "Lm")
    if not is_letter or "FILLER" in name or "SMALL CAPITAL" in name:
        return ""
    script = _SCRIPTS.get(name.partition(" ")[0], "")
    return "" if script == "LATIN" and not _LATIN.match(letter) else script


def words_of(name: str) -> list[str]:
    """Returns the words of a name in small Latin letters of the same look, without accents, digits read as letters."""
    looks = name.replace("ñ", "\x00").replace("Ñ", "\x00").translate(_LOOKS)
    bare = "".join(c for c in unicodedata.normalize("NFKD", looks) if not unicodedata.combining(c))
    text = bare.translate(_LOOKS).casefold().translate(_LOOKS | _DIGITS).replace("\x00", "ñ")
    return re.sub(r"[\W_]+", " ", text).split()


def sound_of(name: str) -> str:
    """Returns the letters of a name without disguise (see :func:`words_of`)."""
    return "".join(words_of(name))


def look_of(name: str) -> str:
    """Returns the same for two names that are easily taken for each other: "Iris" and "lris", "Tim" and "Tirn"."""
    return sound_of(name).replace("ñ", "n").replace("l", "i").replace("rn", "m").replace("vv", "w")
