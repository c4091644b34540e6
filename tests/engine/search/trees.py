"""Draws random trees for property tests: any branching, up to four plies, few different leaves for many ties."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.games.leaf_text import Choice, Lottery, Node
from engine.games.leaves import LeafTree

LEAVES = st.integers(-4, 4).map(float)
CHANCES = ((1.0,), (0.5, 0.5), (0.25, 0.75), (0.25, 0.25, 0.5), (0.125, 0.5, 0.125, 0.25))


def _choices(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.lists(below, min_size=1, max_size=4).map(lambda branches: Choice(tuple(branches)))


@st.composite
def _lotteries(draw: st.DrawFn, below: st.SearchStrategy[Node]) -> Lottery:
    chances = draw(st.sampled_from(CHANCES))
    return Lottery(tuple(draw(below) for _ in chances), chances)


def trees(*, chance: bool = False, depth: int = 4) -> st.SearchStrategy[LeafTree]:
    """Draws trees of at most ``depth`` plies; probabilities are sums of powers of two, so every mean is exact."""
    node: st.SearchStrategy[Node] = LEAVES
    for _ in range(depth):
        below = node
        node = st.one_of(LEAVES, _choices(below), _choices(below))
        if chance:
            node = st.one_of(node, _lotteries(_choices(below)), _lotteries(LEAVES))
    return _choices(node).map(LeafTree)
