"""Decides on the acts between people: free seats, seats handed to another device, questions, absence. Pure. Each
decision returns the events that follow, or raises :class:`Refusal`."""

from hmac import compare_digest

from engine import nearest_level
from engine.text import Side
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import Rights
from webapp.play.game.nicknames import look_alike, nickname, taken
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState

NAMINGS_AT_MOST = 3
"""The changes of a nickname in one game, so that names cannot carry messages."""
OFFER_SECONDS = 300.0
"""Seconds from the offer of a seat to another device to its end."""


def name_of(state: GameState, seat: int) -> Side:
    """Returns the name of a side: Red, X."""
    return Side(state.game.player_names[seat])


def other_people(state: GameState, rights: Rights) -> tuple[int, ...]:
    """Lists the seats taken by people other than the holder of ``rights``."""
    return tuple(
        seat
        for seat in (0, 1)
        if state.seats[seat].kind == "human" and state.keys[seat] is not None and seat not in rights.seats
    )


def sit(state: GameState, key: str, rights: Rights, bot: bool = False) -> list[e.Event]:
    """Decides on taking the free seat. A program may take it where a person of the game has opened it to engines."""
    if rights.own:
        raise Refusal("seated", "You have a seat at this table already.")
    if not state.free:
        raise Refusal("no_seat", "Both seats are taken; you are watching.")
    refuse_ended(state)
    if bot and not state.open_to_engines:
        raise Refusal("no_engines", "This seat is not open to engines; its owner can open it on the page.")
    return [e.Seated(state.free[0], key, bot)]


def open_to_engines(state: GameState, on: bool, rights: Rights) -> list[e.Event]:
    """Decides on letting programs take the free seat."""
    if not rights.own:
        raise refusals.watching()
    refuse_ended(state)
    if not state.free:
        raise Refusal("no_seat", "No seat of this game is free.")
    return [] if on == state.open_to_engines else [e.OpenedToEngines(min(rights.own), on)]


def name_seat(state: GameState, text: str, rights: Rights) -> list[e.Event]:
    """Decides on the nickname of the sender's seat. A person with both seats plays alone and needs none."""
    if len(rights.seats) != 1:
        raise refusals.watching() if not rights.seats else Refusal("bad_request", "Names are for two people.")
    seat, name = min(rights.seats), nickname(state.game, text)
    if state.seats[seat].name == name:
        return []
    if name is not None and state.namings[seat] >= NAMINGS_AT_MOST:
        raise Refusal("bad_name", "You have changed your name often enough; please keep it until the next game.")
    if name is not None and look_alike(name, state.nickname(1 - seat)):
        raise taken(name)
    return [e.Named(seat, name)]


def hand_over(state: GameState, seat: int, code: str, rights: Rights, now: float) -> list[e.Event]:
    """Decides on offering a seat to the first device that shows the code with the hash ``code``."""
    if seat not in rights.own:
        raise Refusal("not_your_seat", "Only the player of {side} can hand that seat over.", side=name_of(state, seat))
    return [] if _offered_by(state, code, now) == seat else [e.HandOverOffered(seat, code, now)]


def take_seat(state: GameState, code: str, key: str, now: float) -> list[e.Event]:
    """Decides on giving the seat offered for the code with the hash ``code`` to the token with the hash ``key``. An
    offer also ends with the player's next move, with a new player and with the game: the state then has none."""
    seat = _offered_by(state, code, now)
    if seat is None or state.owner(seat) is None:
        raise Refusal("bad_link", "This link has been used or has ended; make a new one on the other device.")
    return [e.SeatTaken(seat, key)]


def _offered_by(state: GameState, code: str, now: float) -> int | None:
    """Returns the seat on offer for the code with this hash."""
    for seat, offer in enumerate(state.handovers):
        if offer and compare_digest(offer.key, code) and now - offer.at < OFFER_SECONDS:
            return seat
    return None


def ask(state: GameState, what: e.Question, rights: Rights) -> list[e.Event]:
    """Decides on a question to the other person. A draw or a rematch asked for by both is agreed."""
    seat = _seat_opposite(state, rights)
    _refuse_question(state, what)
    ply = _takeback_ply(state, seat) if what == "takeback" else state.ply
    if state.asked:
        if state.asked.seat == seat:
            if state.asked.what == what:
                return []
        elif state.asked.what != what or what == "takeback":
            raise Refusal(
                "answer_first", "{side} has asked you something: answer first.", side=name_of(state, state.asked.seat)
            )
        else:
            return agree(state, what, rights)
    if (what, seat) in state.refused:
        raise Refusal("asked_already", "You have asked already; ask again after the next move.")
    return [e.Asked(what, seat, ply)]


def agree(state: GameState, what: e.Question, rights: Rights) -> list[e.Event]:
    """Decides on a yes. A rematch is agreed to by the command ``Rematch``, which names the new game."""
    asked = _open_question(state, what)
    if asked.seat == _seat_opposite(state, rights):
        raise Refusal("not_your_turn", "That is for {side} to answer.", side=name_of(state, 1 - asked.seat))
    if what == "draw":
        return [e.Drawn()]
    return [e.Undone(asked.ply)] if what == "takeback" else []


def decline(state: GameState, what: e.Question, rights: Rights) -> list[e.Event]:
    """Decides on a no. The no of the person who asked withdraws the question."""
    asked = _open_question(state, what)
    return [e.Declined(asked.what, _seat_opposite(state, rights))]


def _open_question(state: GameState, what: e.Question) -> e.Asked:
    if state.asked is None or state.asked.what != what:
        raise Refusal("stale", "That question is not open any more.")
    return state.asked


def _seat_opposite(state: GameState, rights: Rights) -> int:
    """Returns the seat of ``rights``, which must be opposite another person."""
    if not rights.seats:
        raise refusals.watching()
    if len(other_people(state, rights)) != 1:
        raise Refusal("bad_request", "There is nobody on the other side to ask.")
    return min(rights.seats)


def _refuse_question(state: GameState, what: e.Question) -> None:
    """Raises a refusal where the question has no place at this point of the game."""
    if what == "rematch":
        refuse_running(state)
    elif what == "draw":
        if state.outcome is not None:
            raise refusals.over()
    else:
        refuse_ended(state)
        refuse_timed(state)


def _takeback_ply(state: GameState, seat: int) -> int:
    """Returns the ply of the last move of ``seat``, or the present ply if its last act was to swap sides."""
    if state.swapped and len(state.turns) == state.swap_turn and seat != state.to_move:
        return state.ply
    for ply in range(state.ply - 1, state.start_ply - 1, -1):
        if state.player_of(ply) == seat:
            return ply
    raise Refusal("nothing_to_undo", "You have made no move to take back.")


def stand_in(state: GameState, seat: int, absence: float | None, patience: float, rights: Rights) -> list[e.Event]:
    """Decides on an engine that plays for a person absent for longer than ``patience`` seconds. None: not absent."""
    _refuse_haste(state, seat, _absent(state, seat, absence, rights), patience)
    return [e.SeatSet(seat, e.Seat("engine", nearest_level(state.game.name)), None, state.keys[seat])]


def claim(state: GameState, seat: int, delay: float | None, patience: float, rights: Rights) -> list[e.Event]:
    """Decides on a win because the other side has left and kept the game waiting for ``delay`` seconds."""
    delay = _absent(state, seat, delay, rights)
    if state.to_move != seat:
        raise Refusal(
            "your_turn", "It is your turn; you can claim the game when it waits for {side}.", side=name_of(state, seat)
        )
    _refuse_haste(state, seat, delay, patience)
    return [e.Claimed(1 - seat)]


def _absent(state: GameState, seat: int, seconds: float | None, rights: Rights) -> float:
    """Returns the seconds of an absent person. Raises a refusal where the seat has no absent person."""
    if not rights.seats:
        raise refusals.watching()
    if state.outcome is not None:
        raise refusals.over()
    if seat not in other_people(state, rights):
        raise Refusal("bad_request", "Nobody else sits there.")
    if seconds is None:
        raise Refusal("not_away", "{side} is here.", side=name_of(state, seat))
    return seconds


def _refuse_haste(state: GameState, seat: int, seconds: float, patience: float) -> None:
    """Raises a refusal where the absent person has had too little time to come back."""
    if seconds < patience:
        wait = "{side} may still come back; wait {n} second more.|{side} may still come back; wait {n} seconds more."
        raise Refusal("not_away", wait, side=name_of(state, seat), n=round(patience - seconds))


def refuse_ended(state: GameState) -> None:
    """Raises a refusal where the game was ended by agreement, resignation, claim or clock."""
    if state.ended is not None:
        raise Refusal("game_over", "The game has ended; begin a new one to play on.")


def refuse_running(state: GameState) -> None:
    """Raises a refusal where the game is still running."""
    if state.outcome is None:
        raise Refusal("not_over", "A rematch is possible after the game; resign first, or begin a new game.")


def refuse_timed(state: GameState) -> None:
    """Raises a refusal where clocks run."""
    if state.clock is not None:
        raise Refusal("timed", "In a game with clocks no move can be taken back.")


def refuse_lent(state: GameState) -> None:
    """Raises a refusal where an engine plays for an absent person, whose turns are not taken back or brought back."""
    if state.lent is not None:
        raise kept(state, state.lent)


def kept(state: GameState, seat: int) -> Refusal:
    """Returns the refusal for an act against an absent person for whom an engine plays."""
    return Refusal("not_your_seat", "The engine plays on for {side}, who may come back.", side=name_of(state, seat))
