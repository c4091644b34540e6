"""Shrinks a world that breaks a rule to the fewest happenings that break it, and tells it as a story."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.world.outcome import Outcome
from tests.world.plan import Plan
from tests.world.world import run


def shrink(outcome: Outcome, tries: int = 80, again: Callable[[Plan], Outcome] = run) -> Outcome:
    """Returns the smallest world found that breaks the same rule: first without parts of its happenings, then with
    fewer acts, then with the settings of the product. At most ``tries`` worlds are run."""
    best, left = outcome, tries

    def better(smaller: Plan) -> bool:
        nonlocal best, left
        if left <= 0 or best.failure is None:
            return False
        left -= 1
        found = again(smaller)
        if found.failure is None or found.failure.rule != best.failure.rule:
            return False
        best = found
        return True

    if best.failure is not None:  # what comes later than the end cannot be at fault
        better(best.plan.without({place for place, one in enumerate(best.plan.happenings) if one.at > best.failure.at}))
    size = max(1, len(best.plan.happenings) // 2)
    while size:
        place = 0
        while place < len(best.plan.happenings):
            if not better(best.plan.without(set(range(place, place + size)))):
                place += size
        size //= 2
    for place in range(len(best.plan.happenings)):
        while (acts := best.plan.happenings[place].acts) > 1 and better(_with_acts(best.plan, place, acts // 2)):
            pass
    for name in list(best.plan.settings):
        better(replace(best.plan, settings={key: value for key, value in best.plan.settings.items() if key != name}))
    return best


def story(outcome: Outcome) -> str:
    """Tells what happened in a world, in sentences."""
    plan, failure = outcome.plan, outcome.failure
    settings = ", ".join(f"{name} {value}" for name, value in plan.settings.items()) or "the settings of the product"
    end = f"Then the rule “{failure.rule}” is broken: {failure.words}" if failure else "No rule is broken."
    return "\n".join(
        [f"Seed {plan.seed}, {settings}.", *(one.sentence() for one in plan.happenings), *outcome.log[-12:-2], end]
    )


def _with_acts(plan: Plan, place: int, acts: int) -> Plan:
    happenings = list(plan.happenings)
    happenings[place] = replace(happenings[place], acts=acts)
    return replace(plan, happenings=tuple(happenings))
