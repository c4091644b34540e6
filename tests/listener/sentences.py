"""Reads the claims of the page's English sentences, and lists the sentences that claim nothing."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tests.listener.oracle import Claim

_SIDES = {"Red": 0, "Yellow": 1}
_Read = Callable[[Mapping[str, str]], Iterator[Claim]]


def _move(result: str) -> _Read:
    def read(found: Mapping[str, str]) -> Iterator[Claim]:
        column, n = int(found["c"]), found.get("n")
        yield Claim(result, column, int(n) if n else None)
        if reply := found.get("r"):  # the reply named is one that holds against the move
            yield Claim("keeps", int(reply), line=(column,))

    return read


def _side(result: str) -> _Read:
    def read(found: Mapping[str, str]) -> Iterator[Claim]:
        n = found.get("n")
        yield Claim(result, n=int(n) if n else None, side=_SIDES[found["s"]] if "s" in found else None)

    return read


def _after(result: str) -> _Read:
    def read(found: Mapping[str, str]) -> Iterator[Claim]:
        yield Claim(result, int(found["c"]), line=tuple(map(int, re.findall(r"\d", found["a"]))))

    return read


def _line(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields that each move of best play is best after those before."""
    before = [int(found["b"])] if "b" in found else []
    for move in map(int, re.findall(r"\d", found["a"])):
        yield Claim("best", move, line=tuple(before))
        before.append(move)


def _four(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields that the cells are one line."""
    cells = [(ord(name[0]) - 96, int(name[1])) for name in re.findall(r"[a-g]\d", found["cells"])]
    yield Claim("line", line=tuple(number for cell in cells for number in cell))


_S = "(?P<s>Red|Yellow)"
_O = "(?:Red|Yellow)"
_CLAIMS: list[tuple[str, _Read]] = [
    (rf"Column (?P<c>\d) wins in (?P<n>\d+)(?:, whatever {_O} answers)?\.", _move("wins")),
    (rf"Column (?P<c>\d) wins(?:, whatever {_O} answers)?\.", _move("wins")),
    (rf"Column (?P<c>\d) loses in (?P<n>\d+): {_O} answers (?P<r>\d)\.", _move("loses")),
    (rf"Column (?P<c>\d) loses: {_O} answers (?P<r>\d)\.", _move("loses")),
    (rf"Column (?P<c>\d) loses in (?P<n>\d+)\. {_O} answers column (?P<r>\d)\.", _move("loses")),
    (rf"Column (?P<c>\d) wins in (?P<n>\d+)\. {_O} answers column (?P<r>\d)\.", _move("wins")),
    (rf"Column (?P<c>\d) loses\. {_O} answers column (?P<r>\d)\.", _move("loses")),
    (rf"Column (?P<c>\d) wins\. {_O} answers column (?P<r>\d)\.", _move("wins")),
    (rf"Column (?P<c>\d) draws\. {_O} answers column (?P<r>\d)\.", _move("draws")),
    (rf"Column (?P<c>\d) holds a draw at least\. {_O} answers column \d\.", _move("least")),
    (rf"Column (?P<c>\d) draws at best\. {_O} answers column \d\.", _move("most")),
    (r"Column (?P<c>\d) loses in (?P<n>\d+)\.", _move("loses")),
    (r"Column (?P<c>\d) loses in (?P<n>\d+): this lasts longest\.", _move("best")),
    (r"Column (?P<c>\d) loses\.", _move("loses")),
    (r"Column (?P<c>\d) draws(?: if both play well)?\.", _move("draws")),
    (r"Column (?P<c>\d) holds a draw at least\.", _move("least")),
    (r"Column (?P<c>\d) draws at best\.", _move("most")),
    (r"Column (?P<c>\d)\. Press again for the reason\.", _move("best")),
    (r"Column (?P<c>\d) lasts longest: it loses in \d+\.", _move("best")),
    (rf"After (?:column )?(?P<a>\d(?:(?:, | and )(?:column )?\d)*), {_O} wins with (?P<c>\d)\.", _after("wins")),
    (rf"After (?:column )?(?P<a>\d(?:(?:, | and )(?:column )?\d)*), {_O} loses with (?P<c>\d)\.", _after("loses")),
    (rf"After (?:column )?(?P<a>\d(?:(?:, | and )(?:column )?\d)*), {_O} draws with (?P<c>\d)\.", _after("draws")),
    (r"Column (?P<c>\d) would win in (?P<n>\d+)\.", _move("wins")),
    (r"Column (?P<c>\d) would win\.", _move("wins")),
    (r"Column (?P<c>\d) would draw\.", _move("draws")),
    (r"Column (?P<c>\d) would hold out for (?P<n>\d+)\.", _move("loses")),
    (r"Column (?P<c>\d) was the only move: all others (?:lose|do not win)\.", _move("only")),
    # the bar
    (rf"{_S} wins in (?P<n>\d+)", _side("wins")),
    (rf"{_S} wins", _side("wins")),
    (r"a draw, proven", _side("draws")),
    (rf"{_S} wins\.", _side("won")),
    (r"A draw\.", _side("drawn")),
    # why
    (rf"{_S} wins, whatever {_O} plays\.", _side("wins")),
    (rf"{_S} does not lose, whatever {_O} plays\.", _side("least")),
    (rf"{_O} wins with column (?P<c>\d)\.", _move("wins")),
    (rf"{_O} does not lose with column (?P<c>\d)\.", _move("least")),
    (r"Best play goes on in columns (?P<a>\d(?:(?:, | and )\d)*)\.", _line),
    (r"Best play: column (?P<c>\d)\.", _move("best")),
    (r"After column (?P<b>\d), best play goes on in columns (?P<a>\d(?:(?:, | and )\d)*)\.", _line),
    (r"After column (?P<a>\d), column (?P<c>\d) is best\.", _after("best")),
    (r"(?:That|It) completes (?:a|another) four: (?P<cells>[a-g]\d(?:(?:, | and )[a-g]\d)*)\.", _four),
    # Learn to win
    (r"Not column (?P<c>\d)\..*", _move("drops")),
    (r"Column (?P<c>\d) gives the win away\.", _move("most")),
    (r"Column (?P<c>\d) (?:even wins|wins, too|wins, too, even sooner|wins, too, but later)\.", _move("wins")),
    (r"Column (?P<c>\d) holds, too\.", _move("least")),
    # puzzles
    (rf"Column (?P<c>\d) gives the win away: {_O} answers (?P<r>\d), and it is a draw\.", _move("draws")),
    (
        rf"Column (?P<c>\d) (?:turns the win into a loss|loses): {_O} (?:answers|plays) (?P<r>\d) and .*\.",
        _move("loses"),
    ),
]
_FORMS = [(re.compile(form), read) for form, read in _CLAIMS]

_SILENT = [
    r"|\s+|·|–|\d+",
    r"Your turn\.|The beginning\.|Move \d+ of \d+\.|That moment again\.|Why\?|Why column \d\?|One moment\.",
    r"(Red|Yellow|\w+) (to move|begins|is thinking)\.|.* wins this one\.|You beat .*\.|You lose this one\.|You win\.",
    r"(I|Red|Yellow) played (column )?\d\..*|You play (Red|Yellow)\..*|Choose a column.*",
    r"Play any move for either side\.",
    r"Look (on the left|in the middle|on the right)\. Press again for the column\..*|Looking for .*|Thinking about it…",
    r"(Looking at the truth|With a (hint|move taken back)).*does not count for the ladder\.",
    r"not worked out yet|even|so far even|(so far: )?(Red|Yellow) (a bit |far )?ahead|a draw|You have won|.* has won",
    r"Column \d is as good as any\..*|I have not looked at column \d yet\.|(Red|Yellow) would answer column \d\.",
    r"It (stops|threatens|builds|completes) .*",  # counted on the board, without the result
    r"Column \d looks .*|After .* (looks|would answer|need not try).*|I know this position.*",
    r"The engine is warming up.*",
    r"(Three|Four|Five) in a row: .*|The board is full and nobody has a line\.|Nothing has been played yet\.|Take.*",
    r"It turned on move \d+.*|On move \d+.*|No single move decided it\.|It was decided before this game began\.",
    r"Looking for the move that decided it…|I could not look to the end from every move.*|Connected again\.",
    r"You won with .* Once more without\?|Beaten as .* is next\.|The whole ladder is yours\.|A draw against .*",
    r"a quicker loss\.|a slower win\.|doubtful\.|a mistake\.|a blunder\.|A simpler way, .*|A proof was found:",
    r"The sheet prefers another move: .*|Find the sheet’s move, or look at the answer\.|It comes again in a moment\.",
    r"The move after [\d ]+|Card \d+|Play on by card \d+\.|The other side replies\.|Try again\.",
    rf"{_O} answers \d and (wins in \d+ moves|wins at once|wins|holds the draw)\.",  # judged beside the column (scenes)
    r"(Red|Yellow)’s turn\.|The engine is busy; ask again in a moment\.",
    r"Still looking for a proof…|A rule of thumb.*|This needs counting.*|The page is ready.*",
    r"Your turn\. .*|You resigned\.|Right\..*|That is it\.|A new (move|card)\.|Not the sheet’s move\.",
    r".*Play column \d.*",
]
"""The sentences that claim nothing about a position, or an opinion, which "looks" so, as the page says."""
_SILENCE = re.compile("|".join(f"(?:{form})" for form in _SILENT), re.DOTALL)


def claims(text: str) -> list[Claim] | None:
    """Returns the claims of a sentence: none for one that claims nothing, None for a sentence that nobody knows."""
    text = text.replace("\u00a0", " ").strip()
    if after := re.fullmatch(r"After ((?:column \d(?:, | and )?)+): (.*)", text, re.DOTALL):
        line = tuple(map(int, re.findall(r"\d", after[1])))
        return (
            [replace(one, line=line + one.line) for one in found] if (found := claims(after[2])) is not None else None
        )
    for form, read in _FORMS:
        if found := form.fullmatch(text):
            return list(read({name: value for name, value in found.groupdict().items() if value is not None}))
    return [] if _SILENCE.fullmatch(text) else None
