"""Builds the lab: the process that computes, the page, and the data."""

import hashlib
import json
from collections.abc import Iterator

from flask import Blueprint

from engine import lab
from engine.child import command
from engine.lab import api
from webapp.common import paths
from webapp.common.speech import LANGUAGES, SERVER_ONLY, catalogue
from webapp.http.assets import Assets
from webapp.http.lab.data import lab_data
from webapp.http.lab.helper import Helper, Later
from webapp.http.lab.laboratory import Laboratory
from webapp.http.lab.pages import Contents, lab_pages

_WORKER = "webapp.http.lab.worker"
_EXAM = paths.TEMPLATES / "lab_exam.html"


def lab_helper(later: Later) -> Helper:
    """Returns the process that computes for the lab. It starts with the first question."""
    return Helper(command(_WORKER), later)


def lab_rooms(helper: Helper, assets: Assets) -> tuple[Blueprint, Blueprint]:
    """Returns the page and the data, both computed by ``helper``. The style sheet in ``assets`` is a part of an exam
    sheet."""
    laboratory = Laboratory(helper)
    parts = lab.fingerprint(), assets.fingerprint, _EXAM.read_text(encoding="utf-8"), *_words()
    fingerprint = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
    contents = Contents(fingerprint, api.games(), api.algorithms(), api.contents())
    return lab_pages(laboratory, contents), lab_data(laboratory, fingerprint)


def _words() -> Iterator[str]:
    """Yields the translations behind the answers. Those of the scripts are among the assets."""
    for language in LANGUAGES:
        for room in SERVER_ONLY:
            yield json.dumps(catalogue(language, room))
