"""Searches by alpha-beta with every addition of the textbook, each a named option. All off is plain alpha-beta.

The search is written as generators with a yield every few dozen nodes: a program may pause between two yields and
resume later from exactly there. ``value`` of a state for ``player`` in the window (alpha, beta) is fail-soft: at most
alpha it is an upper bound, at least beta a lower bound, and between them exact.
"""

from collections.abc import Generator, Hashable, Sequence

from engine.games import CHANCE, Game, Move, Player, S
from engine.search.chance.star import ChanceNodes, Steps
from engine.search.parts.options import Options
from engine.search.parts.ordering import Ordering
from engine.search.parts.table import Table, entry, usable
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    SOLVED,
    Bound,
    Counts,
    MoveValue,
    decays,
    estimate,
    just_below,
    outcome_value,
    plies_to_end,
)

SLICE = 64  # nodes between two yields
MARGIN = 0.25  # a move is singular when a shallow search finds it better than all others by this much
LATE = 3  # with reduction: the moves after this many are searched a ply less deep


class Search(ChanceNodes[S]):
    """Searches states of one game, and keeps the counts, the table and the learnt move order from search to search.

    ``depth`` counts the plies left to the horizon, ``ply`` those between the root and a state. ``alpha`` and ``beta``
    are the ends of the window. ``guesses`` counts evaluations and everything else of no use at another depth: a result
    without a new guess is exact. ``table`` holds entries of earlier searches (None: a new table, if the options ask
    for one). ``trace`` records the visited tree.
    """

    def __init__(
        self, game: Game[S], options: Options, table: Table | None = None, trace: Trace[S] | None = None
    ) -> None:
        self.game, self.options = game, options
        self.table = table if table is not None else Table() if options.table else None
        self.counts = Counts()
        self.guesses = 0
        self.ordering = Ordering(game, options.order, options.seed)
        self.decay = decays(game)
        self.trace = trace
        if trace is not None:
            self.value = trace.watch_steps(self.value, self.counts)  # type: ignore[method-assign]

    def root(
        self,
        state: S,
        depth: int,
        moves: Sequence[Move],
        found: list[MoveValue],
        *,
        every: bool = False,
        ties: bool = False,
        floor: float = -INFINITY,
    ) -> Generator[None, None, None]:
        """Searches the root's ``moves`` in the given order and appends each result to ``found``. A move worth at most
        the best so far gets a bound only, unless ``ties`` (for equal moves) or ``every`` (for all) asks for an exact
        value. ``floor`` is a value already certain."""
        player = self.game.to_move(state)
        best = floor
        self.counts.nodes += 1
        if self.trace is not None:
            self.trace.enter(state, player, depth, -INFINITY, INFINITY)
        for move in moves:
            alpha = -INFINITY if every else just_below(best) if ties else best
            one = yield from self.root_move(state, move, depth, alpha)
            found.append(one)
            best = max(best, one.value)
        if self.trace is not None:
            self.trace.leave(player, (best, ()))

    def root_move(self, state: S, move: Move, depth: int, alpha: float) -> Generator[None, None, MoveValue]:
        """Searches one move of the root. The value is a bound if not above ``alpha``, a value already certain."""
        nodes, guesses = self.counts.nodes, self.guesses
        child, player = self.game.play(state, move), self.game.to_move(state)
        value, line = yield from self.value(child, player, depth - 1, alpha, INFINITY, 1, move)
        bound = Bound.EXACT if value > alpha else Bound.UPPER
        proven = self.proven(value, guesses, depth, 0)
        return MoveValue(move, value + 0.0, bound, depth, proven, (move, *line), self.counts.nodes - nodes)

    def value(
        self, state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Steps:
        """Returns the value of a state for ``player`` and the line of best play, after a search. ``move`` is the move
        before ``state``, for the trace."""
        self.counts.nodes += 1
        self.counts.depth = max(self.counts.depth, ply)
        if self.counts.nodes % SLICE == 0:
            yield
        outcome = self.game.outcome(state)
        if outcome is not None:
            self.counts.leaves += 1
            return outcome_value(self.game, outcome, player, ply), ()
        mover = self.game.to_move(state)
        if mover is CHANCE:
            return (yield from self.chance_node(state, player, depth, (alpha, beta), ply))
        if mover is player:
            return (yield from self.decide(state, player, depth, alpha, beta, ply))
        value, line = yield from self.decide(state, mover, depth, -beta, -alpha, ply)
        return -value, line

    def decide(self, state: S, player: Player, depth: int, alpha: float, beta: float, ply: int) -> Steps:
        """Returns the value of an unfinished state for the side to move and the line of best play, after a search."""
        game, options = self.game, self.options

        # Step 1. At the horizon the game's guess counts. With quiescence, only where the state is quiet.
        if depth <= 0 and not (options.quiescence and not game.is_quiet(state)):
            self.counts.leaves += 1
            self.guesses += 1
            return estimate(game, state, player), ()

        # Step 2. Probe the table.
        table_move = None
        key: Hashable = None
        if self.table is not None:
            key = game.key(state) if options.symmetry else state
            known = self.table.get(key)
            if known is not None:
                table_move = known.move if known.state == state else None
                stored = usable(known, depth, alpha, beta, ply, self.decay)
                if stored is not None:
                    self.counts.table_hits += 1
                    self.guesses += not known.proven
                    return stored, () if table_move is None else (table_move,)

        # Step 3. Order the moves. With a beam, drop all but the most promising.
        guesses = self.guesses
        moves = game.forced_moves(state) if depth <= 0 else self.candidates(state, player, depth, ply, table_move)

        # Step 4. Short of the end: is one move better than all others by a margin? Then it is searched a ply deeper.
        singular = None
        if options.singular and 0 < depth < game.max_plies and len(moves) > 1:
            singular = yield from self.singular(state, player, moves, depth, ply)

        # Step 5. Try them.
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for number, move in enumerate(moves):
            child = game.play(state, move)
            floor = max(alpha, best)
            below = max(depth - 1, 0) + (move == singular)
            late = options.reduction and number >= LATE and depth >= 2 and game.is_quiet(state)
            for less in (1, 0) if late else (0,):  # a late move that looks good a ply less deep is searched fully
                value, rest = yield from self.value(child, player, below - less, floor, beta, ply + 1, move)
                self.guesses += less
                if value <= floor:
                    break
            if value > best:
                best, line = value, (move, *rest)
            if best >= beta:
                self.counts.cutoffs += 1
                self.ordering.cut(player, move, ply, depth)
                break

        # Step 6. Remember.
        if self.table is not None:
            proven = self.proven(best, guesses, depth, ply)
            self.table.store(key, entry(state, depth, best, (alpha, beta), line[0], ply, proven, self.decay))
        return best, line

    def singular(
        self, state: S, player: Player, moves: Sequence[Move], depth: int, ply: int
    ) -> Generator[None, None, Move | None]:
        """Returns the move better than every other by the margin in a search of half the depth, or None."""
        values = []
        if self.trace is not None:
            self.trace.look_aside(True)
        for move in moves:
            child = self.game.play(state, move)
            value, _ = yield from self.value(child, player, (depth - 1) // 2, -INFINITY, INFINITY, ply + 1, move)
            values.append((value, move))
        if self.trace is not None:
            self.trace.look_aside(False)
        values.sort(key=lambda pair: pair[0], reverse=True)
        return values[0][1] if values[0][0] >= values[1][0] + MARGIN else None

    def candidates(self, state: S, player: Player, depth: int, ply: int, table_move: Move | None) -> Sequence[Move]:
        """Returns the moves to search, in order: all moves, or with a beam the moves of the greatest static value.
        ``table_move`` is the move stored in the transposition table, if any."""
        moves = self.ordering.sort(state, player, depth, ply, table_move)
        width = self.options.beam
        if width is None or len(moves) <= width:
            return moves
        self.guesses += 1
        return sorted(moves, key=lambda move: self.ordering.static(state, player, move), reverse=True)[:width]

    def proven(self, value: float, guesses: int, depth: int, ply: int) -> bool:
        """Tests if a value holds at every depth: nothing was guessed, or a win within the depth is the quickest win.
        ``guesses`` is the count of guesses before the search of the value."""
        if self.guesses == guesses:
            return True
        within = self.decay and abs(value) >= SOLVED and plies_to_end(value) - ply <= depth
        return within and self.options.sound
