"""Writes values, rules and the reasons of cuts and bounds as a reader meets them."""

from math import inf

from engine.games.formats.leaf_text import number_words
from engine.lab.answer_keys.watching import NONE, Visit, Watched
from engine.lab.trees.tree import MAX
from engine.text import text


def show(value: float) -> str:
    """Returns a value as an answer is written: 3, -2.5, inf. Means of chance have at most four decimals."""
    if value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    rounded = round(value, 4)
    return number_words(value if value == int(value) else rounded + 0.0)


def beside(watched: Watched) -> dict[int, str]:
    """Returns what each visited place hands back, as a picture has it beside the node: "≥ 5"."""
    return {place: f"{visit.sign} {show(visit.value)}".strip() for place, visit in watched.visits.items()}


def rule_words(rule: str) -> str:
    """Returns the rule for cuts as a sentence."""
    if rule == "<=":
        return text("Cut when beta <= alpha: equal is enough.")
    return text("Cut when beta < alpha: equal is not enough.")


def why_cut(watched: Watched, cut: Visit) -> str:
    """Returns both moves of the proof, without a full stop: the refutation here, the better choice elsewhere."""
    places, is_max = watched.tree.places, watched.tree.places[cut.place].mover == MAX
    witness = watched.witness(cut)
    reason = text(
        "at {node} {side} gets {value} or more by {best}, but {other} is sure of {sure} by {witness} at {above}"
        if is_max
        else "at {node} {side} gets {value} or less by {best}, but {other} is sure of {sure} by {witness} at {above}",
        node=places[cut.place].name,
        side="Max" if is_max else "Min",
        value=show(cut.value),
        best=places[cut.best].name,
        other="Min" if is_max else "Max",
        sure=show(cut.beta if is_max else cut.alpha),
        witness=places[witness].name,
        above=places[places[witness].parent].name,
    )
    return text("{reason} (a deep cut)", reason=reason) if watched.is_deep(cut) else reason


def bound_reason(watched: Watched, visit: Visit, bound: str) -> str:
    """Returns the reason for a ``bound`` on entry ("alpha" or "beta"): alpha is 3, by the value of a node."""
    places = watched.tree.places
    value, source = (visit.alpha, visit.alpha_from) if bound == "alpha" else (visit.beta, visit.beta_from)
    side = "Max" if bound == "alpha" else "Min"
    known = {"bound": bound, "value": show(value), "side": side}
    if source == NONE:
        template = "{bound} is {value} on entry, because {side} is sure of nothing yet above {node}"
        return text(template, **known, node=places[visit.place].name)
    template = "{bound} is {value} on entry, because {side} is sure of {value} by {witness} at {above}"
    return text(template, **known, witness=places[source].name, above=places[places[source].parent].name)
