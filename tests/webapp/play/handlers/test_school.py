"""Lets a school behind one address play by the shipped numbers: 300 pupils, each with ten games in an hour."""

import pytest

from tests.webapp.sockets.desk import Desk
from webapp.doctor.needs import Needs
from webapp.settings import Settings
from webapp.sizes import AT_ONE_ADDRESS, rate

PUPILS = 300
LESSON = {"game": "tictactoe", "seats": [{"kind": "human"}, {"kind": "engine", "level": 1}]}


@pytest.mark.slow
@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.long)])
def test_three_thousand_games_an_hour_behind_one_address_are_begun(games: int) -> None:
    shipped = Settings()
    rates = {name: getattr(shipped, name) for name in Needs(1, 1).rates()}
    desk = Desk(**rates, event_rate=shipped.event_rate, player_rate=shipped.player_rate)
    pupils = [desk.person(REMOTE_ADDR="192.0.2.1") for _ in range(PUPILS)]
    answers = [pupil.call("new_game", **LESSON) for _ in range(games) for pupil in pupils]
    refused = [answer["error"] for answer in answers if not answer["ok"]]
    assert (len(answers), refused) == (PUPILS * games, [])


def test_the_defaults_are_those_of_the_table_and_bounded() -> None:
    assert AT_ONE_ADDRESS >= PUPILS
    assert all(getattr(Settings(), name) == rate(name) for name in Needs(1, 1).rates())
    desk = Desk(game_rate="3 per 1 hour")
    person = desk.person()
    assert [person.call("new_game", **LESSON)["ok"] for _ in range(4)] == [True, True, True, False]
