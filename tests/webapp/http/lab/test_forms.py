"""Tests that every parameter of the lab is checked by size and form, and refused in one sentence."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from webapp.http.lab.forms import LONGEST, FormError, forms, read

RIGHT = [
    ("run", {"tree": "((3 17) (2 12))", "algorithm": "alphabeta"}),
    ("run", {"tree": "[[3,17],[{1/4: 8, 3/4: 0}, -2.5]]"}),
    ("run", {"game": "tictactoe", "moves": "5193", "algorithm": "star1", "depth": "64"}),
    ("export", {"game": "slippery-connect4", "moves": "4 -3", "format": "csv"}),
    ("exercise", {"kind": "windows", "seed": "7", "shape": "2xc2x2-ties", "rule": "<="}),
    ("check", {"kind": "make", "seed": "7", "shape": "2x2x2", "answer": "((3 17) (2 12))"}),
    ("check", {"lesson": "the-best-of-the-worst", "answer": "D.alpha=-inf D.beta=5"}),
    ("check", {"kind": "flags", "seed": "7", "answer": "A.value=\u0663 B.value=\u00bd"}),
    ("exam", {"seed": "7", "variants": "30", "ask": "values,cuts", "shape": "2x2x2", "format": "html", "key": "1"}),
]


@pytest.mark.parametrize(("kind", "given"), RIGHT)
def test_right_parameters_pass_in_one_order(kind: str, given: dict[str, str]) -> None:
    one, other = MultiDict(given), MultiDict(reversed(given.items()))
    assert read(kind, one) == read(kind, other)
    assert dict(read(kind, one).given) == given


WRONG = [
    ("run", {"tree": " \n"}, "tree must be a tree"),
    ("run", {"tree": "(" * 4001}, "at most 4,000 characters"),
    ("run", {"tree": "1 " * 2000, "moves": "1" * 2100}, f"at most {LONGEST:,} characters"),
    ("run", {"depth": "-1"}, "depth must be a whole number from 0 to 64"),
    ("run", {"depth": "65"}, "from 0 to 64"),
    ("run", {"depth": "1٣"}, "from 0 to 64"),
    ("run", {"depth": "9" * 5000}, "from 0 to 64"),
    ("run", {"game": "Connect Four"}, "game must be the name of a game"),
    ("run", {"algorithm": "alpha\nbeta"}, "algorithm must be the name"),
    ("run", {"seed": "1"}, "no such parameter here; there are tree, game, moves, algorithm, depth"),
    ("exercise", {"kind": "essay"}, "kind must be one of values, windows"),
    ("exercise", {"rule": ">="}, "rule must be one of <=, <"),
    ("check", {"answer": "x" * 2001}, "at most 2,000 characters"),
    ("check", {"lesson": "../etc/passwd"}, "the name of a lesson"),
    ("exam", {"variants": "41"}, "from 1 to 40"),
    ("exam", {"format": "pdf"}, "format must be one of fill, html, json, tex, csv, moodle, qti, prairielearn"),
]


@pytest.mark.parametrize(("kind", "given", "words"), WRONG)
def test_wrong_parameters_are_refused_in_one_sentence(kind: str, given: dict[str, str], words: str) -> None:
    with pytest.raises(FormError, match=re.escape(words)) as error:
        read(kind, MultiDict(given))
    assert str(error.value).endswith(".")
    assert "<" not in str(error.value).replace("<=", "").replace("<,", "").replace("<.", ""), "no text of a stranger"


def test_a_parameter_stands_there_once_and_the_script_s_own_are_left_out() -> None:
    with pytest.raises(FormError, match="once"):
        read("run", MultiDict([("depth", "1"), ("depth", "2")]))
    assert read("page", MultiDict({"step": "37", "depth": "2"}), {"step"}).given == (("depth", "2"),)


def test_no_pattern_takes_long_for_any_text() -> None:
    """Tries long texts that nearly match. A pattern with backtracking would never end."""
    for form in forms().values():
        for field in form.values():
            for text in ("a-" * 3000, "1" * 6000 + "!", "," * 6000, "(" * 6000 + "\0"):
                field(text)
