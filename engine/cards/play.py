"""Plays by a file of cards: no search, and the promised result in every game of the side that the cards are for."""

from collections.abc import Sequence
from pathlib import Path

from engine.cards.check import Board, Card, Part, RefusedError, Stones, parts
from engine.games import LineGame, LineState, Move, Player

SHIPPED = Path(__file__).with_name("data")


def shipped_card_players(game: LineGame) -> dict[Player, "CardPlayer"]:
    """Returns the cards that ship for a board, by the side that plays them: none, one or two."""
    path = SHIPPED / f"{game.width}x{game.height}.cards"
    if game.connect != 4 or not game.gravity or not path.exists():
        return {}
    players = [CardPlayer(game, lines) for lines in parts(path.read_bytes())]
    return {player.side: player for player in players}


class CardPlayer:
    """Plays one part of a file that the checker accepts, for ``side``. Raises RefusedError on another board."""

    def __init__(self, game: LineGame, lines: list[str]) -> None:
        self._game, opening = game, Opening()
        opening.check(lines)
        self.side = Player.SECOND if " second " in lines[0] else Player.FIRST
        self._board: Board = opening.board
        self._cards: list[Card] = opening.cards
        self._words = {at: word for _, at, word in opening.tree}

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the move of the side. Raises RefusedError if the side has left the cards before."""
        game, word, mirrored = self._game, "", False
        state = game.initial()
        for number in range(len(moves) + 1):
            at = self._stones(state)
            if game.to_move(state) is self.side and (not word or word.isdigit()):
                word, mirrored = self._word(at)
            if number < len(moves):
                state = game.play(state, moves[number])
        return (self._cell(self._stones(state), word, mirrored).bit_length() - 1) // self._board.step + 1

    def _stones(self, state: LineState) -> Stones:
        own, other = state.own, state.own ^ state.mask
        mover = Player.SECOND if state.ply % 2 else Player.FIRST
        return (own, other) if mover is self.side else (other, own)

    def _flipped(self, at: Stones) -> Stones:
        return self._board.flip(at[0]), self._board.flip(at[1])

    def _word(self, at: Stones) -> tuple[str, bool]:
        """Returns what the opening says in a position, and whether it says so of the mirror image."""
        return (self._words[at], False) if at in self._words else (self._words.get(self._flipped(at), ""), True)

    def _cell(self, at: Stones, word: str, mirrored: bool) -> int:
        board, playable = self._board, self._board.landing(at[0] | at[1])
        lines = board.completing(at[0]) & playable
        if lines:
            return lines & -lines
        if not word:
            raise RefusedError("the side has left the opening")
        mine, yours = self._flipped(at) if mirrored != word.startswith("m") else at
        playable = board.landing(mine | yours)
        if word.isdigit():
            cell = playable & board.column(int(word))
        else:
            cell = self._cards[int(word[1:]) - 1].answer(playable, board.completing(yours) & playable)
        return board.flip(cell) if mirrored != word.startswith("m") else cell


class Opening(Part):
    """Reads the opening and leaves the cards unplayed."""

    def _card(self, at: Stones, number: int, mirrored: bool) -> None:
        if number > len(self.cards):
            raise RefusedError(f"there is no card {number}")
        self.used.add(number)
