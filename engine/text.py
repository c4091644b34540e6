"""Makes sentences for translation: English text that remembers the sentence with holes, and the values. A :class:`Text`
is a string and reads as English everywhere. The web sends template and values to the page, which has the translations.
A template is one whole sentence, never a piece of one, because other languages order their words otherwise."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_HOLE = re.compile(r"\{(\w+)\}")


TRANSLATED_SIDES = ("red", "yellow", "first", "second", "x", "o")
"""The ids of the sides that the page names in the reader's language, by the colours shown."""


class Side(str):
    """Names a side of a game: "Red" for a person, ``id`` ("red") for the page."""

    @property
    def id(self) -> str:
        """Returns the id of a side that the page translates. The page shows any other name unchanged."""
        small = self.lower()
        return small if small in TRANSLATED_SIDES else str(self)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The small numbers as words."""


class Count(int):
    """Counts things in a sentence: in English as a word up to twelve, in other languages in digits."""

    @property
    def words(self) -> str:
        """Returns the number in English."""
        return NUMBERS[self] if self < len(NUMBERS) else f"{self:,}"


class Text(str):
    """Holds an English sentence with the template and the values behind."""

    template: str
    values: Mapping[str, object]


def text(template: str, /, **values: object) -> Text:
    """Returns a sentence: ``text("{side} plays {move}.", side=..., move=...)``. A hole with a capital, such as
    ``{Move}``, is filled by ``move`` with a capital letter. "{n} move|{n} moves" has two forms: for a value ``n`` of
    one, and for any other. Values are numbers, counts, sides, other texts, or lists of these."""
    one, _, many = template.partition("|")
    chosen = many if many and values.get("n") != 1 else one
    made = Text(fill(chosen, values))
    made.template, made.values = template, values
    return made


def listed(words: Sequence[str]) -> Text:
    """Returns words in one phrase: "a, b and c"."""
    return text("{words}", words=list(words))


def either(words: Sequence[str]) -> str:
    """Returns words to choose from: "a, b or c"."""
    return text("{first} or {last}", first=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else words[0]


def joined(words: Sequence[str], sign: str) -> Text:
    """Returns words with a sign between them, such as "; "."""
    return text(sign.join(f"{{w{i}}}" for i in range(len(words))), **{f"w{i}": word for i, word in enumerate(words)})


def sentence(words: str) -> Text:
    """Returns words with a capital letter and a full stop, if none is there."""
    return text("{Words}" if words.endswith((".", "!", "?")) else "{Words}.", words=words)


def fill(template: str, values: Mapping[str, object]) -> str:
    """Returns a template with the holes filled. A hole without a value stays."""

    def filled(hole: re.Match[str]) -> str:
        name = hole[1]
        if name in values:
            return _english(values[name])
        small = name[0].lower() + name[1:]
        if small not in values:
            return hole[0]
        word = _english(values[small])
        return word[:1].upper() + word[1:]

    return _HOLE.sub(filled, template)


def wire(value: Any) -> Any:
    """Returns a text, a side, or a list of these as plain data for a page, and anything else unchanged."""
    if isinstance(value, Text):
        return {"text": value.template, "values": {name: wire(one) for name, one in value.values.items()}}
    if isinstance(value, Side):
        return {"side": value.id}
    if isinstance(value, Count):
        return {"count": int(value)}
    return [wire(one) for one in value] if isinstance(value, list | tuple) else value


def from_wire(value: Any) -> Any:
    """Returns the text, the side or the list that :func:`wire` has made plain, and anything else unchanged."""
    if isinstance(value, list):
        return [from_wire(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "side" in value:
        name = str(value["side"])
        return Side(name.capitalize() if name in TRANSLATED_SIDES else name)
    if "count" in value:
        return Count(value["count"])
    return text(str(value["text"]), **{name: from_wire(one) for name, one in value["values"].items()})


def _english(value: object) -> str:
    if isinstance(value, int):
        return value.words if isinstance(value, Count) else f"{value:,}"
    if not isinstance(value, list | tuple):
        return str(value)
    words = [str(one) for one in value]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
