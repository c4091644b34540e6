"""Serves what the lab computes, under the fingerprint of the code that gave it, so browsers keep it."""

import json
import re
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.common.speech import ENGLISH, LANGUAGES
from webapp.common.words import say, speak_in, t
from webapp.http.hosts import here
from webapp.http.lab.forms import read
from webapp.http.lab.helper import Answer, RefusedError
from webapp.http.lab.laboratory import Laboratory

_FOR_EVER = "max-age=31536000, immutable"
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_EXAM_LINKS = (
    ("Sheets", "html", "0"),
    ("Key", "html", "1"),
    ("LaTeX", "tex", "0"),
    ("LaTeX of the key", "tex", "1"),
    ("CSV of the key", "csv", "1"),
    ("To fill in here", "fill", "0"),
    ("Moodle XML", "moodle", "1"),
    ("QTI", "qti", "1"),
    ("PrairieLearn", "prairielearn", "1"),
)
"""The name, the format and the key of each way to print an exam."""
_FILES = {"text/csv": "csv", "application/x-tex": "tex", "application/xml": "xml", "application/zip": "zip"}
_NOT_THE_EXAM = ("format", "key", "language", "variant", "header")
"""The parameters of an exam's address that change no tree and no question."""


def lab_data(laboratory: Laboratory, fingerprint: str) -> Blueprint:
    """Serves the answers of the laboratory under the ``fingerprint`` of the code."""
    data = Blueprint("lab_data", __name__)

    @data.get("/lab/run/<given>")
    @data.get("/lab/read/<given>")
    @data.get("/lab/exercise/<given>")
    @data.get("/lab/check/<given>")
    @data.get("/lab/exam/<given>")
    @data.get("/lab/export/<given>")
    def answer(given: str) -> ResponseReturnValue:
        kind, wanted = _kind(), request.args.get("language", "")
        speak_in(wanted if wanted in LANGUAGES else ENGLISH)
        if not _FINGERPRINT.fullmatch(given):
            abort(404)
        if given != fingerprint:
            fresh = redirect(here(f"/lab/{kind}/{fingerprint}?{request.query_string.decode('ascii', 'replace')}"))
            fresh.headers["Cache-Control"] = "no-store"
            return fresh
        try:
            question = read(kind, request.args)
            tag = question.tag(fingerprint)
            if request.if_none_match.contains_weak(tag):  # the same code gives the same answer
                return _kept(Response(status=304), tag)
            found = laboratory.answer(question)
        except RefusedError as error:
            return refusal(error.said, error.status)
        if found.status != 200:
            return _sent(found)
        if kind != "exam" or found.mimetype != "application/json" or request.args.get("format") == "json":
            return _kept(_sent(found), tag)
        shown = to_fill_in(found) if request.args.get("format") == "fill" else _sheets(found)
        return _kept(Response(shown), tag)

    return data


def _kind() -> str:
    return request.path.split("/")[2]


def refusal(words: str, status: int) -> Response:
    """Returns a refusal in one sentence as JSON, in the language of the answer."""
    response = Response(json.dumps({"error": say(words)}), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _sent(answer: Answer) -> Response:
    """Returns the response with an answer, packed if the client accepts gzip."""
    small = request.accept_encodings["gzip"] > 0
    response = Response(answer.packed if small else answer.plain, answer.status, mimetype=answer.mimetype)
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("Accept-Encoding")
    if small:
        response.headers["Content-Encoding"] = "gzip"
    if answer.mimetype in _FILES:
        name = f"fourthought-{_kind()}.{_FILES[answer.mimetype]}"
        response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _sheets(answer: Answer) -> str:
    """Returns the printable page with the sheets of an exam."""
    rest = request.args.to_dict()
    links = [
        (t(name), f"{here(request.path)}?{urlencode({**rest, 'format': form, 'key': key})}", (form, key))
        for name, form, key in _EXAM_LINKS
    ]
    shown = ("html", "1" if request.args.get("key") == "1" else "0")
    return render_template("lab/exam.html", links=links, here=shown, **json.loads(answer.plain))


def to_fill_in(answer: Answer, *, framed: bool = False, code: str = "") -> str:
    """Returns the page on which one variant is filled in, for a frame without what leads to the reader's own data. With
    the ``code`` of a class the answers are handed in there."""
    exam, rest = json.loads(answer.plain), request.args.to_dict()
    variants = {variant["number"]: variant for variant in exam["variants"]}
    variant = variants.get(int(rest.get("variant", "1")), exam["variants"][0])
    given = {name: value for name, value in rest.items() if name not in _NOT_THE_EXAM}
    boot = {"exam": urlencode(given), "variant": variant["number"], "tree": variant["tree"], "code": code}
    others = [(n, f"{here(request.path)}?{urlencode({**rest, 'variant': str(n)})}") for n in variants]
    names = {name: exam[name] for name in ("title", "header")}
    shown = {"variant": variant, "others": others, "framed": framed, "code": code}
    return render_template("lab/fill.html", boot=boot, **shown, **names)


def _kept(response: Response, tag: str) -> Response:
    response.headers["Cache-Control"] = _FOR_EVER
    response.set_etag(tag, weak=True)  # packed or not, the answer says the same
    return response
