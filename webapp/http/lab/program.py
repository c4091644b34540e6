"""Serves ``/lab/program``, which judges a reader's program in the reader's browser. The page gets the judge as Python
and runs it by MicroPython. Nothing that a reader writes comes to the server."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from webapp.common.words import say, t
from webapp.http.security import FramedPage, content_policy, shown

_POLICY = "worker"
_EXAMPLE: Final = """\
def minimax(node, depth, alpha, beta, maximizing):
    if depth == 0 or not isinstance(node, list):
        return node
    best = float("-inf") if maximizing else float("inf")
    for child in node:
        value = minimax(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            alpha = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
"""A program with the slip that is found most often."""
PRINTING: Final = (
    (
        "Python",
        'def show(path):\n    return ".".join(str(i + 1) for i in path) or "-"\n\n'
        "# first in the function, whose parameter path begins with ()\n"
        'print("enter", show(path), alpha, beta)\n'
        "# each child gets path + (i,), and before each return value:\n"
        'print("leave", show(path), value)\n',
    ),
    (
        "Java",
        '// String path begins with ""\nString name = path.isEmpty() ? "-" : path;\n'
        'System.out.println("enter " + name + " " + alpha + " " + beta);\n'
        '// child i, counted from 1:\nString below = path.isEmpty() ? "" + i : path + "." + i;\n'
        '// before each return value:\nSystem.out.println("leave " + name + " " + value);\n',
    ),
    (
        "C",
        '/* char path[64] begins with "" */\nconst char *name = *path ? path : "-";\n'
        'printf("enter %s %g %g\\n", name, (double)alpha, (double)beta);\n'
        "/* child i, counted from 1: */\nchar below[64];\n"
        'snprintf(below, 64, *path ? "%s.%d" : "%s%d", path, i);\n'
        '/* before each return value: */\nprintf("leave %s %g\\n", name, (double)value);\n',
    ),
    (
        "JavaScript",
        "// path begins with []\n"
        'const name = path.map((i) => i + 1).join(".") || "-";\n'
        'console.log("enter", name, alpha, beta);\n'
        '// each child gets [...path, i], and before each return value:\nconsole.log("leave", name, value);\n',
    ),
)
"""The lines to add to a program, by its language."""


def program_pages(inline: str) -> Blueprint:
    """Serves the page and the judge's modules. ``inline`` is the only inline script allowed."""
    pages = Blueprint("program", __name__)
    policy = content_policy(inline, trusted_types=_POLICY, wasm=True)

    @cache
    def modules() -> tuple[str, str]:
        """Returns the judge and its tag. Making it takes the time of some hundred requests, and no start needs it."""
        from engine.lab.judge.browser import sources

        judge = json.dumps(sources())
        return judge, hashlib.sha256(judge.encode()).hexdigest()[:16]

    @pages.get("/lab/program")
    @pages.get("/embed/program")
    def program() -> ResponseReturnValue:
        from engine.lab import api
        from engine.lab.first_lines import FIRST_LINES
        from engine.lab.judge.probes import six_numbers
        from engine.lab.judge.running.nodes import written
        from engine.lab.judge.sentences import SENTENCES

        first, second = (written(tree) for tree in six_numbers())
        said = {code: t(sentence.template) for code, sentence in SENTENCES.items()}
        name = request.args.get("algorithm", "")
        text = FIRST_LINES.get(name, _EXAMPLE)
        programs = [one for one in api.algorithms() if one["name"] in FIRST_LINES]
        told = {
            "boot": {"sentences": said, "tree": first, "algorithm": name if name in FIRST_LINES else "twofold"},
            "programs": programs,
            "algorithm": "".join(say(one["words"]) for one in programs if one["name"] == name),
            "example": text,
            "function": text.split("(")[0].split()[-1],
            "trees": (first, second),
            "printing": PRINTING,
        }
        if request.path.startswith("/embed/"):
            framed = render_template("lab/judge.html", framed=True, **told)
            return FramedPage(framed, runs=_POLICY).make_conditional(request)
        return shown("lab/judge.html", policy, **told)

    @pages.get("/lab/program/judge")
    def judge() -> ResponseReturnValue:
        body, tag = modules()
        response = Response(body, mimetype="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.set_etag(tag, weak=True)
        return response.make_conditional(request)

    return pages
