"""Makes cards: searches the positions in which a card holds, and the moves that lead there."""

import json
import os
import time
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from engine.cards.check import Part
from engine.coach.certificate import Claim
from engine.games import LineGame
from engine.workshop.cards.board import Board, Option, Position, Words
from engine.workshop.cards.file import words_of
from engine.workshop.cards.finder import Answer, Finder, Library, Question
from engine.workshop.cards.graph import Graph, Size, Solution
from engine.workshop.cards.lighter import Lighter, Search
from engine.workshop.cards.moves import smallest
from engine.workshop.cards.sharing import Sharer, shared
from engine.workshop.pool import Workers

FIRST = 500_000  # positions played for a card of a first solution
AT_ONCE = 4  # positions searched between two choices of the lightest opening, at least
PLAYED = 400  # positions played between these for each position of the graph: a choice takes as long, about
NEWS = 3  # cards found before the moves of a smaller opening are chosen
BATCH = 32  # positions searched between two choices of the moves, at least
PART = 8  # the part of the open positions searched between two choices
CHOICE = 1000  # a choice takes the time of one search for each so many positions of the graph
NEAR = 2  # cards of like positions from which a search starts
SAVE_SECONDS = 60.0
LEAST_GAIN = 0.01  # the part of the cards that a round of sharing must make needless, else the next has more patience
PATIENCE = 4  # the last round has this many times as much


class Task(NamedTuple):
    """Says what is to be made: the cards of a side's claim."""

    game: LineGame
    claim: Claim


@dataclass(slots=True)
class Progress:
    """Tells how far a search is: the size of the choice that promises most, and ``done``, from 0 to 1, the share of
    the replies at its branches, each branch parted evenly, that lead to a card."""

    done: float
    now: Size
    best: Size | None


Tell = Callable[[Progress], None]
Answers = Workers[tuple[Task, Question], Answer]


class Maker:
    """Makes the cards of one task. All work is kept in ``path``, from which the same task continues."""

    def __init__(self, task: Task, board: Board, answers: Answers, path: Path, tell: Tell) -> None:
        self.task, self.board, self._answers, self._path, self._tell = task, board, answers, path, tell
        self.graph, self.library = Graph(board), Library(*task)
        self.best, self._origins, self.rounds = Solution(), list[Position](), 0
        self._saved, self._seconds = time.monotonic(), 0.0
        self._begun: float | None = None  # the processor time at which the search began to run, None while it rests
        if path.exists():
            self._load()

    def begin_with(self, part: Part, seconds: float) -> None:
        """Takes the moves of a part, which took some seconds, and its cards."""
        self._seconds = seconds
        board, origins = self.board, dict[int, Position]()
        for card in part.cards:
            self.library.add(words_of(card))
        for _, stones, word in part.tree:
            at, key = Position(*stones), board.key(Position(*stones))
            node = self.graph.add(key)
            if word.isdigit():
                cell = next(cell for cell in board.landing(at.mask) if cell & part.board.column(int(word)))
                move = cell if key == at else board.flip(cell)
                self.graph.expand(key, (board.option(key, move),), whole=False)
                self.best.chosen[key] = next(one for one in node.options or () if one.cell == move)
            else:
                origins.setdefault(int(word[1:]), at if word.startswith("c") else board.image(at))
                node.holding[int(word[1:]) - 1] = word.startswith("m") != (key != at)
                self.best.chosen[key] = next(iter(node.holding.items()))
        self._origins = [origins[number + 1] for number in range(len(part.cards))]
        self.save()

    @property
    def seconds(self) -> float:
        """Returns the processor time of all runs so far, wherever it was spent, without that of other makers."""
        return self._seconds + (0.0 if self._begun is None else time.process_time() - self._begun)

    def improve(self, effort: int) -> Iterator[Solution]:
        """Yields solutions, each better than the one before. First all open positions are decided, with few positions
        played for each card. Then the opening is made lighter: moves that were left aside are tried, and branches are
        searched for a card of their own, with ``effort`` positions played at most, none for 0. At last few cards are
        made to serve all leaves."""
        self._begun = time.process_time()
        for solution in self._better(effort):
            self._seconds, self._begun = self.seconds, None  # others may work until the next is wanted
            yield solution
            self._begun = time.process_time()
        self._seconds, self._begun = self.seconds, None

    def _better(self, effort: int) -> Iterator[Solution]:
        try:
            if not self.best.chosen:
                yield self._closed(min(effort, FIRST) or FIRST)
            yield from self._lighter(effort)
            yield from self._shared()
        finally:
            self.save()

    def save(self) -> None:
        """Keeps everything found so far."""
        nodes = [
            (
                *at,
                node.spent,
                None if node.options is None else [option.cell for option in node.options],
                node.tested,
                [*node.holding.items()],
                int(node.whole),
            )
            for at, node in self.graph.nodes.items()
        ]
        kept = {"seconds": self.seconds, "cards": self.library.cards, "origins": self._origins, "nodes": nodes}
        kept["rounds"] = self.rounds
        beside = self._path.with_name(f"{self._path.name}.new")
        beside.write_text(json.dumps(kept | {"chosen": self._kept_choice()}))
        os.replace(beside, self._path)
        self._saved = time.monotonic()

    def _kept_choice(self) -> list[list[int]]:
        """Returns the best solution: each position with its move's cell, or with its card and 1 for a mirror image."""
        chosen = {at: [one.cell] if isinstance(one, Option) else one or () for at, one in self.best.chosen.items()}
        return [[*at, *map(int, one)] for at, one in chosen.items()]

    def _load(self) -> None:
        kept = json.loads(self._path.read_text())
        self._seconds, self.rounds = kept["seconds"], kept.get("rounds", 0)
        for words, origin in zip(kept["cards"], kept["origins"], strict=True):
            self.library.add(tuple(words))
            self._origins.append(Position(*origin))
        for mine, yours, spent, cells, tested, holding, whole in kept["nodes"]:
            at = Position(mine, yours)
            node = self.graph.add(at)
            node.spent, node.tested, node.whole = spent, tested, bool(whole)
            node.holding = {number: bool(flip) for number, flip in holding}
            node.options = None if cells is None else tuple(self.board.option(at, cell) for cell in cells)
        for mine, yours, *what in kept["chosen"]:
            at = Position(mine, yours)
            card = (what[0], bool(what[1])) if len(what) > 1 else None
            self.best.chosen[at] = self.board.option(at, what[0]) if len(what) == 1 else card

    def _closed(self, played: int) -> Solution:
        """Decides open positions until the choice that promises most has none. Returns the best solution."""
        while (front := self.graph.promising(self.best)).open:
            # The earliest decide most, and the latest tell soon what a position of their ply costs.
            half = max(BATCH, len(front.open) // PART, len(self.graph.nodes) // CHOICE) // 2
            self._answer([(at, played) for at in front.open[:half] + front.open[half:][-half:]])
            self._report(front)
        self._take_if_smaller(front)
        self._report(self.best)
        return self.best

    def _lighter(self, effort: int) -> Iterator[Solution]:
        """Searches where a card makes the opening smaller until nothing more is promised, and yields smaller ones."""
        lighter, chosen, front = Lighter(self.graph, effort, self.expand), -1, list[Search]()
        while chosen < 0 or front:
            front = lighter.front(self.best)
            cards = len(self.library.cards)
            if chosen < 0 or cards >= chosen + NEWS or not front:
                chosen = cards
                if self._take_if_smaller(smallest(self.graph, cards)):
                    yield self.best
                    front = lighter.front(self.best)
            played = [*accumulate(one.played for one in front)]
            some = front[: max(AT_ONCE, bisect(played, PLAYED * len(self.graph.nodes)))]
            self._answer([(one.at, one.played) for one in some])
            for one in some:
                lighter.count(one, bool(self.graph.nodes[one.at].holding))
            self._report(self.best)

    def _take_if_smaller(self, solution: Solution) -> bool:
        """Lets few cards serve a solution's leaves, also cards found for others, and keeps the smaller one."""
        self._test(solution.leaves)
        solution = self.graph.covered(solution)
        smaller = not self.best.chosen or self.graph.price(solution) < self.graph.price(self.best)
        if smaller:
            self.best = solution
        return smaller

    def _shared(self) -> Iterator[Solution]:
        """Makes few cards serve the leaves of the best solution, and yields it after each, ever more patient, round."""
        patience = 1
        while patience <= PATIENCE:
            cards = dict[int, list[Position]]()
            for at, (number, mirrored) in self.best.leaves.items():
                cards.setdefault(number, []).append(self.board.image(at) if mirrored else at)
            before = len(cards)
            known = [(self.library.cards[number], leaves) for number, leaves in cards.items()]
            for card, leaves in shared(self.board, Sharer(*self.task, self.rounds), known, patience):
                self._take(card, leaves)
            self._test(self.best.leaves)
            self.best = self.graph.covered(self.best)
            self.rounds += 1
            yield self.best
            if self.best.size.cards > (1 - LEAST_GAIN) * before:
                patience *= 2

    def _take(self, card: Words, leaves: Iterable[Position]) -> None:
        leaves = list(leaves)
        number = self.library.add(card)
        self._origins.append(leaves[0])
        for at in leaves:
            key = self.board.key(at)
            self.graph.nodes[key].holding[number] = key != at
            self.best.chosen[key] = number, key != at
        self._report(self.best)
        self._save_at_times()

    def _answer(self, wanted: Iterable[tuple[Position, int]]) -> None:
        """Searches positions, each with so many positions played, unless a card of the library holds there."""
        wanted = list(wanted)
        self._meet(at for at, _ in wanted)
        wanted = [(at, played) for at, played in wanted if not self.graph.nodes[at].holding]
        questions = [(self.task, Question(at, self._near(at), played)) for at, played in wanted]
        begun = time.process_time()
        answers = list(self._answers(questions))
        self._seconds += sum(answer.seconds for answer in answers) - (time.process_time() - begun)
        for (at, played), (card, _) in zip(wanted, answers, strict=True):
            node = self.graph.nodes[at]
            node.spent = played
            if card is not None:
                node.holding[self.library.add(card)] = False
                self._origins.append(at)
            elif not node.whole:
                self.expand(at)
        self._save_at_times()

    def _save_at_times(self) -> None:
        if time.monotonic() > self._saved + SAVE_SECONDS:
            self.save()

    def expand(self, at: Position) -> None:
        """Lists all moves of a position that keep the claim, and tries the cards at what follows."""
        self.graph.expand(at, self.board.options(at))
        self._meet(one for option in self.graph.nodes[at].options or () for one in option.after)

    def _meet(self, some: Iterable[Position]) -> None:
        """Tries the cards of the library up to the first that holds."""
        for at in some:
            node = self.graph.nodes[at]
            if node.holding or node.tested == len(self.library.cards):
                continue
            for seen, mirrored in self._sides(at):
                if (number := self.library.holding(seen, node.tested)) >= 0:
                    node.holding[number] = mirrored
                    break
            else:
                node.tested = len(self.library.cards)

    def _test(self, some: Iterable[Position]) -> None:
        """Tries all cards of the library."""
        for at in some:
            node = self.graph.nodes[at]
            for seen, mirrored in self._sides(at):
                for number in self.library.all_holding(seen, node.tested):
                    node.holding.setdefault(number, mirrored)
            node.tested = len(self.library.cards)

    def _sides(self, at: Position) -> tuple[tuple[Position, bool], ...]:
        return (at, False), (self.board.image(at), True)

    def _near(self, at: Position) -> tuple[Words, ...]:
        """Returns the cards that were found for the positions with the fewest other stones, or for mirror images."""
        sides, apart = self._sides(at), list[tuple[int, int, bool]]()
        for number, (a, b) in enumerate(self._origins):
            for seen, mirrored in sides:
                apart.append(((a ^ seen.mine).bit_count() + (b ^ seen.yours).bit_count(), number, mirrored))
        nearest = ((self.library.cards[number], mirrored) for _, number, mirrored in sorted(apart)[:NEAR])
        return tuple(tuple(map(self.board.flip, card)) if mirrored else card for card, mirrored in nearest)

    def _report(self, front: Solution) -> None:
        self._tell(Progress(_done(self.graph, front), front.size, self.best.size if self.best.chosen else None))


def answer(item: tuple[Task, Question]) -> Answer:
    """Answers a question."""
    (game, claim), question = item
    begun = time.process_time()
    found = _finder(game.width, game.height, game.connect, claim).find(question)
    return found._replace(seconds=time.process_time() - begun)


@lru_cache(1)
def _finder(width: int, height: int, connect: int, claim: Claim) -> Finder:
    return Finder(LineGame(width, height, connect, True), claim)


def _done(graph: Graph, solution: Solution) -> float:
    share = dict.fromkeys(solution.chosen, 0.0) | dict.fromkeys(graph.roots, 1 / len(graph.roots))
    for at in sorted(solution.chosen, key=lambda one: one.mask.bit_count()):
        one = solution.chosen[at]
        if isinstance(one, Option):
            for after in one.after:
                share[after] += share[at] / len(one.after)
            share[at] = 0.0 if one.after else share[at]
    return sum(share.values()) - sum(share[at] for at in solution.open)
