"""Puts certificates into plain sentences: one step a layer, with the cells that a board shows to the step. Every
sentence comes from a certificate which the checker accepts. A sentence is a template with values (``engine.text``), so
the page says it in the reader's language. The sentences of all steps, read in order, are the whole explanation."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from engine.coach import theory
from engine.coach.certificate import Answer, Branch, Certificate, Diagram, Leaf, Node, Pair, fault
from engine.coach.diagram import marks_of
from engine.coach.explanation import Kind, Step
from engine.coach.proof_play import Position
from engine.games import Cell
from engine.games.bits import straight_lines
from engine.text import Count, Text, either, joined, text

_LINES = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}

_MARKS = (  # in the order in which they are looked for
    "Urgent (!): {cells}.",
    "Pair (@): {cells}.",
    "Follow-up (^): {cells}.",
    "After those (+): {cells}.",
    "After those (=): {cells}.",
    "Last (-): {cells}.",
)


def words(certificate: Certificate, check: Callable[[Certificate], str] = fault) -> tuple[Step, ...]:
    """Returns the explanation of a certificate, step by step. Raises ValueError if the checker refuses it."""
    complaint = check(certificate)
    if complaint:
        raise ValueError(f"this certificate proves nothing: {complaint}")
    return tuple(_Speaker(certificate).steps())


class _Speaker:
    """Speaks for the side of the claim, P, against the other side, L."""

    def __init__(self, certificate: Certificate) -> None:
        self.given, self.start = certificate, Position.of(certificate)
        names = self.start.game.player_names
        four = text(_LINES.get(certificate.connect, "{n} in a row"), n=certificate.connect)
        self.names = {"me": names[certificate.claim.side], "you": names[certificate.claim.side.other], "four": four}
        self.aside: tuple[Pair, ...] = ()

    def say(self, template: str, **values: object) -> Text:
        """Returns a sentence with the names of the sides and of the line in the holes for them."""
        holes = set(re.findall(r"\{(\w+)\}", template))
        return text(template, **{name: value for name, value in self.names.items() if name in holes}, **values)

    def steps(self) -> Iterator[Step]:
        """Yields the claim, then forced moves and cells set aside, then the reason."""
        first, wins = self.given.first, self.given.claim.wins
        if first is None:
            at = self.start
            claim = "{me} wins, whatever {you} plays." if wins else "{me} does not lose, whatever {you} plays."
            yield Step(Kind.CLAIM, (self.say(claim),), ())
        else:
            at = self.start.play(first)
            claim = "{me} wins with column {n}." if wins else "{me} does not lose with column {n}."
            yield Step(Kind.CLAIM, (self.say(claim, n=first),), (), (at.last,))
        node = self.given.nodes[0] if self.given.nodes else None
        while node is not None:
            if node.aside:
                yield self._set_aside(at, node.aside)
            if isinstance(node, Leaf):
                yield from self._leaf(at, node)
                return
            if isinstance(node, Diagram):
                yield from self._diagram(at, node)
                return
            replies = [one for one in node.answers if one.node is not None]
            if len(replies) != 1:
                yield from self._tree(at, node, replies)
                return
            step, at = self._forced(at, node, replies[0])
            yield step
            node = self.given.nodes[replies[0].node or 0]
        yield from self._over(at)

    def _set_aside(self, at: Position, pairs: tuple[Pair, ...]) -> Step:
        self.aside += pairs
        said = self.say("{me} answers {pairs}: with these cells {you} makes no {four}.", pairs=theory.answered(pairs))
        return Step(Kind.PAIRS, (said,), at.moves, (), pairs)

    def _forced(self, at: Position, node: Branch, answer: Answer) -> tuple[Step, Position]:
        """Returns the step for the one reply that does not end the game, and the position after the answer."""
        reply = at.play(answer.reply)
        if len(node.answers) > 1:
            # The other replies end with a line: two moves do not fill a board on which a third position follows.
            forced = (
                "Elsewhere {you} must play column {n}; after any other move {me} completes a {four} at once."
                if self.aside
                else "{you} must play column {n}; after any other move {me} completes a {four} at once."
            )
        else:
            forced = "Elsewhere {you} has only column {n} left." if self.aside else "{you} has only column {n} left."
        after = reply.play(answer.move or 0)
        said = self.say(forced, n=answer.reply), self.say("{me} answers with column {n}.", n=answer.move)
        return Step(Kind.FORCED, said, at.moves, (reply.last, after.last)), after

    def _tree(self, at: Position, node: Branch, replies: Sequence[Answer]) -> Iterator[Step]:
        """Yields the answers to several replies of L, or the end of the game after every reply."""
        if not replies:
            yield from self._threats(at, node)
            return
        # The other replies end with a line, as those in ``_forced`` do.
        ends = [str(one.reply) for one in node.answers if one.node is None]
        said = [self.say("After column {either} {me} completes a {four} at once.", either=either(ends))] if ends else []
        said.append(
            self.say(
                "Against each other reply of {you} there is an answer: {count} replies, {lines} lines in all."
                if self.aside or ends
                else "Against each reply of {you} there is an answer: {count} replies, {lines} lines in all.",
                count=Count(len(replies)),
                lines=self.given.size,
            )
        )
        yield Step(Kind.TREE, tuple(said), at.moves)
        for answer in theory.hardest_first(self.given, replies):
            after, place = at.play(answer.reply).play(answer.move or 0), answer.node or 0
            sentences = (self._summary(answer, self.given.nodes[place]), *self._theory(after, place))
            yield Step(Kind.REPLY, sentences, (*at.moves, answer.reply), (after.last,))

    def _threats(self, at: Position, node: Branch) -> Iterator[Step]:
        """Yields the end of a branch where P completes a line, or the board is full, after every reply."""
        ends = theory.ends_of(at, node)
        if not all(end.winner is self.given.claim.side for end in ends):
            full = self.say(
                "Only those pairs are left before {you} has a {four}."
                if self.aside
                else "The board is full before {you} has a {four}."
            )
            yield Step(Kind.END, (full,), at.moves)
            return
        sentences, cells = self._fours(at, ends)
        yield Step(Kind.THREATS, sentences, at.moves, cells)

    def _fours(self, at: Position, ends: Sequence[Position]) -> tuple[tuple[Text, ...], tuple[Cell, ...]]:
        """Says where P completes a line after every reply. Returns the sentences and the cells."""
        cells = tuple(sorted({end.last for end in ends}))
        names = theory.cell_names(cells)
        if len(cells) == 1:
            said = self.say("{me} completes a {four} on {cells}, whatever {you} plays.", cells=names)
        elif len(cells) > 2:
            said = self.say("After every reply {me} completes a {four}: on {either}.", either=either(names))
        else:
            said = self.say("{me} threatens a {four} on {cells}: {you} cannot stop both.", cells=names)
        all_given = len(ends) == len(at.game.moves(at.state))  # else there are replies in cells set aside
        return (said, *self._threat(at, cells, all_given)), cells

    def _threat(self, at: Position, cells: Sequence[Cell], complete: bool) -> Iterator[Text]:
        """Yields the name, if any, for P's line on ``cells`` after each reply. ``complete``: these are all replies."""
        landing = {at.game.landing(at.state, move) for move in at.game.moves(at.state)}
        now = [cell for cell in cells if cell in landing]
        if len(now) > 1:
            yield self.say("That is a double threat: {you} has one move against two.")
        elif len(now) == 1 and cells == (now[0], (now[0][0], now[0][1] + 1)):
            yield self.say("One cell lies above the other: these are stacked threats.")
        elif not now and complete:
            if len(landing) == 1:
                yield self.say("{you} must fill {cell}: that is zugzwang.", cell=theory.cell_name(min(landing)))
            else:
                yield self.say("Every move of {you} opens a {four}: that is zugzwang.")

    def _over(self, at: Position) -> Iterator[Step]:
        if at.winner is self.given.claim.side:
            first, *others = straight_lines(at.line, self.given.connect)
            said = [self.say("That completes a {four}: {cells}.", cells=theory.cell_names(first))]
            said += [
                self.say("It completes another {four}: {cells}.", cells=theory.cell_names(line)) for line in others
            ]
            yield Step(Kind.FOUR, tuple(said), at.moves, at.line)
        else:
            yield Step(Kind.END, (self.say("The board is full, and {you} has no {four}."),), at.moves)

    # --- a theorem ---

    def _leaf(self, at: Position, leaf: Leaf) -> Iterator[Step]:
        for wait in leaf.waits:
            said = self.say("{me} has a {four} waiting on {cell}: {cells}.", **theory.waiting(wait))
            yield Step(Kind.WAIT, (said, theory.parity(wait)), at.moves, wait.line)
        if leaf.waits:
            below = tuple(wait.below for wait in leaf.waits)
            said = self.say(
                "Nobody may fill {either}: the other side then gets the cell above.",
                either=either(theory.cell_names(below)),
            )
            yield Step(Kind.FORBIDDEN, (said,), at.moves, below)
            pairs = leaf.pairs + self.aside
            yield Step(Kind.COUNT, self._counted(2 * len(pairs)), at.moves, theory.cells_of(pairs))
        yield from self._answers(at, leaf)
        yield self._end(at, leaf)

    def _diagram(self, at: Position, diagram: Diagram) -> Iterator[Step]:
        """Yields the rule of a diagram, the cells of each mark, and the conclusion."""
        said = (
            self.say("One picture answers every move of {you} to the end of the game."),
            self.say("{me} completes a {four} where possible, and else stops one of {you}."),
            self.say("Otherwise {me} fills the playable cell of the first mark that exactly one playable cell bears."),
        )
        yield Step(Kind.DIAGRAM, said, at.moves)
        cells = [(column + 1, row + 1) for column in range(at.game.width) for row in range(at.game.height)]
        for order, mark in enumerate(marks_of(diagram.rows)):
            if some := tuple(cell for cell in cells if mark & at.game.bit(cell)):
                yield Step(Kind.DIAGRAM, (self.say(_MARKS[order], cells=theory.cell_names(some)),), at.moves, some)
        played = self.say(
            "Every reply was played to the end: {me} wins."
            if self.given.claim.wins
            else "Every reply was played to the end: {me} does not lose."
        )
        yield Step(Kind.DIAGRAM, (played,), at.moves)

    def _counted(self, count: int) -> tuple[Text, ...]:
        if not count:
            return (self.say("No other cell is left."),)
        return (
            self.say("{Count} other cells are left, an even number: {me} always answers.", count=Count(count)),
            self.say("{you} is to move, so {me} fills the last of them."),
        )

    def _answers(self, at: Position, leaf: Leaf) -> Iterator[Step]:
        if leaf.pairs:
            yield Step(Kind.PAIRS, tuple(self._paired(at, leaf)), at.moves, (), leaf.pairs)
        if leaf.block:
            return
        if leaf.reach:
            yield Step(Kind.REACH, (self._reached(leaf),), at.moves, leaf.reach)
        if leaf.line:
            said = self.say("By answering, {me} gets {cells}: a {four}.", cells=theory.cell_names(leaf.line))
            yield Step(Kind.LINE, (said,), at.moves, leaf.line)

    def _reached(self, leaf: Leaf) -> Text:
        """Says which cells L can get, and of which pairs only one."""
        cells, both = theory.cell_names(leaf.reach), [theory.both_of(pair) for pair in leaf.pairs if not pair.above]
        if not both:
            return self.say(
                "Elsewhere {you} can only ever get {cells}: that makes no {four}."
                if self.aside
                else "{you} can only ever get {cells}: that makes no {four}.",
                cells=cells,
            )
        pairs = reduce(lambda one, other: text("{pairs} and of {pair}", pairs=one, pair=other), both)
        return self.say(
            "Elsewhere {you} can only ever get {cells}, and of {pairs} only one: that makes no {four}."
            if self.aside
            else "{you} can only ever get {cells}, and of {pairs} only one: that makes no {four}.",
            cells=cells,
            pairs=pairs,
        )

    def _paired(self, at: Position, leaf: Leaf) -> Iterator[Text]:
        if leaf.block:
            pairs = joined([theory.both_of(pair) for pair in leaf.pairs], "; ")
            yield self.say("Every {four} still open to {you} needs both cells of a pair: {pairs}.", pairs=pairs)
            yield self.say("When {you} fills one, {me} fills the other.")
        else:
            level = [pair for pair in leaf.pairs if not pair.above]
            if not level:
                yield self.say(
                    "{me} answers every other move with the cell above."
                    if self.aside
                    else "{me} answers every move with the cell above."
                )
            elif len(level) < len(leaf.pairs):
                yield self.say(
                    "{me} answers {pairs}; every other move with the cell above.", pairs=theory.answered(level)
                )
            else:
                yield self.say("{me} answers {pairs}.", pairs=theory.answered(level))
        if even := theory.claimeven(leaf):
            cells = theory.cell_names(even)
            yield self.say("Answering above in an even row is claimeven: {me} gets {cells}.", cells=cells)
        for pair in theory.baseinverse(at, leaf):
            yield self.say(
                "For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse.",
                cell=theory.cell_name(pair.first),
                other=theory.cell_name(pair.second),
            )

    def _end(self, at: Position, leaf: Leaf) -> Step:
        if leaf.waits:
            below = tuple(wait.below for wait in leaf.waits)
            said = self.say(
                "So {you} runs out first and must fill {either}, and {me} completes a {four}.",
                either=either(theory.cell_names(below)),
            )
            return Step(Kind.END, (said, self.say("That is zugzwang.")), at.moves, below)
        if self.given.claim.wins:
            said = self.say("So {me} wins by answering.")
        elif leaf.block and not leaf.pairs and not self.aside:
            said = self.say("No {four} is open to {you} any more: {me} does not lose.")
        else:
            said = self.say("So {you} never completes a {four}: {me} does not lose.")
        return Step(Kind.END, (said,), at.moves)

    def _theory(self, at: Position, place: int) -> tuple[Text, ...]:
        """Returns sentences that name the rule after an answer: which line waits, and where."""
        nodes = self.given.nodes
        node, wait = nodes[place], theory.first_wait(nodes, place)
        if isinstance(node, Leaf):
            told = list[Text]()
            for one in node.waits:
                told += [
                    self.say("On {cell} {me} then completes a {four}: {cells}.", **theory.waiting(one)),
                    theory.parity(one),
                ]
            return tuple(told) or theory.rules(at, node)
        if isinstance(node, Diagram):
            return ()
        ends = theory.ends_of(at, node)
        if all(end.winner is self.given.claim.side for end in ends):
            return self._fours(at, ends)[0]
        if wait:
            return self.say("Later a {four} may wait on {cell}: {cells}.", **theory.waiting(wait)), theory.parity(wait)
        forced = self.given.claim.wins and theory.is_forced(nodes, place)
        return (self.say("{me} then threatens a {four} with every move."),) if forced else ()

    def _summary(self, answer: Answer, node: Node) -> Text:
        """Says the answer to a reply, and in a few words what comes after it."""
        columns = {"n": answer.reply, "m": answer.move}
        if isinstance(node, Branch):
            return self.say("If {you} plays column {n}, {me} answers with column {m}.", **columns)
        if isinstance(node, Diagram):
            return self.say(
                "If {you} plays column {n}, {me} answers with column {m} and follows one picture from there.", **columns
            )
        if node.waits:
            below = either(theory.cell_names([wait.below for wait in node.waits]))
            return self.say(
                "If {you} plays column {n}, {me} answers with column {m}, and {you} must some day fill {either}.",
                either=below,
                **columns,
            )
        if node.line:
            return self.say(
                "If {you} plays column {n}, {me} answers with column {m}, and gets {cells} by answering.",
                cells=theory.cell_names(node.line),
                **columns,
            )
        return self.say(
            "If {you} plays column {n}, {me} answers with column {m}, and no {four} of {you} is possible.", **columns
        )
