"""Says what people need from a server: one table for the defaults of the settings, for ``fourthought doctor`` and for
OPERATING.md. The figures come from ``python -m tests.load --people 2000 --one-address``."""

PAGES_A_PERSON = 1.25
"""People come back before their old connection is known to be gone, and some open two pages."""
RATES_A_PERSON: dict[str, tuple[float, int]] = {
    "connect_rate": (2.5, 60),
    "address_rate": (10, 10),
    "game_rate": (10, 3600),
    "stored_rate": (20, 3600),
}
"""What a person of an address may need: how many in how many seconds. In a minute all people may come twice, each sends
an event a second, and begins ten games an hour with twenty takebacks, names and the like."""
CONNECTIONS, ADDRESS_SHARE = 1000, 0.5
"""The connections of a server without settings, and the part of them for one address."""
AT_ONE_ADDRESS = int(CONNECTIONS * ADDRESS_SHARE / PAGES_A_PERSON)
"""The people at one address for whom a server needs no settings."""
LINES_A_CONNECTION = 2
"""Connections for pages and files, beside each connected page. A browser opens six when it comes, none afterwards."""
_LEAST_LINES = 64
"""Connections for pages and files of the smallest server, where some browsers may come at once as well."""
_WORDS = {10: "10 seconds", 60: "60 seconds", 3600: "1 hour"}


def rate(name: str, people: int = AT_ONE_ADDRESS) -> str:
    """Returns the rate that ``people`` at one address need, as the setting ``name`` is written."""
    count, seconds = RATES_A_PERSON[name]
    return f"{count * people:.0f} per {_WORDS[seconds]}"


def lines(connections: int) -> int:
    """Returns the connections for pages and files of a server with so many connected pages."""
    return max(_LEAST_LINES, LINES_A_CONNECTION * connections)
