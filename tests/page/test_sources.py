"""Checks the page's sources: clean under the content security policy, and rooms with imports one way only."""

import hashlib
import re
from pathlib import Path

import pytest

from tests.page.imports import imports, reached

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = ROOT / "static"
JS = STATIC / "js"
WORDS = (JS / "words.js", JS / "more_words.js", JS / "lab" / "more_words.js", JS / "files.js", JS / "workers.js")
"""Say every sentence, name every file and start workers, in every room."""
WHOLE = ("shared.css", "page.css", "ended.css", "full.css", "message_page.css")
"""The sheets that put the others together."""
MAY_IMPORT = {
    "model": "model",
    "model/ended": "model model/ended",
    "model/proof": "model model/proof",
    "model/thinking": "model model/thinking",
    "engine": "model course/model engine engine/mind",
    "engine/mind": "model engine engine/mind engine/mind/search",
    "engine/mind/search": "engine engine/mind engine/mind/search",
    "engine/own": "model model/state engine engine/mind engine/own",
    "model/state": "model model/state",
    "net": "model model/ended model/state engine engine/own net vendor",
    "offline": "model coach/model coach/net offline",
    "desk": "model model/ended model/state engine engine/mind engine/own net desk",
    "view": "model view",
    "view/board": "model view view/board",
    "view/thinking": "model model/state model/thinking view view/board view/thinking",
    "view/panel": "model model/ended model/proof view view/board view/panel",
    "view/people": "model view view/board view/panel view/people",
    "coach/model": "model model/ended model/proof coach/model",
    "coach/net": "model model/ended model/proof net coach/model coach/net",
    "coach/clock": "model view view/board coach/model coach/net coach/view coach/clock",
    "coach/days": "model model/ended net view coach/model coach/net coach/clock coach/days",
    "coach/view": "model model/ended model/proof view view/board view/panel coach/model coach/view",
    "student/model": "model student/model",
    "student/net": "student student/net",
    "student/view": "model view view/board student/model student/view",
    "course/model": "model model/proof coach/model course/model",
    "course/net": "model net course/model course/net",
    "course/view": "model model/proof view view/board course/model course/view",
    "course/race": "view vendor course/model course/view course/race",
    "arena": "model/proof",
    "learn": "net view",
    "lab/model": "lab/model",
    "lab/class": "model net view lab/essay lab/net lab/class",
    "lab/essay": "engine view lab/essay lab/essay/figures",
    "lab/essay/figures": "engine engine/mind view lab/drawing lab/essay lab/essay/figures",
    "lab/program": "model view vendor coach/model coach/view lab/model lab/drawing lab/lessons lab/program",
    "lab/net": "view lab/model lab/net",
    "lab/view": "view lab/model lab/drawing lab/view",
    "lab/drawing": "view lab/model lab/drawing",
    "lab/lessons": "view net lab lab/model lab/exercises lab/lessons",
    "lab/exercises": "view lab lab/model lab/net lab/exercises",
}
"""The rooms each room may import, types included: dom <- board <- thinking and panel, which stay apart; people come on
top of the panel."""


def _type_imports(script: Path) -> list[Path]:
    """Returns the modules from which a script's comments take types."""
    comments = "".join(re.findall(r"/\*.*?\*/", script.read_text(), re.DOTALL))
    names = re.findall(r"""import\(["']([^"']+)["']\)|@import \{[^}]*\} from ["']([^"']+)["']""", comments)
    return [(script.parent / (inline or named)).resolve() for inline, named in names]


def _room(script: Path) -> str:
    """Returns the room of a script: the folder below static/js, or the vendor's."""
    return script.parent.relative_to(JS).as_posix() if script.is_relative_to(JS) else script.parent.name


def test_every_import_exists_and_goes_one_way() -> None:
    for script in SCRIPTS:
        room = _room(script)
        for target in [*imports(script), *_type_imports(script)]:
            assert target.is_file() or target.name == "wire.d.ts", (
                script
            )  # made for tsc alone, by python -m webapp.wire
            if room in MAY_IMPORT and target not in WORDS:
                assert _room(target) in MAY_IMPORT[room].split(), f"{script}: {room} may not import {_room(target)}"


def test_no_imports_go_in_a_circle() -> None:
    """Reads modules in an order in which every import, types included, comes first."""
    waiting = {script: {*imports(script), *_type_imports(script)} & {*SCRIPTS} - {script} for script in SCRIPTS}
    while free := {script for script, targets in waiting.items() if not targets & waiting.keys()}:
        waiting = {script: targets for script, targets in waiting.items() if script not in free}
    assert sorted(script.relative_to(JS).as_posix() for script in waiting) == []


@pytest.mark.parametrize("script", [s for s in SCRIPTS if s.parent.name == "model"], ids=lambda path: path.name)
def test_the_model_knows_no_document_and_no_socket(script: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", script.read_text(), flags=re.DOTALL)
    assert not re.search(r"(?<!\.)\b(document|window|localStorage|fetch|socket|setTimeout|Date\.now)\b(?!:)", code)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_inline_script_or_style(template: Path) -> None:
    text = template.read_text()
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", text)
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL):
        named = body == "{{ theme|safe }}"  # the one whose hash is in the policy
        assert "src=" in attributes or named or ('type="application/json"' in attributes and "tojson" in body)


def test_nothing_is_loaded_from_elsewhere_or_evaluated() -> None:
    wrong = re.compile(r"https?:|\"//|@import(?! \{)|\beval\(|new Function|innerHTML|\.cssText|setAttribute\(\"style\"")
    for source in (*SCRIPTS, *SHEETS, *TEMPLATES):
        text = source.read_text().replace("http://www.w3.org/2000/svg", "")
        if source.name in WHOLE:  # those that put the others together
            text = re.sub(r'^@import url\("[a-z_/.-]+\.css"\);$', "", text, flags=re.MULTILINE)
        assert not wrong.search(text), source


@pytest.mark.parametrize("sheet", [s for s in SHEETS if s.name != "tokens.css"], ids=lambda path: path.name)
def test_colours_and_durations_are_named_in_one_place(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    assert re.findall(r"(?<![&\w])#[0-9a-fA-F]{3,8}\b|rgba?\(|\b\d+m?s\b(?!\w)", text) == []


def test_every_sheet_and_script_of_the_page_is_reachable() -> None:
    named = {STATIC / name for template in TEMPLATES for name in re.findall(r"css/[/\w]+\.css", template.read_text())}
    for sheet in [one for one in SHEETS if one.name in WHOLE]:
        named |= {
            (sheet.parent / name).resolve() for name in re.findall(r'@import url\("([^"]+)"\)', sheet.read_text())
        }
    late = {STATIC / name for one in SCRIPTS for name in re.findall(r"css/[/\w]+\.css", one.read_text())}
    assert {*SHEETS} == named | late
    begins = "app settings lab/lab_app lab/embed lab/essay/essay_app lab/program/program_app learn/learn_app arena/live"
    begins += " coach/today coach/coach_app student/student_app course/course_app course/race/race_app"
    begins += "".join(f" lab/class/{page}" for page in ("fill", "collect", "counts"))
    begins += "".join(f" coach/{page}/{page}_app" for page in ("openings", "clock", "days", "zugzwang"))
    workers = " engine/worker offline/worker student/student_worker lab/program/worker course/race/race_worker"
    workers += " course/race/second_checker"
    assert {s for s in SCRIPTS if s.name not in ("types.js", "theme.js")} <= reached(
        JS / f"{name}.js" for name in (begins + workers).split()
    )


VENDOR = Path(__file__).parents[2] / "static" / "vendor"
OURS = {"README.md", "socket.io.esm.min.d.ts", "micropython.d.mts", "judge.d.mts"}


def _sums() -> dict[str, str]:
    rows = re.findall(r"^\| (\S+) \|.*\| ([0-9a-f]{64}) \|$", (VENDOR / "README.md").read_text(), re.MULTILINE)
    return dict(rows)


def test_every_vendored_file_has_its_sum() -> None:
    files = {path.name for path in VENDOR.iterdir()} - OURS
    assert files == set(_sums())


def test_the_sums_are_right() -> None:
    for name, expected in _sums().items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == expected, name


def test_the_font_is_light() -> None:
    assert (VENDOR / "figtree.woff2").stat().st_size <= 14 * 1024
