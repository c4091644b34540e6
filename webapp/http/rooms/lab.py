"""Builds the lab: the process that computes, the page, and the data."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from engine import lab
from engine.child import command
from webapp.common import paths
from webapp.common.speech import LANGUAGES, SERVER_ONLY, catalogue
from webapp.http.lab.book import book_pages
from webapp.http.lab.classes import class_pages
from webapp.http.lab.data import lab_data
from webapp.http.lab.embed import embed_pages
from webapp.http.lab.essay import ADDRESS, essay_pages
from webapp.http.lab.helper import Helper
from webapp.http.lab.lab_page import lab_pages, shown_at
from webapp.http.lab.laboratory import Laboratory
from webapp.http.lab.program import program_pages
from webapp.http.rooms import Room, Site

_WORKER = "webapp.http.lab.worker"
_EXAM = paths.TEMPLATES / "lab" / "exam.html"


@dataclass(frozen=True)
class LabRoom(Room):
    """Holds the lab, with the process that computes."""

    helper: Helper | None = None


def room(site: Site) -> LabRoom:
    """Returns the page and the data, by a process that starts with the first question. The server itself loads the lab,
    5 MB, with the first page of it."""
    helper = Helper(command(_WORKER), site.later)
    laboratory = Laboratory(helper)
    parts = lab.fingerprint(), site.assets.fingerprint, _EXAM.read_text(encoding="utf-8"), *_words()
    fingerprint = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
    shown = shown_at(laboratory)
    lessons = lab_pages(shown, fingerprint), embed_pages(shown, laboratory), book_pages(laboratory)
    pages = (
        *lessons,
        lab_data(laboratory, fingerprint),
        program_pages(site.inline),
        essay_pages(site.inline),
        *([] if site.classes is None else [class_pages(site.classes, laboratory, fingerprint)]),
    )
    addresses = ("/lab", ADDRESS, *(f"/lab/{slug}" for slug in lab.slugs()))
    return LabRoom("lab", pages, helper.close, addresses, helper=helper)


def _words() -> Iterator[str]:
    """Yields the translations behind the answers. Those of the scripts are among the assets."""
    for language in LANGUAGES:
        for room in SERVER_ONLY:
            yield json.dumps(catalogue(language, room))
