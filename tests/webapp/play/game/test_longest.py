"""Tests that the events of one person never use up what others need: to come, to come back, to move and to end."""

from dataclasses import replace

import pytest

from tests.webapp.play.lines import ENGINE, HUMAN, game
from webapp.play.game import events as e
from webapp.play.game.decide import refuse_too_long
from webapp.play.game.fold import apply
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState

LONGEST = 100
LENT = game("44", e.SeatSet(1, ENGINE, None, "k1"))
ALONE = game("44", seats=(HUMAN, ENGINE), keys=("k0", None))

ENDINGS = (e.Resigned(1), e.Claimed(0), e.Flagged(1), e.Drawn())
COMINGS = (e.SeatSet(1, HUMAN, "k1"), e.SeatTaken(1, "k9"), e.Seated(1, "k9"))
ALWAYS = (*COMINGS, *ENDINGS, e.Rematched("n"), e.Asked("rematch", 1, 2), e.Named(1, None))
QUESTIONS = (e.Asked("draw", 1, 2), e.Declined("draw", 1))
SEATS = (e.HandOverOffered(1, "h"), e.SeatSet(1, ENGINE, None, "k1"), e.SeatSet(0, HUMAN, "k9"), e.Named(1, "Ann"))
NOT_AT_THE_END = (*QUESTIONS, *SEATS, e.LevelSet(1, 3), e.Paced(True, 1.0), e.Undone(1), e.Redone(3), e.Returned(0, 3))


def _is_refused(state: GameState, *events: e.Event) -> bool:
    try:
        refuse_too_long(state, events, LONGEST)
    except Refusal as no:
        return no.code == "too_long"
    return False


@pytest.mark.parametrize("version", [LONGEST - 5, LONGEST, 2 * LONGEST])
@pytest.mark.parametrize("event", ALWAYS, ids=lambda event: type(event).__name__)
def test_to_come_to_come_back_and_to_end_is_always_granted(version: int, event: e.Event) -> None:
    assert not _is_refused(replace(LENT, version=version, acts=(LONGEST, LONGEST)), event)


@pytest.mark.parametrize(("version", "refused"), [(80, False), (95, False), (100, True)])
def test_the_last_tenth_is_for_moves(version: int, refused: bool) -> None:
    assert _is_refused(replace(LENT, version=version), e.Moved(2, 0, 4)) == refused


@pytest.mark.parametrize("event", NOT_AT_THE_END, ids=lambda event: type(event).__name__)
def test_everything_else_ends_before(event: e.Event) -> None:
    assert not _is_refused(replace(LENT, version=80), event)
    assert _is_refused(replace(LENT, version=90), event)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_acts_about_one_seat_are_counted_apart(seat: int) -> None:
    state = game("44")
    while not _is_refused(state, e.HandOverOffered(seat, "h")):
        state = apply(state, e.HandOverOffered(seat, "h"))
    assert state.acts[seat] == LONGEST // 5
    for event in (
        e.HandOverOffered(1 - seat, "h"),
        e.Asked("draw", 1 - seat, 2),
        e.Moved(2, seat, 4),
        e.Resigned(seat),
    ):
        assert not _is_refused(state, event)
    assert _is_refused(state, e.Asked("draw", seat, 2))


def test_whoever_plays_alone_has_the_whole_game() -> None:
    for state in (ALONE, game("44", keys=("k", "k"))):
        assert not _is_refused(replace(state, acts=(60, 60), version=70), e.LevelSet(1, 3))
