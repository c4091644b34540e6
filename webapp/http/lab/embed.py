"""Serves a run at ``/embed`` for the pages of other sites: the only pages that may stand in a frame."""

import hashlib
import re

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.common.words import say
from webapp.http.hosts import here
from webapp.http.lab.forms import FormError
from webapp.http.lab.lab_page import Row, Shown
from webapp.http.security import FramedPage


def embed_pages(shown: Shown) -> Blueprint:
    """Serves ``/embed/NAME`` with the parameters of ``/lab/NAME``."""
    pages = Blueprint("embed", __name__)

    @pages.get("/embed/<name>")
    @pages.get("/embed/<name>/<moves>")
    def embed(name: str, moves: str = "") -> ResponseReturnValue:
        try:
            return _framed(shown(name, moves)[0])
        except FormError as error:
            return _framed({"error": say(error.said)})

    return pages


def _framed(first: Row) -> ResponseReturnValue:
    """Returns the read-only page of a run, or in words why there is none."""
    refused = first.get("error") or (None if first["run"] else first["drawn"])
    if refused is not None:
        return FramedPage(render_template("lab/embed_refusal.html", words=refused), 400)
    step, grain = request.args.get("step", ""), request.args.get("grain", "")
    boot = {
        "run": first["run"],
        "step": int(step) if re.fullmatch("[0-9]{1,5}", step) else first["start"].get("step", 0),
        "grain": grain if grain in ("story", "lines") else "visits",
    }
    address = here(request.full_path.replace("/embed/", "/lab/", 1).rstrip("?"))
    page = FramedPage(render_template("lab/embed.html", boot=boot, address=address, drawn=first["drawn"]))
    page.set_etag(hashlib.sha256(page.get_data()).hexdigest()[:16], weak=True)
    return page.make_conditional(request)
