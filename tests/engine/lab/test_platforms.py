"""Tests the questions for learning platforms against the rules of their formats, which stand here."""

from __future__ import annotations

import io
import json
import re
import uuid
import zipfile
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.lab.exam import Exam, make_exam
from engine.lab.exam.platforms import Item, moodle, prairielearn, qti

ALL = "values,cuts,windows,order,unknown,bug"
EXAM = make_exam(4, 2, ALL, "2x2x2", points="1,2,3,4,5,6")
CHANCE = make_exam(4, 1, "values", "2xc2x2")
ODD = Item(
    "v1-odd", 'A "<title>" & more', "1 < 2 & {x} ~ #", "<svg/>", ("if a < b:",), [("a", ("-inf", "{~}#/"))], 1, False
)

# --- Moodle XML: https://docs.moodle.org/en/Moodle_XML_format ---

_QUESTION = ("name", "questiontext", "generalfeedback")
_ESSAY = (*_QUESTION, "defaultgrade", "responseformat", "graderinfo")
_BLANK = re.compile(r"\{(\d+):(NUMERICAL|SHORTANSWER):((?:\\.|[^}\\])*)\}")


def check_moodle(text: str) -> list[ElementTree.Element]:
    """Checks a question bank: the kinds of questions, their elements in order, and each blank."""
    bank = ElementTree.fromstring(text)
    assert bank.tag == "quiz"
    category, *questions = bank
    assert (category.get("type"), [one.tag for one in category]) == ("category", ["category"])
    for question in questions:
        kind = question.get("type")
        assert tuple(one.tag for one in question) == {"cloze": _QUESTION, "essay": _ESSAY}[str(kind)]
        body = question.find("questiontext")
        assert body is not None
        assert [one.tag for one in body] == ["text", "file"]
        assert body.get("format") == "html"
        html = str(body.findtext("text"))
        ElementTree.fromstring(f"<div>{html}</div>")
        assert '"@@PLUGINFILE@@/tree.svg"' in html
        blanks = _BLANK.findall(html)
        assert bool(blanks) == (kind == "cloze")
        for weight, form, written in blanks:
            answers = re.split(r"(?<!\\)~", written)
            assert int(weight) > 0
            assert all(one.startswith("=") for one in answers)
            if form == "NUMERICAL":
                assert all(re.fullmatch(r"=-?\d+(\.\d+)?:0\.005", one) for one in answers)
    return questions


def test_moodle_gets_a_question_of_each_kind() -> None:
    questions = check_moodle(str(EXAM.package("moodle")))
    assert len(questions) == 2 * 6
    assert [question.get("type") for question in questions[:6]].count("essay") == 1
    first = str(questions[0].findtext("questiontext/text"))
    answers = dict(pair.split("=") for pair in EXAM.questions(EXAM.trees[0])[0].key().split())
    found = re.findall(r"<p>(\w) = \{1:NUMERICAL:=(-?[\d.]+)", first)
    assert dict(found) == answers
    check_moodle(str(CHANCE.package("moodle")))
    assert r"\{\~\}\#\/" not in moodle("t", [])
    blanks = _BLANK.findall(str(check_moodle(moodle("a/b", [ODD]))[0].findtext("questiontext/text")))
    assert [re.sub(r"\\(.)", r"\1", written) for _, _, written in blanks] == ["=-inf~={~}#/"]


# --- QTI 2.1: https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html ---

_NS = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
_PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
_CHILDREN: dict[str, str] = {  # what may stand in an element, in its order
    "assessmentItem": r"(responseDeclaration )+outcomeDeclaration itemBody (responseProcessing )?",
    "responseDeclaration": r"correctResponse (mapping )?",
    "correctResponse": r"value ",
    "mapping": r"(mapEntry )+",
    "outcomeDeclaration": r"defaultValue ",
    "defaultValue": r"value ",
    "itemBody": r"((p|pre|extendedTextInteraction) )+",
    "p": r"((img|textEntryInteraction) )?",
    "responseProcessing": r"setOutcomeValue ",
    "setOutcomeValue": r"product ",
    "product": r"sum baseValue ",
    "sum": r"(mapResponse )+",
}
_ATTRIBUTES: dict[str, set[str]] = {
    "assessmentItem": {"identifier", "title", "adaptive", "timeDependent"},
    "responseDeclaration": {"identifier", "cardinality", "baseType"},
    "outcomeDeclaration": {"identifier", "cardinality", "baseType"},
    "mapping": {"defaultValue"},
    "mapEntry": {"mapKey", "mappedValue"},
    "img": {"src", "alt"},
    "textEntryInteraction": {"responseIdentifier", "expectedLength"},
    "extendedTextInteraction": {"responseIdentifier", "expectedLength"},
    "setOutcomeValue": {"identifier"},
    "mapResponse": {"identifier"},
    "baseValue": {"baseType"},
}


_NAME = r"[A-Za-z_][\w.-]*"
_KINDS = {  # what may stand in an attribute, by the types of the schema
    **dict.fromkeys(("identifier", "responseIdentifier"), _NAME),
    **dict.fromkeys(("adaptive", "timeDependent"), "true|false"),
    **dict.fromkeys(("defaultValue", "mappedValue"), r"-?\d+(\.\d+)?"),
    "cardinality": "single",
    "baseType": "string|float",
    "expectedLength": r"[1-9]\d*",
    "src": "tree\\.svg",
}


def check_element(element: ElementTree.Element) -> None:
    """Checks an element of an item: its name, its attributes, and what stands in it."""
    assert element.tag.startswith(_NS)
    name = element.tag.removeprefix(_NS)
    assert {*element.attrib} == _ATTRIBUTES.get(name, set()), name
    for given, value in element.attrib.items():
        assert re.fullmatch(_KINDS.get(given, r"(?s).+"), value), (name, given, value)
    below = "".join(f"{child.tag.removeprefix(_NS)} " for child in element)
    assert re.fullmatch(_CHILDREN.get(name, ""), below), (name, below)
    for child in element:
        check_element(child)


def check_qti(package: bytes) -> dict[str, ElementTree.Element]:
    """Checks a package: the manifest names every file, and every item keeps the rules."""
    with zipfile.ZipFile(io.BytesIO(package)) as files:
        assert files.testzip() is None
        manifest = ElementTree.fromstring(files.read("imsmanifest.xml"))
        assert manifest.tag == f"{_PACKAGE}manifest"
        assert [one.tag.removeprefix(_PACKAGE) for one in manifest] == ["metadata", "organizations", "resources"]
        named = {str(one.get("href")) for one in manifest.iter(f"{_PACKAGE}file")}
        assert named | {"imsmanifest.xml"} == {*files.namelist()}
        items = {}
        for resource in manifest.iter(f"{_PACKAGE}resource"):
            assert resource.get("type") == "imsqti_item_xmlv2p1"
            item = ElementTree.fromstring(files.read(str(resource.get("href"))))
            check_element(item)
            declared = {one.get("identifier") for one in item.findall(f"{_NS}responseDeclaration")}
            asked = {one.get("responseIdentifier") for one in item.iter() if one.get("responseIdentifier")}
            assert declared == asked
            outcomes = {one.get("identifier") for one in item.findall(f"{_NS}outcomeDeclaration")}
            assert {one.get("identifier") for one in item.iter(f"{_NS}setOutcomeValue")} <= outcomes == {"SCORE"}
            assert {one.get("identifier") for one in item.iter(f"{_NS}mapResponse")} <= declared
            for one in item.iter(f"{_NS}responseDeclaration"):
                keys = [entry.get("mapKey") for entry in one.iter(f"{_NS}mapEntry")]
                assert len(keys) == len({*keys})
                assert not keys or one.findtext(f"{_NS}correctResponse/{_NS}value") in keys
            ElementTree.fromstring(files.read(f"{resource.get('identifier')}/tree.svg"))
            items[str(item.get("identifier"))] = item
        return items


def test_qti_gets_an_item_for_each_question() -> None:
    items = check_qti(bytes(EXAM.package("qti")))  # type: ignore[arg-type]
    assert len(items) == 2 * 6
    right = [str(one.text) for one in items["v2-unknown"].iter(f"{_NS}value")][:2]
    assert [f"X.from={right[0]}", f"X.to={right[1]}"] == EXAM.questions(EXAM.trees[1])[4].key().split()
    share = float(str(items["v1-values"].findtext(f".//{_NS}baseValue")))
    assert share * len(items["v1-values"].findall(f"{_NS}responseDeclaration")) == pytest.approx(1)
    assert items["v1-order"].find(f"{_NS}responseProcessing") is None
    check_qti(bytes(CHANCE.package("qti")))  # type: ignore[arg-type]
    assert check_qti(qti("t -- u", [ODD]))["v1-odd"].get("title") == ODD.title


# --- PrairieLearn: https://prairielearn.readthedocs.io/en/latest/question/, and of its repository the files
# apps/prairielearn/elements/*/schemas: which attributes each element may have, and of which types ---

_INFO = {"uuid", "title", "topic", "tags", "type", "gradingMethod"}
_TAGS = {
    "pl-question-panel": set[str](),
    "pl-figure": {"file-name", "alt"},
    "pl-number-input": {"answers-name", "label", "correct-answer", "comparison", "digits"},
    "pl-string-input": {"answers-name", "label", "correct-answer", "remove-spaces"},
    "pl-rich-text-editor": {"file-name"},
    "p": set[str](),
    "pre": set[str](),
}


class Reader(HTMLParser):
    """Reads a question: every element is known, has its attributes, and is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.blanks: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: str(value) for name, value in attrs}
        assert {*given} == _TAGS[tag]
        self.open.append(tag)
        if tag == "pl-number-input":
            assert given["comparison"] in ("relabs", "sigfig", "decdig")
            assert abs(float(given["correct-answer"])) >= 0 < int(given["digits"])
        if "answers-name" in given:
            assert given["answers-name"] not in self.blanks
            self.blanks[given["answers-name"]] = given["correct-answer"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_prairielearn(package: bytes) -> dict[str, dict[str, str]]:
    """Checks a folder of questions. Returns the blanks of each with the right answers."""
    found, ids = {}, set()
    with zipfile.ZipFile(io.BytesIO(package)) as files:
        for name in sorted({path.split("/")[1] for path in files.namelist()}):
            folder = f"questions/{name}"
            info = json.loads(files.read(f"{folder}/info.json"))
            assert _INFO - {"gradingMethod"} <= {*info} <= _INFO
            assert info["type"] == "v3"
            assert all(isinstance(info[name], str) and info[name] for name in ("title", "topic"))
            assert all(isinstance(tag, str) for tag in info["tags"])
            assert info.get("gradingMethod", "Internal") in ("Internal", "External", "Manual")
            ids.add(str(uuid.UUID(info["uuid"])))
            ElementTree.fromstring(files.read(f"{folder}/clientFilesQuestion/tree.svg"))
            reader = Reader()
            reader.feed(files.read(f"{folder}/question.html").decode())
            assert reader.open == []
            assert bool(reader.blanks) == (info.get("gradingMethod") != "Manual")
            if f"{folder}/server.py" in files.namelist():
                _grade(files.read(f"{folder}/server.py").decode(), reader.blanks)
            found[name] = reader.blanks
        assert len(ids) == len(found)
    return found


def _grade(source: str, blanks: dict[str, str]) -> None:
    """Runs the script of a question on right and on wrong answers."""
    space: dict[str, Any] = {}
    exec(compile(source, "server.py", "exec"), space)
    for given, score in ((blanks, 1), (dict.fromkeys(blanks, "?"), 0)):
        known = {name: {"score": score if name not in space["RIGHT"] else 0, "weight": 1} for name in blanks}
        data = {"submitted_answers": given, "partial_scores": known, "score": 0}
        space["grade"](data)
        assert data["score"] == score


def test_prairielearn_gets_a_folder_for_each_question() -> None:
    found = check_prairielearn(bytes(EXAM.package("prairielearn")))  # type: ignore[arg-type]
    assert len(found) == 2 * 6
    assert list(found["v1-unknown"]) == ["X_from", "X_to"]
    answers = dict(pair.split("=") for pair in EXAM.questions(EXAM.trees[0])[0].key().split())
    assert found["v1-values"] == answers
    check_prairielearn(bytes(CHANCE.package("prairielearn")))  # type: ignore[arg-type]
    assert check_prairielearn(prairielearn([ODD])) == {"v1-odd": {"a": "-inf"}}


def test_the_same_exam_makes_the_same_package() -> None:
    again: Exam = make_exam(4, 2, ALL, "2x2x2", points="1,2,3,4,5,6")
    for form in ("moodle", "qti", "prairielearn"):
        assert again.package(form) == EXAM.package(form)
