"""What people at one table decide together: free seats, seats that move to another device, questions, absence.

Pure decisions, as in ``commands``: each gives the events that follow, or raises :class:`Refusal`.
"""

from __future__ import annotations

from engine import nearest_level
from webapp.play.game import events as e
from webapp.play.game.access import Who, same
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def name_of(state: GameState, seat: int) -> str:
    """The name of a side: Red, Cross."""
    return state.game.player_names[seat]


def others(state: GameState, who: Who) -> tuple[int, ...]:
    """The seats of people who are not ``who``; a free seat is nobody's."""
    return tuple(
        seat
        for seat in (0, 1)
        if state.seats[seat].kind == "human" and state.keys[seat] is not None and seat not in who.seats
    )


# --- seats ---


def sit(state: GameState, key: str, who: Who) -> list[e.Event]:
    """Take the free seat. Of two who try at once the second finds none."""
    if who.own:
        raise Refusal("seated", "You have a seat at this table already.")
    if not state.free:
        raise Refusal("no_seat", "Both seats are taken; you are watching.")
    not_ended(state)
    return [e.Seated(state.free[0], key)]


def hand_over(state: GameState, seat: int, key: str, who: Who) -> list[e.Event]:
    """Let whoever shows the code with the hash ``key`` have the seat, once."""
    if seat not in who.own:
        raise Refusal("not_your_seat", f"Only the player of {name_of(state, seat)} can hand that seat over.")
    return [] if same(key, state.handovers[seat]) else [e.HandOver(seat, key)]


def take_seat(state: GameState, code: str, key: str) -> list[e.Event]:
    """Show the code with the hash ``code`` and get its seat for the token with the hash ``key``."""
    for seat in (0, 1):
        if same(code, state.handovers[seat]):
            return [e.Handed(seat, key)]
    raise Refusal("bad_link", "This link has been used or replaced; make a new one on the other device.")


# --- questions ---


def ask(state: GameState, what: e.Question, who: Who) -> list[e.Event]:
    """Ask the other person. Asked for the same, a draw or a rematch is agreed."""
    seat = _facing(state, who)
    _may_ask(state, what)
    ply = _last_own_ply(state, seat) if what == "takeback" else state.ply
    if state.asked:
        if state.asked.seat == seat:
            if state.asked.what == what:
                return []
        elif state.asked.what != what or what == "takeback":
            raise Refusal("answer_first", f"{name_of(state, state.asked.seat)} has asked you something: answer first.")
        else:
            return agree(state, what, who)
    if (what, seat) in state.refused:
        raise Refusal("asked_already", "You have asked that; ask again after the next move.")
    return [e.Asked(what, seat, ply)]


def agree(state: GameState, what: e.Question, who: Who) -> list[e.Event]:
    """Say yes to an open question. A rematch is agreed by its own command, which knows the new game."""
    asked = _open_question(state, what)
    if asked.seat == _facing(state, who):
        raise Refusal("not_your_turn", f"That is for {name_of(state, 1 - asked.seat)} to answer.")
    if what == "draw":
        return [e.Drawn()]
    return [e.Undone(asked.ply)] if what == "takeback" else []


def decline(state: GameState, what: e.Question, who: Who) -> list[e.Event]:
    """Say no, or withdraw one's own question."""
    asked = _open_question(state, what)
    seat = _facing(state, who)
    return [e.Declined(asked.what, seat)]


def _open_question(state: GameState, what: e.Question) -> e.Asked:
    if state.asked is None or state.asked.what != what:
        raise Refusal("stale", "That question is not open any more.")
    return state.asked


def _facing(state: GameState, who: Who) -> int:
    """The asker's seat, opposite another person."""
    if not who.seats:
        raise Refusal("not_your_seat", "You are watching this game; only its players can do that.")
    if len(others(state, who)) != 1:
        raise Refusal("bad_request", "There is nobody on the other side to ask.")
    return min(who.seats)


def _may_ask(state: GameState, what: e.Question) -> None:
    if what == "rematch":
        over(state)
    elif what == "draw":
        if state.outcome is not None:
            raise Refusal("game_over", "The game is over already.")
    else:
        not_ended(state)
        untimed(state)


def _last_own_ply(state: GameState, seat: int) -> int:
    """Where a takeback leads that takes the last move of ``seat``, and the answer to it if there is one; to where the
    game stands, if what ``seat`` did last was to swap sides."""
    if state.swapped and len(state.turns) == 1 and seat == state.mover(state.start_ply):
        return state.ply
    for ply in range(state.ply - 1, state.start_ply - 1, -1):
        first = ply == state.start_ply
        if state.mover(ply) == (1 - seat if state.swapped and first else seat):
            return ply
    raise Refusal("nothing_to_undo", "You have made no move that could be taken back.")


# --- absence ---


def stand_in(state: GameState, seat: int, gone: float | None, patience: float, who: Who) -> list[e.Event]:
    """Let an engine play on for somebody who has been ``gone`` for that many seconds; they may come back."""
    _absent(state, seat, gone, patience, who)
    return [e.SeatSet(seat, e.Seat("engine", nearest_level(state.game.name)), None, state.keys[seat])]


def claim(state: GameState, seat: int, gone: float | None, patience: float, who: Who) -> list[e.Event]:
    """Win because the other side has left."""
    _absent(state, seat, gone, patience, who)
    return [e.Claimed(1 - seat)]


def _absent(state: GameState, seat: int, gone: float | None, patience: float, who: Who) -> None:
    if not who.seats:
        raise Refusal("not_your_seat", "You are watching this game; only its players can do that.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over already.")
    if seat not in others(state, who):
        raise Refusal("bad_request", "Nobody else sits there.")
    if gone is None:
        raise Refusal("not_away", f"{name_of(state, seat)} is here.")
    if gone < patience:
        raise Refusal("not_away", f"Give {name_of(state, seat)} a little longer: {patience - gone:.0f} seconds.")


# --- what all of them ask ---


def not_ended(state: GameState) -> None:
    """Refuse where the game ended otherwise than by its rules."""
    if state.ended is not None:
        raise Refusal("game_over", "The game has ended; begin a new one to play on.")


def over(state: GameState) -> None:
    """Refuse where the game goes on."""
    if state.outcome is None:
        raise Refusal("not_over", "A rematch comes after the game; resign it first, or begin a new game.")


def untimed(state: GameState) -> None:
    """Refuse where clocks run."""
    if state.clock is not None:
        raise Refusal("timed", "Against the clock no move is taken back.")
