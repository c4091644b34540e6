"""Tests decisions between people: free seats, other devices, questions, absence, and acts nobody may do for another."""

import pytest

from tests.webapp.play import acts as c
from tests.webapp.play.lines import BOTH, ENGINE, FIRST, HUMAN, SECOND, done, game, played, shown
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights, identify, key_of, new_token
from webapp.play.game.agreements import OFFER_SECONDS
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import StandIn

OWNER = Rights(frozenset(), True, "k1", frozenset({1}))
LENT = game("44", e.SeatSet(1, ENGINE, None, "k1"))
OVER = game("1212121")
ASKED = game("44", e.Asked("takeback", 0, 0))
TIMED = game("4", clock=e.Clock(60.0, 2.0))
OPEN = game("4", keys=("k0", None))

OFFER = e.HandOverOffered(1, key_of("h"))
SOLO = game("4", OFFER, keys=("k", "k"))
ENDED_OFFERS = [
    game("44", e.HandOverOffered(1, key_of("h"), at=-OFFER_SECONDS)),
    played(game("4", OFFER), "4"),
    played(SOLO, "4"),
    played(game("44", e.HandOverOffered(0, key_of("h")), keys=("k", "k")), "3"),
    game("121212", OFFER, e.Moved(6, 0, 1)),
    game("44", OFFER, e.Resigned(0)),
    game("44", OFFER, e.Drawn()),
    game("44", OFFER, e.SeatSet(1, ENGINE, None)),
    game("44", OFFER, e.SeatSet(1, ENGINE, None, "k1")),
    game("44", OFFER, e.SeatSet(1, ENGINE, None, "k1"), e.SeatSet(1, HUMAN, "k1")),
    game("4", OFFER, e.Swapped(1, 1), pie=True),
    game("4", e.HandOverOffered(0, key_of("h")), e.Swapped(1, 1), pie=True),
]
TAKEN_BACK = game("4437", e.Undone(3), e.SeatSet(1, ENGINE, None, "k1"))
SWAP_TAKEN_BACK = game("4", e.Swapped(1, 1), e.Undone(1), e.SeatSet(1, ENGINE, None, "k1"), pie=True)
BRANCHED = game("44", e.Undone(1), e.Moved(1, 1, 3), e.SeatSet(1, ENGINE, None, "k1"))

REFUSED = [
    # names
    (game(), c.Name("Anna"), NOBODY, "not_your_seat"),
    (game(), c.Name("Anna"), BOTH, "bad_request"),
    *((game(), c.Name(name), FIRST, "bad_name") for name in ("Yellow", "YOU", "<b>", "a" * 21, "x.com", "\u202egnp")),
    # free seats
    (OPEN, c.Sit("k9"), FIRST, "seated"),
    (game(), c.Sit("k9"), NOBODY, "no_seat"),
    (LENT, c.Sit("k9"), NOBODY, "no_seat"),
    (game("", e.Resigned(0), keys=("k0", None)), c.Sit("k9"), NOBODY, "game_over"),
    # seats of programs
    (OPEN, c.Sit("k9", bot=True), NOBODY, "no_engines"),
    (
        game("4", *(e.OpenedToEngines(0, on) for on in (True, False)), keys=("k0", None)),
        c.Sit("k9", bot=True),
        NOBODY,
        "no_engines",
    ),
    (OPEN, c.OpenToEngines(True), NOBODY, "not_your_seat"),
    (game("4"), c.OpenToEngines(True), FIRST, "no_seat"),
    (game("4", e.Resigned(0), keys=("k0", None)), c.OpenToEngines(True), FIRST, "game_over"),
    # another device
    (game(), c.HandOver(0, "h"), SECOND, "not_your_seat"),
    (game(), c.HandOver(0, "h"), NOBODY, "not_your_seat"),
    (game(), c.TakeSeat("h", "k9"), NOBODY, "bad_link"),
    (game("", e.HandOverOffered(0, key_of("h"))), c.TakeSeat("g", "k9"), NOBODY, "bad_link"),
    (game("", e.HandOverOffered(0, key_of("h")), e.SeatTaken(0, "k9")), c.TakeSeat("h", "k8"), NOBODY, "bad_link"),
    (game("", *(e.HandOverOffered(0, key_of(code)) for code in "hi")), c.TakeSeat("h", "k8"), NOBODY, "bad_link"),
    *((ended, c.TakeSeat("h", "k9"), NOBODY, "bad_link") for ended in ENDED_OFFERS),
    # questions
    (game("44"), c.Ask("takeback", 2), NOBODY, "not_your_seat"),
    (game("44"), c.Ask("takeback", 1), FIRST, "stale"),
    (game("44"), c.Ask("draw"), BOTH, "bad_request"),
    (game("4"), c.Ask("takeback", 1), SECOND, "nothing_to_undo"),
    (game("44"), c.Ask("rematch"), FIRST, "not_over"),
    (OVER, c.Ask("draw"), FIRST, "game_over"),
    (game("44", e.Resigned(0)), c.Ask("takeback", 2), FIRST, "game_over"),
    (ASKED, c.Ask("draw"), SECOND, "answer_first"),
    (ASKED, c.Undo(2), SECOND, "answer_first"),
    (game("44", e.Asked("draw", 0, 2), e.Declined("draw", 1)), c.Ask("draw"), FIRST, "asked_already"),
    (TIMED, c.Undo(1), FIRST, "timed"),
    (TIMED, c.Ask("takeback", 1), FIRST, "timed"),
    (game("44"), c.Reply("draw", True), FIRST, "stale"),
    (ASKED, c.Reply("draw", True), SECOND, "stale"),
    (ASKED, c.Reply("takeback", True), FIRST, "not_your_turn"),
    (ASKED, c.Reply("takeback", True), NOBODY, "not_your_seat"),
    (ASKED, c.Reply("takeback", False), NOBODY, "not_your_seat"),
    (game("44"), c.Redo(2), FIRST, "bad_request"),
    # branches
    (game("44"), c.Return(2, 0), BOTH, "nothing_to_redo"),
    (game("44"), c.Return(1, 0), BOTH, "stale"),
    (game("44"), c.Return(2, 0), FIRST, "bad_request"),
    (game("44", e.Resigned(0)), c.Return(2, 0), BOTH, "game_over"),
    (played(done(game("445", pie=True), c.Undo(3)), "1"), c.Return(3, 0), BOTH, "nothing_to_redo"),
    # absence
    (game("44"), c.StandIn(1, 99.0, 15.0), NOBODY, "not_your_seat"),
    (game("44"), c.Claim(0, 99.0, 15.0), FIRST, "bad_request"),
    (game("4"), c.Claim(1, None, 15.0), FIRST, "not_away"),
    (game("44"), c.Claim(1, None, 15.0), FIRST, "not_away"),
    (game("4"), c.Claim(1, 14.9, 15.0), FIRST, "not_away"),
    (game("44"), c.Claim(1, 99.0, 15.0), FIRST, "your_turn"),
    (game("4"), c.Claim(1, 99.0, 15.0), NOBODY, "not_your_seat"),
    (game("44"), c.StandIn(1, 14.9, 15.0), FIRST, "not_away"),
    (OVER, c.Claim(1, 99.0, 15.0), FIRST, "game_over"),
    (LENT, c.Claim(1, 99.0, 15.0), FIRST, "bad_request"),
    (OPEN, c.Claim(1, 99.0, 15.0), FIRST, "bad_request"),
    (game("44"), c.Claim(0, 99.0, 15.0), BOTH, "bad_request"),
    # a seat that is kept for somebody
    (LENT, c.SetSeat(1, "human"), FIRST, "not_your_seat"),
    (LENT, c.SetSeat(1, "engine", 1), FIRST, "not_your_seat"),
    (LENT, c.SetLevel(1, 1), FIRST, "not_your_seat"),
    (LENT, c.Undo(2), FIRST, "not_your_seat"),
    (TAKEN_BACK, c.Redo(3), FIRST, "not_your_seat"),
    (TAKEN_BACK, c.Undo(3), FIRST, "not_your_seat"),
    (TAKEN_BACK, c.Return(3, 0), FIRST, "not_your_seat"),
    (BRANCHED, c.Return(2, 0), FIRST, "not_your_seat"),
    (SWAP_TAKEN_BACK, c.Redo(1), FIRST, "not_your_seat"),
    (played(game("4444", e.SeatSet(1, ENGINE, None, "k1")), "44"), c.Undo(6), FIRST, "not_your_seat"),
    (game("1212121", e.SeatSet(1, ENGINE, None, "k1")), c.BeginRematch("n"), FIRST, "not_your_seat"),
    (LENT, c.HandOver(1, "h"), FIRST, "not_your_seat"),
    (LENT, c.Name("Anna"), OWNER, "not_your_seat"),
    (game("44", e.SeatSet(1, ENGINE, None)), c.HandOver(1, "h"), FIRST, "not_your_seat"),
    (LENT, c.Move(2, 4), OWNER, "not_your_turn"),
    (LENT, c.Resign(), OWNER, "not_your_seat"),
    (game("444444", e.SeatSet(1, ENGINE, None, "k1")), c.Undo(6), OWNER, "not_your_seat"),
]
"""Acts that may not be done, with their codes: tried in ``test_decide.py``."""


# --- seats ---


def test_while_the_seat_is_free_moves_are_taken_back_freely_and_it_can_be_filled_otherwise() -> None:
    assert done(OPEN, c.Undo(1), FIRST).ply == 0
    assert done(OPEN, c.SetSeat(1, "engine", 3), FIRST).seats[1] == e.Seat("engine", 3)
    assert done(OPEN, c.SetSeat(1, "human"), FIRST).keys == ("k0", "k0")


def test_a_seat_that_was_handed_over_leaves_nothing_behind() -> None:
    old, new, code = new_token(), new_token(), new_token()
    state = game("44", keys=(key_of(old), "k1"))
    state = done(state, c.HandOver(0, code), identify(state, [old]))
    assert identify(state, [old]).seats == {0}  # until somebody shows the code
    assert identify(state, [code]) == NOBODY  # the code is no token
    state = done(state, c.TakeSeat(code, new), NOBODY)
    assert identify(state, [old]) == NOBODY
    assert identify(state, [new]) == Rights(frozenset({0}), True, key_of(new))


def test_whoever_hands_one_of_two_seats_over_keeps_the_other() -> None:
    state = game("", e.HandOverOffered(1, key_of("h")), keys=("k", "k"))
    state = done(state, c.TakeSeat("h", "n"), NOBODY)
    assert state.keys == ("k", key_of("n"))
    assert state.controls == {"k", key_of("n")}


def test_a_seat_on_which_an_engine_plays_on_can_be_handed_over() -> None:
    offered = played(done(LENT, c.HandOver(1, "h"), OWNER), "44")  # the engine's move is none of the person's
    state = done(offered, c.TakeSeat("h", "n"), NOBODY)
    assert state.stand_ins[1] == StandIn(key_of("n"))
    assert state.keys[1] is None


# --- questions ---


def test_a_takeback_between_people_is_asked_for_and_names_its_moves() -> None:
    state = done(game("4435"), c.Undo(4), FIRST)
    assert state.ply == 4
    assert shown(state)["asked"] == {"what": "takeback", "seat": 0, "ply": 2, "moves": [3, 5]}
    after = done(state, c.Reply("takeback", True), SECOND)
    assert (after.ply, after.asked) == (2, None)


def test_asking_twice_is_asking_once_and_a_no_holds_until_the_next_move() -> None:
    assert decide(ASKED, c.Undo(2), FIRST) == []
    refused = done(ASKED, c.Reply("takeback", False), SECOND)
    assert refused.asked is None
    moved = apply(refused, e.Moved(2, 0, 4))
    assert decide(moved, c.Undo(3), FIRST) == [e.Asked("takeback", 0, 2)]


def test_a_move_ends_the_question() -> None:
    assert apply(ASKED, e.Moved(2, 0, 4)).asked is None
    withdrawn = done(ASKED, c.Reply("takeback", False), FIRST)
    assert withdrawn.asked is None


def test_a_draw_is_agreed_by_yes_or_by_asking_the_same() -> None:
    asked = done(game("44"), c.Ask("draw"), FIRST)
    for answer in (c.Reply("draw", True), c.Ask("draw")):
        over = done(asked, answer, SECOND)
        assert over.outcome is not None
        assert over.outcome.winner is None
        assert shown(over)["outcome"]["words"] == "A draw by agreement."


@pytest.mark.parametrize("rights", [FIRST, SECOND])
def test_a_player_who_stays_changes_nothing(rights: Rights) -> None:
    (seat,) = rights.seats
    for more in ([e.Asked("draw", 1 - seat, 2)], [e.Asked("draw", seat, 2), e.Declined("draw", seat)]):
        assert decide(game("44", *more), c.SetSeat(seat, "human"), rights) == []
    engines = game("44", seats=(HUMAN, ENGINE), keys=("k0", None))
    assert decide(engines, c.SetSeat(1, "engine", 4), FIRST) == []
    assert decide(engines, c.SetSeat(1, "engine", 7), FIRST) == [e.LevelSet(1, 7)]
    assert decide(engines, c.SetLevel(1, 4), FIRST) == []


def test_a_question_ends_only_where_a_person_comes_or_goes() -> None:
    refused = game("44", e.Asked("draw", 0, 2), e.Declined("draw", 1))
    assert refused.refused
    lent = apply(refused, e.SeatSet(1, ENGINE, None, "k1"))
    back = done(lent, c.SetSeat(1, "human"), OWNER)
    assert lent.refused == back.refused == refused.refused, "the same person has refused"
    assert not apply(refused, e.SeatSet(1, HUMAN, "k9")).refused
    assert apply(game("44", e.Asked("draw", 1, 2)), e.SeatSet(1, ENGINE, None, "k1")).asked is None
    for event in (e.Named(1, "Ann"), e.HandOverOffered(1, "h")):
        assert apply(game("44", e.Asked("draw", 1, 2)), event).asked is not None


def test_two_people_at_a_table_have_names_that_look_different() -> None:
    state = game("44", e.Named(0, "Iris"))
    for name in ("Iris", "lris", "IRIS", "Ir1s", "Írís", "Ігіѕ"):
        with pytest.raises(Refusal, match="taken for somebody else"):
            decide(state, c.Name(name), SECOND)
    assert decide(state, c.Name("Irina"), SECOND) == [e.Named(1, "Irina")]
    lent = game("44", e.Named(1, "Iris"), e.SeatSet(1, ENGINE, None, "k1"))
    with pytest.raises(Refusal):
        decide(lent, c.Name("Iris"), FIRST)
    assert done(lent, c.SetSeat(1, "human"), OWNER).seats[1].name == "Iris"
    assert done(done(lent, c.HideName(1)), c.SetSeat(1, "human"), OWNER).seats[1].name is None


def test_what_is_a_person_s_goes_with_the_person_to_the_other_side() -> None:
    state = game("4", e.Named(1, "Ann"), e.HandOverOffered(1, "h"), e.Swapped(1, 1), pie=True)
    assert (state.namings, state.acts, state.handovers) == ((1, 0), (2, 0), (None, None))


# --- absence ---


def test_an_engine_plays_on_and_only_its_owner_comes_back() -> None:
    state = done(game("44"), c.StandIn(1, 15.0, 15.0), FIRST)
    assert state.seats[1] == e.Seat("engine", 5)
    assert shown(state)["seats"][1] == {"kind": "engine", "level": 5, "lent": True}
    back = done(state, c.SetSeat(1, "human"), OWNER)
    assert (back.seats[1], back.keys[1], back.stand_ins[1]) == (HUMAN, "k1", None)


def test_whoever_leaves_a_person_for_a_while_keeps_the_seat() -> None:
    state = done(game("44"), c.SetSeat(1, "engine", 9), SECOND)
    assert state.stand_ins[1] == StandIn("k1")
    alone = done(game("44"), c.SetSeat(1, "engine", 9), BOTH)
    assert alone.stand_ins[1] is None


def test_a_nickname_is_shown_and_goes_with_the_seat() -> None:
    state = game("44")
    for text, name in (("  Anna   Lee ", "Anna Lee"), ("Jean-Luc", "Jean-Luc"), ("", None)):
        (named,) = decide(state, c.Name(text), SECOND)
        state = apply(state, named)
        assert shown(state)["seats"][1].get("name") == name
        assert decide(state, c.Name(text), SECOND) == []
