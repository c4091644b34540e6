"""Says a verdict in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.text import Text, text

SENTENCES: Final = {
    "right": text("Right: the value is right on all {count} trees. The program skips nothing."),
    "right-cuts": text("Right on all {count} trees. Cuts skip {leaves} leaves, and no leaf too many is looked at."),
    "right-branch": text("Right: the branch is right on all {count} trees."),
    "right-some": text("Right: the value is right on all {count} trees. The program skips {leaves} leaves."),
    "right-alone": text("Right: the value is right on all {count} trees."),
    "expectimax": text("Right: this is expectimax, with the mean in the place of Min, on all {count} trees."),
    "errs": text(
        "Right: this is expectimax against an opponent who errs with probability {share}, on all {count} trees."
    ),
    "asks": text("Right: the answer to the question if the value is {question}, on all {count} trees."),
    "yes-no": text(
        "The program answers yes or no. The judge does not know its question, such as: is the value above 0?"
    ),
    "drawn": text("The program draws at random. Its result is a guess, and the judge cannot say if it is right."),
    "paranoid": text(
        "Right: this is max^n with all others as one opponent, for {players} players, on all {count} trees."
    ),
    "maxn": text("Right: this is max^n for {players} players, on all {count} trees."),
    "averages": text("These are the values of expectimax: where Min moves, the program takes the mean."),
    "mean": text("On the tree {tree} the program finds the value {value}, but the value of expectimax is {right}."),
    "players": text("The program returns several numbers. Of such programs the judge knows max^n for three players."),
    "other": text("The program returns an object of type {kind}. Return the value, or a pair of value and branch."),
    "keeps": text(
        "The program is right on {tree} alone, and wrong after other trees: it keeps something between calls."
    ),
    "unknown-name": text("What is {words} of a node? Call it children, value or is_terminal."),
    "no-python": text("The judge here does not know {words}. Write the program without it."),
    "value": text("On the tree {tree} the program finds the value {value}, but {right} is right."),
    "branch": text("On the tree {tree} the program chooses branch {branch}, but branch {right} is right."),
    "leaves": text("On the tree {tree} the program looks at {leaves} leaves, where {right} are enough."),
    "nodes": text("On the tree {tree} the program enters {leaves} inner nodes, where {right} are enough."),
    "no-number": text("On the tree {tree} the program returns no number."),
    "error": text("On the tree {tree} the program stops with an error: {error}."),
    "endless": text("On the tree {tree} the program does not come to an end."),
    "time": text("The program takes more than {n} s, the limit."),
    "memory": text("The program needs more than 8 MB, the limit."),
    "syntax": text("The program cannot be read: {words}."),
    "no-function": text("The program has no function called {words}."),
    "parameter": text("What is the parameter {words}? Give it a default, or one of the names of the help."),
    "answer": text("The program ends the judge's process, or answers in its place."),
    "alpha": text("{node} is entered with alpha {value}, but {right} is right."),
    "beta": text("{node} is entered with beta {value}, but {right} is right."),
    "hands-back": text("{node} returns {value}, but {right} is right."),
    "goes-on": text("{node} goes on, although alpha is {alpha} and beta is {beta} at first, and a branch meets them."),
    "cuts-early": text("{node} stops too early: with alpha {alpha} and beta {beta} a branch is left that counts."),
    "elsewhere": text("Here a node is entered that is not in the tree."),
    "repair": text("Line {line}: `{slip}` should be `{repair}`."),
    "line": text("The slip is in line {line}."),
    "lines": text("The slip is in one of the lines {slip}. To change one of them makes the program right."),
    "raised": text("See line {line}."),
    "without": text("Line {line}: without `{slip}` the program is right."),
    "missing": text("After line {line} a line is missing: `{repair}`."),
    "deeper": text("Line {line}: `{slip}` should stand further to the right."),
    "shallower": text("Line {line}: `{slip}` should stand further to the left."),
    "before": text("Line {line}: `{slip}` should stand before the loop."),
    "shared": text("Line {line}: all calls share one default in `{slip}`. Take None, and make a new one in each call."),
    "cuts-nothing": text(
        "On the tree {tree} the program looks at all {leaves} leaves, where {right} are enough. Either it never cuts, "
        "or Min never changes beta."
    ),
    "too-few": text("On the tree {tree} {leaves} leaves cannot be enough: {right} are needed."),
    "numbers-right": text("All six numbers are right."),
    "record": text("Line {line} of the record cannot be read. Write enter 1.2 -inf 3, or leave 1.2 5."),
    "record-right": text("The record is right: {count} lines without a difference."),
    "record-ends": text("The {count} lines of the record are right, but it ends before the root is left."),
    "deep": text("The program calls itself without end."),
    "broken": text("The program cannot be run in this browser."),
    "running": text("The program is running."),
    "looking": text("The judge looks for the line."),
    "picture": text("The tree, with the nodes that the program entered, and the first difference"),
}
"""The sentences by code, with holes for the values of a verdict."""


def say(code: str, values: Mapping[str, Any]) -> Text:
    """Returns the sentence of a code."""
    return text(SENTENCES[code].template, **values)


def told(verdict: Mapping[str, Any]) -> list[Text]:
    """Returns the sentences of a verdict as data: what is wrong, where it begins, and the line."""
    found = [say(verdict["code"], verdict["values"])]
    if verdict["told"]:
        found.append(say(verdict["told"]["code"], verdict["told"]["values"]))
    found += [say(*line_of(verdict))] if verdict["line"] else []
    return found


def line_of(verdict: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Returns the code of the sentence on the line of a verdict, which a change or the error tells, and its values."""
    values = {"line": str(verdict["line"]), "slip": str(verdict["slip"]), "repair": str(verdict["repair"])}
    return str(verdict["how"]) or "raised", values
