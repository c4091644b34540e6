"""Checks the size and form of every parameter in the lab's addresses before anything else reads them. Unknown and
repeated parameters are refused. The others are safe to pass on, in one order, so that the same question is computed
once. The engine checks what they mean (is this a tree, is this move legal)."""

import re
from collections.abc import Callable, Collection
from functools import cache

from werkzeug.datastructures import MultiDict

from engine.games.formats.numerals import plain
from engine.text import text
from webapp.common.speech import LANGUAGES
from webapp.http.lab.helper import Question, RefusedError

LONGEST = 6000
"""The most characters of all parameters together. The head of a request may have 16,384 bytes."""


class FormError(RefusedError):
    """Says in one sentence (a template, with values) which parameter cannot be used, and what would be right."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(text(template, **values))


Field = Callable[[str], str | None]
"""Returns what the value of a parameter must be, or None if it is right."""


def _text(longest: int, pattern: str, words: str) -> Field:
    """Returns the form of a parameter: the most characters, the pattern, and words for what it must be."""

    def fault(value: str) -> str | None:
        if len(value) > longest:
            return text("must have at most {most} characters", most=longest)
        return None if re.fullmatch(pattern, value) else text("must be {words}", words=text(words))

    return fault


def _number(least: int, most: int) -> Field:
    must = text("must be a whole number from {least} to {most}", least=least, most=most)
    return lambda value: None if re.fullmatch(r"[0-9]{1,12}", value) and least <= int(value) <= most else must


def _one_of(names: Collection[str]) -> Field:
    return lambda value: None if value in names else text("must be one of {names}", names=", ".join(names))


_SLUG = _text(40, r"[a-z0-9]+(-[a-z0-9]+)*", "the name of a lesson")
_TREE = _text(4000, r"[\s\S]*\S[\s\S]*", "a tree such as ((3 17) (2 12))")
_PAGE_DEPTH = _text(3, r"[0-9]{1,2}|all", "a whole number from 0 to 99, or all")
_ANSWER = _text(2000, r"[\s\S]*", "")  # each exercise says itself what it cannot read
_RUN: dict[str, Field] = {
    "tree": _TREE,
    "game": _text(40, r"[a-z0-9-]+", "the name of a game"),
    "moves": _text(400, r"[0-9a-z ,.-]*", "moves such as 4453"),
    "algorithm": _text(40, r"[a-z0-9_-]+", "the name of an algorithm"),
    "depth": _number(0, 64),
    "weights": _text(11, r"[0-9]{1,3}(-[0-9]{1,3}){2}|", "weights such as 4-3-1"),
}

PAGE_STATE = frozenset({"step", "grain", "compare", "marks", "view"})
"""The other parameters of a page's address, which only the script reads."""


@cache
def forms() -> dict[str, dict[str, Field]]:
    """Returns the parameters of each kind of question, with the language of the answer. The last two are of classes:
    the sheet to fill in, and what is handed in. The first question loads the lab here."""
    from engine.lab.exam import FORMATS
    from engine.lab.exercises import KINDS, RULES

    exercise: dict[str, Field] = {
        "kind": _one_of(KINDS),
        "seed": _number(0, 2**31 - 1),
        "shape": _text(60, r"[0-9a-z .,:_x^-]+", "a shape such as 2x2x2"),
        "rule": _one_of(RULES),
        "tree": _TREE,
    }
    sheet: dict[str, Field] = {
        **{name: exercise[name] for name in ("seed", "shape", "rule", "tree")},
        "variants": _number(1, 40),
        "ask": _text(120, r"[a-z]+(,[a-z]+)*", "kinds of exercises such as values,cuts"),
        "header": _text(200, r"[^\x00-\x1f]*", "words on one line"),
        "points": _text(60, r"[0-9]{1,3}(,[0-9]{1,3})*|", "points such as 4,6"),
    }
    forms: dict[str, dict[str, Field]] = {
        "read": {"tree": _TREE},
        "run": _RUN,
        "export": {**_RUN, "format": _one_of(("tex", "text", "csv"))},
        "exercise": exercise,
        "check": {**exercise, "lesson": _SLUG, "answer": _ANSWER},
        "exam": {**sheet, "format": _one_of(("fill", *FORMATS)), "variant": _number(1, 40), "key": _one_of(("0", "1"))},
        "page": {**_RUN, "depth": _PAGE_DEPTH, "lesson": _SLUG},
    }
    asked = {kind: {**form, "language": _one_of(tuple(LANGUAGES))} for kind, form in forms.items()}
    return {**asked, "sheet": sheet, "handed": {"variant": sheet["variants"], "answers": _ANSWER}}


def read(kind: str, given: MultiDict[str, str], besides: Collection[str] = ()) -> Question:
    """Returns the question in an address, without the parameters ``besides``. Raises ``FormError`` for a wrong one."""
    if sum(len(name) + len(value) for name, value in given.items(multi=True)) > LONGEST:
        raise FormError("The part of the address after the question mark has at most {most} characters.", most=LONGEST)
    form, found = forms()[kind], dict[str, str]()
    for name, values in given.lists():
        if name in besides:
            continue
        if name not in form:
            raise FormError("There is no such parameter here; there are {names}.", names=", ".join(form))
        if len(values) > 1:
            raise FormError("The parameter {name} must stand in the address once.", name=name)
        value = plain(values[0])
        fault = form[name](value)
        if fault:
            raise FormError("The parameter {name} {fault}.", name=name, fault=fault)
        found[name] = value
    return Question(kind, tuple(sorted(found.items())))
