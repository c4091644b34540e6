"""Tests when the engine may speak: never about a running game of two people, unless the invitation promised help."""

from dataclasses import replace

import pytest

from tests.webapp.play import acts as c
from tests.webapp.play.lines import BOTH, ENGINE, FIRST, HUMAN, SECOND, game, plain, played, shown
from tests.webapp.room import begun, refused, thoughts_of
from webapp.play.game import events as e
from webapp.play.game.commands import AnyCommand
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import public_event
from webapp.play.table.creation import create_rematch

INVITED = game("", keys=("k0", None))
TWO = apply(INVITED, e.Seated(1, "k1"))
LENT = apply(TWO, e.SeatSet(1, ENGINE, None, "k1"))
ONE = game("44")


def created(**fields: object) -> GameState:
    """Returns a game of a person and a free seat with these wishes, and a friend on the free seat."""
    first = e.Created("connect4", (HUMAN, HUMAN), (), 7, ("k0", None), (), 40.0, **fields)  # type: ignore[arg-type]
    return apply(begin("g", first), e.Seated(1, "k1"))


@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        (INVITED, False),  # the friend may come at any moment
        (TWO, False),
        (played(TWO, "4433"), False),
        (LENT, False),  # the friend may come back
        (apply(LENT, e.SeatSet(1, HUMAN, "k1")), False),
        (apply(TWO, e.SeatTaken(0, "k2")), False),  # the friend's opponent plays on at a phone
        (apply(ONE, e.SeatTaken(1, "k2")), False),  # one page had both seats, and has given one away
        (apply(TWO, e.Resigned(0)), True),
        (apply(TWO, e.Drawn()), True),
        (apply(TWO, e.Flagged(1)), True),
        (played(TWO, "1212121"), True),
        (apply(played(TWO, "1212121"), e.Undone(6)), False),  # the winning move was taken back
        (created(with_help=True), True),
        (created(analysis=True), True),
        (ONE, True),
        (begin("", e.Created("connect4", (HUMAN, HUMAN), (), 7, (None, None), (), 40.0)), True),  # not stored
        (apply(apply(ONE, e.SeatTaken(0, "k2")), e.SeatTaken(1, "k2")), True),  # both seats went to one phone
        (game("44", seats=(HUMAN, ENGINE), keys=("k0", None)), True),
        (game("", seats=(ENGINE, HUMAN), keys=(None, None)), True),  # an invitation to play against an engine
        (apply(game("", seats=(HUMAN, ENGINE), keys=("k0", None)), e.SeatTaken(0, "k2")), True),
    ],
)
def test_help_is_off_exactly_while_two_people_play(state: GameState, allowed: bool) -> None:
    assert state.help_allowed is allowed
    assert shown(state)["help"] is allowed


@pytest.mark.parametrize(("state", "allowed"), [(TWO, False), (created(with_help=True), True), (ONE, True)])
def test_a_rematch_keeps_what_was_agreed(state: GameState, allowed: bool) -> None:
    first = e.decode(e.encode(create_rematch(apply(state, e.Resigned(0)))))
    assert isinstance(first, e.Created)
    assert begin("next", first).help_allowed is allowed


def test_games_of_older_releases_have_no_help() -> None:
    old = '{"kind":"created","game":"connect4","seats":[{"kind":"human"},{"kind":"human"}],"start":[],"seed":7,'
    old += '"keys":["k0",%s],"controls":[],"per_minute":40.0,"rematch_of":%s}'
    invited, rematch = e.decode(old % ("null", "null")), e.decode(old % ('"k1"', '"before"'))
    assert isinstance(invited, e.Created)
    assert isinstance(rematch, e.Created)
    assert not apply(begin("g", invited), e.Seated(1, "k1")).help_allowed
    assert not begin("g", rematch).help_allowed


@pytest.mark.parametrize(
    ("state", "command", "rights"),
    [
        (TWO, c.SetSeat(0, "engine", 10), FIRST),
        (TWO, c.SetSeat(1, "engine", 10), SECOND),
        (INVITED, c.SetSeat(0, "engine", 10), FIRST),
    ],
)
def test_no_engine_plays_a_present_player_s_moves(state: GameState, command: AnyCommand, rights: object) -> None:
    with pytest.raises(Refusal, match="only while its player is away") as refused:
        decide(state, command, rights)  # type: ignore[arg-type]
    assert refused.value.code == "no_help"
    assert decide(ONE, command, BOTH)
    assert decide(created(with_help=True), command, rights)  # type: ignore[arg-type]


def test_the_level_of_a_stand_in_stays() -> None:
    away = replace(SECOND, seats=frozenset(), stand_ins=frozenset({1}))
    for command in (c.SetLevel(1, 10), c.SetSeat(1, "engine", 10)):
        with refused("no_help"):
            decide(LENT, command, away)
    assert decide(LENT, c.SetSeat(1, "human"), away)


def test_an_engine_s_account_of_its_move_is_told_after_the_end() -> None:
    answer = e.Answer(4, 1.0, 2, 3, 4, True, "Red wins in 9 moves", "because", False)
    moved = e.Recorded(5, e.Moved(1, 1, 4, (), answer))
    assert "answer" not in plain(public_event(LENT, moved))
    for state in (apply(LENT, e.Resigned(0)), created(with_help=True), ONE):
        assert plain(public_event(state, moved))["answer"]["words"] == "Red wins in 9 moves"


def test_the_hashes_of_the_people_stay_secret() -> None:
    first = create_rematch(apply(TWO, e.Resigned(0)))
    assert first.newcomers == ("k1",)
    assert "k1" not in str(public_event(TWO, e.Recorded(1, first)))


def test_a_stand_in_thinks_unheard() -> None:
    room, table, host = begun(HUMAN, HUMAN, free=[1], held=True)
    table.watch(True)
    table.perform(c.Sit("friend"), ())
    assert thoughts_of(table) == []
    assert not room.engine.minds, "nobody may hear an analyst: it need not think"
    table.perform(c.Move(0, 4), host)
    table.perform(c.StandIn(1, 99.0, 15.0), host)
    assert room.engine.minds
    room.engine.release()
    room.timers.advance(5.0)
    assert table.state.ply == 2
    assert (thoughts_of(table), thoughts_of(table, tree=True)) == ([], [])
    assert "answer" not in room.publisher.games[-1]["event"]
    assert not any("answer" in plain(public_event(table.state, record)) for record in table.history)
    table.perform(c.Resign(), host)
    assert thoughts_of(table)
    assert any("answer" in plain(public_event(table.state, record)) for record in table.history)
