import pytest

from engine.mind.search.kernels import KERNEL_CACHE


@pytest.fixture(scope="session", autouse=True)
def small_tables() -> None:
    """Gives each solver a table of 16 MiB: every worker has one for each board."""
    KERNEL_CACHE.table_mb = 16
