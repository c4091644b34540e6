"""Runs the lines that the page offers for a record, in four languages, in programs whose record the page then reads."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.lab.grade.executing import execute
from engine.lab.judge.page_questions import answer
from engine.lab.judge.probes import six_numbers
from engine.lab.judge.running.nodes import paths_of, written
from webapp.http.lab.program import PRINTING

TREE = six_numbers()[0]
LINES = dict(PRINTING)


def parts(language: str) -> dict[str, str]:
    """Returns the lines that print on entry and before a return, and what else a program needs."""
    lines = LINES[language].splitlines()
    found = {word: next(line for line in lines if word in line and "(" in line) for word in ("enter", "leave")}
    found["rest"] = "\n".join(line for line in lines if line not in found.values())
    return found


def python() -> str:
    said = parts("Python")
    return f"""
{said["rest"]}
def minimax(node, path, alpha, beta, largest):
    {said["enter"]}
    if not isinstance(node, list):
        value = node
        {said["leave"]}
        return value
    value = float("-inf") if largest else float("inf")
    for i, child in enumerate(node):
        below = minimax(child, path + (i,), alpha, beta, not largest)
        value = max(value, below) if largest else min(value, below)
        if largest: alpha = max(alpha, value)
        else: beta = min(beta, value)
        if alpha >= beta: break
    {said["leave"]}
    return value
minimax({TREE}, (), float("-inf"), float("inf"), True)
"""


def javascript() -> str:
    said = parts("JavaScript")
    return f"""
function minimax(node, path, alpha, beta, largest) {{
  {said["rest"]}
  {said["enter"]}
  let value = largest ? -Infinity : Infinity;
  if (!Array.isArray(node)) value = node;
  else for (let i = 0; i < node.length && alpha < beta; i++) {{
    const below = minimax(node[i], [...path, i], alpha, beta, !largest);
    value = largest ? Math.max(value, below) : Math.min(value, below);
    if (largest) alpha = Math.max(alpha, value);
    else beta = Math.min(beta, value);
  }}
  {said["leave"]}
  return value;
}}
minimax({json.dumps(TREE)}, [], -Infinity, Infinity, true);
"""


def java() -> str:
    said = parts("Java")
    above, _, child = said["rest"].partition("// child i")
    tree = json.dumps(TREE).replace("]", "}").replace("[", "new Object[] {")
    return f"""
public class Mine {{
  static int minimax(Object node, String path, int alpha, int beta, boolean largest) {{
    {above}
    {said["enter"]}
    int value = largest ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    if (node instanceof Integer) value = (Integer) node;
    else for (int i = 1; i <= ((Object[]) node).length && alpha < beta; i++) {{
      // child i{child}
      int found = minimax(((Object[]) node)[i - 1], below, alpha, beta, !largest);
      value = largest ? Math.max(value, found) : Math.min(value, found);
      if (largest) alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
    }}
    {said["leave"]}
    return value;
  }}
  public static void main(String[] words) {{
    minimax({tree}, "", Integer.MIN_VALUE, Integer.MAX_VALUE, true);
  }}
}}
"""


def c() -> str:
    said = parts("C")
    above, _, child = said["rest"].partition("/* child i")
    child = "/* child i" + child.partition("/* before")[0]

    def literal(node: Any) -> str:
        if not isinstance(node, list):
            return f"&(struct node) {{0, {node}, {{0}}}}"
        return f"&(struct node) {{{len(node)}, 0, {{{', '.join(map(literal, node))}}}}}"

    return f"""
#include <stdio.h>
struct node {{ int count; int value; struct node *below[4]; }};
int minimax(struct node *node, const char *path, int alpha, int beta, int largest) {{
  {above}
  {said["enter"]}
  int value = largest ? -1000 : 1000;
  if (!node->count) value = node->value;
  else for (int i = 1; i <= node->count && alpha < beta; i++) {{
    {child}
    int found = minimax(node->below[i - 1], below, alpha, beta, !largest);
    if (largest ? found > value : found < value) value = found;
    if (largest && value > alpha) alpha = value;
    if (!largest && value < beta) beta = value;
  }}
  {said["leave"]}
  return value;
}}
int main(void) {{ minimax({literal(TREE)}, "", -1000, 1000, 1); return 0; }}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "file", "commands"),
    [
        (python, "mine.py", [[sys.executable, "mine.py"]]),
        (javascript, "mine.js", [["node", "mine.js"]]),
        (java, "Mine.java", [["java", "Mine.java"]]),
        (c, "mine.c", [["cc", "-Wall", "-o", "mine", "mine.c"], ["./mine"]]),
    ],
)
def test_the_lines_print_a_record_that_is_read_and_right(
    program: Any, file: str, commands: list[list[str]], tmp_path: Path
) -> None:
    if shutil.which(commands[0][0]) is None:
        pytest.skip(f"{commands[0][0]} is not installed")
    (tmp_path / file).write_text(program(), encoding="utf-8")
    for words in commands:
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    said = answer(json.dumps({"question": "record", "tree": written(TREE), "text": ran.stdout}), execute)
    verdict = json.loads(said)
    assert verdict["code"] == "record-right", verdict
    assert 8 < len(verdict["events"]) < 2 * len(paths_of(TREE))  # some leaves are cut


def test_each_language_has_at_most_eight_lines() -> None:
    assert [language for language, _ in PRINTING] == ["Python", "Java", "C", "JavaScript"]
    assert all(len(lines.splitlines()) <= 8 for lines in LINES.values())
