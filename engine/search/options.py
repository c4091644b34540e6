"""What a search may be told to do; each option works alone and all of them together."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import GameError

ORDERS = ("table", "static", "killer", "history", "random", "best", "worst")
"""The names that :attr:`Options.order` knows; ``best`` and ``worst`` are oracles, to show why order matters."""
CHANCE_NODES = ("plain", "star1", "star2")


@dataclass(frozen=True, slots=True)
class Options:
    """The named options of :class:`engine.search.selective.Search`; all off is plain alpha-beta.

    Raises:
        GameError: an order or a treatment of chance nodes that is not known, or a beam without a move.
    """

    table: bool = False
    """Remember states; one is searched again only where its bound does not settle the window, or for more depth."""
    symmetry: bool = True
    """With ``table``: states that the game calls equal share an entry."""
    order: tuple[str, ...] = ()
    """How moves are ordered, the first name counting most; the game's own order where they are silent."""
    quiescence: bool = False
    """Evaluate no state that is not quiet: play on until it is."""
    singular: bool = False
    """Search a move a ply deeper when a shallow search finds it better than all others by a margin."""
    reduction: bool = False
    """Search late moves a ply less deep, and fully only if they look better than the best (risky)."""
    beam: int | None = None
    """Look at no more than this many moves of a state (risky)."""
    chance: str = "star1"
    """Chance nodes: ``plain`` (no pruning), ``star1`` or ``star2`` (which pays where lots are many)."""
    seed: int = 0
    """For the order ``random``."""

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
        """Whether a win found is a win: nothing that could refute it was left out."""
        return self.beam is None and not self.reduction


FULL = Options(table=True, order=("table", "killer", "history"), quiescence=True)
"""What the minds use: everything that cannot be wrong."""
