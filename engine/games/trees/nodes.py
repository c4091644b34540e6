"""Reads trees of brackets: nested lists, JSON and dictionaries, calls such as ``max(3, min(2, 9))``, names, Newick."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.games.trees.draft import NEAR_ONE, Draft
from engine.games.trees.graph import Edge, Graph
from engine.games.trees.records import Records, is_share, is_sign, key_of
from engine.games.trees.source import (
    CHANCE,
    FOREIGN,
    SIDE,
    Source,
    is_no_name,
    is_nothing,
    is_unknown,
    mover_in,
    mover_of,
)
from engine.games.trees.terms import Item, Term, Terms, Token

_NODES: Final = frozenset(("node", "tree", "treenode", "gamenode", "gametree", "state", "branch"))
_LISTS: Final = frozenset(
    ("dict", "list", "tuple", "array", "asarray", "ndarray", "deque", "tensor", "matrix", "set", "sorted", "reversed")
)
_CALLS: Final = _NODES | _LISTS | {"leaf"}
_NUMBER: Final = re.compile(
    r"u?int\d*|float\d*|decimal|number|fraction|leaf|leafnode|terminal|value|utility|payoff|score"
)
FIGURE: Final = re.compile(r"[-+]?[0-9.]+(/[0-9]+)?%?\Z")
"""Matches what can be a probability."""
_SETTINGS: Final = frozenset(("dtype", "device", "maxlen", "default", "key"))
"""What libraries and calls have behind a list, and is no branch."""
_IGNORED: Final = frozenset(("tree", "root", "game", "t", "game_tree"))


def read_brackets(source: Source) -> Draft:
    """Returns the tree of a text with brackets. Raises SlipError."""
    item = Terms(source).whole()
    if _is_graph(item):
        return _graph(source, item.term)
    if item.key is not None and item.sign == "=" and item.key.said.lower() in _IGNORED:
        item.key = None  # a line of a program
    return _Reader(source).item(item)


def read_newick(source: Source) -> Draft:
    """Returns the tree of a text in Newick's form, ``((3,12)B,(2,4)C)A;``. Raises SlipError."""
    draft = _Reader(source, newick=True).item(Terms(source, newick=True).whole())
    nodes = [node for node in draft.walk() if CHANCE not in (node.mover, mover_in(node.name))]
    if not all(map(_is_share_of_one, nodes)):
        draft.lengths = True
        for branch in (branch for node in nodes for branch in node.branches if not branch.percent):
            branch.share = None
    return draft


def _is_share_of_one(node: Draft) -> bool:
    """Tests if what stands at a node's branches can be probabilities: nothing, percents, or parts that sum to one."""
    given = [branch.share for branch in node.branches if not branch.percent and branch.share is not None]
    longer = any(branch.lengths for branch in node.branches)
    return not longer and (not given or abs(sum(given, Fraction(-1))) <= NEAR_ONE)


def _is_graph(item: Item) -> bool:
    """Tests if an object gives for each node the names of the nodes below, and not the nodes themselves."""
    if item.term.opener != "{" or item.term.words or len(item.term.items) < 2:
        return False
    keys = {one.key.said for one in item.term.items if one.key is not None and one.term.opener}
    below = {word.said for one in item.term.items for term in one.term.items for word in term.term.words}
    return bool(keys & below)


def _graph(source: Source, term: Term) -> Draft:
    """Returns the tree of an object such as ``{"A": ["B", 5], "B": [3, 12]}``."""
    graph = Graph(source)
    for item in term.items:
        if item.key is None:
            raise source.slip(item.term.at, "a name and a colon should stand here")
        if not item.term.opener:
            _Reader(source).item(item)
            node, leaf = graph.node(item.key.said, item.key.at), _Reader(source).leaf(item.term.words)
            node.value, node.unknown = leaf.value, leaf.unknown
        for one in item.term.items:
            if one.term.opener or not one.term.words:
                raise source.slip(one.term.at, "the name of a node or a number should stand here")
            word = one.term.words[-1]
            share = one.key if one.key is not None and FIGURE.match(one.key.said) else None
            chance = None if share is None else source.share(share.said, share.at)
            to = graph.fresh(word.said, word.at)
            graph.join(item.key.said, item.key.at, Edge(to, word.at if share is None else share.at, chance))
    return graph.tree()


class _Reader(Records):
    def __init__(self, source: Source, *, newick: bool = False) -> None:
        self.source, self.newick = source, newick
        self.mixed = any(bracket in source.text for bracket in "([")  # curly brackets are not the lists here

    def item(self, item: Item, *, shares: bool = False) -> Draft:
        key = item.key
        if key is None:
            draft = self.term(item.term)
        elif item.sign == ":" and not key.quoted and (shares or FIGURE.match(key.word)):
            draft = self.term(item.term)
            draft.share, draft.share_at = self.source.share(key.word, key.at), key.at
        else:
            draft = self.term(item.term)
            if mover_of(key.said) and item.term.opener:
                draft.mover = mover_of(key.said)
            else:
                draft.name, draft.at = key.said, key.at
        if item.behind is not None:
            self._length(draft, item.behind)
        return draft

    def _length(self, draft: Draft, behind: Token) -> None:
        """Takes the length of a branch as a probability, if it can be one."""
        value = self.source.leaf(behind.word, behind.at)
        if value is None and not behind.word.endswith("%"):
            raise self.source.slip(behind.at, "{word} is not a number", word=repr(behind.word[:30]))
        draft.percent = behind.word.endswith("%")
        if draft.percent or (value is not None and 0 < value < 1):
            draft.share, draft.share_at = self.source.share(behind.word, behind.at), behind.at
        else:
            draft.lengths = True

    def term(self, term: Term) -> Draft:
        if term.opener == "=":  # a leaf with a probability and a name
            return self.item(term.items[0])
        if not term.opener:
            return self.leaf(term.words)
        call = term.words[0].said.lower().rpartition(".")[2] if term.words and not term.words[0].quoted else ""
        if call in _LISTS or mover_of(call):
            term.items = [one for one in term.items if key_of(one) not in _SETTINGS]
        leaf = self._value(term, call)
        if leaf is not None:
            return leaf
        if (term.opener == "{" or call in _CALLS) and any(map(is_sign, term.items)):
            return self.record(term)
        return self.listed(term, call)

    def _value(self, term: Term, call: str) -> Draft | None:
        """Returns the leaf that a bracket is: a number with its type, or a name and a number. None for a list."""
        if self.newick or any(item.term.opener for item in term.items):
            return None
        words = [item.term.words[-1] for item in term.items if item.key is None and len(item.term.words) == 1]
        values = [self.source.leaf(word.said, word.at) for word in words]
        if len(words) != len(term.items) or not words:
            return None
        draft = Draft(term.at)
        typed = _NUMBER.fullmatch(call) or (call in ("array", "tensor") and len(values) == 1)
        if typed and None not in values:
            if len(values) > 2 or (len(values) == 2 and (call != "fraction" or not values[1])):
                raise self.source.slip(words[-1].at, "one number should stand in {word}", word=repr(term.words[0].said))
            draft.value = (values[0] or 0.0) / (values[1] if len(values) == 2 else 1.0)  # type: ignore[operator]
            return draft
        named = len(values) == 1 and len(term.words) == 1 and call not in _CALLS
        if named and not mover_in(term.words[0].said) and term.words[0].said.lower() not in FOREIGN:
            draft.name, draft.value = term.words[0].said, values[0]
            return draft if values[0] is not None else None
        paired = len(words) == 2 and not term.words and term.label is None
        if paired and not mover_of(words[0].said) and not mover_of(words[1].said):
            for (name, value), worth in (((words[0], words[1]), values[1]), ((words[1], words[0]), values[0])):
                apart = not term.items[0].comma and name is words[0] and name.said[:1].isupper()
                known = is_no_name(name.said) or self.source.leaf(name.said, name.at) is not None
                if worth is not None and (name.quoted or apart) and not known:
                    draft.at, draft.name, draft.value = value.at, name.said, worth
                    return draft
        return None

    def _positional(self, draft: Draft, term: Term) -> list[Item] | None:
        """Returns the branches of a call for a node of name or mover, value and children in this order, or None."""
        found: list[Item] | None = None
        stage = 0
        for item in term.items:
            word = item.term.words[0] if len(item.term.words) == 1 and not item.term.opener else None
            valued = word is not None and (is_nothing(word.said) or self.source.leaf(word.said, word.at) is not None)
            now = 3 if item.term.opener and not item.term.words else 2 if valued else 1 if word is not None else 9
            if item.key is not None or now <= stage or now == 9:
                return None
            stage = now
            if now == 3:
                found = item.term.items
            elif now == 2 and word is not None:
                draft.value = self.source.leaf(word.said, word.at)
            elif word is not None and mover_of(word.said):
                draft.mover = mover_of(word.said)
            elif word is not None:
                draft.name = word.said
        return found if stage == 3 else [] if draft.value is not None and stage == 2 else None

    def leaf(self, words: Sequence[Token]) -> Draft:
        token = words[-1]
        if len(words) > 1:
            raise self.source.slip(token.at, "a list of branches should follow {word}", word=repr(token.said[:30]))
        draft = Draft(token.at)
        if self.newick and "=" in token.said:
            draft.name, _, word = token.said.partition("=")
            token = Token(word, token.at + len(draft.name) + 1)
        draft.value = self.source.leaf(token.said, token.at)
        if draft.value is not None:
            return draft
        if is_nothing(token.said) or is_unknown(token.said):
            draft.unknown = token.said if is_unknown(token.said) else "?"
            return draft
        if not token.quoted and mover_of(token.word):
            raise self.source.slip(token.at, "a list of branches should follow {word}", word=repr(token.word))
        raise self.source.no_leaf(token.said, token.at)

    def listed(self, term: Term, call: str) -> Draft:
        """Returns the node of a list of branches, with its mover and its name before or behind."""
        draft = Draft(term.at)
        words = list(term.words)
        if words and not words[0].quoted and mover_of(words[0].word):
            draft.mover = mover_of(words.pop(0).word)
        if words and call not in _CALLS:
            draft.name = words[-1].said
            draft.mover = draft.mover or ("" if words[-1].quoted else mover_in(words[-1].word))
        if term.label is not None:
            draft.name = term.label.said
            draft.mover = mover_in(draft.name)
        draft.mover = next(filter(None, map(mover_of, re.findall(r"\w+", term.note))), draft.mover)
        if call in _NODES:
            below = self._positional(draft, term)
            if below is not None:
                draft.branches = [self.item(item) for item in below]
                draft.value = None if draft.branches else draft.value
                return draft
            draft.name, draft.value = "", None
        if not term.items:
            at = term.at + 1 if term.opener and not term.words else term.at
            raise self.source.slip(at, "there is no leaf in an empty list; give it numbers or lists")
        items = self._led(draft, term, call)
        if len(items) == 1 and draft.mover in SIDE and self._is_set(items[0]):
            template = "curly brackets are chance; write {side}(3 5), or {side}(chance(3 5))"
            raise self.source.slip(items[0].term.at, template, side=draft.mover)
        if len(items) == 1 and (term.words or len(term.items) == 2) and self._is_list(items[0]):
            items = items[0].term.items  # max([3, 12]), ["A", [3, 12]]: the list holds the branches
        shares = draft.mover == CHANCE or term.opener == "{"
        if term.opener == "{" and not term.words and self.mixed and all(item.key is None for item in items):
            draft.mover = CHANCE  # {8, 0}: equal chances
        draft.branches = self._branches(items, shares=shares)
        if len(term.items) == 1 and term.opener == "{" and term.items[0].key is not None:
            only = draft.branches[0]  # {"A": [...]}: a name for the whole
            if only.share is None and (only.branches or only.is_leaf) and not draft.name and not draft.mover:
                return only
        return draft

    def _branches(self, items: list[Item], *, shares: bool) -> list[Draft]:
        """Reads the branches of a node. Of a chance node not each second one is a fraction or in percent: these would
        be probabilities without the colon that makes them some."""
        said = [item.term.words[-1].said if item.key is None and item.term.words else "" for item in items]
        written = ["/" in word or "%" in word for word in said]
        if shares and len(items) % 2 == 0 and written == [True, False] * (len(items) // 2):
            raise self.source.slip(items[0].term.at, "a colon stands behind a probability, as in 1/4: 3")
        return [self.item(item, shares=shares and is_share(item)) for item in items]

    def _led(self, draft: Draft, term: Term, call: str) -> list[Item]:
        """Returns the branches of a list, after the mover or the name that may stand first in it, as Lisp writes it."""
        items, first = term.items, term.items[0]
        if len(items) < 2 or first.key is not None or first.term.opener or self.newick:
            return items
        word = first.term.words[0]
        if len(first.term.words) == 1 and mover_of(word.said) and not draft.mover:
            draft.mover = mover_of(word.said)
            return items[1:]
        number = is_no_name(word.said) or self.source.leaf(word.said, word.at) is not None
        if number or draft.name or not (word.quoted or (word.said[:1].isupper() and not first.comma)):
            return items
        draft.name = word.said
        return items[1:]

    def _is_set(self, item: Item) -> bool:
        term = item.term
        return term.opener == "{" and not term.words and all(one.key is None for one in [item, *term.items])

    def _is_list(self, item: Item) -> bool:
        """Tests if an item is a list of branches without a name or a mover of its own."""
        if item.key is not None or item.term.opener not in ("[", "(") or item.term.words or item.term.label is not None:
            return False
        if self.newick or not item.term.items or self._value(item.term, "") is not None:
            return False
        return self._led(Draft(0), item.term, "") is item.term.items
