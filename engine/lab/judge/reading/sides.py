"""Finds out how a program names the sides: by what it compares with the side to move, and by what its calls hand on."""

from __future__ import annotations

from engine.lab.judge.reading.names import TURN, meaning_of
from engine.lab.judge.reading.scanning import NAME, NUMBER, STRING, Defined, Word, arguments_at, plain_name

SIDES = (
    *("maximizing", "maximising", "maximize", "maximise", "ismax", "maximizingplayer", "maximisingplayer", "maxplayer"),
    *("maxturn", "ismaximizing", "ismaximising", "ismaxplayer", "maximizer", "ismaximizingplayer", "ismaxturn", "max"),
    *("maxnode", "ismaxnode", "maxi", "formax", "maxmove", "maxtomove", "myturn", "ismyturn", "ourturn", "mx"),
)
SIGNS = (
    *("color", "colour", "sign", "side", "player", "turn", "who", "agent", "agentindex", "mover", "tomove", "role"),
    *("currentplayer", "playerindex", "kind", "nodetype", "type", "mode"),
)


def sides_of(words: list[Word], functions: list[Defined]) -> list[str]:
    """Returns the words with which a program compares the side to move, then those that its calls hand on as a side."""
    found: list[str] = []
    for i in range(1, len(words) - 1):
        if words[i].text not in ("==", "is", "!="):
            continue
        left, opens = words[i - 1], i - 1
        while left.text == ")" and words[opens].text != "(" and opens > 1:
            opens -= 1
        asks = left.text == ")" and meaning_of(words[opens - 1].text, {}) == TURN
        if asks or (plain_name(left.text) in (*SIGNS, *SIDES) and left.kind == NAME):
            found.append(_text(words, i + 1))
    for one in functions if found else []:
        places = [at for at, name in enumerate(one.parameters) if plain_name(name) in (*SIGNS, *SIDES)]
        found += [text for at in places for text in _handed(words, one.name, at)]
    return list(dict.fromkeys([one for one in found if one not in ("", "None", "not")]))


def _text(words: list[Word], at: int) -> str:
    """Returns the text, the number or the name that begins at a place: -1, "max" or Player.MAX."""
    end = at + 1 + (words[at].text == "-")
    while end + 1 < len(words) and words[end].text == ".":
        end += 2
    return "".join([one.text for one in words[at:end]]) if end <= len(words) else ""


def _handed(words: list[Word], function: str, place: int) -> list[str]:
    """Returns the texts, numbers and constants that the calls of a function hand on in a place."""
    found, texts = [], [one.text for one in words]
    for i in range(1, len(words) - 1):
        if texts[i] == function and texts[i + 1] == "(" and texts[i - 1] != "def":
            for start, end in arguments_at(texts, i + 1)[place : place + 1]:
                word = _text(words, start)
                constant = words[start].kind in (NUMBER, STRING) or word.isupper() or "." in word or word[:1] == "-"
                if constant and word == "".join(texts[start:end]):
                    found.append(word)
    return found


def sum_of_sides(words: list[Word]) -> int | None:
    """Returns the sum of the numbers of the two sides, such as 3 where the other one is ``3 - player``. None: there is
    no such number."""
    for number, sign, name in zip(words, words[1:], words[2:]):  # noqa: B905 - the browser's Python has no strict
        if number.kind == NUMBER and sign.text == "-" and plain_name(name.text) in (*SIGNS, *SIDES):
            return int(number.text) if number.text.isdigit() else None
    return 1 if {"%", "^"} & {one.text for one in words} else None


def switches(words: list[Word]) -> set[str]:
    """Returns the plain names that stand alone behind ``if`` or ``not``, as that of a side that is true or false."""
    return {
        plain_name(name.text)
        for before, name, after in zip(words, words[1:], words[2:])  # noqa: B905 - the browser's Python has no strict
        if name.kind == NAME and (before.text == "not" or (before.text == "if" and after.text in (":", "else")))
    }


_MAX, _MIN = ("max", "white"), ("min", "black", "opponent", "enemy")


def for_max(sides: list[str], total: int | None) -> list[int]:
    """Returns the places of the words that may be Max's name, -1 for the other one of the first. A word that speaks of
    one side is no name of the other, so that a program with the sides changed over is not right."""
    plain = [one.strip("\"'").lower() for one in sides]
    found = [i for i, one in enumerate(plain) if not (_speaks(one, _MIN) or one in ("-1", "false", "o"))]
    known = [one for one in plain if _speaks(one, _MAX) or one in ("true", "x") or (one == "1" and total is None)]
    return [*found, -1] if len(sides) == 1 and not known else found or [0]


def _speaks(word: str, names: tuple[str, ...]) -> bool:
    return any(name in word for name in names)


def other_side(side: object, total: int | None) -> object:
    """Returns the other side of one."""
    if isinstance(side, bool):
        return not side
    if isinstance(side, str):
        return side + "?"
    if isinstance(side, int):
        return -side or 1 if total is None else total - side
    return None
