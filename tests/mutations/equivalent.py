"""Mutants that are no other program, as ``file: line as mutated``, each with the reason."""

SIZE = "a size: any would do"
WORK = "what is left out here only spares work: one move needs no order and no choice"
TOLERANCE = "differs only for what is off by exactly the tolerance for rounding"

EQUIVALENT: dict[str, str] = {
    "engine/search/bias.py: equal = [known for known in result.moves if (known.value >= result.value - ROUNDING)]": (
        TOLERANCE
    ),
    "engine/search/bias.py: return sum((value <= moves[0][1] - ROUNDING) for _, value in moves) / len(moves)": (
        TOLERANCE
    ),
    "engine/search/bias.py: if len(equal) < (2 - 1):": WORK,
    "engine/search/ordering.py: if ((not self.names) and (len(moves) < 2)):": WORK,
    "engine/search/ordering.py: if not self.names or len(moves) < (2 - 1):": WORK,
    "engine/search/expectiminimax.py: if (abs(total - 1.0) >= 1e-09) or any(chance <= 0 for _, chance in lots):": (
        TOLERANCE
    ),
    "engine/search/parallel.py: threads: int = (2 + 1),": "the result is that of one thread, whatever the number",
    "engine/search/parallel.py: threads: int = (2 - 1),": "the result is that of one thread, whatever the number",
    "engine/search/star.py: return sum(chance * value for (_, chance), value in zip(lots, values, strict=False))": (
        "there is one value for each lot; strict only says so"
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
