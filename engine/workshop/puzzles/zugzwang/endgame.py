"""Plays the last cells of a board out, with one threat left out if wished."""

from engine.games import LineGame, Move, Player

Threat = tuple[Player, int]
"""A side, and the cell (as a word) that completes a line of this side."""


class Endgame:
    """Knows the exact result of every position of a board with few empty cells. Positions are the words of the side to
    move and of all discs, as in :class:`engine.games.LineState`. Results are 1 for a win of the side to move, 0 for a
    draw, -1 for a loss. Lines of the side ``without[0]`` through the cell ``without[1]`` do not count."""

    def __init__(self, game: LineGame, without: Threat | None = None) -> None:
        self.game = game
        bits = [game.bit((column, row)) for column in range(1, game.width + 1) for row in range(1, game.height + 1)]
        self._through = [{bit: [line for line in game.lines if line & bit] for bit in bits} for _ in Player]
        if without is not None:
            side, cell = without
            kept = self._through[side]
            self._through[side] = {bit: [line for line in lines if not line & cell] for bit, lines in kept.items()}
        self._known = dict[tuple[int, int], int]()

    def moves(self, mask: int) -> list[tuple[Move, int]]:
        """Returns every open column with its next cell."""
        game, found = self.game, list[tuple[Move, int]]()
        for column in range(1, game.width + 1):
            for row in range(1, game.height + 1):
                if not mask & (bit := game.bit((column, row))):
                    found.append((column, bit))
                    break
        return found

    def completes(self, own: int, mask: int, bit: int) -> bool:
        """Tests if a disc of the side to move on the cell ``bit`` completes a line that counts."""
        stones = own | bit
        return any(line & stones == line for line in self._through[mask.bit_count() % 2][bit])

    def value(self, own: int, mask: int) -> int:
        """Returns the result of a position without a finished line, for the side to move."""
        known = self._known.get((own, mask))
        if known is None:
            moves = self.moves(mask)
            known = -1 if moves else 0
            for _, bit in moves:
                known = max(known, self.after(own, mask, bit))
                if known == 1:
                    break
            self._known[own, mask] = known
        return known

    def after(self, own: int, mask: int, bit: int) -> int:
        """Returns the result for the side to move if its disc falls on ``bit``."""
        return 1 if self.completes(own, mask, bit) else -self.value(own ^ mask, mask | bit)

    def best_line(self, own: int, mask: int, wanted: int = 0) -> tuple[Move, ...]:
        """Returns best play to the end. Among equal moves a line now comes first, then a cell of ``wanted``."""
        line = list[Move]()
        while moves := self.moves(mask):
            value = self.value(own, mask)
            fit = [(move, bit) for move, bit in moves if self.after(own, mask, bit) == value]
            move, bit = max(fit, key=lambda one: (self.completes(own, mask, one[1]), bool(one[1] & wanted)))
            line.append(move)
            if self.completes(own, mask, bit):
                break
            own, mask = own ^ mask, mask | bit
        return tuple(line)
