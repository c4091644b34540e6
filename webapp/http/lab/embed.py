"""Serves runs, sheets to fill in and the judge at ``/embed`` for other sites: the only pages that may be framed."""

import json
import re

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.common.speech import LANGUAGES
from webapp.common.words import language, say, speak_in
from webapp.http.hosts import here
from webapp.http.lab.data import to_fill_in
from webapp.http.lab.forms import FormError, read
from webapp.http.lab.helper import RefusedError
from webapp.http.lab.lab_page import Row, Shown
from webapp.http.lab.laboratory import Laboratory
from webapp.http.security import FramedPage


def embed_pages(shown: Shown, laboratory: Laboratory) -> Blueprint:
    """Serves ``/embed/NAME`` with the parameters of ``/lab/NAME``, and ``/embed/exam`` with those of an exam."""
    pages = Blueprint("embed", __name__)

    @pages.get("/embed/<name>")
    @pages.get("/embed/<name>/<moves>")
    def embed(name: str, moves: str = "") -> ResponseReturnValue:
        try:
            return _framed(shown(name, moves)[0])
        except FormError as error:
            return _framed({"error": say(error.said)})

    @pages.get("/embed/exam")
    def exam() -> ResponseReturnValue:
        """Answers with a sheet to fill in. The address has no fingerprint, because a course keeps it for years."""
        given, wanted = request.args.copy(), request.args.get("language", "")
        if wanted in LANGUAGES:
            speak_in(wanted)
        given["format"], given["key"] = "fill", "0"
        given.setdefault("language", language())
        try:
            found = laboratory.answer(read("exam", given))
        except RefusedError as error:
            return _refused(say(error.said))
        if found.status != 200:
            return _refused(json.loads(found.plain)["error"])
        return FramedPage(to_fill_in(found, framed=True)).make_conditional(request)

    return pages


def _refused(words: str) -> FramedPage:
    return FramedPage(render_template("lab/frame.html", words=words), 400)


def _framed(first: Row) -> ResponseReturnValue:
    """Returns the read-only page of a run, or in words why there is none."""
    refused = first.get("error") or (None if first["run"] else first["drawn"])
    if refused is not None:
        return _refused(refused)
    step, grain = request.args.get("step", ""), request.args.get("grain", "")
    boot = {
        "run": first["run"],
        "step": int(step) if re.fullmatch("[0-9]{1,5}", step) else first["start"].get("step", 0),
        "grain": grain if grain in ("story", "lines") else "visits",
    }
    address = here(request.full_path.replace("/embed/", "/lab/", 1).rstrip("?"))
    page = FramedPage(render_template("lab/embed.html", boot=boot, address=address, drawn=first["drawn"]))
    return page.make_conditional(request)
