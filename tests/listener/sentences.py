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


def _four(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields that the cells are one line."""
    cells = [(ord(name[0]) - 96, int(name[1])) for name in re.findall(r"[a-g]\d", found["cells"])]
    yield Claim("line", line=tuple(number for cell in cells for number in cell))


def _plays(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields that the column to play holds at least a draw: what a sheet promises, which wins where its side does."""
    yield Claim("least", int(found["c"]))


def _each(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields that each of the columns keeps the result."""
    for column in re.findall(r"\d", found["a"]):
        yield Claim("keeps", int(column))


def _of_side(found: Mapping[str, str]) -> Iterator[Claim]:
    """Yields nothing: whose move it is decides what a column does for its side, and the row carries that as values."""
    yield from ()


_S = "(?P<s>Red|Yellow)"
_C = r"Column (?P<c>\d)"
_IN = r"(?: in (?P<n>\d+))?"
_UNSEEN = r"\. It (?:overlooks this|cannot see this yet): "
_LEVEL = rf"(?:At a glance, l|L)evel \d+ would play column (?P<c>\d){_UNSEEN}"
_OTHER = rf"(?:At a glance, l|L)evel \d+ would play column \d{_UNSEEN}"
_O = "(?:Red|Yellow)"
_CLAIMS: list[tuple[str, _Read]] = [
    (rf"{_C} wins{_IN}(?:, whatever {_O} answers)?\.", _move("wins")),
    (rf"{_C} loses{_IN}(?:: {_O} answers (?P<r>\d))?\.", _move("loses")),
    *((rf"{_C} {result}{_IN}\. {_O} answers column (?P<r>\d)\.", _move(result)) for result in ("wins", "loses")),
    (rf"{_C} draws(?: if both play well|\. {_O} answers column (?P<r>\d))?\.", _move("draws")),
    *(
        (rf"{_C} {words}(?:\. {_O} answers column \d)?\.", _move(result))
        for words, result in (("holds a draw at least", "least"), ("draws at best", "most"))
    ),
    (rf"{_C}(?: loses in (?P<n>\d+): this lasts longest|: press again for the reason)\.", _move("best")),
    (rf"{_C} lasts longest: it loses in \d+\.", _move("best")),
    *(
        (rf"After (?:column )?(?P<a>\d(?:(?:, | and )(?:column )?\d)*), {_O} {result} with (?P<c>\d)\.", _after(result))
        for result in ("wins", "loses", "draws")
    ),
    (rf"{_C} would win{_IN}\.", _move("wins")),
    (rf"{_C} would draw\.", _move("draws")),
    (rf"{_C} would hold out for (?P<n>\d+)\.", _move("loses")),
    (r"Column (?P<c>\d) was the only move: all others (?:lose|do not win)\.", _move("only")),
    # the bar
    (rf"{_S} wins{_IN}", _side("wins")),
    (rf"{_S} to move and win\.", _side("wins")),
    (rf"{_S} to move and draw\.", _side("draws")),
    (r"a draw, proven", _side("draws")),
    (rf"{_S} wins\.", _side("won")),
    (r"A draw\.", _side("drawn")),
    (r"The other side wins\.|The sheet wins\.", _side("over")),
    # why
    (rf"{_S} wins, whatever {_O} plays\.", _side("wins")),
    (rf"{_S} does not lose, whatever {_O} plays\.", _side("least")),
    (rf"{_O} wins with column (?P<c>\d)\.", _move("wins")),
    (rf"{_O} does not lose with column (?P<c>\d)\.", _move("least")),
    (r"(?:That|It) completes (?:a|another) four: (?P<cells>[a-g]\d(?:(?:, | and )[a-g]\d)*)\.", _four),
    # Learn to win
    (r"Not column (?P<c>\d)\..*", _move("drops")),
    (r"Column (?P<c>\d) gives the win away\.", _move("most")),
    (r"Column (?P<c>\d) (?:even wins|wins, too|wins, too, even sooner|wins, too, but later)\.", _move("wins")),
    (r"Column (?P<c>\d) holds, too\.", _move("least")),
    (r"Column (?P<c>\d) is right\.", _move("keeps")),
    (r"Play column (?P<c>\d)\.", _plays),
    (rf"Every reply was played to the end: {_S} wins\.", _side("wins")),
    (rf"Every reply was played to the end: {_S} does not lose\.", _side("least")),
    (r"Column (?P<c>\d) is good, but another one wins sooner\.", _move("wins")),
    (r"You play column (?P<c>\d)\.", _move("least")),
    (r"Card \d+ plays on, with column (?P<c>\d)\.", _move("least")),
    (r"Your cards say column (?P<c>\d)\.", _move("least")),
    # openings
    (rf"By best play: {_S} wins with move (?P<m>\d+)\.", _side("wins")),
    (r"By best play: a draw\.", _side("draws")),
    (r"(?:Only|Begin with) column (?P<c>\d)(?: keeps this result)?\.", _move("only")),
    (r"(?:Columns that keep this result|Right here): (?P<a>\d(?:(?:, | and )\d)*)\.", _each),
    (rf"Column (?P<c>\d): {_S} wins with move \d+(?: ✓)?", _of_side),
    (r"Column (?P<c>\d): draw(?: ✓)?", _move("draws")),
    (r"\d+ of 10 levels go wrong here, most often with column (?P<c>\d)\..*", _move("drops")),
    # levels' moves
    (rf"{_OTHER}column (?P<c>\d) wins in (?P<n>\d+)\.", _move("wins")),
    (rf"{_OTHER}column (?P<c>\d) wins sooner, in (?P<n>\d+)\.", _move("wins")),
    (rf"{_LEVEL}this wins in (?P<n>\d+)\.", _move("wins")),
    (rf"{_LEVEL}{_O} then wins in (?P<n>\d+)(?:, beginning with column \d)?\.", _move("loses")),
    (rf"{_LEVEL}{_O} wins in (?P<n>\d+), whatever is played\.", _move("best")),
    (rf"{_LEVEL}with best play this is a draw\.", _move("draws")),
    # zugzwang
    (rf"Right\. Every column but (?P<c>\d) gives the win of {_O} away\.", _move("only")),
    (r"No\. After column (?P<c>\d) the waiting four is lost, and the game ends in a draw\.", _move("draws")),
    (rf"No\. After column (?P<c>\d) {_O} wins\.", _move("loses")),
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
    r"Your turn\.|The beginning\.|Move \d+( of \d+|: [a-z ]+)\.|That moment again\.|Why\?|Why column \d\?|One moment\.",
    r"(Red|Yellow|\w+) (to move|begins|is thinking)\.|.* wins this one\.|You beat .*\.|You lose this one\.|You win\.",
    r"(I|Red|Yellow) played (column )?\d\..*|\d\. I knew it\.|I bet on \d\. Surprise!",
    r"You play (Red|Yellow)\..*|Choose a column.*",
    r"Play any move for either side\.",
    r"Look (on the left|in the middle|on the right|at the top|at the bottom), or press again\.|Looking .*",
    r"Thinking about it…",
    r"(Look |Looking at the truth|With a move taken back).*does not count for the ladder\.",
    r"not worked out yet|even|so far even|(so far: )?(Red|Yellow) (a bit |far )?ahead|a draw|You have won|.* has won",
    r"Column \d is as good as any, as far as is known\. (Red|Yellow) would answer .*",
    r"I have not looked at column \d yet\.|(Red|Yellow) would answer column \d\.",
    r"It (stops|threatens|builds|completes) .*",  # counted on the board, without the result
    r"Column \d looks .*|After .* (looks|would answer).*|I know this position.*",
    r"(Three|Four|Five) in a row: .*|The board is full and nobody has a line\.|Nothing has been played yet\.|Take.*",
    r"It turned on move \d+.*|On move \d+.*|No single move decided it\.|It was decided before this game began\.",
    r"Looking for the move that decided it…|I could not look to the end from every move.*|Connected again\.",
    r"You won with .* Once more without\?|Won as .* is next\.|The whole ladder is yours\.|A draw against .*",
    r"A simpler way, .*|A proof was found:",
    r"The sheet prefers another move: .*|Find the sheet’s move\.|It comes again in a moment\.",
    r"From there the cards answer every reply\.|([!@+=−] |A dot in an even row).*",
    r"Card \d+|Play on by card \d+\.|The other side replies\.|Try again\.",
    rf"{_O} answers \d and (wins in \d+ moves|wins at once|wins|holds the draw)\.",  # judged beside the column (scenes)
    r"(Red|Yellow)’s turn\.|The engine is busy; ask again in a moment\.",
    r"Too deep for words\.|Watch how best play goes on\.|Columns \d(, \d)*( and \d)?\.",  # claims as values
    r"Still looking for a proof…|A rule of thumb.*|This needs counting.*|The page is ready.*",
    r"Your turn\. .*|You resigned\.|Right\..*|That is it\.|A new (move|card)\.|Not the sheet’s move\.",
    r"You know \d+ of .*|The other side is to move\.|You have left the course.*|After [\d ]+\.|The empty board.*",
    r"Card \d+ alone .*",
    r"The sheet follows its opening\.|It has not looked ahead .*|The book of exact results ends here\.",
    r"Every column keeps.*",
    r"Most levels go wrong here\.|Nothing to drill today\.|Opening \d+\.|Who must fill .*|Which .*\?",
    r"Find a better move .*",
    r"The win takes \d+ moves?\.|All other moves lose\.|(Red|Yellow) to move\. .*|Right\. Go on\.|Solved\.",
    r"That is the solution\.",
    r"This was the move\.|The page is ready.*",
    r"Four in a row: .*|You (play|are) (Red|Yellow).*|Waiting for .*|Not yet\.|Yes\.|That was it\.",
    r"It holds out longest\.",  # claims as values
    r"Nobody can do better\.|“.*”",
    r"(Win at once|Must block|Do not \w+( \w+)?|\w+ threats?|Block and counter|Quiet move|Only-move draw)(: finished)?",
    r"Column \d is (the best|as good as any), as far as is known\.|Column \d (was played|is full|looks better)\.",
    r"You do not know a card for this position yet\.|You have played as the course says\.",
    r"Choose (a|the) .*|A draw against .*|No short proof.*|Course \d+ of \d+.*",
    r"(At a glance, l|L)evel \d+ would play (column )?\d\.",
]
"""The sentences that claim nothing about a position, or an opinion, which "looks" so, as the page says."""
_PROVEN = [
    rf"{_O} (waits on|answers every move|has played column) .*|When {_O} fills .*",
    r"(Right|No)\. .*(fill|get|gets|never|Without|In the end|All other cells|is one of a pair).*",
]
"""The sentences about cells, each of which follows from a certificate that the checker accepts (tests/engine/coach)."""
_SILENCE = re.compile("|".join(f"(?:{form})" for form in _SILENT), re.DOTALL)


def plain(text: str) -> str:
    """Returns a text about another board as one about Connect Four: squares as columns, crosses as Red."""
    text = text.replace("\u00a0", " ").strip()
    text = re.sub(r"\b([Ss])quare (?=\d)", lambda found: "Column " if found[1] == "S" else "column ", text)
    return re.sub(r"\b[XO]\b(?! beaten)", lambda found: "Red" if found[0] == "X" else "Yellow", text)


def claims(text: str) -> list[Claim] | None:
    """Returns what a sentence claims. A sentence that claims nothing has an empty list, an unknown one has None."""
    text = plain(text)
    if after := re.fullmatch(r"After ((?:column \d(?:, | and )?)+): (.*)", text, re.DOTALL):
        line = tuple(map(int, re.findall(r"\d", after[1])))
        return (
            [replace(one, line=line + one.line) for one in found] if (found := claims(after[2])) is not None else None
        )
    for form, read in _FORMS:
        if fits := form.fullmatch(text):
            return list(read({name: value for name, value in fits.groupdict().items() if value is not None}))
    return [] if _SILENCE.fullmatch(text) or is_proven(text) else None


def is_proven(text: str) -> bool:
    """Tells whether a sentence is one about cells, from a proof."""
    return any(re.fullmatch(form, text) for form in _PROVEN)
