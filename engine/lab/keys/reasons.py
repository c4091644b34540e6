"""Says in a sentence why something was cut: the value known here, and the witness, the value known elsewhere."""

from __future__ import annotations

from engine.lab.keys.watching import NONE, Visit, Watched
from engine.lab.keys.words import show
from engine.lab.trees.tree import MAX


def why_cut(watched: Watched, cut: Visit) -> str:
    """Returns both moves of the proof, without a full stop: the refutation here, the better choice elsewhere."""
    places, is_max = watched.tree.places, watched.tree.places[cut.place].mover == MAX
    side, other = ("Max", "Min") if is_max else ("Min", "Max")
    more = "or more" if is_max else "or less"
    witness = watched.witness(cut)
    sure = cut.beta if is_max else cut.alpha
    above = places[places[witness].parent].name
    deep = " (a deep cut)" if watched.is_deep(cut) else ""
    return (
        f"at {places[cut.place].name} {side} gets {show(cut.value)} {more} by {places[cut.best].name}, "
        f"but {other} is sure of {show(sure)} by {places[witness].name} at {above}{deep}"
    )


def bound_reason(watched: Watched, visit: Visit, bound: str) -> str:
    """Returns the reason for a bound on entry: alpha is 3, by the value of a node.

    Args:
        watched: the search.
        visit: the visit with the bound.
        bound: "alpha" or "beta".
    """
    places = watched.tree.places
    value, source = (visit.alpha, visit.alpha_from) if bound == "alpha" else (visit.beta, visit.beta_from)
    side = "Max" if bound == "alpha" else "Min"
    if source == NONE:
        return (
            f"{bound} is {show(value)} on entry, because {side} is sure of nothing yet above {places[visit.place].name}"
        )
    sure = f"{show(value)} by {places[source].name} at {places[places[source].parent].name}"
    return f"{bound} is {show(value)} on entry, because {side} is sure of {sure}"
