"""Tests the codes of rooms: short, plain to read out, and gone after their time."""

import pytest

from tests.webapp.fakes import FakeTimers
from webapp.play.game.refusals import Refusal
from webapp.play.lobby import codes
from webapp.play.lobby.codes import LENGTH, LETTERS, LIFE, RoomCodes


def test_a_code_leads_to_its_game_however_it_is_written() -> None:
    rooms = RoomCodes(FakeTimers())
    code = rooms.code_of("game1", "here")
    assert len(code) == LENGTH
    assert set(code) <= set(LETTERS)
    for written in (code, code.lower(), "-".join(code), f" {code[:2]} {code[2:]} "):
        assert rooms.game_of(written) == "game1"


def test_the_letters_make_no_words_and_no_doubts() -> None:
    assert not set(LETTERS) & set("AEIOUY0123456789")
    assert len(set(LETTERS)) == len(LETTERS) == 20


def test_a_restart_gives_the_same_code() -> None:
    assert RoomCodes(FakeTimers()).code_of("game1", "here") == RoomCodes(FakeTimers()).code_of("game1", "there")


def test_a_wrong_code_is_refused_in_one_sentence() -> None:
    with pytest.raises(Refusal, match="No game has this code now; please ask for the code again"):
        RoomCodes(FakeTimers()).game_of("BBBBB")


def test_two_games_never_share_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "LENGTH", 1)  # twenty codes
    rooms = RoomCodes(FakeTimers())
    drawn = {rooms.code_of(f"game{number}", "here"): f"game{number}" for number in range(20)}
    assert len(drawn) == 20
    assert all(rooms.game_of(code) == game for code, game in drawn.items())


def test_codes_end() -> None:
    timers = FakeTimers()
    rooms = RoomCodes(timers)
    old, kept = rooms.code_of("old", "here"), rooms.code_of("kept", "here")
    timers.advance(LIFE - 1)
    assert rooms.code_of("kept", "here") == kept
    timers.advance(2)
    assert rooms.game_of(kept) == "kept"
    with pytest.raises(Refusal):
        rooms.game_of(old)


def test_codes_of_one_address_push_out_no_code_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "CODES_AT_MOST", 20)
    monkeypatch.setattr(codes, "OF_ADDRESS", 8)
    rooms = RoomCodes(FakeTimers())
    friends = rooms.code_of("game of friends", "friend")
    foes = [rooms.code_of(f"game {address} {number}", address) for number in range(20) for address in "abcd"]
    assert rooms.game_of(friends) == "game of friends"
    assert rooms.game_of(foes[-1]) == "game d 19"
    assert len(rooms._rooms) == 20
