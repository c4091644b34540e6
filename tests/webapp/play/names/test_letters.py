"""Tests letters: of which script a word is, and how it looks, over all of Unicode."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.games import find
from webapp.play.game.nicknames import nickname
from webapp.play.game.refusals import Refusal
from webapp.play.names.bad_words import is_bad, is_first_name
from webapp.play.names.letters import LISTS, is_plain, look_of, words_of

GAME = find("connect4")
EVERY = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
LETTERS = [char for char in EVERY if char.isalnum()]
PLAIN = [char for char in LETTERS if is_plain(char) and unicodedata.normalize("NFKC", char) == char]
LATIN = [char for char in PLAIN if unicodedata.name(char).startswith("LATIN ")]
OTHERS = [char for char in PLAIN if not char.isdecimal() and char not in LATIN]
ALIKE = {latin: [char for char in letters if is_plain(char)] for latin, letters in LISTS["looks"].items()}

SCRIPTS = ["Anna Борис", "さくら子", "タロウ", "김민준", "李小龙", "Δημήτρης", "שרה", "محمد", "Łukasz", "Jürgen"]
NEVER = ["fuck", "hitler", "faggot", "nigger", "scheisse", "putain", "mierda", "caralho", "engine"]
TWINS = [("Iris", "lris"), ("Iris", "1ris"), ("Tim", "Tirn"), ("Walter", "VValter"), ("Otto", "0tt0"), ("Zoe", "Zoë")]
TWINS += [("Anna Lee", "annalee"), ("Вова", "BoBa")]


def accepted(name: str) -> bool:
    try:
        return nickname(GAME, name) is not None
    except Refusal:
        return False


def test_no_letter_that_cannot_be_seen_is_in_a_name() -> None:
    hidden = [char for char in EVERY if unicodedata.category(char) in ("Cf", "Cc", "Mn", "Me", "Zs", "Cn", "Co")]
    fillers = ["\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"]
    assert [char for char in hidden + fillers if char != " " and is_plain(char)] == []
    for char in [*fillers, *"\u00ad\u034f\u061c\u17b4\u200b\u200d\u2060\ufe0f\U000e0061"]:
        assert not accepted(char)
        assert not accepted(f"An{char}na")


def test_letters_of_old_scripts_and_of_phonetics_are_in_no_name() -> None:
    old = ("CHEROKEE", "LISU", "COPTIC", "RUNIC", "GOTHIC", "OGHAM", "TIFINAGH", "CANADIAN", "NKO", "MATHEMATICAL")
    assert [c for c in PLAIN if unicodedata.name(c).split()[0] in old] == []
    assert [c for c in PLAIN if "SMALL CAPITAL" in unicodedata.name(c) or 0x250 <= ord(c) < 0x2B0] == ["ə"]
    assert len(PLAIN) > 30_000, "names of most people on earth"


@given(st.sampled_from(LATIN), st.sampled_from(OTHERS))
def test_a_word_has_letters_of_one_script(latin: str, other: str) -> None:
    assert not is_plain(latin + other)
    assert not accepted(f"Ben{other}")
    assert not accepted(f"{other}{latin}{other}")
    assert is_plain(f"{other}7")
    assert is_plain(f"{latin}7")


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_of_today_are_good(name: str) -> None:
    assert accepted(name)


@given(st.text(st.sampled_from(LETTERS), max_size=12))
@example("Ȿ")  # its small letter is taken for an s
def test_every_text_is_accepted_or_refused_and_looks_the_same_twice(text: str) -> None:
    accepted(text)
    assert look_of(look_of(text)) == look_of(text)


@given(st.data(), st.sampled_from(NEVER))
def test_no_look_alike_hides_a_word_that_nobody_may_have(data: st.DataObject, word: str) -> None:
    drawn = [data.draw(st.sampled_from([*ALIKE.get(letter, []), letter, letter.upper()])) for letter in word]
    assert not accepted("".join(drawn)), "with letters of several scripts, or of one"
    assert is_bad("".join(drawn)) or word == "engine"


@pytest.mark.parametrize(("latin", "letters"), ALIKE.items())
def test_each_look_alike_is_read_as_its_latin_letters(latin: str, letters: list[str]) -> None:
    assert {"".join(words_of(letter)) for letter in letters} <= {latin}


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


def test_names_that_look_different() -> None:
    names = ["Anna", "Anne", "Tim", "Tom", "Iris", "Ines", "李小龙", "王芳", "Борис", "Boris", "김민준", "김민서"]
    assert len(set(map(look_of, names))) == len(names)


@pytest.mark.parametrize(("name", "common"), [("Anna", True), ("ANNA 99", True), ("4nn4", True), ("Rude One", False)])
def test_first_names(name: str, common: bool) -> None:
    assert is_first_name(name) == common
