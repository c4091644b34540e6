"""Lists the options of a search. Each works alone, and all of them work together."""

from dataclasses import dataclass

from engine.games import GameError

ORDERS = ("table", "static", "killer", "history", "random", "best", "worst")
"""Names for :attr:`Options.order`. ``best`` and ``worst`` are oracles, to show why order matters."""
CHANCE_NODES = ("plain", "star1", "star2")


@dataclass(frozen=True, slots=True)
class Options:
    """Holds the named options of :class:`engine.search.selective.Search`. All off is plain alpha-beta. Raises GameError
    for an unknown move order or treatment of chance nodes, and for a beam without a move."""

    table: bool = False
    """Stores states in a transposition table. A state is searched again only for another window or more depth."""
    symmetry: bool = True  # gives states with the same ``game.key`` one entry of the table
    order: tuple[str, ...] = ()
    """Names the keys of the move order, the first key counting most; without one, the game's own order holds."""
    quiescence: bool = False  # plays on at the horizon until the state is quiet, and evaluates only then
    singular: bool = False
    """Searches a move a ply deeper if a shallow search finds the move better than all others by a margin."""
    reduction: bool = False
    """Searches late moves a ply less deep, and fully only if better than the best so far (risky)."""
    beam: int | None = None  # limits the moves searched in a state (risky)
    chance: str = "star1"
    """Selects the treatment of chance nodes: ``plain`` (no pruning), ``star1``, or ``star2`` (good for many lots)."""
    seed: int = 0  # seeds the order ``random``

    def __post_init__(self) -> None:
        for name in self.order:
            if name not in ORDERS:
                raise GameError(f"there is no move order called {name!r}; there are {', '.join(ORDERS)}")
        if self.chance not in CHANCE_NODES:
            raise GameError(f"chance nodes are searched {', '.join(CHANCE_NODES)}, not {self.chance!r}")
        if self.beam is not None and self.beam < 1:
            raise GameError(f"a beam of {self.beam} leaves no move; it must be at least 1")

    @property
    def sound(self) -> bool:
        """Tests if every win found is a win: no possible refutation was left out."""
        return self.beam is None and not self.reduction


FULL = Options(table=True, order=("table", "killer", "history"), quiescence=True)
"""Turns on every addition without risk. The minds use these options."""
