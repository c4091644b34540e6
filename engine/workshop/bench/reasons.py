"""Measures how often the coach has a reason: ``python -m engine.workshop.bench.reasons [POSITIONS [SECONDS]]``.

The positions are from level games, from ply 12 on. A reason is one line (a theorem or a forced line), one diagram, or a
proof of at most ten lines. Every proof passes the checker. The table asks for a first answer, then for a better one
where there may be one. The processor time is that of these questions.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.coach.certificate import fault
from engine.coach.diagrams import search as diagrams
from engine.coach.explanation import Explanation
from engine.coach.proof_search import find
from engine.coach.why import ExactScores, claim_for, keeping
from engine.coach.why_question import WhyQuestion
from engine.games import LineGame, LineState, Move, Player, replay
from engine.games import find as game_of
from engine.games.openings import random_opening
from engine.players import play


def positions(game: LineGame, count: int, seed: int) -> Iterator[tuple[Move, ...]]:
    """Yields ``count`` different positions, as moves: two a game, from games after two to six random moves."""
    rng, number = random.Random(f"certificates {seed}"), seed * 100_000
    seen: set[LineState] = set()
    while True:
        number += 1
        sides = rng.choice(range(3, 10)), rng.choice(range(3, 10))
        line = play(game, sides, random_opening(game, rng.randint(2, 6), number), number).moves
        plies = [ply for ply in range(12, 31) if ply < len(line)]
        for ply in sorted(rng.sample(plies, min(2, len(plies)))):
            state = replay(game, line[:ply])
            if state in seen:
                continue
            seen.add(state)
            yield line[:ply]
            if len(seen) == count:
                return


TEN = 10
SEED = 43
_SECONDS = 300.0


@dataclass(slots=True)
class Report:
    """Counts positions by group: who wins, and the ply.

    Attributes:
        all: positions by group.
        line: of those with a proof of one line.
        one: with a proof of one line or one diagram.
        ten: with a proof of at most ten lines or one diagram.
        first: with a proof in the first answer at the table.
        told: with a proof in the last answer at the table.
        soon: processor time up to every first answer.
        seconds: processor time up to every last answer.
    """

    all: Counter[str] = field(default_factory=Counter)
    line: Counter[str] = field(default_factory=Counter)
    one: Counter[str] = field(default_factory=Counter)
    ten: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    soon: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Returns the table, a line a group."""
        groups = sorted(self.all)
        won = [group for group in groups if not group.startswith("drawn")]
        rows = [*((group, [group]) for group in groups), ("with a winner", won), ("all", groups)]
        heads = "| group | positions | one line | one line or diagram | within ten | told at first | told at last |"
        table = [heads, "|---|---:|---:|---:|---:|---:|---:|", *(self._row(name, some) for name, some in rows if some)]
        times = (("first", self.soon), ("last", self.seconds))
        return [*table, "", *(f"Processor time up to the {one} answer: {_quantiles(some)}." for one, some in times)]

    def _row(self, name: str, groups: Sequence[str]) -> str:
        count = sum(self.all[group] for group in groups)
        reasons = (self.line, self.one, self.ten, self.first, self.told)
        shares = [f"{sum(one[group] for group in groups) / max(1, count):.0%}" for one in reasons]
        return f"| {name} | {count} | {' | '.join(shares)} |"


def _quantiles(times: Sequence[float]) -> str:
    order = sorted(times)
    some = ((share, order[min(len(order) - 1, int(share * len(order)))]) for share in (0.5, 0.8, 0.95))
    return f"{', '.join(f'{share:.0%} within {end:.2f} s' for share, end in some)}, all within {order[-1]:.2f} s"


def measure(game: LineGame, count: int, seconds: float = _SECONDS) -> Report:
    """Measures ``count`` positions, or as many as the time allows."""
    exact, report, until = ExactScores(game), Report(), time.monotonic() + seconds
    for moves in positions(game, count, SEED):
        _measure_one(game, moves, exact, report)
        if time.monotonic() > until:
            break
    return report


def _measure_one(game: LineGame, moves: tuple[Move, ...], exact: ExactScores, report: Report) -> None:
    state = replay(game, moves)
    side = game.to_move(state)
    claim = claim_for(game, state, side, exact)
    result = "drawn" if not claim.wins else "mover wins" if claim.side is side else "mover loses"
    group = f"{result}, plies {'12 to 17' if len(moves) < 18 else '18 to 30'}"
    report.all[group] += 1
    few = find(game, state, claim, scores=exact, lines=TEN).certificate
    diagram = None
    if few is None or few.size > 1:
        diagram = diagrams.find(game, state, claim, keeping(exact(state), claim))
    report.line[group] += few is not None and few.size == 1
    report.one[group] += diagram is not None or (few is not None and few.size == 1)
    report.ten[group] += few is not None or diagram is not None
    first, soon = _ask(game, moves, side, quick=True)
    told, later = _ask(game, moves, side) if first.more else (first, 0.0)
    report.first[group] += first.certificate is not None
    report.told[group] += told.certificate is not None
    report.soon.append(soon)
    report.seconds.append(soon + later)
    for certificate in (few, diagram, first.certificate, told.certificate):
        if certificate is not None and (complaint := fault(certificate)):
            raise ValueError(f"{moves}: the checker refuses a proof: {complaint}")


def _ask(game: LineGame, moves: tuple[Move, ...], side: Player, *, quick: bool = False) -> tuple[Explanation, float]:
    """Returns the answer at the table, and its processor time in seconds."""
    asked = WhyQuestion(game, moves, side, quick=quick)
    while asked.work():
        pass
    return asked.answer(), asked.spent


if __name__ == "__main__":
    board = game_of("connect4")
    if not isinstance(board, LineGame):
        raise TypeError("connect4 is no board of lines")
    asked = [int(one) for one in sys.argv[1:]] or [300]
    found = measure(board, *asked[:2])
    sys.stdout.write("\n".join(found.lines()) + "\n")
