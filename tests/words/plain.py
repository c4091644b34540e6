"""Prints the page's sentences, the hardest to read first: ``python -m tests.words.plain``.

A sentence's grade is that of Flesch and Kincaid. The last line is the median.

Source: J. P. Kincaid and others, "Derivation of new readability formulas for Navy enlisted personnel", 1975.
"""

import re
from statistics import median

from tests.words.sources import keys

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*|\d+")
_HOLES = {"move": "column 4", "moves": "column 4", "line": "row 1", "side": "Red", "other": "Red", "time": ""}
"""Fills the holes of a sentence with words; all other holes get a number."""

_SILENT, _SPOKEN = re.compile(r"[^aeiouy]e[sd]?$"), re.compile(r"[^aeiouyl]les?$|[td]ed$|(?:[sxzcg]|ch|sh)es$")
"""The end of "moves", and the end of "table", "ended", "places"."""


def syllables(word: str) -> int:
    """Returns the syllables of an English word, by groups of vowels. A silent end counts for none."""
    word = word.lower()
    if word.isdigit():
        return 1 if int(word) <= 10 and int(word) != 7 else 2
    groups = len(re.findall(r"[aeiouy]+", word))
    groups -= bool(_SILENT.search(word) and not _SPOKEN.search(word))
    groups += len(re.findall(r"(?<![cgnst])i[ao]|ea$|^re[ao](?![ds])", word))
    return max(1, groups)


def sentences(text: str) -> list[str]:
    """Returns the whole sentences of a text with holes, the holes filled. Labels without an end are none."""
    filled = re.sub(r"\{(\w+)\}", lambda hole: _HOLES.get(hole[1].lower(), "4"), text)
    return [part.strip() for one in filled.split("|") for part in re.findall(r"[^.!?…]+[.!?…]+", one)]


def grade(sentence: str) -> float:
    """Returns the school grade in which a sentence can be read."""
    words = _WORD.findall(sentence)
    return 0.39 * len(words) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


if __name__ == "__main__":
    _found = {one for texts in keys().values() for text in texts for one in sentences(text)}
    _graded = sorted(((grade(one), one) for one in _found if len(_WORD.findall(one)) > 2), reverse=True)
    print(*(f"{value:5.1f}  {one}" for value, one in _graded), sep="\n")
    print(f"{len(_graded)} sentences, median grade {median(value for value, _ in _graded):.1f}")
