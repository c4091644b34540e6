"""Tests trees of a course as an autograder runs them: the action, and the set of states that the search generates.

The search is written here once more, on the text of the test alone: agents in turn to a depth, states that end the
game, and both rules of cutting.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from math import inf
from random import Random

import pytest

from engine.lab.answer_keys.watching import RULES, Rule, watch
from engine.lab.trees import parse
from engine.lab.trees.tree import CHANCE

COUNT = 49


@dataclass
class Course:
    """Holds a test of a course: agents, depth, successors (state -> action, state), ends, and evaluations."""

    agents: int
    depth: int
    below: dict[str, list[tuple[str, str]]]
    ends: tuple[list[str], list[str]]
    worth: dict[str, float]

    def text(self, algorithm: str, random: Random) -> str:
        """Returns the test as courses write it."""
        won, lost = (" ".join(states) for states in self.ends)
        successors = "\n".join(f"{state} {action} {to}" for state, found in self.below.items() for action, to in found)
        worth = "\n".join(f"{state} {value:.1f}" for state, value in self.worth.items())
        parts = [
            'class: "GraphGameTreeTest"',
            f'alg: "{algorithm}"',
            f'depth: "{self.depth}"',
            f'num_agents: "{self.agents}"',
            '# Tree:\n#     max\n#    /   \\\ndiagram: """\n      max\n     /   \\\n"""',
            'start_state: "max"',
            f'win_states: "{won}"',
            f'lose_states: "{lost}"',
            f'successors: """\n{successors}\n"""',
            f'evaluation: """\n{worth}\n"""',
        ]
        end = random.choice(["\n", "\r\n"])
        return end.join("\n".join(parts).split("\n")) + end


def course(seed: int) -> Course:
    """Returns a drawn test. In some, states lie below the depth of the search, or below an end."""
    random = Random(seed)
    agents, depth = random.choice([(1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)])
    levels = agents * depth + random.choice([0, 0, 1])
    found = Course(agents, depth, {}, ([], []), {})
    waiting = [("max", 0)]
    while waiting:
        state, level = waiting.pop(0)
        found.worth[state] = float(random.randint(-9, 9))
        ends = level > 0 and random.random() < 0.15
        if ends:
            random.choice(found.ends).append(state)
        if level == levels or (ends and random.random() < 0.7) or (level and len(found.worth) > 120):
            if not ends:
                random.choice(found.ends).append(state)
            continue
        actions = random.choice([("Left", "Right"), ("Left", "Center", "Right"), ("North", "South")])
        found.below[state] = [(action, f"s{level}{len(found.worth)}{at}") for at, action in enumerate(actions)]
        waiting += [(to, level + 1) for _, to in found.below[state]]
    return found


def search(asked: Course, rule: Rule | None) -> tuple[str, set[str]]:
    """Returns the state after the best action, and all states that the search generates. None: without cuts."""
    generated: set[str] = set()
    beyond = operator.gt if rule == "<" else operator.ge

    def value(state: str, ply: int, alpha: float, beta: float) -> tuple[float, str]:
        end = state in asked.ends[0] or state in asked.ends[1] or state not in asked.below
        if end or ply == asked.agents * asked.depth:
            return asked.worth[state], ""
        largest = ply % asked.agents == 0
        best, chosen = (-inf if largest else inf), ""
        for _, to in asked.below[state]:
            generated.add(to)
            found, _ = value(to, ply + 1, alpha, beta)
            if (found > best) if largest else (found < best):
                best, chosen = found, to
            if rule and (beyond(best, beta) if largest else beyond(-best, -alpha)):
                break
            alpha, beta = (max(alpha, best), beta) if largest else (alpha, min(beta, best))
        return best, chosen

    return value("max", 0, -inf, inf)[1], generated


@pytest.mark.parametrize("rule", RULES)
def test_actions_and_states_are_those_of_the_course_under_both_rules(rule: Rule) -> None:
    cut = 0
    for seed in range(COUNT):
        asked = course(seed)
        tree = parse(asked.text("AlphaBetaAgent", Random(seed)))
        watched = watch(tree, rule)
        action, generated = search(asked, rule)
        assert {tree.places[place].name for place in watched.visits} == generated | {"max"}
        best = watched.visits[0].best
        assert tree.places[best].name == action
        cut += len(watched.cuts) > 0
    assert cut > COUNT // 2


def test_without_cuts_every_state_within_the_depth_is_there() -> None:
    for seed in range(COUNT):
        asked = course(seed)
        tree = parse(asked.text("MinimaxAgent", Random(seed)))
        assert {place.name for place in tree.places} == search(asked, None)[1] | {"max"}


def test_expectimax_means_chance_at_every_level_but_the_first_agents() -> None:
    for seed in range(COUNT):
        asked = course(seed)
        tree = parse(asked.text("ExpectimaxAgent", Random(seed)))
        for place, below in zip(tree.places, tree.children, strict=True):
            assert not below or (place.mover == CHANCE) == (len(place.path) % asked.agents > 0)
            assert place.mover != CHANCE or {tree.places[one].share for one in below} == {1 / len(below)}


def test_the_two_rules_differ_in_some_of_the_trees() -> None:
    assert any(search(course(seed), "<=")[1] != search(course(seed), "<")[1] for seed in range(COUNT))
