"""Chooses how a compiled search judges a position at the horizon: unchanged, quiet, or by a network."""

from typing import Any

from engine.bitboard import popcount
from engine.kernels import kernel
from engine.nets import kernel as nets

PLAIN, QUIET, LEARNT = "plain", "quiet", "learnt"
"""The ways: the hand-written evaluation of the position, the same after the forced replies are played, and a network
after the forced replies are played."""

Word = Any


def build_judge(
    width: int, height: int, connect: int, gravity: bool, judging: str, evaluate: Any, words: int = 1
) -> Any:
    """Returns the helper ``judge(own, mask, network) -> value`` of one board, by one of the three ways ``judging``.
    ``words`` are the words of the board."""
    if judging == PLAIN:

        @kernel(forceinline=True)
        def plain(own: Word, mask: Word, _network: Any) -> Any:
            """Returns the hand-written value."""
            return evaluate(own, mask)

        return plain
    net = nets.build(width, height, connect, gravity, words)
    settle, learnt_value = net.settle, net.evaluate
    cells = width * height
    if judging == QUIET:

        @kernel(forceinline=True)
        def quiet(own: Word, mask: Word, _network: Any) -> Any:
            """Returns the hand-written value at the end of forced replies."""
            end_own, end_mask, sign, decided = settle(own, mask)
            if decided:
                return decided
            return sign * evaluate(end_own, end_mask) if popcount(end_mask) < cells else 0

        return quiet

    @kernel(forceinline=True)
    def learnt(own: Word, mask: Word, network: Any) -> Any:
        """Returns the value by the network at the end of forced replies."""
        return learnt_value(own, mask, network)

    return learnt
