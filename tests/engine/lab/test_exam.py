"""Tests exam sheets: variants of one difficulty, keys which pass, and every form read back."""

import csv
import io
import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from engine.games import GameError
from engine.lab.answer_keys.watching import values_of, watch
from engine.lab.answer_keys.words import beside
from engine.lab.exam import Exam, make_exam, svg, tex
from engine.lab.exam.variants import measure
from engine.lab.exercises import RULES, check, make
from engine.lab.exercises.unknown import skips
from engine.lab.trees import parse, random_tree
from tests.engine.lab.answers import seeds

ALL = "values,cuts,windows"


@pytest.fixture(scope="module")
def exam() -> Exam:
    return make_exam(7, 3, ALL, "2x2x2x2")


@pytest.mark.slow
@seeds(2, 100)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", ["2x2x2", "2x2x2x2", "3x3", "uneven-9"])
def test_variants_are_equally_difficult_different_and_without_ties(shape: str, rule: str, seeds: range) -> None:
    for seed in seeds:
        trees = make_exam(seed, 12, "values", shape, rule).trees
        assert len({tree.text() for tree in trees}) == 12
        seen = [watch(tree, rule) for tree in trees]  # type: ignore[arg-type]
        assert len({(len(one.visits), len(one.cuts), len(one.deep_cuts), len(one.tree.places)) for one in seen}) == 1
        for tree in trees:
            values = values_of(tree)
            assert all(len({values[child] for child in below}) == len(below) for below in tree.children)
            assert len({tree.places[leaf].value for leaf in tree.leaves}) == len(tree.leaves)


def test_deep_cuts_come_in_deep_trees_and_neighbours_cannot_copy(exam: Exam) -> None:
    assert exam.difficulty.deep_cuts > 0
    assert len({watch(tree).unseen for tree in make_exam(7, 12, "cuts", "2x2x2").trees}) > 1


@pytest.mark.parametrize("rule", RULES)
def test_the_quick_count_is_that_of_the_whole_record(rule) -> None:
    for shape in ("2x2x2", "2x2x2x2", "uneven-12", "3x3x3", "2x2x2-ties"):
        for seed in range(8):
            watched = watch(random_tree(seed, shape), rule)
            counted, pattern = measure(watched.tree.root, rule)
            assert counted == (len(watched.visits), len(watched.cuts), len(watched.deep_cuts))
            entered = list(watched.visits)
            assert pattern == tuple(entered.index(cut.place) + 1 for cut in watched.cuts)


def test_a_seed_repeats_an_exam() -> None:
    assert make_exam(7, 3) == make_exam(7, 3)
    assert make_exam(7, 3).trees != make_exam(8, 3).trees
    assert make_exam(7, 2).trees == make_exam(7, 3).trees[:2]


def test_the_key_is_apart_and_passes(exam: Exam) -> None:
    blank, filled = exam.view(key=False), exam.view(key=True)
    assert blank == json.loads(json.dumps(blank))
    for sheet, answers in zip(blank["variants"], filled["variants"], strict=True):
        assert sheet["tree"] == answers["tree"]
        for question, answered in zip(sheet["questions"], answers["questions"], strict=True):
            assert question["answers"] is None
            exercise = make(question["kind"], tree=sheet["tree"])
            if question["form"] == "fields":
                assert [field["name"] for field in question["fields"]] == [name for name, _ in answered["answers"]]
            words = " ".join(f"{name}={answer}" for name, answer in answered["answers"])
            assert check(exercise, words.removeprefix("leaves=")).right


def test_csv_has_a_row_for_each_blank_and_the_answers_only_in_the_key(exam: Exam) -> None:
    blank = list(csv.DictReader(io.StringIO(exam.write("csv", key=False))))
    key = list(csv.DictReader(io.StringIO(exam.write("csv", key=True))))
    assert {row["answer"] for row in blank} == {""}
    assert [{**row, "answer": "", "also right": ""} for row in key] == blank
    for number, tree in enumerate(exam.trees, start=1):
        rows = [row for row in key if row["variant"] == str(number)]
        assert {row["tree"] for row in rows} == {tree.text()}
        assert len(rows) == 4 * len(tree.inner()) + 1
        values = {row["field"]: row["answer"] for row in rows if row["question"] == "Values of nodes"}
        assert check(make("values", tree=tree), " ".join(f"{name}={value}" for name, value in values.items())).right


def test_the_key_has_the_values_by_fail_hard_and_says_which_leaf_a_number_means() -> None:
    exam = make_exam(4, 2, "cuts,windows", "2x2x2")
    key = exam.view(key=True)
    for sheet, tree in zip(key["variants"], exam.trees, strict=True):
        cuts, windows = sheet["questions"]
        number = int(cuts["answers"][0][1].split()[0])
        worth = tree.places[tree.leaves[number - 1]].value
        assert f"{number} ({worth:g})" in cuts["notes"][0]
        hard = {
            f"{tree.places[one.place].name}.value": one.hard
            for one in watch(tree).visits.values()
            if one.value != one.hard
        }
        assert all(
            f"{name.split('.')[0]} = {value:g}" in windows["notes"][0]
            for name, value in hard.items()
            if "leaf" not in name
        )
    assert all(question["notes"] == [] for question in exam.view(key=False)["variants"][0]["questions"])


def test_latex_is_balanced_and_reads_back(exam: Exam) -> None:
    for key in (False, True):
        text = exam.write("tex", key)
        assert text.count("\\begin{forest}") == len(exam.trees)
        environments = re.findall(r"\\(begin|end)\{(\w+)\}", text)
        assert sum(1 if kind == "begin" else -1 for kind, _ in environments) == 0
        plain = re.sub(r"\\.", "", text)
        for opening, closing in ("{}", "[]"):
            assert plain.count(opening) == plain.count(closing)
        assert plain.count("$") % 2 == 0
        pictures = re.findall(r"\\begin\{forest\}.*?\\end\{forest\}", text, re.DOTALL)
        assert [parse(one) for one in pictures] == list(exam.trees)
        assert ("label={right:" in text) == key


SHAPES = ["({1/4: 8, 3/4: (0 1)} -2.5)", "(7)", "((3 17) (2 12) 4)", "((<1 2 3> (<4 5 6> <1 0 1>)) <2 0 0>)"]


@pytest.mark.parametrize("text", SHAPES)
def test_every_tree_is_drawn_in_both_forms(text: str) -> None:
    tree = parse(text)
    assert parse(tex.picture(tree)) == tree
    picture = ElementTree.fromstring(svg.picture(tree))
    words = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert all(place.name in words for place in tree.places if place.value is None)
    assert len(words) == len(tree.places) + sum(place.share is not None for place in tree.places)
    corners = [str(element.get("d")).count("L") + 1 for element in picture.iter() if element.get("fill") == "#fff"]
    assert [one for one in corners if one > 2] == ([3, 4, 5] if tree.game.sides > 2 else [3] * corners.count(3))


def test_pictures_show_cuts_and_values_in_the_key_alone() -> None:
    tree = parse("-2 3 5 12 9 8 -7 -3")
    blank, filled = svg.picture(tree), svg.picture(tree, beside(watch(tree)))
    assert "stroke-dasharray" not in blank
    assert (filled.count("stroke-dasharray"), filled.count('stroke-width="2"')) == (1, 2)
    words = [element.text for element in ElementTree.fromstring(filled).iter() if element.get("font-weight")]
    assert words == ["3", "3", "3", "≥ 5", "≤ -3", "9", "≤ -3"]
    assert "style=" not in filled
    assert tex.picture(tree, beside(watch(tree))).count(", cut") == 1


@pytest.mark.parametrize(("ask", "tree", "words", "label"), [
    ("vectors", "((<1 2 3> <4 5 6>) <2 0 0>)", ["4, 5, 6", "4, 5, 6"], "A, player 1"),
    ("proofs", "((0 ?) (? ?))", ["2, 1", "∞, 0", "2, 1"], "proof number of A"),
    ("values", "({1/4: 8, 3/4: (0 1)} -2.5)", ["2", "2", "0"], "A"),
])  # fmt: skip
def test_the_key_fills_in_the_picture_of_every_kind_of_tree_and_calls_answers_as_the_page_does(
    ask: str, tree: str, words: list[str], label: str
) -> None:
    exam = make_exam(3, ask=ask, tree=tree)
    blank, filled = (ElementTree.fromstring(exam.view(key)["variants"][0]["svg"]) for key in (False, True))
    assert [[one.text for one in picture.iter() if one.get("font-weight")] for picture in (blank, filled)] == [
        [],
        words,
    ]
    assert "stroke-dasharray" not in exam.view(True)["variants"][0]["svg"]
    latex, row = exam.write("tex", key=True), next(csv.DictReader(io.StringIO(exam.write("csv", key=True))))
    assert latex.count("label={right:$") == len(words)
    assert f" {label} = " in latex.replace(r"\\", "")
    question = exam.view(True)["variants"][0]["questions"][0]
    assert row["field"] in [field["label"] for field in question["fields"]]


def test_words_are_escaped_for_latex() -> None:
    assert tex.escape("a <= b & {50%} < ~x_1^2\\") == (
        r"a $\le$ b \& \{50\%\} $<$ \textasciitilde{}x\_1\textasciicircum{}2\textbackslash{}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "sentence"), [
    ({"count": 0}, "an exam has 1 to 100 variants"),
    ({"count": 101}, "an exam has 1 to 100 variants"),
    ({"shape": "9x9"}, "each of at most 64 leaves"),
    ({"shape": "2xc2x2"}, "with chance a sheet asks for values and for the slip"),
    ({"tree": "((x 2) (3 4))"}, "whose leaves are all known"),
    ({"points": "4"}, "the points of each of the 2 questions"),
    ({"points": "4,many"}, "the points of each of the 2 questions"),
    ({"ask": "values,riddles"}, "'riddles' is no question for a sheet"),
    ({"rule": ">"}, "is no rule for a cut"),
    ({"shape": "1", "count": 20}, "equally difficult; ask for fewer variants or another shape"),
])  # fmt: skip
def test_what_is_no_exam_is_refused(arguments: dict, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        make_exam(7, **{"count": 2, **arguments})
    with pytest.raises(GameError, match="written as tex or csv"):
        make_exam(7).write("pdf", key=False)


@pytest.mark.parametrize("ask", ["values,cuts,windows,order,unknown,bug", "order,unknown"])
def test_every_kind_of_question_has_a_key_that_passes(ask: str) -> None:
    exam = make_exam(3, 2, ask, "2x2x2")
    for tree in exam.trees:
        for exercise in exam.questions(tree):
            assert check(exercise, exercise.key()).right, exercise.question
    view = exam.view(key=True)
    for sheet in view["variants"]:
        assert [question["kind"] for question in sheet["questions"]] == ask.split(",")
        assert all(question["answers"] for question in sheet["questions"])


def test_sheets_have_chance_and_ties() -> None:
    chance = make_exam(2, 3, "values,bug", "2xc2x2")
    assert all(tree.has_chance for tree in chance.trees)
    assert len({tree.text() for tree in chance.trees}) == 3
    assert ", max" in chance.write("tex", key=True)
    assert chance.view(key=True)["variants"][0]["questions"][0]["answers"]
    ties = make_exam(2, 3, "cuts,windows", "2x2x2-ties")
    assert any(len({tree.places[leaf].value for leaf in tree.leaves}) < len(tree.leaves) for tree in ties.trees)
    assert len({measure(tree.root, "<=")[0] for tree in ties.trees}) == 1


def test_a_sheet_takes_the_teachers_own_tree_a_header_and_points() -> None:
    own = "max(min(3,12,8), min(2,4,6), min(14,5,2))"
    exam = make_exam(1, 9, "values,cuts", tree=own, header="School of Games, 11b", points="4,6")
    assert [tree.text() for tree in exam.trees] == [parse(own).text()]
    view = exam.view(key=False)
    assert (view["header"], view["total"]) == ("School of Games, 11b", 10)
    assert [question["points"] for question in view["variants"][0]["questions"]] == [4, 6]
    assert "School of Games, 11b" in exam.write("tex", key=False)
    assert "(6 points)" in exam.write("tex", key=False)
    moved = make_exam(1, ask="cuts", tree="min(max(3, 5), max(7, 1), max(2, 9))")
    assert check(moved.questions(moved.trees[0])[0], "4").right, "Min moves at the root"


def test_the_range_of_an_unknown_leaf_is_that_of_all_its_values() -> None:
    for seed in range(6):
        for rule in RULES:
            asked = make("unknown", seed, "2x2x2", rule)
            low, _, high, _ = asked.range
            values = sorted({place.value for place in asked.tree.places if place.value is not None})
            for value in (values[0] - 2, *values, *(value + 0.5 for value in values), values[-1] + 2):
                inside = (low is None or value > low or (value == low and asked.range[1])) and (
                    high is None or value < high or (value == high and asked.range[3])
                )
                assert inside == skips(asked.tree, rule, asked.replaced, asked.skipped, Fraction(value))
            assert not check(asked, "x.from=-1000 x.to=1000").right
            assert "Try x = " in check(asked, "x.from=-1000 x.to=1000").sentence


def test_the_key_tells_for_each_leaf_where_it_is_cut_off_or_looked_at() -> None:
    exam = make_exam(5, 4, "cuts,values", "2x3x2")
    assert all(one["nodes"] == [] for sheet in exam.view(key=False)["variants"] for one in sheet["questions"])
    for tree, sheet in zip(exam.trees, exam.view(key=True)["variants"], strict=True):
        cuts, values = (question["nodes"] for question in sheet["questions"])
        assert values == []
        watched = watch(tree)
        wanted = [tree.places[tree.places[leaf].parent].name for leaf in tree.leaves]
        for cut in watched.cuts:
            for skipped in cut.skipped:
                path = tree.places[skipped].path
                for at, leaf in enumerate(tree.leaves):
                    if tree.places[leaf].path[: len(path)] == path:
                        wanted[at] = tree.places[cut.place].name
        assert cuts == wanted
