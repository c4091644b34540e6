"""Reads nodes that are objects, with ``children`` and ``value`` in several spellings: JSON and dictionaries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from engine.games.trees.draft import Draft
from engine.games.trees.source import Source, is_nothing
from engine.games.trees.terms import Item, Term, Token

_CHILDREN: Final = frozenset(
    (
        *("children", "branches", "child", "childs", "kids", "nodes", "successors", "subtrees", "moves", "actions"),
        "outcomes",
    )
)
_VALUE: Final = frozenset(("value", "val", "utility", "payoff", "score", "worth", "eval", "evaluation", "reward"))
_NAME: Final = frozenset(("name", "id", "label", "title", "node", "key", "text"))
_MOVER: Final = frozenset(("mover", "player", "type", "kind", "turn", "side", "agent", "role", "tomove"))
_SHARE: Final = frozenset(("probability", "prob", "p", "chance", "share", "weight"))
_SHARES: Final = frozenset(("probabilities", "probs", "chances", "shares", "weights"))
_KNOWN: Final = _CHILDREN | _VALUE | _NAME | _MOVER | _SHARE | _SHARES
_SIGNS: Final = _CHILDREN | _VALUE | _NAME  # an object has one of these, or says who moves


class Records(ABC):
    """Reads the objects of a text for a reader, which reads all other nodes."""

    source: Source

    @abstractmethod
    def item(self, item: Item, *, shares: bool = False) -> Draft:
        """Returns the node of an item, as the reader does."""

    @abstractmethod
    def leaf(self, words: Sequence[Token]) -> Draft:
        """Returns the leaf of a word, as the reader does."""

    def record(self, term: Term) -> Draft:
        """Returns the node of an object. Raises SlipError for a key that means nothing."""
        draft, shares, sides = Draft(term.at), list[Item](), list[Item]()
        for item in term.items:
            if key_of(item) in _SHARES and item.term.opener:
                shares = item.term.items
            elif key_of(item) in _CHILDREN and item.term.opener:
                draft.branches = [self.item(one, shares=is_share(one)) for one in item.term.items]
            elif key_of(item) in _MOVER:
                sides.append(item)
            else:
                self._field(draft, item)
        if draft.branches and shares:
            self._give(draft, shares)
        if draft.branches:
            for item in sides:
                said = "" if item.term.opener or not item.term.words else item.term.words[-1].said
                draft.mover = self.source.side(said, item.term.at) or draft.mover
            draft.value, draft.unknown = None, ""  # a value of an inner node is a result
        elif draft.value is None and not draft.unknown:
            draft.value = self.source.leaf(draft.name, draft.at)
            draft.name = draft.name if draft.value is None else ""
        return draft

    def _field(self, draft: Draft, item: Item) -> None:
        """Takes one field of an object: value, probability or name."""
        key, said = key_of(item), item.term.words[-1].said if item.term.words and not item.term.opener else None
        if item.key is None:
            raise self.source.slip(item.term.at, "a name and a colon should stand here")
        if key not in _KNOWN:
            template = "the key {word} means nothing here; take name, mover, value, probability or children"
            raise self.source.slip(item.key.at, template, word=repr(item.key.said[:30]))
        if said is None:
            return
        if key in _VALUE:
            leaf = self.leaf([Token(said, item.term.at)])
            draft.value, draft.unknown = leaf.value, leaf.unknown
        elif key in _SHARE and not is_nothing(said):
            draft.share, draft.share_at = self.source.share(said, item.term.at), item.term.at
        elif key in _NAME:
            draft.name = said

    def _give(self, draft: Draft, shares: list[Item]) -> None:
        """Gives the branches of a node the probabilities that stand in a list of their own."""
        if len(shares) != len(draft.branches):
            template = "{count} probabilities stand for {branches} branches"
            raise self.source.slip(shares[0].term.at, template, count=len(shares), branches=len(draft.branches))
        for branch, item in zip(draft.branches, shares, strict=True):
            word = item.term.words[-1].said if item.term.words else ""
            branch.share, branch.share_at = self.source.share(word, item.term.at), item.term.at


def key_of(item: Item) -> str:
    """Returns the key of an item in small letters, without the signs between its words."""
    return "" if item.key is None else item.key.said.lower().replace("_", "").replace("-", "").replace(" ", "")


def is_sign(item: Item) -> bool:
    """Tests if an item shows that it stands in an object, and not in a dictionary of named branches."""
    return key_of(item) in _SIGNS or (key_of(item) in _MOVER and not item.term.opener)


def is_share(item: Item) -> bool:
    """Tests if what stands before the colon looks like a probability."""
    return item.key is not None and item.sign == ":" and not item.key.said[:1].isalpha() and item.key.said[:1] != "_"
