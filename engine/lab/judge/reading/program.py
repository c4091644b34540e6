"""Reads a student's program: which function is called, what its parameters are, and which form of trees it expects."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.names import CHILDREN, KNOWN_METHODS, MOVES, PLAY, UNDO, VALUE, meaning_of
from engine.lab.judge.reading.scanning import (
    BREAK,
    NAME,
    NUMBER,
    STRING,
    Defined,
    Word,
    functions_of,
    named,
    plain_name,
    triples,
    unwrapped,
    words_of,
)
from engine.lab.judge.reading.sides import SIDES, SIGNS, for_max, sides_of, sum_of_sides, switches

ALPHAS, BETAS = ("alpha", "a", "α", "lower", "low", "lo", "lb"), ("beta", "b", "β", "upper", "high", "hi", "ub")
DEPTHS = ("depth", "d", "level", "ply", "plies", "maxdepth", "remaining", "depthleft", "curdepth", "currentdepth")
TARGETS = ("targetdepth", "maxdepth", "height", "h", "totaldepth", "depthlimit", "limit")
INDEXES = ("nodeindex", "index", "idx", "i", "nodeidx", "pos")
LEAVES = ("values", "scores", "leaves", "leafvalues", "terminalvalues", "arr")


_DRAWN = {"choice", "choices", "randint", "randrange", "uniform", "integers"}
"""What draws one of several. A program that only shuffles the branches finds the same value all the same."""
_ENDS = (*ALPHAS, *BETAS, "lowerbound", "upperbound", "g", "f", "gamma", "guess", "bound", "best", "floor")
"""Names for one end of a window."""


class ProgramError(Exception):
    """Says why a program cannot be run: a code of :mod:`engine.lab.judge.sentences`, the line, and words."""

    def __init__(self, code: str, line: int, words: str) -> None:
        super().__init__(code)
        self.code, self.line, self.words = code, line, words


class Shape:
    """Holds what a program is given: the form of trees, values, children, Max's name, and meanings of names."""

    def __init__(self, form: str, hollow: Any = 0, barren: Any = (), side: int = 0, told: Any = None) -> None:
        self.form, self.hollow, self.barren, self.side, self.told = form, hollow, barren, side, told or {}


FLAGS = ("exact", "lower", "upper")
"""Words in the names of a table's flags."""


class Program:
    """Holds a program ready to run: which function is called, and the form of the trees that it expects."""

    def __init__(self, source: str, function: str, shape: Shape | None = None) -> None:
        self.source = unwrapped(source)
        self.words = words_of(self.source)
        self.functions = functions_of(self.words)
        self.first: Defined = self._first(function)
        self.names = {plain_name(name) for one in self.functions for name in one.parameters}
        called = [(before.text, one) for before, one, after in triples(self.words) if after.text == "("]
        self.methods = {one.text for before, one in called if before == "." and one.kind == NAME}
        self.texts = {one.text for one in self.words if one.kind == NAME}
        self.sides = sides_of(self.words, self.functions)
        self.total = sum_of_sides(self.words)
        self.switches = switches(self.words)
        self.shape = shape or self._guess()
        self.calls = {one.text for one, after in zip(self.words, self.words[1:]) if after.text == "("}  # noqa: B905
        self.counts_up = _follows(self.words, DEPTHS, "+", "1") and not any(
            _follows(self.words, DEPTHS, sign, "0") for sign in ("==", "<=", "<", ">")
        )
        self.lines = self.watched()[1]
        lows, highs = self._windows()
        self.alphas, self.betas, self.bounds = ("alpha", *lows), ("beta", *highs), bool(lows)
        self.prunes = self.bounds or {"alpha", "beta"} <= self.texts
        self.steps = {
            number.text
            for name, sign, number in triples(self.words)
            if sign.text in ("+", "-")
            and number.kind == NUMBER
            and (plain_name(name.text) in _ENDS or number.text[-1:] == "e")
        }  # the widths of null windows: alpha + 1, or any bound + 1e-9
        body = self.source[max(0, self.first.start) :].split("\ndef ")[0].split("\nclass ")[0]
        # a search again and again, deeper or with another window
        searches = [one for one in self.functions if one is not self.first and one.name + "(" in body]
        self.repeats = " while " in body and body.count(self.first.name + "(") == 1 and bool(searches)
        self.flags = sum(flag in self.source.lower() for flag in FLAGS) > 1
        self.draws = "random" in self.texts and bool(self.texts & _DRAWN)
        self.averages = any(
            part in plain_name(one.name)
            for one in self.functions
            for part in ("expect", "chance", "average", "expvalue", "mean", "expval")
        )

    @property
    def form(self) -> str:
        """Returns the form of the trees."""
        return self.shape.form

    @property
    def trees(self) -> str:
        """Returns the form by which the trees are chosen."""
        asked = self._asked()
        pairs = self.form == "objects" and {"left", "right"} <= asked
        others = any(meaning_of(name, {}) in (CHILDREN, MOVES) for name in asked - {"left", "right"})
        return "pairs" if pairs and not others else self.form

    @property
    def whole(self) -> bool:
        """Tells whether the program takes its leaves for whole numbers: by a type, or by a null window from 1 to 2."""
        if "1" in self.steps:
            return True
        return any(
            word.text == "int" and (after.text != "(" or before.text == "case")
            for before, word, after in triples(self.words)
        ) and not {"float", "Number", "Real"} & {
            word.text for word, after, _ in triples(self.words) if after.text != "("
        }

    def shapes(self) -> list[Shape]:
        """Returns what may be given to the program, the likely first."""
        first = self.shape
        if first.form in ("look", "leaves"):
            return [first]
        forms = [first.form] + [one for one in ("lists", "objects", "boards") if one != first.form]
        if not {PLAY, UNDO} & {meaning_of(name, {}) for name in self._asked()}:
            forms = [one for one in forms if one != "boards"]
        if self._plays():
            forms = [one for one in forms if one != "objects"]
        if self.texts & {"tuple", "lru_cache", "cache", "frozenset", "hash"}:
            forms = [*forms[:1], "tuples", *forms[1:]]
        sides = for_max(self.sides, self.total)
        neutral = [
            name for name in map(plain_name, self.first.parameters[1:]) if name in self.switches - {*SIDES, *SIGNS}
        ]
        if neutral and not self.sides and not any("min" in name or "max" in name for name in neutral):
            sides = [0, -1]  # true may stand for Max or for Min
        found = []
        for form in forms:
            found += [Shape(form, side=side) for side in sides]
            if form in ("objects", "boards") and "None" in self.texts:
                found += [Shape(form, None, ()), Shape(form, 0, None), Shape(form, None, None)]
        return [*found, Shape("vectors")]

    def _asked(self) -> set[str]:
        """Returns the names that stand after a point, but for the language's own."""
        found = {word.text for before, word, _ in triples(self.words) if before.text == "." and word.kind == NAME}
        return {name for name in found if name not in KNOWN_METHODS or name == "pop"}

    def _guess(self) -> Shape:
        if "look" in self.names:
            return Shape("look")
        if self.names & {*INDEXES} and self.names & {*LEAVES}:
            return Shape("leaves")
        if self.texts & {"isinstance", "type", "match"}:
            return Shape("lists")
        asked = self._asked() | {one.text[1:-1] for one in self.words if one.kind == STRING} | (self.texts & {"value"})
        known = {meaning_of(name, {}) for name in asked} | {meaning_of(name, {}) for name in self._free()}
        if (UNDO in known and self._asked() - {"pop"}) or self._plays():
            return Shape("boards")
        return Shape("objects" if known & {CHILDREN, VALUE, MOVES} or "left" in self.texts else "lists")

    def _plays(self) -> bool:
        """Tells whether the program plays a move without taking the result: so the move changes a board."""
        words = self.words
        return any(
            words[i - 1].kind == BREAK
            and words[i + 1].text == "."
            and words[i + 3].text == "("
            and words[i + 2].text not in KNOWN_METHODS
            and meaning_of(words[i + 2].text, {}) == PLAY
            for i in range(1, len(words) - 3)
        )

    def _free(self) -> set[str]:
        own = {one.name for one in self.functions}
        return {
            word.text
            for before, word, after in triples(self.words)
            if after.text == "(" and word.kind == NAME and word.text not in own and before.text not in (".", "def")
        } - {"eval"}

    def _first(self, function: str) -> Defined:
        """Returns the function of a name: one that is defined so, or whatever else has the name."""
        found = [one for one in self.functions if one.name == function]
        if found:
            return found[0]
        for i, word in enumerate(self.words[:-3]):
            begins = i == 0 or (self.words[i - 1].kind not in (NAME, NUMBER, STRING) and self.words[i - 1].text == "\n")
            if word.text != function or not begins or self.words[i + 1].text not in ("=", ":"):
                continue
            at = next((k for k in range(i + 1, len(self.words)) if self.words[k].text in ("=", "\n")), i)
            value = self.words[at + 1]
            if value.text == "lambda":
                return named(self.words, at + 1, function)
            others = [one for one in self.functions if one.name in {w.text for w in self.words[at : at + 6]}]
            if others:
                other = others[0]
                return Defined(function, other.parameters, other.texts, other.line, -1)
            return Defined(function, [], {}, word.line, -1)
        raise ProgramError("no-function", 0, function)

    def _windows(self) -> tuple[list[str], list[str]]:
        """Returns the plain names of the two bounds, where a function has both: by name or by default."""
        lows: list[str] = []
        highs: list[str] = []
        for one in [*self.functions, self.first]:
            plain = [plain_name(name) for name in one.parameters]
            low = [name for name in plain if name in ALPHAS]
            high = [name for name in plain if name in BETAS]
            vast = [name for name in one.parameters if _is_vast(one.texts.get(name, ""))]
            if (not low or not high) and len(vast) == 2:
                signs = [one.texts[name].startswith(("-", 'float("-', "float('-")) for name in vast]
                if signs == [True, False]:
                    low, high = [plain_name(vast[0])], [plain_name(vast[1])]
            if low and high and len(plain) > 2:
                lows.append(low[0])
                highs.append(high[0])
        return lows, highs

    def line_of(self, line: int) -> int:
        """Returns the line of the program for a line of the watched one."""
        return next((line - at for at, before in enumerate(self.lines) if line - at <= before), line - len(self.lines))

    def watched(self, change: Any = ()) -> tuple[str, list[int]]:
        """Returns the source with a line before each function, and the lines of the program before which one stands.
        ``change`` holds replacements of parts of the source: start, end and text, in their order. None begins before a
        ``def`` and ends behind it."""
        edits = list(change)
        parts, done, lines = [], 0, []
        for number, one in enumerate(self.functions):
            begin = self.source.rfind("\n", 0, one.start) + 1
            indent = self.source[begin : one.start]
            if indent.strip():
                continue
            while edits and edits[0][0] < begin:
                start, end, text = edits.pop(0)
                parts.append(self.source[done:start] + text)
                done = end
            parts.append(self.source[done:begin] + indent + "@watch_(" + str(number) + ")\n")
            done = begin
            lines.append(one.line)
        for start, end, text in edits:
            parts.append(self.source[done:start] + text)
            done = end
        return "".join(parts) + self.source[done:], lines


def _is_vast(text: str) -> bool:
    plain = text.lower().replace(" ", "")
    return (
        any(part in plain for part in ("inf", "maxsize", "**", "1e"))
        or len([one for one in plain if one.isdigit()]) > 2
    )


def _follows(words: list[Word], names: tuple[str, ...], sign: str, number: str) -> bool:
    """Tests if one of the names is followed by a sign and a number, as in ``depth + 1``."""
    found = [name for name, two, three in triples(words) if (two.text, three.text) == (sign, number)]
    return any(plain_name(name.text) in names for name in found)
