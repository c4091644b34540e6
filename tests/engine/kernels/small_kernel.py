"""Provides a kernel which compiles in a second, for tests of the disk cache."""

from typing import Any

from engine.kernels import kernel


@kernel("int64(int64)")
def double(number: Any) -> Any:
    return 2 * number


def times(factor: int) -> Any:
    """Returns a kernel that takes a number from around it, as the kernels of a board do."""

    @kernel("int64(int64)")
    def multiply(number: Any) -> Any:
        return factor * number

    return multiply
