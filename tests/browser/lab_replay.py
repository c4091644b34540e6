"""Plays a run of the lab step by step, with a state that changes: what the page's model must show at each step.

The page's model computes a view of any step from an index of the whole run. This file has no index and looks ahead
only for values returned later by a visit. Both must agree at every step.
"""

from dataclasses import dataclass, field
from typing import Any

Run = dict[str, Any]
View = dict[str, Any]
_KNOWN = ("over", "guess", "table", "leave")


@dataclass
class _Open:
    """Holds one visit on the stack: the visit below that ended last, and the children that changed the best value."""

    left: int = -1
    better: list[int] = field(default_factory=list)


def views(run: Run) -> list[View]:
    replay = _Replay(run)
    return [replay.step(step) for step in range(len(run["steps"]["kind"]))]


class _Replay:
    """Changes with every step."""

    def __init__(self, run: Run) -> None:
        self.run, self.visits, self.places = run, run["visits"], run["places"]
        size = len(self.places["parent"])
        self.shown: list[dict[str, Any]] = [_unseen() for _ in range(size)]
        self.last: list[int] = [-1] * size
        self.frames: dict[int, _Open] = {}
        self.vars: dict[tuple[int, int], dict[str, Any]] = {}
        self.lines: dict[int, tuple[int, int]] = {}
        self.done: set[int] = set()
        self.known: set[int] = set()
        self.cut: set[int] = set()
        self.counts = dict.fromkeys(("nodes", "leaves", "met", "cuts", "skipped", "hits"), 0)
        self.sentence, self.root = "", 0
        self.narrows = any(end is not None for end in [*self.visits["alpha"], *self.visits["beta"]])

    def step(self, step: int) -> View:
        steps = self.run["steps"]
        kind = self.run["kinds"][steps["kind"][step]]
        visit, source, line = steps["visit"][step], steps["source"][step], steps["line"][step]
        self.sentence = self.run["sentences"].get(str(step), self.sentence)
        if visit not in self.frames:
            self.enter(visit)
        if line >= 0:
            self.lines[visit] = (source, line)
        if steps["vars"][step]:
            self.vars.setdefault((visit, source), {}).update(steps["vars"][step])
        self.apply(kind, visit)
        source, line = self.lines.get(visit) or self.first_line(visit)
        return {
            "step": step, "kind": kind, "visit": visit, "place": self.visits["place"][visit],
            "sentence": self.sentence, "source": source, "line": line,
            "vars": dict(self.vars.get((visit, source), {})), "places": [dict(place) for place in self.shown],
            "path": self.path(self.visits["place"][visit]), "line_of_play": self.line_of_play(),
            "window": self.window(visit), "witness": self.witness(visit), "counts": dict(self.counts),
        }  # fmt: skip

    def enter(self, visit: int) -> None:
        place = self.visits["place"][visit]
        self.frames[visit] = _Open()
        self.counts["nodes"] += self.visits["note"][visit] != "probe"
        alpha = self.visits["alpha"]
        again = (self.run["rounds"] or self.run["backwards"]) and visit > 0 and alpha[visit] == alpha[self.root]
        if self.visits["parent"][visit] < 0 and again:
            self.root = visit  # the rounds of one question grow one tree
        elif self.visits["parent"][visit] < 0:  # a new iteration begins with a blank tree
            self.root = visit
            self.shown = [{**_unseen(), "visits": one["visits"]} for one in self.shown]
        self.last[place] = visit
        seen = self.shown[place]["visits"] + 1
        window = {name: self.visits[name][visit] for name in ("alpha", "beta")}
        kept = ("value", "bound", "note", "proven", "numbers") if again else ()
        kept = {name: self.shown[place][name] for name in kept}
        self.shown[place] = {**_unseen(), "state": "open", "visits": seen, **window, **kept}

    def apply(self, kind: str, visit: int) -> None:
        shown, frame = self.shown[self.visits["place"][visit]], self.frames[visit]
        mine = self.last[self.visits["place"][visit]] == visit
        self.counts["leaves"] += kind in ("over", "guess")
        self.counts["hits"] += kind == "table"
        if kind == "better" and frame.left >= 0 and not self.visits["aside"][frame.left]:
            frame.better.append(frame.left)
            self.prove(visit)
        if kind == "cut":
            self.cut.add(visit)
            shown["cut"] = True
            self.counts["cuts"] += 1
            self.counts["met"] += self.visits["met"][visit]
            self.counts["skipped"] += len(self.visits["skipped"][visit])
            self.skip(visit)
        if kind in _KNOWN:
            self.known.add(visit)
            if mine:
                proven = self.visits["proven"][visit] == 1
                known = {name: self.visits[name][visit] for name in ("value", "bound", "note", "numbers")}
                shown.update(known, proven=proven)
        if kind == "leave":
            self.done.add(visit)
            if mine:
                shown["state"] = "done"
            if visit not in self.cut:
                self.counts["met"] += self.visits["met"][visit]
                self.skip(visit)
            if (parent := self.visits["parent"][visit]) >= 0:
                self.frames[parent].left = visit

    def prove(self, visit: int) -> None:
        """Shows the best so far of an open place: at least that much at Max, at most at Min."""
        place = self.visits["place"][visit]
        side, child = self.places["mover"][place], self.frames[visit].better[-1]
        if (
            side < 2
            and self.visits["numbers"][visit] is None
            and self.last[place] == visit
            and self.visits["bound"][child] != (2, 1)[side]
        ):
            proven = self.visits["proven"][child] == 1
            self.shown[place].update(value=self.visits["value"][child], bound=(1, 2)[side], proven=proven)

    def skip(self, visit: int) -> None:
        skipped = set(self.visits["skipped"][visit])
        for place, parent in enumerate(self.places["parent"]):
            if place in skipped or parent in skipped:
                skipped.add(place)
                self.shown[place] = {**_unseen(), "state": "skipped", "visits": self.shown[place]["visits"]}
                self.last[place] = -1

    def first_line(self, visit: int) -> tuple[int, int]:
        steps = self.run["steps"]
        of_visit = (i for i, one in enumerate(steps["visit"]) if one == visit and steps["line"][i] >= 0)
        first = next(of_visit, None)
        return (-1, -1) if first is None else (steps["source"][first], steps["line"][first])

    def path(self, place: int) -> list[int]:
        return [] if place < 0 else [*self.path(self.places["parent"][place]), place]

    def line_of_play(self) -> list[int]:
        line, visit = [self.visits["place"][self.root]], self.root
        while better := self.frames[visit].better:
            visit = better[-1]
            line.append(self.visits["place"][visit])
        return line

    def place_of(self, visit: int) -> int:
        return self.visits["place"][visit] if visit >= 0 else -1

    def window(self, visit: int) -> dict[str, Any]:
        visits, player = self.visits, self.places["mover"][self.visits["place"][visit]]
        better = self.frames[visit].better
        best = visits["value"][better[-1]] if better else None
        ends = {
            "alpha": visits["alpha"][visit],
            "beta": visits["beta"][visit],
            "alphaFrom": self.place_of(visits["alpha_from"][visit]),
            "betaFrom": self.place_of(visits["beta_from"][visit]),
        }
        if best is not None and self.narrows:
            if player == 0 and (ends["alpha"] is None or best > ends["alpha"]):
                ends |= {"alpha": best, "alphaFrom": visits["place"][better[-1]]}
            if player == 1 and (ends["beta"] is None or best < ends["beta"]):
                ends |= {"beta": best, "betaFrom": visits["place"][better[-1]]}
        return {**ends, "value": visits["value"][visit] if visit in self.known else best, "player": player}

    def witness(self, visit: int) -> dict[str, Any] | None:
        visits = self.visits
        if visit not in self.cut:
            return None
        side, beta, value = self.places["mover"][visits["place"][visit]], visits["beta"][visit], visits["value"][visit]
        bound = "beta" if side == 0 or (side == 2 and beta is not None and value >= beta) else "alpha"
        source = visits[f"{bound}_from"][visit]
        if source < 0:
            return None
        better = self.frames[visit].better
        path = [visits["place"][source], *(visits["place"][one] for one in better[-1:])]
        deep = visits["parent"][source] != visits["parent"][visit]
        return {"bound": bound, "from": visits["place"][source], "path": path, "deep": deep}


def _unseen() -> dict[str, Any]:
    ends = {"alpha": None, "beta": None, "cut": False, "proven": True}
    return {"state": "unseen", "value": None, "bound": 0, "note": "", "visits": 0, "numbers": None, **ends}
