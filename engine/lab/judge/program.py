"""Reads a student's program: which function is called, what its parameters are, and which form of trees it expects."""

from __future__ import annotations

from engine.lab.judge.nodes import CHILDREN, ENDS, MOVES, VALUES
from engine.lab.judge.scanning import NAME, Defined, Word, functions_of, words_of

ALPHAS, BETAS = ("alpha", "a", "α", "lower", "low", "lo"), ("beta", "b", "β", "upper", "high", "hi")
DEPTHS = ("depth", "d", "level", "ply", "plies", "maxdepth", "remaining", "depthleft", "curdepth", "currentdepth")
TARGETS = ("targetdepth", "maxdepth", "height", "h", "totaldepth", "depthlimit", "limit")
INDEXES = ("nodeindex", "index", "idx", "i", "nodeidx", "pos")
LEAVES = ("values", "scores", "leaves", "leafvalues", "terminalvalues", "arr")
SIDES = (
    *("maximizing", "maximising", "maximize", "maximise", "ismax", "maximizingplayer", "maximisingplayer", "maxplayer"),
    *("maxturn", "ismaximizing", "ismaximising", "ismaxplayer", "maximizer", "ismaximizingplayer", "ismaxturn", "max"),
)
SIGNS = ("color", "colour", "sign", "side", "player", "turn", "who")


class ProgramError(Exception):
    """Says why a program cannot be run: a code of :mod:`engine.lab.judge.sentences`, the line, and words."""

    def __init__(self, code: str, line: int, words: str) -> None:
        Exception.__init__(self, code)
        self.code, self.line, self.words = code, line, words


class Program:
    """Holds a program ready to run: which function is called, and the form of the trees that it expects."""

    def __init__(self, source: str, function: str) -> None:
        source = source.replace("\r\n", "\n").replace("\ufeff", "")
        self.source, self.words = source, words_of(source)
        self.functions = functions_of(self.words)
        named = [one for one in self.functions if one.name == function]
        if not named:
            raise ProgramError("no-function", 0, function)
        self.first: Defined = named[0]
        self.names = {plain_name(name) for one in self.functions for name in one.parameters}
        self.form = self._form()
        self.methods = _after(self.words, ".")
        texts = {one.text for one in self.words if one.kind == NAME}
        pairs = self.form == "objects" and {"left", "right"} <= texts and not texts & {*CHILDREN, *MOVES}
        self.trees = "pairs" if pairs else self.form
        self.calls = {one.text for one, after in zip(self.words, self.words[1:]) if after.text == "("}  # noqa: B905
        self.counts_up = _follows(self.words, DEPTHS, "+") and not _follows(self.words, DEPTHS, "-")
        self.lines = self.watched()[1]
        self.prunes = bool(self.names & {*ALPHAS[:1], *ALPHAS[2:]} and self.names & {*BETAS[:1], *BETAS[2:]}) or (
            "alpha" in {one.text for one in self.words} and "beta" in {one.text for one in self.words}
        )
        self.negates = len(named) == 1 and not self.names & {*SIDES}

    def _form(self) -> str:
        if "look" in self.names:
            return "look"
        if self.names & {*INDEXES} and self.names & {*LEAVES}:
            return "leaves"
        texts = {one.text for one in self.words if one.kind == NAME}
        if texts & {"isinstance", "type"}:
            return "lists"
        known = {*VALUES, *CHILDREN, *ENDS, *MOVES, "left", "right"}
        return "objects" if texts & known else "lists"

    def line_of(self, line: int) -> int:
        """Returns the line of the program for a line of the watched one."""
        for at, before in enumerate(self.lines):
            if line - at <= before:
                return line - at
        return line - len(self.lines)

    def watched(self, change: tuple[int, int, str] | None = None) -> tuple[str, list[int]]:
        """Returns the source with a line before each function, and the lines of the program before which one stands.
        ``change`` replaces a part of the source that has no ``def``."""
        start, end, text = change or (0, 0, "")
        parts, done, lines = [], 0, []
        for number, one in enumerate(self.functions):
            begin = self.source.rfind("\n", 0, one.start) + 1
            indent = self.source[begin : one.start]
            if indent.strip():
                continue
            if change and done <= start < begin:
                parts.append(self.source[done:start] + text)
                done = end
            parts.append(self.source[done:begin] + indent + "@watch_(" + str(number) + ")\n")
            done = begin
            lines.append(one.line)
        if change and start >= done:
            parts.append(self.source[done:start] + text)
            done = end
        return "".join(parts) + self.source[done:], lines


def plain_name(name: str) -> str:
    """Returns a parameter's name in small letters without lines below."""
    return name.replace("_", "").lower()


def _after(words: list[Word], sign: str) -> set[str]:
    """Returns the names after a point which are called."""
    return {
        words[i].text
        for i in range(1, len(words) - 1)
        if words[i - 1].text == sign and words[i + 1].text == "(" and words[i].kind == NAME
    }


def _follows(words: list[Word], names: tuple[str, ...], sign: str) -> bool:
    """Tests if one of the names is followed by a sign and a 1, as in ``depth + 1``."""
    return any(
        plain_name(words[i].text) in names and words[i + 1].text == sign and words[i + 2].text == "1"
        for i in range(len(words) - 2)
    )
