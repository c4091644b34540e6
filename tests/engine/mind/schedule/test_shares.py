"""Tests that nobody takes more than a part of the cores: 200 greedy minds and a stranger, with a simulated clock."""

from typing import Any

import pytest

from engine.mind.schedule.jobs import DUE, Job
from engine.mind.schedule.scheduler import Scheduler
from engine.mind.schedule.shares import ALLOWANCE, ENTRY, HALF_LIFE, KNOWN_SECONDS, MODEST, NEW_SECONDS, Use
from tests.engine.mind.schedule.test_crowd import SLICE, Clock, Fake

GREEDY = 200
BUDGET = 12.0


class Hall:
    """Holds a scheduler of one core, and the minds of many askers."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.scheduler = Scheduler(1, clock=self.clock, processor_time=self.clock)

    def mind(self, asker: str, slices: float = float("inf")) -> Fake:
        mind = Fake(self.clock, 1, slices)
        mind.visitor = asker
        return mind

    def greedy_moves(self, askers: int, before: int = 1_000) -> list[Fake]:
        """Keeps hard moves of so many addresses due, and runs some slices."""
        minds = [self.mind(f"greedy {number % askers}") for number in range(GREEDY)]
        for mind in minds:
            self.ask_again(mind)
        self.run(before)
        return minds

    def ask_again(self, mind: Any) -> None:
        self.scheduler.choose(mind, lambda _: self.ask_again(mind), seconds=BUDGET)

    def run(self, slices: int) -> None:
        for _ in range(slices):
            assert self.scheduler.step()

    def make_known(self, asker: str) -> None:
        """Asks for a quick move of an address, some time ago."""
        self.slices_until_answered(self.mind(asker, 1), self.scheduler.choose)
        self.clock.now += 2 * HALF_LIFE

    def slices_until_answered(self, mind: Fake, ask: Any, seconds: float = BUDGET) -> int:
        """Returns the number of slices, of all minds, from the question of ``mind`` to the answer."""
        answers: list[Any] = []
        asked = self.clock.now
        ask(mind, answers.append, seconds=seconds)
        while not answers:
            self.run(1)
        return round((self.clock.now - asked) / SLICE)


@pytest.mark.parametrize("askers", [20, GREEDY])
def test_late_hints_do_not_go_before_a_due_move(askers: int) -> None:
    """Asks for so many hints that all are late: once each of them went before every due move."""
    hall = Hall()

    def ask_again(mind: Any) -> None:
        hall.scheduler.hint(mind, lambda _: ask_again(mind), seconds=10 * SLICE)

    for number in range(GREEDY):
        ask_again(hall.mind(f"asker {number % askers}"))
    hall.run(1_000)
    assert hall.slices_until_answered(hall.mind("stranger", 2), hall.scheduler.choose) <= 3


@pytest.mark.parametrize("askers", [1, GREEDY])
def test_a_quick_move_of_a_stranger_waits_for_no_crowd_of_hard_ones(askers: int) -> None:
    hall = Hall()
    hall.greedy_moves(askers)
    assert hall.slices_until_answered(hall.mind("stranger", 2), hall.scheduler.choose) <= 4, "each second slice is new"
    assert hall.slices_until_answered(hall.mind("greedy 0", 1), hall.scheduler.choose) <= 2, "nor at the same address"


def test_a_stranger_waits_for_one_slice_of_each_newcomer_not_for_all_their_jobs() -> None:
    """Makes ten moves of each of 20 addresses due before the stranger's, when no core has been used yet."""
    hall, askers = Hall(), 20
    for number in range(GREEDY):
        hall.ask_again(hall.mind(f"newcomer {number % askers}", 1))
    hall.clock.now += 0.1
    assert hall.slices_until_answered(hall.mind("stranger", 1), hall.scheduler.choose) <= 2 * (askers + 1)


def test_a_crowd_of_new_addresses_counts_as_one_beside_a_player_with_some_use() -> None:
    """Brings 20 addresses together. Each of them once went first until it had used as much as the player."""
    hall, askers, use = Hall(), 20, 10
    hall.make_known("player")
    hall.slices_until_answered(hall.mind("player", use), hall.scheduler.choose)
    for number in range(GREEDY):
        hall.ask_again(hall.mind(f"newcomer {number % askers}", 1))
    assert hall.slices_until_answered(hall.mind("player", 1), hall.scheduler.choose) <= use + 3
    for _ in range(10):
        assert hall.slices_until_answered(hall.mind("player", 3), hall.scheduler.choose) <= 2 * use


def test_a_crowd_with_many_games_each_that_comes_back_goes_after_a_player_with_one() -> None:
    """Brings 20 known addresses back while a player plays: a move of three slices once waited for 60 of theirs."""
    hall, askers = Hall(), 20
    minds = [hall.mind(f"foe {number % askers}", 1) for number in range(GREEDY)]
    for mind in minds:
        hall.slices_until_answered(mind, hall.scheduler.choose)
    hall.clock.now += 4 * HALF_LIFE
    for _ in range(5):
        hall.slices_until_answered(hall.mind("player", 3), hall.scheduler.choose)
    for mind in minds[:askers]:
        mind.left = float("inf")
        hall.ask_again(mind)
    for mind in minds[askers:]:
        hall.scheduler.ponder(mind)
    assert hall.slices_until_answered(hall.mind("player", 3), hall.scheduler.choose) <= 2 * 3
    claims = hall.scheduler._queue.claims
    assert claims.minds_of("foe 0") == 10
    for mind in minds:
        hall.scheduler.rest(mind)
    assert len(claims) == 0
    assert not claims._minds


def test_new_askers_count_together_beside_known_ones_for_some_seconds_and_as_modest_at_most() -> None:
    use, clock = Use(), Clock()
    job = Job(Fake(clock, 1), (), DUE, BUDGET, 0.0)

    def first(*askers: str, now: float) -> str:
        return use.next_of([(asker, job) for asker in askers], now, lambda _: 1, oldest=False)

    for asker in ("player", "wealthy"):
        use.charge(asker, 0.0, 0.0)
    came = KNOWN_SECONDS
    use.charge("player", 0.8 * MODEST, came)
    use.charge("wealthy", 1.2 * MODEST, came)
    assert first("player", "newcomer", now=came) == "newcomer", "a single newcomer goes first"
    for number in range(20):
        use.charge(f"crowd {number}", MODEST, came)
    assert first("player", "newcomer", now=came) == "player"
    assert first("wealthy", "newcomer", now=came) == "newcomer"
    assert first("crowd 1", "newcomer", now=came) == "newcomer", "of new ones the one with the least use"
    later = came + NEW_SECONDS
    use.charge("player", 0.0, later)
    assert first("player", "newcomer", now=later) == "newcomer", "the crowd is not new any more"
    assert first("player", "crowd 1", now=later) == "player"
    for number in range(10_000):
        use.charge(str(number), 0.001, later)
    assert use._counts.keys() == use._came.keys()
    assert use._new.keys() <= use._came.keys()
    assert use._of_new == pytest.approx(sum(use._new.values()))


def test_a_hard_move_beside_two_hundred_greedy_askers_comes_within_the_budget_plus_a_quarter_second() -> None:
    hall = Hall()
    hall.greedy_moves(GREEDY)
    mind, budget = hall.mind("stranger"), 6.0
    assert hall.slices_until_answered(mind, hall.scheduler.choose, budget) * SLICE <= budget + 0.25
    assert len(mind.done) >= 2


@pytest.mark.parametrize("every", [1, 4])
def test_moves_taken_back_again_and_again_delay_nobody(every: int) -> None:
    """Replaces every job of 200 addresses after a slice: a job that waits grows old, the new ones never do."""
    hall = Hall()
    minds = [hall.mind(f"greedy {number}") for number in range(GREEDY)]
    waiting = hall.mind("stranger", 40)
    hall.scheduler.choose(waiting, lambda _: None, seconds=BUDGET)
    for turn in range(800):
        if turn % every == 0:
            hall.ask_again(minds[turn // every % GREEDY])
        hall.run(1)
    assert len(waiting.done) == 40


def test_hints_and_analyses_of_strangers_go_before_the_due_moves_of_a_greedy_asker() -> None:
    hall = Hall()
    hall.greedy_moves(1)
    assert hall.slices_until_answered(hall.mind("stranger", 20), hall.scheduler.hint, 1.5) <= 41
    watched = hall.mind("watcher")
    hall.scheduler.analyse(watched)
    hall.run(1_000)
    assert 300 <= len(watched.done) <= 700


@pytest.mark.parametrize("ask", ["analyse", "ponder"])
def test_two_askers_share_alike_whatever_the_number_of_the_minds(ask: str) -> None:
    hall = Hall()
    one, many = hall.mind("one"), [hall.mind("many") for _ in range(GREEDY)]
    for mind in (*many, one):
        getattr(hall.scheduler, ask)(mind)
    hall.run(1_000)
    assert 450 <= len(one.done) <= 550
    turns = [len(mind.done) for mind in many]
    assert max(turns) <= min(turns) + 1


def test_nobody_ponders_while_a_move_of_the_greediest_is_due() -> None:
    hall = Hall()
    pondering = hall.mind("stranger")
    hall.scheduler.ponder(pondering)
    hall.greedy_moves(1)
    assert pondering.done == []


def test_use_is_forgotten_by_halves_and_few_askers_are_remembered() -> None:
    use = Use()
    for asker in "abc":
        use.charge(asker, 2 * ALLOWANCE, 0.0)
    assert use.of("a", HALF_LIFE) == pytest.approx(ALLOWANCE + ENTRY / 2)
    assert use.is_greedy("a", HALF_LIFE - 0.1)
    assert not use.is_greedy("a", HALF_LIFE + 0.1)
    for number in range(10_000):
        use.charge(str(number), 0.001, HALF_LIFE)
    assert use.of("a", HALF_LIFE) == pytest.approx(ALLOWANCE + ENTRY / 2)
    assert len(use._counts) < 3_000


def test_on_a_busy_machine_the_asker_with_most_of_the_little_use_is_greedy() -> None:
    use = Use()
    use.charge("greedy", 3 * MODEST, 0.0)
    use.charge("modest", MODEST, 0.0)
    assert [use.is_greedy(asker, 0.0) for asker in ("greedy", "modest", "stranger")] == [True, False, False]
    assert not use.is_greedy("greedy", 2 * HALF_LIFE), "less than half a second is nobody's fault"
    use.charge("modest", 3 * MODEST, 0.0)
    assert not use.is_greedy("greedy", 0.0), "less than half of all"
