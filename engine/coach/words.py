"""Puts certificates into plain sentences: one step a layer, with the cells that a board shows to the step.

Every sentence comes from a certificate which the checker accepts. Steps go to JSON, and the text of all steps, read in
order, is the whole explanation.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.coach import theory
from engine.coach.certificate import Answer, Branch, Certificate, Diagram, Leaf, Node, Pair, Wait, fault
from engine.coach.proof_play import Position
from engine.coach.sheet import marks_of
from engine.coach.step import Kind, Step
from engine.coach.theory import answered, cell_name, listed, parity
from engine.games import Cell

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_MARKS = ("Urgent (!)", "Pair (@)", "Follow-up (^)", "After those (+)", "After those (=)", "Last (-)")
"""Names the marks of a diagram in the order in which they are looked for."""


def words(certificate: Certificate, check: Callable[[Certificate], str] = fault) -> tuple[Step, ...]:
    """Returns the explanation of a certificate, step by step. Raises ValueError if the checker refuses the
    certificate."""
    complaint = check(certificate)
    if complaint:
        raise ValueError(f"this certificate proves nothing: {complaint}")
    return tuple(_Speaker(certificate).steps())


class _Speaker:
    """Speaks for the side of the claim, P, against the other side, L."""

    def __init__(self, certificate: Certificate) -> None:
        self.given, self.start = certificate, Position.of(certificate)
        names = self.start.game.player_names
        self.me, self.you = names[certificate.claim.side], names[certificate.claim.side.other]
        self.four = _NUMBERS[certificate.connect]
        self.aside: tuple[Pair, ...] = ()

    def steps(self) -> Iterator[Step]:
        """Yields the claim, then forced moves and cells set aside, then the reason."""
        first = self.given.first
        result = "wins" if self.given.claim.wins else "does not lose"
        if first is None:
            at = self.start
            yield Step(Kind.CLAIM, f"{self.me} {result}, whatever {self.you} plays.", ())
        else:
            at = self.start.play(first)
            yield Step(Kind.CLAIM, f"{self.me} {result} with column {first}.", (), (at.last,))
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
        text = f"{self.me} answers {answered(pairs)}: with these cells {self.you} makes no {self.four}."
        return Step(Kind.PAIRS, text, at.moves, (), pairs)

    def _forced(self, at: Position, node: Branch, answer: Answer) -> tuple[Step, Position]:
        """Returns the step for the one reply that does not end the game immediately, and the position after the
        answer."""
        reply = at.play(answer.reply)
        you = f"Elsewhere {self.you}" if self.aside else self.you
        text = f"{you} has only column {answer.reply} left."
        if len(node.answers) > 1:
            # The other replies end with a line: two moves do not fill a board on which a third position follows.
            otherwise = f"after any other move {self.me} completes a {self.four} at once"
            text = f"{you} must play column {answer.reply}; {otherwise}."
        after = reply.play(answer.move or 0)
        text += f" {self.me} answers with column {answer.move}."
        return Step(Kind.FORCED, text, at.moves, (reply.last, after.last)), after

    def _tree(self, at: Position, node: Branch, replies: Sequence[Answer]) -> Iterator[Step]:
        """Yields the answers to several replies of L, or the end of the game after every reply."""
        if not replies:
            yield from self._threats(at, node)
            return
        reply = "other reply" if self.aside else "reply"
        text = f"Against each {reply} of {self.you} there is an answer: {_count(len(replies))} replies"
        yield Step(Kind.TREE, f"{text}, {self.given.size} lines in all.", at.moves)
        for answer in sorted(replies, key=self._hardest):
            after, place = at.play(answer.reply).play(answer.move or 0), answer.node or 0
            text = f"If {self.you} plays column {answer.reply}, {self.me} answers with column {answer.move}"
            text += f"{self._summary(self.given.nodes[place])}.{self._theory(after, place)}"
            yield Step(Kind.REPLY, text, (*at.moves, answer.reply), (after.last,))

    def _hardest(self, answer: Answer) -> tuple[int, bool, int]:
        """Orders replies: first the one that needs the longest proof, which a person would try."""
        place = answer.node or 0
        middle = abs(2 * answer.reply - len(self.given.rows[0]) - 1)
        return -theory.size(self.given.nodes, place), theory.first_wait(self.given.nodes, place) is None, middle

    def _threats(self, at: Position, node: Branch) -> Iterator[Step]:
        """Yields the end of a branch where P completes a line, or the board is full, after every reply."""
        ends = _ends(at, node)
        if not all(end.winner is self.given.claim.side for end in ends):
            full = "Only those pairs are left" if self.aside else "The board is full"
            yield Step(Kind.END, f"{full} before {self.you} has a {self.four}.", at.moves)
            return
        text, cells = self._fours(at, ends)
        yield Step(Kind.THREATS, text, at.moves, cells)

    def _fours(self, at: Position, ends: Sequence[Position]) -> tuple[str, tuple[Cell, ...]]:
        """Says where P completes a line after every reply. Returns the sentences and the cells."""
        cells = tuple(sorted({end.last for end in ends}))
        text = f"{self.me} threatens a {self.four} on {listed(cells)}: {self.you} cannot stop both."
        if len(cells) == 1:
            text = f"{self.me} completes a {self.four} on {cell_name(cells[0])}, whatever {self.you} plays."
        elif len(cells) > 2:
            text = f"After every reply {self.me} completes a {self.four}: on {listed(cells, 'or')}."
        all_given = len(ends) == len(at.game.moves(at.state))  # else there are replies in cells set aside
        return text + theory.threat_name(at, cells, self.me, self.you, self.four, all_given), cells

    def _over(self, at: Position) -> Iterator[Step]:
        if at.winner is self.given.claim.side:
            first, *others = straight_lines(at.line, self.given.connect)
            text = f"That completes a {self.four}: {listed(first)}."
            text += "".join(f" It completes another {self.four}: {listed(line)}." for line in others)
            yield Step(Kind.FOUR, text, at.moves, at.line)
        else:
            yield Step(Kind.END, f"The board is full, and {self.you} has no {self.four}.", at.moves)

    # --- a theorem ---

    def _leaf(self, at: Position, leaf: Leaf) -> Iterator[Step]:
        for wait in leaf.waits:
            name = cell_name(wait.target)
            text = f"{self.me} has a {self.four} waiting on {name}: {listed(wait.line)}."
            yield Step(Kind.WAIT, text + parity(wait), at.moves, wait.line)
        if leaf.waits:
            below = tuple(wait.below for wait in leaf.waits)
            text = f"Nobody may fill {listed(below, 'or')}: the other side then gets the cell above."
            yield Step(Kind.FORBIDDEN, text, at.moves, below)
            pairs = leaf.pairs + self.aside
            yield Step(Kind.COUNT, self._counted(2 * len(pairs)), at.moves, _cells(pairs))
        yield from self._answers(at, leaf)
        yield self._end(at, leaf)

    def _diagram(self, at: Position, diagram: Diagram) -> Iterator[Step]:
        """Yields the rule of a diagram, the cells of each mark, and the conclusion."""
        text = f"One picture answers every move of {self.you} to the end of the game. {self.me} completes a {self.four}"
        text += f" where possible, and else stops one of {self.you}. Otherwise {self.me} fills the playable cell of the"
        yield Step(Kind.DIAGRAM, f"{text} first mark that exactly one playable cell bears.", at.moves)
        columns = range(1, at.game.width + 1)
        cells = [(column, row) for column in columns for row in range(1, at.game.height + 1)]
        for name, mark in zip(_MARKS, marks_of(diagram.rows), strict=True):
            if some := tuple(cell for cell in cells if mark & at.game.bit(cell)):
                yield Step(Kind.DIAGRAM, f"{name}: {listed(some)}.", at.moves, some)
        result = "wins" if self.given.claim.wins else "does not lose"
        yield Step(Kind.DIAGRAM, f"Every reply was played to the end: {self.me} {result}.", at.moves)

    def _counted(self, count: int) -> str:
        if not count:
            return "No other cell is left."
        cells = f"{_count(count).capitalize()} other cells are left, an even number"
        return f"{cells}: {self.me} always answers. {self.you} is to move, so {self.me} fills the last of them."

    def _answers(self, at: Position, leaf: Leaf) -> Iterator[Step]:
        """Yields the pairs and the cells within reach of L."""
        if leaf.pairs:
            text = self._paired(leaf)
            if even := theory.claimeven(leaf):
                text += f" Answering above in an even row is claimeven: {self.me} gets {listed(even)}."
            for pair in theory.baseinverse(at, leaf):
                both = f"{cell_name(pair.first)} and {cell_name(pair.second)}"
                needs = f"For a {self.four} {self.you} needs both {both}"
                text += f" {needs}, and {self.me} takes one: that is baseinverse."
            yield Step(Kind.PAIRS, text, at.moves, (), leaf.pairs)
        if leaf.block:
            return
        if leaf.reach:
            either = [pair for pair in leaf.pairs if not pair.above]
            text = f"{'Elsewhere ' if self.aside else ''}{self.you} can only ever get {listed(leaf.reach)}"
            if either:
                text += f", and of {' and of '.join(listed((pair.first, pair.second)) for pair in either)} only one"
            yield Step(Kind.REACH, f"{text}: that makes no {self.four}.", at.moves, leaf.reach)
        if leaf.line:
            text = f"By answering, {self.me} gets {listed(leaf.line)}: a {self.four}."
            yield Step(Kind.LINE, text, at.moves, leaf.line)

    def _paired(self, leaf: Leaf) -> str:
        above = [pair for pair in leaf.pairs if pair.above]
        if leaf.block:
            cells = "; ".join(f"{cell_name(pair.first)} and {cell_name(pair.second)}" for pair in leaf.pairs)
            return (
                f"Every {self.four} still open to {self.you} needs both cells of a pair: {cells}. "
                f"When {self.you} fills one, {self.me} fills the other."
            )
        if len(above) == len(leaf.pairs):
            return f"{self.me} answers every {'other ' if self.aside else ''}move with the cell above."
        text = f"{self.me} answers {answered([pair for pair in leaf.pairs if not pair.above])}"
        return text + ("; every other move with the cell above." if above else ".")

    def _end(self, at: Position, leaf: Leaf) -> Step:
        """Returns the conclusion of a theorem."""
        if leaf.waits:
            below = tuple(wait.below for wait in leaf.waits)
            text = f"So {self.you} runs out first and must fill {listed(below, 'or')}"
            text += f", and {self.me} completes a {self.four}. That is zugzwang."
            return Step(Kind.END, text, at.moves, below)
        if self.given.claim.wins:
            return Step(Kind.END, f"So {self.me} wins by answering.", at.moves)
        if leaf.block and not leaf.pairs and not self.aside:
            return Step(Kind.END, f"No {self.four} is open to {self.you} any more: {self.me} does not lose.", at.moves)
        return Step(Kind.END, f"So {self.you} never completes a {self.four}: {self.me} does not lose.", at.moves)

    def _theory(self, at: Position, place: int) -> str:
        """Returns sentences that name the rule after an answer: which line waits, and where."""
        nodes = self.given.nodes
        node, wait = nodes[place], theory.first_wait(nodes, place)
        if isinstance(node, Leaf):
            return "".join(map(self._waiting, node.waits)) or theory.rules(at, node)
        if isinstance(node, Diagram):
            return ""
        ends = _ends(at, node)
        if all(end.winner is self.given.claim.side for end in ends):
            return f" {self._fours(at, ends)[0]}"
        forced = self.given.claim.wins and theory.is_forced(nodes, place)
        if wait:
            return f" Later a {self.four} may wait on {cell_name(wait.target)}: {listed(wait.line)}.{parity(wait)}"
        return f" {self.me} then threatens a {self.four} with every move." if forced else ""

    def _waiting(self, wait: Wait) -> str:
        """Says which line the cell above completes."""
        at = cell_name(wait.target)
        return f" On {at} {self.me} then completes a {self.four}: {listed(wait.line)}.{parity(wait)}"

    def _summary(self, node: Node) -> str:
        """Returns a few words about what comes after an answer."""
        if isinstance(node, Branch):
            return ""
        if isinstance(node, Diagram):
            return " and follows one picture from there"
        if node.waits:
            below = listed([wait.below for wait in node.waits], "or")
            return f", and {self.you} must some day fill {below}"
        if node.line:
            return f", and gets {listed(node.line)} by answering"
        return f", and no {self.four} of {self.you} is possible"


def _ends(at: Position, node: Branch) -> list[Position]:
    """Returns the position after each reply and its answer."""
    return [at.play(one.reply) if one.move is None else at.play(one.reply).play(one.move) for one in node.answers]


def _cells(pairs: Sequence[Pair]) -> tuple[Cell, ...]:
    return tuple(sorted(cell for pair in pairs for cell in (pair.first, pair.second)))


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def straight_lines(cells: Sequence[Cell], connect: int) -> list[tuple[Cell, ...]]:
    """Splits the cells of complete lines into the single lines, the longest first."""
    taken, lines = set(cells), []
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in cells:
            line = [(column, row)] if (column - right, row - up) not in taken else []
            while line and (after := (line[-1][0] + right, line[-1][1] + up)) in taken:
                line.append(after)
            if len(line) >= connect:
                lines.append(tuple(line))
    return sorted(lines, key=len, reverse=True)
