"""Gathers the edges of a tree, in any order, and builds the tree: what edge lists and Graphviz have in common."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.games.trees.draft import DEEPEST, Draft
from engine.games.trees.source import Source, is_unknown, mover_in


@dataclass(slots=True)
class Edge:
    """Holds one edge. ``share`` is the probability to take it."""

    to: str
    at: int
    share: Fraction | None = None


@dataclass(slots=True)
class Graph:
    """Holds nodes by their ids. A number or ``?`` behind an edge is a leaf of its own each time."""

    source: Source
    edges: dict[str, list[Edge]] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)  # in the order of mention
    above: dict[str, str] = field(default_factory=dict)

    def node(self, name: str, at: int) -> Draft:
        """Returns the node of an id, a new one if there is none."""
        if name not in self.drafts:
            self.drafts[name] = Draft(at, name=name)
        return self.drafts[name]

    def join(self, above: str, at: int, edge: Edge) -> None:
        """Adds an edge. Raises SlipError if the node below has another node above it, or itself."""
        self.node(above, at)
        self.node(edge.to, edge.at)
        if edge.to in self.above or edge.to == above:
            template = "{name} has a second node above it here; in a tree there is one"
            raise self.source.slip(edge.at, template, name=repr(edge.to[:30]))
        self.above[edge.to] = above
        self.edges.setdefault(above, []).append(edge)

    def fresh(self, word: str, at: int) -> str:
        """Returns an id for what stands behind an edge: a new one for a number and for ``?``."""
        value = self.source.leaf(word, at)
        if value is None and word != "?":
            return word
        name = f"\0{len(self.drafts)}"
        self.drafts[name] = Draft(at, value=value, unknown="" if value is not None else "?")
        return name

    def tree(self) -> Draft:
        """Returns the root with all that is below it. Raises SlipError if there is no root, or more than one."""
        roots = [name for name in self.drafts if name not in self.above]
        if not roots:
            at = next(iter(self.drafts.values())).at if self.drafts else 0
            raise self.source.slip(at, "the edges go round in a circle: there is no root")
        tops = [name for name in roots if name in self.edges] or roots
        if len(tops) > 1 or len(roots) > 1:
            second = self.drafts[next(name for name in roots if name != tops[0])]
            template = "{name} has no node above it, and {root} has none either; a tree has one root"
            words = {"name": repr(second.name[:30]), "root": repr(self.drafts[tops[0]].name[:30])}
            raise self.source.slip(second.at, template, **words)
        return self._below(tops[0], Edge(tops[0], self.drafts[tops[0]].at), 0)

    def _below(self, name: str, edge: Edge, level: int) -> Draft:
        if level > DEEPEST:
            raise self.source.slip(edge.at, "the tree is more than {most} levels deep", most=DEEPEST)
        draft = replace(self.drafts[name], share=edge.share, share_at=edge.at)
        below = self.edges.get(name, [])
        if below:
            draft.value, draft.unknown = None, ""  # a value of an inner node is a result
            draft.mover = draft.mover or mover_in(draft.name)
            draft.branches = [self._below(one.to, one, level + 1) for one in below]
        elif not draft.is_leaf:
            draft.value = self.source.leaf(draft.name, draft.at)
            if draft.value is not None:
                draft.name = ""
            elif is_unknown(draft.name) and len(draft.name) < 4 and draft.name.lower() == draft.name:
                draft.unknown = draft.name
            else:
                raise self.source.slip(draft.at, "{name} has neither branches nor a value", name=repr(draft.name[:30]))
        elif draft.unknown and draft.name == draft.unknown:
            draft.name = ""
        return draft
