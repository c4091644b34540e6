"""Gives the minds of one table work: to move, to ponder, to analyse, to give hints, or to rest."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from engine import Choice, Why
from webapp.play.game import refusals
from webapp.play.game.access import Rights, rights_of
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.ports import Ports, Thoughts
from webapp.play.table.engine_turn import EngineTurn, Played
from webapp.play.table.minds import Minds

_log = logging.getLogger(__name__)


class Thinking:
    """Decides which mind searches, and for what."""

    def __init__(self, ports: Ports, visitor: str) -> None:
        self._engine = ports.engine
        self.minds = Minds(ports.engine, visitor)
        self.turn = EngineTurn(ports.engine, ports.timers, self.minds, ports.minimum_reply)
        self.awake = False
        """Tells whether the minds may think."""
        self._watched = False
        self._hinted: tuple[int, ...] | None = None
        self._hints: list[Callable[[Choice | None], None]] = []
        """Holds all who wait for the hint: the analyst's answer to the last of them is everybody's."""

    def go_on(self, table: Played) -> None:
        """Gives every mind its work in the present state of the table, if the minds may think."""
        self._refuse_hints_elsewhere(table.state)
        if not self.awake or not (table.state.engines or self.minds.any or self._watched):
            return
        try:
            self._go_on(table)
        except Exception:  # what is stored has happened all the same
            _log.exception("the minds of game %s could not go on", table.state.game_id)

    def _go_on(self, table: Played) -> None:
        state = table.state
        self.minds.follow(state)
        if state.outcome is not None:
            self.turn.forget()
            self.minds.rest()
            return
        for seat in state.engines:
            if seat != state.to_move:
                self._engine.ponder(self.minds.of_seat(seat))
        self._analyse(state)
        if state.to_move in state.engines:
            self.turn.ask(table, state.to_move)
        else:
            self.turn.forget()

    def _analyse(self, state: GameState) -> None:
        """Starts the analyst's search where a page watches: without engines, or for the truth beside an opinion."""
        if self._hinted is not None:
            return  # other work would take the place of the hint
        if not state.engines and not (self._watched and state.help_allowed):
            self.minds.rest()
        elif state.help_allowed and (self.minds.shows_truth or not state.engines):
            self._engine.analyse(self.minds.analyst(state))

    def watch(self, on: bool, truth: bool) -> None:
        """Notes whether any page watches the minds, and whether one asks for the truth beside an engine's opinion."""
        self._watched = on
        self.minds.shows_truth = on and truth
        if not self.minds.shows_truth and self._hinted is None:
            self.minds.rest_analyst()

    def rest(self) -> None:
        """Stops the minds of an empty table and keeps their trees."""
        self.awake = False
        self.turn.forget()
        self.minds.rest()

    def close(self) -> None:
        """Closes all minds."""
        self.awake = False
        self._answer_hints(None)
        self.turn.forget()
        self.minds.close()

    def hint(self, table: Played, ply: int, keys: Sequence[str], done: Callable[[Choice | None], None]) -> None:
        """Asks the analyst for a move. ``done`` gets None once the game goes on. Raises ``Refusal`` unless the sender
        moves."""
        state = table.state
        _refuse_hint(state, rights_of(state, keys), ply)
        self._refuse_hints_elsewhere(state)
        self._hints.append(done)
        self._hinted = state.moves

        def answered(choice: Choice) -> None:
            self._answer_hints(choice)
            self.go_on(table)

        self._engine.hint(self.minds.analyst(state), answered)

    def _refuse_hints_elsewhere(self, state: GameState) -> None:
        if self._hinted != state.moves:
            self._answer_hints(None)

    def _answer_hints(self, choice: Choice | None) -> None:
        """Tells all who wait for the hint what came of it."""
        self._hinted, waiting, self._hints = None, self._hints, []
        for one in waiting:
            one(choice)

    def show(self, table: Played, show: Callable[[Thoughts], None], *, tree: bool = False) -> None:
        """Shows the present thoughts of each mind, with ``tree`` also the top of its tree, while help is allowed."""

        def seen(thoughts: Thoughts) -> None:
            if not table.closed and table.state.help_allowed:
                show(thoughts)

        if not table.closed and table.state.help_allowed:
            for seat, mind in self.minds.watchable():
                self._engine.thoughts(mind, seat, seen, tree=tree, again=True)

    def explain(
        self, state: GameState, ply: int, moves: Sequence[int], seat: int | None, done: Callable[[Why], None]
    ) -> None:
        """Asks for the words against playing ``moves``, from the mind of a seat. None: from any mind here. Raises
        ``Refusal`` if the game has changed, no mind thinks here, or a move is not legal."""
        if ply != state.ply:
            raise refusals.stale(state, ply)
        minds = dict(self.minds.watchable())
        mind = minds.get(seat, next(iter(minds.values()), None))
        if mind is None or state.outcome is not None:
            raise Refusal("bad_request", "No engine thinks about this position now.")
        if tuple(mind.moves) != state.moves:
            mind.follow(state.moves)
        position, game = state.position, state.game
        for move in moves:
            if game.outcome(position) is not None or move not in game.moves(position):
                raise Refusal("illegal_move", "One of these moves is not possible there.")
            position = game.play(position, move)
        self._engine.explain(mind, moves, done)

    def mind_at(self, moves: Sequence[int]) -> Any:
        """Returns a mind at the position after ``moves``, or None."""
        return next((mind for _, mind in self.minds.watchable() if tuple(mind.moves) == tuple(moves)), None)


def _refuse_hint(state: GameState, rights: Rights, ply: int) -> None:
    """Raises a refusal where a person with these rights gets no hint for the move at ``ply``."""
    if not rights.controls:
        raise Refusal("not_your_seat", "You are watching this game; hints are for its players.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over; there is no move to hint at.")
    if ply != state.ply:
        raise refusals.stale(state, ply)
    if state.to_move not in rights.seats:
        raise Refusal("not_your_turn", "Hints are for the side to move.")
