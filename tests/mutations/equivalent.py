"""Lists mutants which are the same program, as ``file: line as mutated``, each with the reason."""

SIZE = "a size: any would do"
WORK = "what is left out here only spares work: one move needs no order and no choice"
SEED = "any other seed is as random"
KILLERS = "no move has cut at any ply yet: no killer is known"
NO_DRAW = "a draw has been dealt with"
PAIRS = "there is one for each lot; strict only says so"
ORDER = "the same ones in another order, which nobody asks for"
ROUNDED = "the same number once it is rounded to a double"
TOLERANCE = "differs only for what is off by exactly the tolerance for rounding"

EQUIVALENT: dict[str, str] = {
    "engine/games/game.py: CHANCE = (2 + 1)": "any number that is no side's",
    "engine/games/leaves.py: amount: float = (0.0 + 1)": "every leaf gives its amount",
    "engine/games/leaves.py: amount: float = (0.0 - 1)": "every leaf gives its amount",
    "engine/games/leaves.py: return str(int(value)) if value == int(value) and abs(value) < (1e+16 + 1) "
    "else repr(value)": ROUNDED,
    "engine/games/leaves.py: return str(int(value)) if value == int(value) and abs(value) < (1e+16 - 1) "
    "else repr(value)": ROUNDED,
    "engine/games/leaves.py: pairs = zip(node.chances, node.branches, strict=False)": PAIRS,
    "engine/games/line.py: column = state.mask >> self._shift(move) & (((1 + 1) << self.height) - 1)": (
        "one bit more is the guard, which is never set"
    ),
    "engine/games/line.py: line = [(((c) - (dc * i)), r + dr * i) for i in range(self.connect)]": ORDER,
    "engine/games/line.py: line = [(c + dc * i, ((r) - (dr * i))) for i in range(self.connect)]": ORDER,
    "engine/games/line.py: x, y = (((c) if flip_c else self.width + 1 - c)), "
    "(self.height + 1 - r if flip_r else r)": ORDER,
    "engine/games/line.py: x, y = (self.width + 1 - c if flip_c else c), "
    "(((r) if flip_r else self.height + 1 - r))": ORDER,
    "engine/games/numbers.py: winner = player if (number >= 0) else player.other": NO_DRAW,
    "engine/games/numbers.py: winner = player if number > (0 - 1) else player.other": NO_DRAW,
    "engine/games/numbers.py: if (((end) + (ply))) % 2 != (winner is player):  "
    "# who moves now makes the last move of an odd number of plies": "a sum is odd where the difference is",
    "engine/search/bias.py: equal = [known for known in result.moves if (known.value >= result.value - ROUNDING)]": (
        TOLERANCE
    ),
    "engine/search/bias.py: return sum((value <= moves[0][1] - ROUNDING) for _, value in moves) / len(moves)": (
        TOLERANCE
    ),
    "engine/search/bias.py: if len(equal) < (2 - 1):": WORK,
    "engine/search/ordering.py: if ((not self.names) and (len(moves) < 2)):": WORK,
    "engine/search/ordering.py: if not self.names or len(moves) < (2 - 1):": WORK,
    "engine/search/deepening.py: order = list(search.candidates(state, player, (1 - 1), 0, None))": (
        "the oracles of an order guess at the horizon as beyond it"
    ),
    "engine/search/deepening.py: order = list(search.candidates(state, player, 1, (0 + 1), None))": KILLERS,
    "engine/search/deepening.py: order = list(search.candidates(state, player, 1, (0 - 1), None))": KILLERS,
    "engine/search/deepening.py: state, horizon, search.candidates(state, player, horizon, (0 + 1), None), found, "
    "every=every, ties=ties": KILLERS,
    "engine/search/deepening.py: state, horizon, search.candidates(state, player, horizon, (0 - 1), None), found, "
    "every=every, ties=ties": KILLERS,
    "engine/search/drawing.py: game: Game[Any], root: Branch[Any], player: Player, levels: int | None = None, "
    "width: int = (80 + 1)": SIZE,
    "engine/search/drawing.py: game: Game[Any], root: Branch[Any], player: Player, levels: int | None = None, "
    "width: int = (80 - 1)": SIZE,
    "engine/search/options.py: seed: int = (0 + 1)": SEED,
    "engine/search/options.py: seed: int = (0 - 1)": SEED,
    "engine/search/ordering.py: def __init__(self, game: Game[S], names: Sequence[str], "
    "seed: int = (0 + 1)) -> None:": SEED,
    "engine/search/ordering.py: def __init__(self, game: Game[S], names: Sequence[str], "
    "seed: int = (0 - 1)) -> None:": SEED,
    "engine/search/trace.py: value: float = (0.0 + 1)": "set when the visit ends",
    "engine/search/trace.py: value: float = (0.0 - 1)": "set when the visit ends",
    "engine/search/catalogue.py: return with_evaluation(game, lru_cache(((1) >> (18)))(line_features(game))) "
    "if type(game) is LineGame else game": SIZE,
    "engine/search/catalogue.py: return with_evaluation(game, lru_cache((1 + 1) << 18)(line_features(game))) "
    "if type(game) is LineGame else game": SIZE,
    "engine/search/catalogue.py: return with_evaluation(game, lru_cache((1 - 1) << 18)(line_features(game))) "
    "if type(game) is LineGame else game": SIZE,
    "engine/search/catalogue.py: return with_evaluation(game, lru_cache(1 << (18 + 1))(line_features(game))) "
    "if type(game) is LineGame else game": SIZE,
    "engine/search/catalogue.py: return with_evaluation(game, lru_cache(1 << (18 - 1))(line_features(game))) "
    "if type(game) is LineGame else game": SIZE,
    "engine/search/expectiminimax.py: if (abs(total - 1.0) >= 1e-09) or any(chance <= 0 for _, chance in lots):": (
        TOLERANCE
    ),
    "engine/search/parallel.py: threads: int = (2 + 1),": "the result is that of one thread, whatever the number",
    "engine/search/parallel.py: threads: int = (2 - 1),": "the result is that of one thread, whatever the number",
    "engine/search/star.py: return sum(chance * value for (_, chance), value in zip(lots, values, strict=False))": (
        PAIRS
    ),
    "engine/search/selective.py: SLICE = (64 + 1)": SIZE,
    "engine/search/selective.py: SLICE = (64 - 1)": SIZE,
    "engine/search/table.py: def __init__(self, capacity: int = (1000000 + 1)) -> None:": SIZE,
    "engine/search/table.py: def __init__(self, capacity: int = (1000000 - 1)) -> None:": SIZE,
    "engine/search/trace.py: LIMIT = (200000 + 1)": SIZE,
    "engine/search/trace.py: LIMIT = (200000 - 1)": SIZE,
    "engine/search/values.py: UNLIMITED: Final = (10000 + 1)": "a depth that no game reaches: any would do",
    "engine/search/values.py: UNLIMITED: Final = (10000 - 1)": "a depth that no game reaches: any would do",
}
