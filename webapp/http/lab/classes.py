"""Serves classes without accounts. A teacher makes a class for a sheet and gets a code for the pupils; the teacher's
browser keeps the secret that shows the counts. Only counts are stored, and they go after a week.

No request has a body (``webapp/serving/http.py``). What is secret stands in a header, because addresses are logged:
the secret in ``Authorization``, the answers in ``X-Answers``. A browser lets no other site's page send either."""

import json
import re
import threading
from urllib.parse import parse_qsl, unquote, urlencode

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItem, parse
from werkzeug.datastructures import MultiDict

from engine.text import text
from webapp.common.classes import Classes
from webapp.common.rate_windows import Windows
from webapp.common.words import language, say, t
from webapp.http.lab.data import refusal, to_fill_in
from webapp.http.lab.forms import LONGEST, FormError, read
from webapp.http.lab.helper import Answer, Question, RefusedError
from webapp.http.lab.laboratory import Laboratory
from webapp.http.pages import message_page
from webapp.http.security import fresh_page, shown
from webapp.play.ports import StoreError
from webapp.serving.visitors import visitor_of

_CODE = re.compile("[2-9a-z]{6}")
_SECRET = re.compile("(?i:bearer) ([A-Za-z0-9_-]{43})")
_MADE, _SENT, _READ = parse("20 per 1 hour"), parse("3000 per 1 hour"), parse("9000 per 1 hour")
"""Classes made from one address, sheets handed in, and counts read. A school has one address, and a teacher's page
reads the counts every ten seconds."""
_NO_CLASS = text("There is no class with this code. A class ends after seven days.")
_FULL = text("This class has ended, or has as many sheets as one may have.")
_TOO_MANY = text("Too much came from your address; please wait a while.")
_MOST = text("There are as many classes as this server keeps; please try again tomorrow.")
_NO_SECRET = text("The counts of a class are shown in the browser that made it, or by the teacher’s link.")
_AWAY = text("This cannot be stored now; please try again in a moment.")


class _Pages:
    """Answers the requests of teachers and pupils, for several threads."""

    def __init__(self, classes: Classes, laboratory: Laboratory, fingerprint: str) -> None:
        self._classes, self._laboratory, self._fingerprint = classes, laboratory, fingerprint
        self._windows, self._lock = Windows(), threading.Lock()

    def start(self) -> ResponseReturnValue:
        """Shows the page of a teacher, with the sheets in the address if there are some."""
        exam = urlencode(read("sheet", request.args).given) if request.args else ""
        boot = {"fingerprint": self._fingerprint, "exam": exam}
        return shown("lab/class.html", boot=boot)

    def make(self) -> ResponseReturnValue:
        """Makes a class for the sheets in the address, with the secret of the teacher's browser."""
        self._check(_MADE)
        secret, given = _secret(), dict(read("sheet", request.args).given)
        made = json.loads(self._answer("exam", {**given, "format": "json"}).plain)
        given["ask"] = ",".join(one["kind"] for one in made["variants"][0]["questions"])
        code = self._classes.make(urlencode(given), secret)
        if code is None:
            raise RefusedError(_MOST, 503)
        return _said({"code": code}, 201)

    def sheet(self, code: str) -> ResponseReturnValue:
        """Shows the sheet that a class fills in."""
        wanted = dict(read("handed", request.args).given)
        given = {**self._exam(code), **wanted, "format": "fill", "language": language()}
        return fresh_page(to_fill_in(self._answer("exam", given), code=code))

    def hand_in(self, code: str) -> ResponseReturnValue:
        """Marks a sheet, and counts what it shows."""
        self._check(_SENT)
        sent = request.headers.get("X-Answers", "")
        if not sent or len(sent) > LONGEST:
            raise FormError("The answers are missing, or too long.")
        given = read("handed", MultiDict([*request.args.items(multi=True), ("answers", unquote(sent))])).given
        marks = json.loads(self._answer("marks", {**self._exam(code), **dict(given)}).plain)
        if not self._classes.add(code, _counted(marks)):
            raise RefusedError(_FULL, 409)
        return _said({"counted": True})

    def counts(self, code: str) -> ResponseReturnValue:
        """Tells the counts of a class to who has its secret."""
        self._check(_READ)
        secret, given = _secret(), self._exam(code)
        found = self._classes.counts(code, secret)
        if found is None:
            raise RefusedError(_NO_SECRET, 403)
        rows = [[question, slip, count] for (question, slip), count in sorted(found.items())]
        return _said({"exam": urlencode(given), "counts": rows})

    def _check(self, rate: RateLimitItem) -> None:
        """Counts a request. Raises ``RefusedError`` if its address has sent too many."""
        with self._lock:
            allowed = self._windows.hit(rate, "class", visitor_of(request.remote_addr or ""))
        if not allowed:
            raise RefusedError(_TOO_MANY, 429)

    def _exam(self, code: str) -> dict[str, str]:
        """Returns the parameters of a class's sheets. Raises ``RefusedError`` where there is no such class."""
        exam = self._classes.exam(code) if _CODE.fullmatch(code) else None
        if exam is None:
            raise RefusedError(_NO_CLASS, 404)
        return dict(parse_qsl(exam))

    def _answer(self, kind: str, given: dict[str, str]) -> Answer:
        """Returns the lab's answer about checked parameters. Raises ``RefusedError`` with its refusal."""
        found = self._laboratory.answer(Question(kind, tuple(sorted(given.items()))))
        if found.status != 200:
            raise RefusedError(json.loads(found.plain)["error"], found.status)
        return found


def class_pages(classes: Classes, laboratory: Laboratory, fingerprint: str) -> Blueprint:
    """Serves ``/lab/class`` and the classes below it."""
    pages, made = Blueprint("classes", __name__), _Pages(classes, laboratory, fingerprint)
    pages.add_url_rule("/lab/class", "start", made.start, methods=["GET"])
    pages.add_url_rule("/lab/class", "make", made.make, methods=["POST"])
    pages.add_url_rule("/lab/class/<code>", "sheet", made.sheet, methods=["GET"])
    pages.add_url_rule("/lab/class/<code>", "hand_in", made.hand_in, methods=["POST"])
    pages.add_url_rule("/lab/class/<code>/counts", "counts", made.counts, methods=["GET"])

    def refused(error: Exception) -> ResponseReturnValue:
        """Answers in one sentence: a page for readers, JSON for scripts."""
        words, status = (error.said, error.status) if isinstance(error, RefusedError) else (_AWAY, 503)
        if request.endpoint in ("classes.start", "classes.sheet"):
            return message_page(t("The lab cannot show this"), say(words), status)
        return refusal(words, status)

    for kind in (RefusedError, StoreError):
        pages.register_error_handler(kind, refused)
    return pages


def _secret() -> str:
    found = _SECRET.fullmatch(request.headers.get("Authorization", ""))
    if found is None:
        raise RefusedError(_NO_SECRET, 403)
    return found[1]


def _counted(marks: list[dict[str, object]]) -> list[tuple[int, str]]:
    """Returns the counts that one sheet raises: of each answered question whether it is right, or its slips."""
    found = list[tuple[int, str]]()
    for number, mark in enumerate(marks, start=1):
        slips = mark["slips"] if isinstance(mark["slips"], list) else []
        words = [*(["answered"] if mark["answered"] else []), *(["right"] if mark["right"] else []), *slips]
        found += [(number, word) for word in words]
    return found


def _said(data: dict[str, object], status: int = 200) -> Response:
    response = jsonify(data)
    response.status_code, response.headers["Cache-Control"] = status, "no-store"
    return response
