"""Writes the questions of an exam for learning platforms: Moodle XML, QTI 2.1, and PrairieLearn. Each variant of each
question is a question of its own there, with the picture of its tree. Only for another order of the branches many
answers are right, so that question is left to a person."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from engine.games.formats.numerals import number
from engine.lab.grade.packages import info, packed

_QTI: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_CLOZE: Final = str.maketrans({sign: f"\\{sign}" for sign in '\\}#~/"'})


_GRADING: Final = """\
RIGHT = {right}


def grade(data):
    scores = data["partial_scores"]
    for name, right in RIGHT.items():
        if str(data["submitted_answers"].get(name, "")).replace(" ", "") in right:
            scores[name] = {{"score": 1, "weight": 1}}
    data["score"] = sum(one["score"] for one in scores.values()) / len(scores)
"""
"""A PrairieLearn script for blanks with several right answers."""


@dataclass(frozen=True)
class Item:
    """Holds one question of one variant."""

    name: str  # "v1-values"
    title: str
    text: str
    picture: str  # SVG
    code: Sequence[str]
    blanks: Sequence[tuple[str, Sequence[str]]]  # each with all right answers, the usual one first
    points: int
    by_hand: bool  # many answers are right


def moodle(title: str, items: Iterable[Item]) -> str:
    """Returns a question bank in Moodle XML: a cloze question each, and an essay where a person judges."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    category = f"$course$/top/{title.replace('/', '//')}"
    body = f'<question type="category"><category><text>{escape(category)}</text></category></question>\n'
    return head + body + "".join(map(_moodle_question, items)) + "</quiz>\n"


def _moodle_question(item: Item) -> str:
    html, kind, by_hand = _html(item, "@@PLUGINFILE@@/tree.svg"), "cloze", ""
    if item.by_hand:
        kind, by_hand = (
            "essay",
            (
                f"<defaultgrade>{item.points}</defaultgrade><responseformat>plain</responseformat>"
                f'<graderinfo format="html"><text>{escape(item.blanks[0][1][0])}</text></graderinfo>'
            ),
        )
    else:
        html += "".join(f"<p>{escape(name)} = {_cloze(right)}</p>" for name, right in item.blanks)
    picture = b64encode(item.picture.encode()).decode()
    return (
        f'<question type="{kind}"><name><text>{escape(item.title)}</text></name>'
        f'<questiontext format="html"><text>{escape(html)}</text>'
        f'<file name="tree.svg" path="/" encoding="base64">{picture}</file></questiontext>'
        f'<generalfeedback format="html"><text></text></generalfeedback>{by_hand}</question>\n'
    )


def _cloze(right: Sequence[str]) -> str:
    if all(_finite(one) for one in right):
        return "{1:NUMERICAL:" + "~".join(f"={one}:0.005" for one in right) + "}"
    return "{1:SHORTANSWER:" + "~".join(f"={one.translate(_CLOZE)}" for one in right) + "}"


def qti(title: str, items: Sequence[Item]) -> bytes:
    """Returns a content package of QTI 2.1 with an item for each question."""
    files = {"imsmanifest.xml": _manifest(title, items)}
    for item in items:
        files[f"{item.name}/item.xml"] = _qti_item(item)
        files[f"{item.name}/tree.svg"] = item.picture
    return packed(files)


def _manifest(title: str, items: Sequence[Item]) -> str:
    resources = "".join(
        f'<resource identifier="{item.name}" type="imsqti_item_xmlv2p1" href="{item.name}/item.xml">'
        f'<file href="{item.name}/item.xml"/><file href="{item.name}/tree.svg"/></resource>'
        for item in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="fourthought">'
        f"<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>"
        f"<!-- {escape(title).replace('--', '- -')} --><organizations/>"
        f"<resources>{resources}</resources></manifest>\n"
    )


def _qti_item(item: Item) -> str:
    declared, asked, scored = "", "", ""
    for at, (name, right) in enumerate(item.blanks, start=1):
        answer, mapping = f"R{at}", ""
        if item.by_hand:
            asked += f'<extendedTextInteraction responseIdentifier="{answer}" expectedLength="80"/>'
        else:
            entries = "".join(f'<mapEntry mapKey={quoteattr(one)} mappedValue="1"/>' for one in right)
            mapping = f'<mapping defaultValue="0">{entries}</mapping>'
            blank = f'responseIdentifier="{answer}" expectedLength="{max(8, *map(len, right))}"'
            asked += f"<p>{escape(name)} = <textEntryInteraction {blank}/></p>"
            scored += f'<mapResponse identifier="{answer}"/>'
        declared += (
            f'<responseDeclaration identifier="{answer}" cardinality="single" baseType="string">'
            f"<correctResponse><value>{escape(right[0])}</value></correctResponse>{mapping}</responseDeclaration>"
        )
    processing = (
        '<responseProcessing><setOutcomeValue identifier="SCORE"><product>'
        f'<sum>{scored}</sum><baseValue baseType="float">{item.points / max(1, len(item.blanks)):g}</baseValue>'
        "</product></setOutcomeValue></responseProcessing>"
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<assessmentItem xmlns="{_QTI}" identifier="{item.name}" title={quoteattr(item.title)} '
        f'adaptive="false" timeDependent="false">{declared}'
        '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float">'
        "<defaultValue><value>0</value></defaultValue></outcomeDeclaration>"
        f"<itemBody>{_html(item, 'tree.svg')}{asked}</itemBody>{'' if item.by_hand else processing}</assessmentItem>\n"
    )


def prairielearn(items: Sequence[Item]) -> bytes:
    """Returns a folder of PrairieLearn questions as a package: ``questions/NAME`` each."""
    files = {}
    for item in items:
        folder = f"questions/{item.name}"
        more = {"gradingMethod": "Manual"} if item.by_hand else {}
        files[f"{folder}/info.json"] = info(f"{item.title}/{item.text}/{item.blanks}", item.title, **more)
        files[f"{folder}/question.html"] = "\n".join(_prairie(item)) + "\n"
        files[f"{folder}/clientFilesQuestion/tree.svg"] = item.picture
        if grading := _grading(item):
            files[f"{folder}/server.py"] = grading
    return packed(files)


def _prairie(item: Item) -> Iterator[str]:
    yield "<pl-question-panel>"
    yield f"<p>{escape(item.text)}</p>"
    yield f'<pl-figure file-name="tree.svg" alt={quoteattr(item.title)}></pl-figure>'
    yield from filter(None, [_listing(item.code)])
    yield "</pl-question-panel>"
    if item.by_hand:
        yield '<pl-rich-text-editor file-name="answer.html"></pl-rich-text-editor>'
        return
    for name, right in item.blanks:
        key, label, answer = quoteattr(name.replace(".", "_")), quoteattr(name), quoteattr(right[0])
        kind, how = (
            ("number", 'comparison="decdig" digits="2"') if _simple(right) else ("string", 'remove-spaces="true"')
        )
        yield f"<pl-{kind}-input answers-name={key} label={label} correct-answer={answer} {how}></pl-{kind}-input>"


def _simple(right: Sequence[str]) -> bool:
    return len(right) == 1 and _finite(right[0])


def _grading(item: Item) -> str:
    """Returns the script that accepts every right answer where there is more than one."""
    right = {
        name.replace(".", "_"): [one.replace(" ", "") for one in answers]
        for name, answers in item.blanks
        if not _simple(answers)
    }
    return _GRADING.format(right=right) if right and not item.by_hand else ""


def _html(item: Item, picture: str) -> str:
    return f'<p>{escape(item.text)}</p><p><img src="{picture}" alt={quoteattr(item.title)}/></p>{_listing(item.code)}'


def _listing(code: Sequence[str]) -> str:
    lines = "\n".join(f"{at:2}  {line}" for at, line in enumerate(code, start=1))
    return f"<pre>{escape(lines)}</pre>" if code else ""


def _finite(word: str) -> bool:
    value = number(word)
    return value is not None and abs(float(value)) < inf
