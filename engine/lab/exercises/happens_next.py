"""Asks for the next step of alpha-beta, at a moment when a branch has just handed back a value (E6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.lab.answer_keys.watching import Rule, Visit, Watched
from engine.lab.answer_keys.words import rule_words, show, why_cut
from engine.lab.exercises.exercise import Option, SearchExercise, Verdict
from engine.lab.trees import Tree
from engine.lab.trees.tree import MAX
from engine.text import text


@dataclass(frozen=True, slots=True)
class Moment:
    """Holds the moment after the place ``child`` has handed back ``value`` to the node of ``visit``."""

    visit: Visit
    child: int
    value: float
    best: float | None  # before, None if ``child`` is the first
    alpha: float  # of the window before
    beta: float
    after: int | None  # the place of the next branch, None after the last
    better: bool  # the value becomes the best one


class HappensNext(SearchExercise):
    """Asks for one of four continuations: cut, a new best value, the old best value, or the end of the node."""

    kind, title, form = "next", text("What happens next?"), "choice"
    empty = text("Choose one of the four answers: 1, 2, 3 or 4.")

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        random = Random(f"next/{seed}")
        by_answer: dict[str, list[Moment]] = {}
        for moment in moments(self.watched):
            by_answer.setdefault(_answer(moment), []).append(moment)
        self._key = random.choice(sorted(by_answer))
        self.moment = random.choice(by_answer[self._key])

    @property
    def question(self) -> str:
        now, places = self.moment, self.tree.places
        name, side = places[now.visit.place].name, self.tree.side(now.visit.place)
        before = text("nothing was found there before")
        if now.best is not None:
            before = text("the best there so far was {best}", best=show(now.best))
        return text(
            "Alpha-beta stops for a moment at {node}, where {side} moves: alpha {alpha}, beta {beta}; {before}. "
            "{Child} hands back {value}. What happens next? {rule}",
            node=name,
            side=side,
            alpha=show(now.alpha),
            beta=show(now.beta),
            before=before,
            child=places[now.child].name,
            value=show(now.value),
            rule=rule_words(self.rule),
        )

    def options(self) -> Sequence[Option]:
        now, places = self.moment, self.tree.places
        name = places[now.visit.place].name
        takes = "{node} takes {value} as its best and goes on with {after}"
        keeps = "{node} keeps its best as it was and goes on with {after}"
        if now.after is None:
            takes = "{node} takes {value} as its best and tries another branch"
            keeps = "{node} keeps its best as it was and tries another branch"
        after = None if now.after is None else places[now.after].name
        return [
            Option("1", text("{node} is cut: what is left of it is never looked at", node=name)),
            Option("2", text(takes, node=name, value=show(now.value), after=after)),
            Option("3", text(keeps, node=name, after=after)),
            Option("4", text("every branch of {node} has been tried: {node} hands back its best", node=name)),
        ]

    def key(self) -> str:
        return self._key

    def judge(self, answer: str) -> Verdict:
        """Judges the number of a continuation."""
        word = self.chosen(answer)
        node = self.tree.places[self.moment.visit.place].name
        reason = text("{node}: {reason}.", node=node, reason=self._reason())
        if word == self._key:
            return self.right(text("Right. {reason}", reason=reason))
        return self.wrong(reason, node)

    def _reason(self) -> str:
        now, places = self.moment, self.tree.places
        name, is_max = places[now.child].name, places[now.visit.place].mover == MAX
        side = self.tree.side(now.visit.place)
        if self._key == "1":
            return text("{why}, so the rest is cut", why=why_cut(self.watched, now.visit))
        if now.after is None:
            return text("{node} was the last branch, so nothing is left to try or to cut", node=name)
        on = text("the window is still open, so {node} comes next", node=places[now.after].name)
        known = {"value": show(now.value), "side": side, "on": on}
        if now.best is None:
            return text("the first value, {value}, is the best so far for {side}, and {on}", **known)
        templates = {
            ("2", True): "{value} is more than {best}, the best so far for {side}, and {on}",
            ("2", False): "{value} is less than {best}, the best so far for {side}, and {on}",
            ("3", True): "{value} is not more than {best}, the best so far for {side}, and {on}",
            ("3", False): "{value} is not less than {best}, the best so far for {side}, and {on}",
        }
        return text(templates[self._key, is_max], **known, best=show(now.best))


def moments(watched: Watched) -> Iterator[Moment]:
    """Yields every moment after a child has handed back a value."""
    tree = watched.tree
    for visit in watched.visits.values():
        is_max = tree.places[visit.place].mover == MAX
        children = tree.children[visit.place]
        tried = [child for child in children if child not in visit.skipped]
        alpha, beta, best = visit.alpha, visit.beta, None
        for index, child in enumerate(tried):
            value = watched.visits[child].value
            after = children[index + 1] if index + 1 < len(children) else None
            better = best is None or (value > best if is_max else value < best)
            yield Moment(visit, child, value, best, alpha, beta, after, better)
            best = value if better else best
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))


def _answer(moment: Moment) -> str:
    if moment.after is None:
        return "4"
    if moment.after in moment.visit.skipped:
        return "1"
    return "2" if moment.better else "3"
