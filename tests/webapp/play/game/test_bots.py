"""Tests the seats of programs: who opens them, and that the mark stays. Who may not is in ``test_agreements.py``."""

from tests.webapp.play import acts as c
from tests.webapp.play.lines import ENGINE, FIRST, HUMAN, done, game
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.views import state_view
from webapp.play.table.creation import create_rematch

FREE = game("4", keys=("k0", None))
OPENED = game("4", e.OpenedToEngines(0, True), keys=("k0", None))
BOT = apply(OPENED, e.Seated(1, "k1", bot=True))


def test_the_owner_opens_the_seat_once_and_closes_it() -> None:
    assert decide(FREE, c.OpenToEngines(True), FIRST) == [e.OpenedToEngines(0, True)]
    assert decide(OPENED, c.OpenToEngines(True), FIRST) == []
    assert decide(OPENED, c.OpenToEngines(False), FIRST) == [e.OpenedToEngines(0, False)]
    assert state_view(OPENED).open_to_engines
    assert not state_view(FREE).open_to_engines


def test_a_program_on_the_seat_is_marked_and_the_engine_is_silent() -> None:
    state = done(OPENED, c.Sit("k9", bot=True), NOBODY)
    assert state.seats == (HUMAN, e.Seat("human", bot=True))
    assert not state.help_allowed
    assert not done(OPENED, c.Sit("k9"), NOBODY).seats[1].bot  # a person may sit there as well


def test_the_mark_stays_through_a_name_a_stand_in_a_swap_and_a_rematch() -> None:
    named = apply(BOT, e.Named(1, "Ada"))
    assert named.seats[1] == e.Seat("human", name="Ada", bot=True)
    lent = apply(named, e.SeatSet(1, ENGINE, None, "k1"))
    assert not lent.seats[1].bot
    back = done(lent, c.SetSeat(1, "human"), Rights(frozenset(), True, "k1", frozenset({1})))
    assert back.seats[1] == named.seats[1]
    over = apply(back, e.Resigned(0))
    assert begin("n", create_rematch(over)).seats[0] == named.seats[1]
    swapped = apply(
        apply(game("4", e.OpenedToEngines(0, True), keys=("k0", None), pie=True), e.Seated(1, "k1", bot=True)),
        e.Swapped(1, 1),
    )
    assert swapped.seats[0].bot


def test_games_of_an_earlier_release_have_no_program() -> None:
    stored = e.decode('{"kind":"seated","seat":1,"key":"k1"}')
    assert stored == e.Seated(1, "k1")
    assert not apply(FREE, stored).seats[1].bot
