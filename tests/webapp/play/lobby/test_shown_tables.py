"""Tests the list of tables to watch: both players agree, somebody is there, and it costs the same for any number."""

from typing import Any

from tests.webapp.play import acts as c
from tests.webapp.play.lines import plain
from tests.webapp.room import HUMAN, Room, engine
from webapp.play.game.access import key_of
from webapp.play.lobby.shown_tables import LISTED_AT_MOST, REFRESH
from webapp.play.table.creation import Wishes


class Hall:
    """Holds tables of two people, each present with a page."""

    def __init__(self) -> None:
        self.room = Room(held=True)
        self.shown = self.room.lobby.shown

    def table(self, *seats: Any) -> tuple[str, tuple[str, ...]]:
        opened, _, tokens = self.room.begin(*(seats or (HUMAN, HUMAN)))
        for number, token in enumerate(tokens):
            self.room.presence.connect(f"{opened.game_id}{number}")
            self.room.presence.enter(f"{opened.game_id}{number}", opened.game_id, [token])
        return opened.game_id, tokens

    def listed(self) -> list[str]:
        self.room.timers.advance(REFRESH)
        return [row.game_id for row in self.shown.view()]


def test_a_table_is_listed_when_both_agree_and_only_then() -> None:
    hall = Hall()
    game, tokens = hall.table()
    hall.table()
    assert hall.listed() == []
    hall.shown.agree(tokens[0], True)
    assert hall.listed() == []
    hall.shown.agree(key_of("somebody else"), True)
    assert hall.listed() == []
    hall.shown.agree(tokens[1], True)
    assert hall.listed() == [game]
    hall.shown.agree(tokens[0], False)
    assert [row.game_id for row in hall.shown.view()] == []  # at once


def test_a_row_says_who_plays_and_how_the_board_stands() -> None:
    hall = Hall()
    game, tokens = hall.table()
    for token in tokens:
        hall.shown.agree(token, True)
    hall.room.tables.perform(game, c.Name("Anna"), tokens[:1])
    hall.room.tables.perform(game, c.Move(0, 4), tokens[:1])
    (row,) = hall.shown.view()
    assert plain(row) == {
        "game_id": game,
        "game": "connect4",
        "seats": [{"kind": "human", "name": "Anna"}, {"kind": "human"}],
        "ply": 1,
        "clock": None,
        "watchers": 0,
        "discs": [[4, 1, 0]],
    }


def test_an_engine_needs_no_consent_and_an_empty_seat_is_no_game() -> None:
    hall = Hall()
    game, tokens = hall.table(HUMAN, engine())
    assert hall.listed() == []
    hall.shown.agree(tokens[0], True)
    assert hall.listed() == [game]
    opened = hall.room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), free=[1]))
    host = opened.seat_tokens[0]
    assert host is not None
    hall.shown.agree(key_of(host), True)
    hall.room.presence.connect("host")
    hall.room.presence.enter("host", opened.game_id, [key_of(host)])
    assert hall.listed() == [game]
    engines, _ = hall.table(engine(), engine())
    assert engines not in hall.listed()


def test_an_ended_or_deserted_table_leaves_and_a_rematch_needs_no_second_consent() -> None:
    hall = Hall()
    game, tokens = hall.table()
    for token in tokens:
        hall.shown.agree(token, True)
    assert hall.listed() == [game]
    for number in (0, 1):
        hall.room.presence.leave(f"{game}{number}")
    hall.room.timers.advance(60)
    assert hall.listed() == []
    hall.room.presence.enter(f"{game}0", game, [tokens[0]])
    assert hall.listed() == [game]
    hall.room.tables.perform(game, c.Resign(), tokens[:1])
    assert hall.listed() == []
    next_game = hall.room.tables.rematch(game, tokens, None).game_id
    hall.room.tables.open(next_game)
    hall.room.presence.enter(f"{game}0", next_game, [tokens[0]])
    assert hall.listed() == [next_game]


def test_a_thousand_who_look_cost_one_look(monkeypatch: Any) -> None:
    hall = Hall()
    for _ in range(LISTED_AT_MOST + 5):
        _, tokens = hall.table()
        for token in tokens:
            hall.shown.agree(token, True)
    hall.room.timers.advance(REFRESH)
    looks = []
    tables = hall.room.tables.inner
    live = tables.live
    monkeypatch.setattr(tables, "live", lambda: looks.append(1) or live())
    for _ in range(1000):
        assert len(hall.shown.view()) == LISTED_AT_MOST
    assert len(looks) == 1
