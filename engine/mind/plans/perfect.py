"""Holds the common part of all plans for the perfect level: proofs, and tie-breaks after the proofs."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from engine.games import LineState
from engine.mind.plans.workbench import Workbench
from engine.mind.reply_budget import ReplyBudget


class PerfectPlan(ABC):
    """Looks ahead, proves the result where the board has an exact search, then breaks ties between equal moves.
    ``reply_budget`` divides the time among the replies. ``budget`` is how many positions a choice may cost."""

    with_table = True

    def __init__(self, bench: Workbench, reply_budget: ReplyBudget, budget: float) -> None:
        self.bench, self.reply_budget, self.budget = bench, reply_budget, budget

    def choose(self) -> bool:
        """Searches for the mind's own move. True while there is more to search."""
        bench = self.bench
        bench.recall()
        self._apply_book(self._due_to_choose)
        more = self._look_or_prove(self._due_to_choose, windows=True)
        return more or self._break_ties(bench.tree.root, bench.state)

    def analyse(self) -> bool:
        """Searches the exact result of every move. True while there is more to search."""
        self.bench.recall()
        self._apply_book(self._due_to_analyse)
        return self.bench.rebuild() or self._look_or_prove(self._due_to_analyse, ahead=1)

    def ponder(self) -> bool:
        """Searches the replies on the opponent's time, then prepares the choice after each. True while there is more.
        Pondering does not use the book, because a search finds the reasons for the result as well."""
        self.bench.recall()
        return self.bench.rebuild() or self._search_replies() or self._prepare_choices()

    @abstractmethod
    def _look_ahead(self, ahead: int) -> bool:
        """Deepens the root, ``ahead`` plies further than for a choice. True while there is more to search."""

    @abstractmethod
    def _proves_now(self, ahead: int) -> bool:
        """Tells whether this slice is for an exact search rather than for looking ahead."""

    @abstractmethod
    def _search_replies(self) -> bool:
        """Searches the replies while the opponent thinks. True while there is more to search."""

    def _apply_book(self, due: Callable[[], list[int]]) -> None:
        if due():
            self.bench.ties.apply_book(self.bench.tree, self.bench.state)

    def _look_or_prove(self, due: Callable[[], list[int]], *, ahead: int = 0, windows: bool = False) -> bool:
        """Looks ahead, or proves the ``due`` nodes. True while there is more to search."""
        if self._proves_now(ahead):
            return self._prove(due, windows=windows)
        return self._look_ahead(ahead) or bool(due())

    def _prove(self, due: Callable[[], list[int]], *, windows: bool = False) -> bool:
        """Spends the rest of the slice on the ``due`` exact searches. True while one is open. With ``windows`` the
        search of a reply only answers: does the move hold the result of the root?"""
        root = self.bench.tree.root
        while nodes := due():
            node = self.reply_budget.next_reply(nodes)
            above = -self.bench.tree.low[root] if windows and node != root else None
            self._search_exactly(node, self.bench.state_of(node), above)
            if self.bench.slice_over():
                return bool(due())
        return False

    def _due_to_choose(self) -> list[int]:
        """Lists the root until the root is proven, then one move not known to hold or to lose the result, if any."""
        if not self._can_prove:
            return []
        root = self.bench.tree.root
        return self._undecided(root) if self.bench.tree.proven(root) else [root]

    def _due_to_analyse(self) -> list[int]:
        """Lists the root until the root is proven, then every move without an exact result."""
        if not self._can_prove:
            return []
        root = self.bench.tree.root
        return self.bench.open_replies() if self.bench.tree.proven(root) else [root]

    def _due_to_ponder(self) -> list[int]:
        """Lists every reply without an exact result."""
        return self.bench.open_replies() if self._can_prove else []

    @property
    def _can_prove(self) -> bool:
        return self.bench.lanes is not None and isinstance(self.bench.state, LineState)

    def _undecided(self, above: int) -> list[int]:
        """Returns one move at the proven node ``above`` not known to hold or to lose the result, if any. Otherwise the
        random pick among equal moves would depend on what other games left in the shared table."""
        tree, number = self.bench.tree, self.bench.tree.low[above]
        nodes = [node for node in tree.children(above) if -tree.high[node] < number <= -tree.low[node]]
        return sorted(nodes, key=lambda node: tree.move[node] != tree.best[above])[:1]

    def _search_exactly(self, node: int, state: Any, above: int | None = None) -> bool:
        """Continues one exact search and charges its positions to ``node``. True while the search is open."""
        before = self.bench.nodes
        more = self.bench.search_exactly(node, state, above)
        self.reply_budget.charge(node, self.bench.nodes - before)
        return more

    def _break_ties(self, node: int, state: Any) -> bool:
        """Runs the swindle search of ``node``, once ``node`` is proven. True while there is more to search."""
        while self.bench.tree.proven(node) and not self.bench.ties.step(self.bench.tree, node, state):
            if self.bench.slice_over():
                return True
        return False

    def _prepare_choices(self) -> bool:
        """Finds the tie-breaks after every proven reply, so that a choice there needs none. True: not done."""
        bench = self.bench
        prepared = bench.ties.prepared
        for node, state in bench.replies.items():
            if node in prepared:
                continue
            if bench.tree.proven(node) and bench.game.outcome(state) is None:
                if not bench.ties.prefetch_book(state) and not self._decide_answers(node, state):
                    return True
                if self._break_ties(node, state):
                    return True
            prepared.add(node)
            if bench.slice_over():
                break
        return len(prepared) < len(bench.replies)

    def _decide_answers(self, node: int, state: Any) -> bool:
        """Finds out which answers to the proven reply ``node`` hold the result. True once all are decided."""
        bench = self.bench
        if bench.lanes is None:
            return True
        answers = bench.expand(node, state)
        while nodes := self._undecided(node):
            self._search_exactly(nodes[0], answers[nodes[0]], -bench.tree.low[node])
            if bench.slice_over() and self._undecided(node):
                return False
        for after in answers.values():
            bench.lanes.forget(after)
        return True
