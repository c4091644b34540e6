"""Says in a sentence why something was cut: the value known here, and the witness, the value known elsewhere."""

from __future__ import annotations

from engine.lab.keys.watching import NONE, Visit, Watched
from engine.lab.keys.words import show
from engine.lab.trees.tree import MAX
from engine.text import text


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
    """Returns the reason for a bound on entry: alpha is 3, by the value of a node.

    Args:
        bound: "alpha" or "beta".
    """
    places = watched.tree.places
    value, source = (visit.alpha, visit.alpha_from) if bound == "alpha" else (visit.beta, visit.beta_from)
    side = "Max" if bound == "alpha" else "Min"
    known = {"bound": bound, "value": show(value), "side": side}
    if source == NONE:
        return text(
            "{bound} is {value} on entry, because {side} is sure of nothing yet above {node}",
            **known,
            node=places[visit.place].name,
        )
    return text(
        "{bound} is {value} on entry, because {side} is sure of {value} by {witness} at {above}",
        **known,
        witness=places[source].name,
        above=places[places[source].parent].name,
    )
