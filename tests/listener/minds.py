"""Asks minds of all levels for their words, and the library for its sentences, without a page."""

from engine import Mind, Purpose
from engine.games import replay
from tests.listener.oracle import Claim
from tests.listener.scene import LEVELS, Scene
from tests.listener.screen import split
from tests.listener.sentences import claims


class OfTheLibrary(Scene):
    """Scenes of the library."""

    def library(self) -> None:
        """Lets a mind of some level work on a random position, and judges its words after each slice."""
        moves = self.line(self.rng.randrange(1, 36))
        state = replay(self.listener.oracle.game, moves)
        if self.listener.oracle.game.outcome(state) is not None:
            return
        mind = Mind("connect4", level=self.rng.choice(LEVELS), seed=self.rng.randrange(1000))
        mind.follow(moves)
        for _ in range(self.rng.randrange(1, 12)):
            mind.work(self.rng.choice((Purpose.CHOOSE, Purpose.PONDER)), nodes=self.rng.choice((300, 3_000, 30_000)))
            digest = mind.digest()
            worth = {view.move: view.value for view in digest.moves}
            for view in digest.moves:
                result, _, n = view.words.partition(" in ")
                named = {"at least a draw": "least", "at most a draw": "most"}.get(result, result)
                if named:
                    self.claimed(Claim(named, view.move, int(n) if n else None), view.words, moves)
                text = str(mind.explain(view.move).words)
                for sentence in split(text):
                    found = claims(sentence)
                    for claim in found or ():
                        self.claimed(claim, text, moves)
                    if found is None:
                        self.blame("unknown", "library", sentence, "", moves)
            if digest.expected is not None and worth[digest.expected] < max(worth.values()):
                self.blame("against", "library", str(worth), f"best is {digest.expected}", moves)
        mind.close()
