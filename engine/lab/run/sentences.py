"""Says in one or two plain sentences what each step of a run does and why, with the names of the nodes."""

from collections.abc import Callable, Iterator, Sequence
from math import isinf
from typing import Any

from engine.games import CHANCE, Move
from engine.games.formats.leaf_text import Shares, number_words
from engine.lab.run.problem import MAX, Place, Problem
from engine.lab.run.recording import KINDS, LEAVE, LINE, Step
from engine.lab.run.visits import EXACT, GUESSED, Visits
from engine.lab.run.words import Words
from engine.lab.trees.tree import share_words
from engine.search.catalogue import Algorithm
from engine.search.parts.trace import Branch
from engine.search.parts.values import ROUNDING, SOLVED, Result, is_null, limits
from engine.text import listed, text

MANY = 5  # skipped moves are named up to this number. More are counted


class Story:
    """Writes the sentences of one run. ``result`` is None for a stopped run."""

    def __init__(
        self, problem: Problem, places: Sequence[Place], visits: Visits, result: Result | None, chosen: Algorithm
    ) -> None:
        self.game, self.places, self.visits, self.result = problem.game, places, visits, result
        self.player, self.rounds, self.backwards = visits.player, chosen.rounds, chosen.backwards
        self.several = chosen.name == "maxn" and problem.game.sides > 2
        self.biased = chosen.name == "bias"  # of equal moves the search takes the one hardest to answer
        self.branches, self.last = visits.branches, -1  # the visit that was left last
        self.final = max(one for one, above in enumerate(visits.parent) if above < 0)
        self.found = {branch.value for branch in self.branches}
        guessed = any(one.note == "guess" and (one.numbers is None or not one.depth) for one in self.branches)
        self.words = Words(problem, self.player, places, guessed=guessed)

    def sentences(self, steps: Sequence[Step]) -> Iterator[tuple[int, str]]:
        """Yields the number of each step that is no line, with the sentence."""
        for at, step in enumerate(steps):
            if step.kind != LINE:
                write: Callable[[int], str] = getattr(self, f"_{KINDS[step.kind]}")
                yield at, write(step.visit)
            if step.kind == LEAVE:
                self.last = step.visit

    def _side(self, visit: int) -> str:
        if self.several:
            return text("Player {n}", n=self.visits.ply[visit] % self.game.sides + 1)
        return self.words.side(self.branches[visit].mover)

    def _at(self, visit: int) -> str:
        return self.words.at(self.visits.place[visit])

    def _place(self, visit: int) -> str:
        return self.places[self.visits.place[visit]].name

    def _step(self, visit: int) -> str:
        return self.words.step(self.visits.place[visit])

    def _value(self, visit: int) -> str:
        if self.several:
            return number_words(Shares(self.branches[visit].numbers or (0.0,)))
        return self.words.value(self.branches[visit].value, self.visits.bound[visit])

    # --- one sentence for each kind of step, by its name ---

    def _enter(self, visit: int) -> str:
        branch, above = self.branches[visit], self.visits.parent[visit]
        if above < 0 and self.rounds:
            begins = text("Round {n} begins {at}.", n=self._times(visit), at=self._at(visit))
            new = branch.numbers is not None and self._earlier(visit) == []
            return _together([begins, self._question(branch)]) if new else begins
        if self.backwards:
            if branch.mover is None or not branch.depth:
                return text("{Place}: one of the ends from which the search goes back.", place=self._place(visit))
            known = "{At}, {side} is to move. The value after each move is in the table."
            return text(known, at=self._at(visit), side=self._side(visit))
        if above < 0:
            return text("The search begins {at}: {side} is to move.", at=self._at(visit), side=self._side(visit))
        way = self._way(visit, above)
        if branch.mover is None:
            return text("{way}.", way=way)
        chance = branch.mover is CHANCE
        template = "{way}; a lot is drawn there." if chance else "{way}; {side} is to move there."
        there = text(template, way=way, side=self._side(visit))
        more = [self._depth(visit), self._before(visit) if self.rounds else self._window(branch)]
        more = [one for one in more if one]
        return text("{there} {more}", there=there, more=_together(more)) if more else there

    def _way(self, visit: int, above: int) -> str:
        """Returns how the search comes to a visit: the side above tries a move, or a lot is drawn."""
        branch = self.branches[visit]
        share = self.places[self.visits.place[visit]].share
        if share is not None:
            template = "{At}, lot {lot} is drawn with probability {share}"
            return text(template, at=self._at(above), lot=branch.move, share=share_words(share))
        side, step = self._side(above), self._step(visit)
        if self.words.tree is None:
            return text("{At}, {side} tries {step}", at=self._at(above), side=side, step=step)
        return text(
            "{side} tries {step}" if branch.mover is not None else "{side} looks at {step}", side=side, step=step
        )

    def _depth(self, visit: int) -> str:
        """Returns why a visit looks less far, or farther, than the visits of the other moves. Most get nothing."""
        branch, above = self.branches[visit], self.branches[self.visits.parent[visit]]
        if branch.aside:
            return text("A shallow look, to see if one move stands out.")
        if above.mover is CHANCE or above.note == "probe" or above.depth <= 0 or branch.depth == above.depth - 1:
            return ""
        if branch.depth < above.depth:
            return text("This move comes late, so the first look is one ply less deep.")
        return text("This move stands out, so the search looks one ply deeper.")

    def _window(self, branch: Branch[Any]) -> str:
        """Returns which values can still matter, or nothing if all can."""
        low, high = branch.alpha, branch.beta
        if is_null(low, high):
            return text("A null window: the search only asks if the value is {parts}.", parts=self._asked(low, high))
        parts = [] if isinf(low) else [self._beyond(low, self.player)]
        parts += [] if isinf(high) else [self._beyond(high, self.player.other)]
        return text("Only a value {parts} can matter.", parts=parts) if parts else ""

    def _times(self, visit: int) -> int:
        return self.visits.place[: visit + 1].count(self.visits.place[visit])

    def _before(self, visit: int) -> str:
        """Returns what earlier rounds know of the place of a visit."""
        earlier = self._earlier(visit)
        if not earlier:
            return text("This node is new.")
        if self.branches[visit].numbers is not None:
            return self._numbers(earlier[-1])
        so_far = "So far it has {n} visit and the mean {value}.|So far it has {n} visits and the mean {value}."
        return text(so_far, n=len(earlier), value=self.words.number(self.branches[earlier[-1]].value))

    def _numbers(self, visit: int) -> str:
        """Returns the proof number and the disproof number of a place after a visit."""
        proof, disproof = self.branches[visit].numbers or (1, 1)
        if not proof:
            return text("The answer {at} is yes.", at=self._at(visit))
        if not disproof:
            return text("The answer {at} is no.", at=self._at(visit))
        counted = "{At}: proof number {proof}, disproof number {disproof}."
        return text(counted, at=self._at(visit), proof=int(proof), disproof=int(disproof))

    def _question(self, branch: Branch[Any]) -> str:
        """Returns what the rounds of proof-number search ask."""
        least = self.words.bounded(branch.beta, self.player, True)
        if self.words.lengths and branch.beta == SOLVED:
            least = text("a win for {side}", side=self.words.side(self.player))
        parts = self._beyond(branch.alpha, self.player) if branch.alpha in self.found else least
        return text("The question: is it {parts}?", parts=parts)

    def _earlier(self, visit: int) -> list[int]:
        """Returns the earlier visits to a place, in rounds of the same question."""
        place, alpha = self.visits.place[visit], self.branches[visit].alpha
        return [one for one in range(visit) if self.visits.place[one] == place and self.branches[one].alpha == alpha]

    def _asked(self, low: float, high: float) -> str:
        """Returns the question of a null window. One end is a value found before, the other is beside it."""
        if low in self.found:
            return self._beyond(low, self.player)
        return self._beyond(high, self.player.other)

    def _beyond(self, bound: float, side: Any) -> str:
        words = self.words
        if not words.lengths:
            return text("above {value}" if side is self.player else "below {value}", value=words.number(bound))
        return text("better for {side} than {prize}", side=words.side(side), prize=words.prize(bound, side))

    def _better(self, visit: int) -> str:
        return text(
            "So far the best for {side} {at} is {step}: {value}.",
            side=self._side(visit),
            at=self._at(visit),
            step=self._step(self.last),
            value=self._value(self.last),
        )

    def _cut(self, visit: int) -> str:
        names = [self.words.step(place) for place in self.visits.skipped[visit]]
        why = self._why(visit)
        if len(names) > MANY:
            return text("{why} The other {count} moves cannot matter.", why=why, count=len(names))
        return text("{why} {Moves} cannot matter.", why=why, moves=listed(names))

    def _why(self, visit: int) -> str:
        """Returns the two moves that make the skipped ones irrelevant: one above, which set the bound, and one here."""
        branch, words = self.branches[visit], self.words
        maximises = self.places[self.visits.place[visit]].mover == MAX
        if branch.mover is CHANCE:
            maximises = branch.value >= branch.beta
        bound, origin = (branch.beta, branch.beta_from) if maximises else (branch.alpha, branch.alpha_from)
        side = self.player if maximises else self.player.other
        gets = words.gain(branch.value, side, maximises)
        here = text("the mean is {gets}", gets=gets)
        if branch.mover is not CHANCE:
            here = text("{side} gets {gets}", side=words.side(side), gets=gets)
        other, witness = side.other, self.visits.number(origin)
        if is_null(branch.alpha, branch.beta):
            asker = None if origin is None else self.branches[self.visits.parent[witness]].mover
            if asker is not other:
                return text("Here {here}: that answers the question.", here=here)
        if origin is None:
            no_more = "Here {here}, and no value is greater." if maximises else "Here {here}, and no value is less."
            return text(no_more, here=here)
        rival = words.side(other)
        sure: str = text(
            "{At}, {other} is sure of {prize} by {step}.",
            at=self._at(self.visits.parent[witness]),
            other=rival,
            prize=words.prize(origin.value, other),
            step=self._step(witness),
        )
        if abs(bound - origin.value) > 2 * ROUNDING:  # less: just below the value, to tell equal moves apart
            through = "Through the lots on the way this becomes a bound of {value} here."
            sure = _together([sure, text(through, value=words.value(bound))])
        return text(
            "{sure} Here {here}, so {other} will not let the game come here.", sure=sure, here=here, other=rival
        )

    def _table(self, visit: int) -> str:
        return text(
            "This state is known from before: in the table stands {value}. It is not searched again.",
            value=self._value(visit),
        )

    def _guess(self, visit: int) -> str:
        if self.rounds and self.branches[visit].numbers is not None and self.branches[visit].depth:
            moves = len(self.game.moves(self.branches[visit].state))
            return text("{n} move follows from here.|{n} moves follow from here.", n=moves)
        if self.rounds and self.branches[visit].depth:
            return text("A random game from here ends with {value}.", value=self._value(visit))
        return text("The search looks no farther here: the evaluation guesses {value}.", value=self._value(visit))

    def _over(self, visit: int) -> str:
        value = self.branches[visit].value
        if self.words.tree is not None:
            worth = self._value(visit) if self.several else self.words.number(value)
            return text("The leaf is worth {value}.", value=worth)
        words = text("draw") if value == 0 else self.words.value(value)
        return text("The game is over here: {value}.", value=words)

    def _probe(self, visit: int) -> str:
        if self.branches[visit].mover is None:
            return text("Star2 looks at the lots first: the game is over after this one.")
        at = self._at(visit)
        return text("Star2 first tries only one move {at}: one move already bounds the value of the lot.", at=at)

    def _iteration(self, visit: int) -> str:
        branch, depth = self.branches[visit], self.branches[visit].depth
        if is_null(branch.alpha, branch.beta):
            return self._window(branch)
        return text("Now the search looks {n} ply ahead.|Now the search looks {n} plies ahead.", n=depth)

    def _lot(self, visit: int) -> str:
        last = self.last
        brings = text("Lot {lot} brings {value}.", lot=self.branches[last].move, value=self._value(last))
        lots = dict(self.game.outcomes(self.branches[visit].state))
        known = self._known(visit, last)
        if self.branches[last].move not in known:
            return brings
        mean = sum(lots[lot] * value for lot, value in known.items())
        rest = sum(share for lot, share in lots.items() if lot not in known)
        at, number = self._at(visit), self.words.number
        if len(known) == len(lots):
            whole = "{brings} All lots are seen: the mean {at} is {mean}."
            return text(whole, brings=brings, at=at, mean=number(mean))
        low, high = limits(self.game, self.player)
        template = "{brings} The mean {at} lies between {low} and {high} now, whatever the other lots bring."
        return text(template, brings=brings, at=at, low=number(mean + rest * low), high=number(mean + rest * high))

    def _known(self, visit: int, last: int) -> dict[Move, float]:
        """Returns the lots with an exact value, up to a visit."""
        known = {}
        for one in range(visit + 1, last + 1):
            branch = self.branches[one]
            if self.visits.parent[one] == visit and branch.move is not None and self.visits.bound[one] == EXACT:
                known[branch.move] = branch.value
        return known

    def _leave(self, visit: int) -> str:
        branch = self.branches[visit]
        if self.rounds and branch.mover is not None and (visit != self.final or self.result is None):
            if branch.numbers is not None:
                return self._numbers(visit)
            back = "{n} visit {at} now, and the mean is {value}.|{n} visits {at} now, and the mean is {value}."
            return text(back, n=self._times(visit), at=self._at(visit), value=self.words.number(branch.value))
        if self.visits.parent[visit] < 0:
            return self._end(visit)
        value = self._value(visit)
        worth = text("{Place}: {value}", place=self._place(visit), value=value)
        if self.words.tree is not None:
            worth = text("{Place} is worth {value}", place=self._step(visit), value=value)
        if branch.mover is None:
            return text("{worth}.", worth=worth)
        if branch.note == "probe":
            return text("{worth}, by the one move tried.", worth=worth)
        if self.visits.bound[visit] == GUESSED or not self.visits.proven[visit]:
            worth = text("{worth}, as far as this search sees", worth=worth)
        if branch.met and not self.visits.skipped[visit]:
            return text("{worth}. The bound is met, but no move is left to skip.", worth=worth)
        if branch.skipped and not branch.met and branch.mover is not CHANCE:
            moves = [self.words.move(move) for move in branch.skipped]
            return text("{worth}. Left out unseen: {moves}.", worth=worth, moves=moves)
        return text("{worth}.", worth=worth)

    def _end(self, visit: int) -> str:
        result = self.result
        if result is None or visit != self.final or result.move is None:
            return text("The value {at} is {value} in this search.", at=self._at(visit), value=self._value(visit))
        move = self.words.move(result.move)
        template = "The search is done. The best move for {side} is {move}: {value}."
        value = self._value(visit) if self.several else self.words.value(result.value)
        done = text(template, side=self._side(visit), move=move, value=value)
        equal = [self.words.move(one.move) for one in result.moves if abs(one.value - result.value) < ROUNDING]
        if not self.biased or len(equal) < 2:
            return done
        template = (
            "{done} {Equal} are worth the same; after none of them can {other} go wrong more often than after {move}."
        )
        return text(template, done=done, equal=listed(equal), other=self.words.side(self.player.other), move=move)


def _together(sentences: Sequence[str]) -> str:
    return sentences[0] if len(sentences) == 1 else text("{first} {then}", first=sentences[0], then=sentences[1])
