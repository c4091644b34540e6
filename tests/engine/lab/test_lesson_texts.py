"""Tests the words of the lessons: no number is typed, and each term is explained at first."""

import re
import string

import pytest

from engine.games import all_games
from engine.lab import lessons

ALL = lessons.all_lessons()
NUMBER_WORDS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand"
ADDRESSES = {"leaves", "run", "exercise", "check", "exam", "export"}
TERMS = {
    *("node", "root", "leaf", "minimax", "ply", "principal variation", "branching factor", "depth", "horizon"),
    *("evaluation", "features", "weight", "alpha-beta", "alpha", "beta", "window", "cut", "deep cut", "move ordering"),
    *("negamax", "nim", "transposition", "transposition table", "table hit", "symmetry", "killer move", "history"),
    *("horizon effect", "quiescence search", "quiet", "singular extension", "late move reduction", "beam", "decay"),
    *("chance node", "expected value", "expectiminimax", "star1", "star2", "probe", "swindle", "pondering"),
    *("oracle", "mutant", "utility", "terminal state", "zero-sum game", "optimal opponent", "recursion"),
    *("backtracking", "depth-first", "iterative deepening", "iteration", "thread", "forward pruning", "bias"),
    *("null window", "principal variation search", "pvs", "mtd(f)", "fail-soft", "fail-hard", "flag"),
    *("monte carlo tree search", "selection", "expansion", "simulation", "backpropagation", "uct"),
    *("or node", "and node", "and/or tree", "proof number", "disproof number", "proof-number search"),
    *("expectimax", "retrograde analysis", "endgame table", "tablebase", "zugzwang", "vector", "max^n", "paranoid"),
}


def test_the_lessons_stand_in_order_under_names_of_their_own() -> None:
    assert [one.number for one in ALL] == list(range(1, len(ALL) + 1))
    slugs = [one.slug for one in ALL]
    assert len(set(slugs)) == len(ALL)
    assert not set(slugs) & (set(all_games()) | ADDRESSES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", slug) for slug in slugs)
    following = [{"slug": one.slug, "title": one.title} for one in ALL[1:]]
    assert [lessons.view(slug)["next"] for slug in slugs] == [*following, None]
    assert [len(one.words["paragraphs"]) for one in ALL] == [3] * len(ALL)


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.slug)
def test_no_number_is_typed(lesson: lessons.Lesson) -> None:
    question = lesson.question
    asked = [lesson.words.get("question", ""), lesson.words.get("right", "")]
    asked += [part for field in getattr(question, "fields", ()) for part in (field.label, field.node)]
    for text in (*lesson.words["paragraphs"], *asked, lesson.title, lesson.then[0] if lesson.then else ""):
        plain = "".join(literal for literal, *_ in string.Formatter().parse(text))
        plain = re.sub(r"\bStar[12]\b", "", plain)  # names of algorithms
        assert not re.search(rf"[0-9]|\b({NUMBER_WORDS})\b", plain), plain


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.slug)
def test_every_placeholder_is_filled(lesson: lessons.Lesson) -> None:
    view = lessons.view(lesson.slug)
    for paragraph in view["paragraphs"]:
        assert len(paragraph) % 2 == 1, "every star has its partner"
        assert not re.search(r"[{}]", re.sub(r"\{\d.*?\}", "", "".join(paragraph)))
    assert "{" not in view["question"]["question"] or view["question"]["kind"] == "bug"


def test_the_fields_words_are_explained_where_first_used() -> None:
    texts = [text for one in ALL for text in one.paragraphs()]
    explained = [term.lower() for text in texts for term in text.split("*")[1::2]]
    assert sorted(explained) == sorted(TERMS), "each term once"
    for at, text in enumerate(texts):
        for term in text.split("*")[1::2]:
            before = " ".join(texts[:at]) + text.split(f"*{term}*")[0]
            assert not re.search(rf"(?<![\w-]){re.escape(term)}(?![\w-])", before.replace("*", ""), re.IGNORECASE), term
