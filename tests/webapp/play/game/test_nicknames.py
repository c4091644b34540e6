"""Tests nicknames: short, no messages, no bad words in five languages however disguised, and no good name refused."""

import pytest

from engine.games import find
from webapp.play.game.nicknames import nickname
from webapp.play.game.refusals import Refusal
from webapp.play.names.bad_words import is_bad
from webapp.play.names.letters import sound_of

GAME = find("connect4")
BAD = {
    "English": ["Fuck", "dickhead", "Big Bitch", "ass", "wanker", "Hitler88"],
    "German": ["Hurensohn", "Arschloch", "du Fotze", "Wichser", "ficken", "Scheiße"],
    "French": ["Putain", "fils de pute", "connard", "enculé", "salope", "nique"],
    "Spanish": ["hijo de puta", "coño", "cabrón", "mierda", "gilipollas", "maricón"],
    "Portuguese": ["caralho", "filho da puta", "foda-se", "porra", "cuzão", "viado"],
}
DISGUISED = [
    "FUCK", "f u c k", "f-u-c-k", "fuuuuck", "fück", "sh1t", "5h1t", "b1tch", "a55", "a55h0le", "n4z1", "h1t1er",
    "P u t a", "m1erda", "w1chser", "c0nnard", "caralh0", "аss", "ｆｕｃｋ",  # with a Cyrillic letter, of full width
]  # fmt: skip
GOOD = [
    "Anna", "Ben", "Jean-Luc", "O'Neil", "Zoë", "Åsa", "Łukasz", "José",
    "João", "Müller", "Schwarzenegger", "Dominique", "Monique", "Cockburn", "Scunthorpe", "Cassandra",
    "Nigel", "Nigeria", "Matsushita", "Takeshita", "Fukuda", "Dickens", "Hancock", "Therapist",
    "Analise", "Ignazio", "Computadora", "Diputado", "Reputation", "Cuba", "Circulo", "Peacock",
    "Titan", "Assam", "Grape", "Essex", "Constance", "Pascual", "Shell", "Bass",
    "Class", "Massimo", "Canal", "Mohamed", "Νίκος", "Борис", "李小龙", "Anna99",
]  # fmt: skip


def _refusal(text: str) -> str | None:
    try:
        nickname(GAME, text)
    except Refusal as no:
        return no.message if no.code == "bad_name" else None
    return None


@pytest.mark.parametrize("language", BAD)
def test_bad_words_of_five_languages_are_refused(language: str) -> None:
    assert [name for name in BAD[language] if _refusal(name) is None] == []


def test_a_simple_disguise_does_not_help() -> None:
    assert [name for name in DISGUISED if _refusal(name) is None] == []


def test_good_names_pass() -> None:
    assert [name for name in GOOD if _refusal(name) is not None] == []


def test_the_refusal_does_not_repeat_the_word() -> None:
    assert _refusal("Fuck") == "Please choose another name."


@pytest.mark.parametrize("text", ["Red", "red", "R3d", "Gelb", "Rouge", "You", "Engine", "4dmin", "Você"])
def test_nobody_is_named_like_a_side_or_a_part_of_the_page(text: str) -> None:
    message = _refusal(text)
    assert message is not None
    assert "would be taken for somebody else" in message


def test_four_digits_are_allowed_and_a_telephone_number_is_not() -> None:
    assert _refusal("Anna 2024") is None
    assert _refusal("Anna 20245") == "A name has at most 4 digits."


MESSAGES = ["a" * 21, "<b>Anna</b>", "Anna!", "see evil.com", "a@b", "Anna\u202e", "An\u0000na", "☎", "@you"]


@pytest.mark.parametrize("text", [*MESSAGES, "01715550123"])
def test_a_name_is_no_message(text: str) -> None:
    assert _refusal(text) is not None


def test_names_that_sound_alike_are_one_name_for_reports() -> None:
    assert sound_of("Anna Lee") == sound_of("4nna-lée") == "annalee"
    assert sound_of("李小龙") != sound_of("王芳")


def test_words_are_found_without_much_time() -> None:
    assert not is_bad("a" * 20)
    assert is_bad("ｆ" + "u" * 17 + "ck")
