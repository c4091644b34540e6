"""Hands in sheets as a class does: by codes to paste, which never leave the browser, and by the code of a class."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlparse

import pytest
from playwright.sync_api import Page, Request, expect

from engine.lab.answer_keys.watching import watch
from engine.lab.exam import ASKS, make_exam
from engine.lab.exam.marking import marks
from engine.lab.exercises import Exercise
from tests.browser.axe import violations
from tests.browser.conftest import Lent
from tests.browser.tabs import Tabs
from tests.server import TableServer

pytestmark = pytest.mark.browser

GIVEN = {
    "seed": "3",
    "variants": "3",
    "ask": "values,cuts,windows,order,unknown,bug",
    "shape": "2x2x2",
    "points": "1,2,3,4,5,6",
}
_CODES = r"""async (handed) => {
  const { encoded, decoded } = await import("/static/js/lab/class/codes.js");
  const codes = handed.map(encoded);
  const again = decoded(codes.join(" and "));
  const damaged = decoded(`${codes[0].slice(0, -7)} ${codes[1].replace(/\.W/, ".z")}`);
  return { codes, same: JSON.stringify(again.handed) === JSON.stringify(handed), damaged: damaged.damaged };
}"""

_READ = "async (code) => (await import('/static/js/lab/class/codes.js')).decoded(code).handed[0]"


@pytest.fixture
def page(lent: Lent) -> Page:
    return lent()


@pytest.mark.parametrize("count", [6, pytest.param(30, marks=pytest.mark.long)])
def test_codes_tell_who_missed_what(page: Page, server: TableServer, count: int) -> None:
    page.goto(f"{server.url}/lab/class")
    exam = make_exam(3, 3, GIVEN["ask"], GIVEN["shape"], points=GIVEN["points"])
    handed = []
    for pupil in range(count):
        tree = exam.trees[pupil % 3]
        answers = [exercise.key().replace("\n", " ") for exercise in exam.questions(tree)]
        if pupil % 2:
            answers[0] = answers[0].replace(answers[0].split()[1], "B=987654321")
            answers[3] = tree.text()
        variant, query = pupil % 3 + 1, urlencode(GIVEN)
        name = f"Pupil {pupil} <b>\u00fc</b>"
        handed.append({"exam": query, "variant": variant, "tree": tree.text(), "name": name, "answers": answers})
    made = page.evaluate(_CODES, handed)
    assert (made["same"], made["damaged"]) == (True, 2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(_sent(request)))
    page.get_by_label("Codes", exact=True).fill("\n".join(made["codes"]) + "\nFT1.spoilt.0000")
    page.get_by_role("button", name="Who missed what?").click()
    rows = page.locator(".marks tbody tr")
    expect(rows).to_have_count(count)
    expect(page.locator("#marks")).to_contain_text(f"{count} codes read.")
    expect(page.locator("#marks")).to_contain_text("1 code is damaged.")
    fields = len(exam.questions(exam.trees[0])[0].fields())
    expect(rows.nth(0)).to_contain_text(f"Pupil 0 <b>\u00fc</b>1{fields} / {fields}")
    expect(rows.nth(0).locator("td").last).to_have_text("21")
    expect(rows.nth(1)).to_contain_text(f"{fields - 1} / {fields}: B")
    missed = page.locator(".marks__missed li")
    expect(missed.nth(0)).to_have_text(f"Question 1: missed by {count // 2} of {count}")
    expect(missed.nth(1)).to_have_text(f"Question 2: missed by 0 of {count}")
    expect(missed.nth(3)).to_contain_text(f"missed by {count // 2} of {count}")
    expect(page.locator(".marks__slips li")).to_have_text(
        [
            f"{count // 2} of {count}: question 1, a wrong answer in the field B",
            f"{count // 2} of {count}: question 4, another answer",
        ]
    )
    assert len([one for one in asked if "/lab/exam/" in one]) == 1
    assert not any("Pupil" in one or "987654321" in one for one in asked)


@pytest.mark.long
def test_the_class_sees_its_slips_and_gets_a_warm_up_without_a_name(page: Page, server: TableServer) -> None:
    exam = make_exam(3, 2, "values,cuts,bug", "2x2x2")
    handed, nodes = list[dict[str, object]](), list[str]()
    for pupil in range(28):
        tree = exam.trees[pupil % 2]
        watched = watch(tree)
        cut = watched.cuts[0]
        nodes.append(tree.places[cut.place].name)
        inside = [leaf for leaf in watched.unseen if watched.cut_above(leaf) is cut]
        seen = next(leaf for leaf in tree.leaves if leaf in watched.visits)
        rest = [leaf for leaf in watched.unseen if leaf != inside[-1]]
        named = watched.unseen if pupil < 10 else rest if pupil < 24 else (*watched.unseen, seen)
        answers = [exercise.key().replace("\n", " ") for exercise in exam.questions(tree)]
        answers[1] = ", ".join(str(tree.leaves.index(leaf) + 1) for leaf in named) or "none"
        query = "seed=3&variants=2&ask=values,cuts,bug&shape=2x2x2"
        handed.append({"exam": query, "variant": pupil % 2 + 1, "tree": tree.text(), "name": "", "answers": answers})
    page.goto(f"{server.url}/lab/class")
    page.get_by_label("Codes", exact=True).fill("\n".join(page.evaluate(_CODES, handed)["codes"]))
    page.get_by_role("button", name="Who missed what?").click()
    late = [
        f"{count} of 28: question 2, one leaf cut too late at {node}"
        for node, count in Counter(nodes[10:24]).most_common()
    ]
    early = "4 of 28: question 2, one leaf cut too early at D"
    expect(page.locator(".marks__slips li")).to_have_text([*late, early])
    expect(page.locator(".marks tbody th").first).to_have_text("?")
    link = page.get_by_role("link", name="Tomorrow’s warm-up")
    asked = parse_qs(urlparse(link.get_attribute("href") or "").query)
    assert (asked["ask"], asked["shape"], asked["variants"], asked["seed"]) == (["cuts"], ["2x2x2"], ["2"], ["4"])
    link.click()
    expect(page.locator("[data-question]")).to_have_count(1)
    assert not {tree.text() for tree in exam.trees} & {json.loads(page.locator("#boot").inner_text())["tree"]}
    page.get_by_role("button", name="Make the code to hand in").click()
    code = page.get_by_label("Your code").input_value()
    again = page.evaluate(_READ, code)
    assert (again["name"], again["answers"]) == ("", [""])


def _answers(exercise: Exercise, draw: random.Random) -> Iterator[str]:
    """Yields answers to a question as sheets hand them in: right, wrong in a part, and unreadable."""
    key = exercise.key().replace("\n", " ")
    yield from (
        key,
        "",
        "?",
        "leaf four",
        "99",
        "none",
        "1 2 x",
        "A=1 A=2",
        "A=",
        *(one.value for one in exercise.options()),
    )
    if exercise.form == "fields":
        pairs = key.split()
        for _ in range(4):
            wrong = {draw.randrange(len(pairs)) for _ in range(draw.randint(1, 2))}
            other = draw.choice(("1", "0.5", "-inf", "17/8", "x", "98765"))
            yield " ".join(f"{one.split('=')[0]}={other}" if at in wrong else one for at, one in enumerate(pairs))
            yield " ".join(one for at, one in enumerate(pairs) if at not in wrong)
    elif exercise.tree is not None:
        leaves = [str(one) for one in range(1, len(exercise.tree.leaves) + 1)]
        for _ in range(6):
            yield draw.choice((", ", " ")).join(draw.sample(leaves, draw.randint(1, len(leaves))))
        yield exercise.tree.text()
        yield exercise.tree.text().replace("(", "", 1)


@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=pytest.mark.long)])
def test_pasted_codes_are_marked_as_the_server_marks_a_class(modules: Page, seeds: int) -> None:
    draw, asked, wanted = random.Random(1), list[object](), list[object]()
    kinds = [",".join(kind for kind in ASKS if kind not in ("vectors", "proofs")), "vectors", "proofs"]
    for seed in range(seeds):
        for ask in kinds:
            exam = make_exam(seed, 1, ask)
            questions = exam.questions(exam.trees[0])
            keyed = exam.view(key=True)["variants"][0]["questions"]
            for at, (exercise, question) in enumerate(zip(questions, keyed, strict=True)):
                for answer in _answers(exercise, draw):
                    mark = marks(exam, 1, [*[""] * at, answer])[at]
                    asked.append([question, answer])
                    wanted.append([answer, mark["right"], mark["slips"]])
    found = modules.evaluate(_MARKED, asked)
    assert len(found) > 150 * seeds
    assert [pair for pair in zip(found, wanted, strict=True) if pair[0] != pair[1]] == []


_MARKED = """async (all) => {
  const { marked, slipsIn } = await import("/static/js/lab/class/marking.js");
  return all.map(([question, answer]) =>
    [answer, !marked(question, answer).missed.length, slipsIn(question, answer)]);
}"""


def _sent(request: Request) -> str:
    return json.dumps([request.url, request.post_data or "", dict(request.headers)])


def test_a_sheet_is_filled_in_and_its_code_is_read(page: Page, server: TableServer) -> None:
    page.goto(f"{server.url}/lab/class")
    fingerprint = page.evaluate("JSON.parse(document.getElementById('boot').textContent).fingerprint")
    asked: list[str] = []
    page.goto(
        f"{page.url.split('/lab')[0]}/lab/exam/{fingerprint}?seed=3&variants=2&ask=values,cuts&shape=2x2&format=fill"
    )
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Name, if your teacher wants one").fill("Ada")
    page.locator("input[data-blank=A]").fill("5")
    page.locator("input[data-blank=answer]").fill("2, 4")
    page.get_by_role("button", name="Make the code to hand in").click()
    code = page.get_by_label("Your code").input_value()
    read = page.evaluate(_READ, code)
    assert (read["name"], read["variant"], read["answers"]) == ("Ada", 1, ["A=5", "2, 4"])
    assert not any("Ada" in address for address in asked)
    kept = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert kept == ["fourthought.offline"]  # the tests' own word that the site is not to be kept


def test_a_class_by_one_code_from_the_lab_to_the_warm_up(tabs: Tabs, lent: Lent, server: TableServer) -> None:
    """A teacher's browser and two pupils' own: nothing but counts arrives, and a pupil counts once."""
    teacher = lent()
    teacher.goto(f"{server.url}/lab")
    teacher.get_by_text("For teachers", exact=True).click()
    link = teacher.get_by_role("link", name="A class, by one code")
    link.click()
    teacher.get_by_role("button", name="Make a class for your sheets").click()
    expect(teacher.locator("#handed")).to_contain_text("0 sheets handed in.")
    code, secret = urlparse(teacher.url).fragment.split(".")
    given = {name: values[0] for name, values in parse_qs(urlparse(teacher.url).query).items()}
    exam = make_exam(int(given["seed"]), int(given["variants"]), "values,windows,cuts", given["shape"])
    kinds = given["ask"].split(",")
    variant = 2
    for number in (1, 2):
        tab = tabs.lend(server.url, 1280, 720, first=True)
        pupil = tab.page
        asked: list[str] = []
        pupil.on("request", lambda request, asked=asked: asked.append(_sent(request)))
        pupil.goto(f"{server.url}/lab/class")
        pupil.get_by_label("Code of your class").fill(code.upper())
        pupil.get_by_role("button", name="To the sheet").click()
        pupil.get_by_role("navigation", name="Variants").get_by_role("link", name=str(variant), exact=True).click()
        by_kind = {one.kind: one for one in exam.questions(exam.trees[variant - 1])}
        for at, kind in enumerate(kinds):
            question = pupil.locator("[data-question]").nth(at)
            if kind == "cuts":
                question.locator("input").fill("none")
                continue
            for pair in by_kind[kind].key().split():
                name, _, value = pair.partition("=")
                question.locator(f"input[data-blank='{name}']").fill(value)
        if number == 1:
            assert violations(pupil) == []
            pupil.set_viewport_size({"width": 320, "height": 640})
            assert pupil.evaluate("document.documentElement.scrollWidth") == 320
        expect(pupil.get_by_role("button", name="Hand in")).to_be_enabled()
        pupil.get_by_role("button", name="Hand in").focus()
        pupil.keyboard.press("Enter")
        expect(pupil.locator("#code")).to_contain_text("Handed in.")
        expect(pupil.get_by_role("button", name="Hand in")).to_be_disabled()
        pupil.reload()
        expect(pupil.get_by_role("button", name="Hand in")).to_be_disabled()
        assert not pupil.context.cookies()
        assert not [one for one in asked if secret in one]
        tabs.take_back(tab, f"{server.url}/healthz", wiped=True)
    teacher.reload()
    expect(teacher.locator("#handed")).to_have_text(f"Class {code}: 2 sheets handed in.")
    said = [f"Question {at}: {0 if kind == 'cuts' else 2} of 2 right" for at, kind in enumerate(kinds, 1)]
    expect(teacher.locator(".marks__missed li")).to_have_text(said)
    expect(teacher.locator(".marks__slips li").first).to_contain_text("cut too late at")
    warm = teacher.get_by_role("link", name="Tomorrow’s warm-up")
    assert parse_qs(urlparse(warm.get_attribute("href") or "").query)["ask"] == ["cuts"]
    assert violations(teacher) == []
    teacher.set_viewport_size({"width": 320, "height": 640})
    assert teacher.evaluate("document.documentElement.scrollWidth") == 320
    other = lent()
    other.goto(f"{server.url}/lab/class#{code}.{secret}")
    expect(other.locator("#handed")).to_contain_text("2 sheets handed in.")
    other.goto(f"{server.url}/lab/class#{code}.{'A' * 43}")
    expect(other.locator("#handed")).to_contain_text("The counts of a class are shown")
