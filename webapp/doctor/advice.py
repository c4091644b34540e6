"""Compares a machine and its settings with what people need, and says in sentences what to change."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from limits import parse_many

import engine
from webapp.doctor.machine import Machine
from webapp.doctor.needs import MOST_IN_ONE_PROCESS, TASKS_BESIDE, Needs
from webapp.settings import PREFIX, Settings
from webapp.sizes import rate

_BUILT = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""No clock of a machine with this release is right before."""
_LEAST_DISK_MIB = 1024


class Verdict(Enum):
    """Says how urgent a finding is."""

    GOOD = "good"
    HINT = "hint"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Finding:
    """Holds one sentence about one subject, and the line of a settings file that follows it, if one does."""

    verdict: Verdict
    subject: str
    words: str
    line: str = ""


def advise(needs: Needs, machine: Machine, settings: Settings, database: dict[str, Any] | str) -> list[Finding]:
    """Returns the findings, what must be changed first. ``database`` holds its facts, or why there are none."""
    parts = (_size, _memory, _files, _tasks, _processor, _settings, _proxies, _kernels, _clock)
    found = [Finding(*one) for part in parts for one in part(needs, machine, settings)]
    found += [Finding(*one) for one in _database(machine, database)]
    return sorted(found, key=lambda one: -list(Verdict).index(one.verdict))


Said = Iterator[tuple[Verdict, str, str] | tuple[Verdict, str, str, str]]


def _people(count: int) -> str:
    return f"{count:,} {'person' if count == 1 else 'people'}"


def _size(needs: Needs, _machine: Machine, _settings: Settings) -> Said:
    if needs.people > MOST_IN_ONE_PROCESS:
        words = f"One process was tried with 2,000 people. For {needs.people:,} take several hosts and a PostgreSQL"
        yield Verdict.CHANGE, "People", f"{words} (webapp/cluster/README.md)."


def _memory(needs: Needs, machine: Machine, settings: Settings) -> Said:
    free, wanted = machine.free_mib, needs.memory_mib
    if free is None:
        yield Verdict.HINT, "Memory", f"This system does not say what is free; {wanted:,} MiB are needed."
    elif free < wanted:
        words = f"{free:,.0f} MiB are free, and {wanted:,} are needed for {_people(needs.people)}."
        yield Verdict.CHANGE, "Memory", words
    else:
        yield Verdict.GOOD, "Memory", f"{free:,.0f} MiB are free; {wanted:,} are needed."
    if free is not None and settings.trees_mb > max(64.0, free / 2):
        line = f"{PREFIX}TREES_MB={max(64, int(free / 4))}"
        yield Verdict.HINT, "Search trees", f"{settings.trees_mb:.0f} MB are more than half of it. Set {line}.", line


def _files(needs: Needs, machine: Machine, _settings: Settings) -> Said:
    if machine.files is not None and machine.files < needs.files:
        words = f"A process may open {machine.files:,} files, and {needs.files:,} are needed (LimitNOFILE, ulimit -Hn)."
        yield Verdict.CHANGE, "Open files", words
    else:
        yield Verdict.GOOD, "Open files", f"{needs.files:,} are needed, and allowed."


def _tasks(needs: Needs, machine: Machine, settings: Settings) -> Said:
    wanted = TASKS_BESIDE + machine.cores + (needs.connections if settings.is_plain else 0)
    if machine.tasks is not None and machine.tasks < wanted:
        words = (
            f"{machine.tasks:,} threads and processes are allowed, and {wanted:,} are needed (TasksMax, pids limit)."
        )
        yield Verdict.CHANGE, "Tasks", words
    else:
        yield Verdict.GOOD, "Tasks", f"{wanted:,} threads and processes are needed, and allowed."


def _processor(needs: Needs, machine: Machine, _settings: Settings) -> Said:
    if machine.cores < needs.cores:
        words = (
            f"{machine.cores} for {_people(needs.people)}: engines think less, and nobody waits. Better: {needs.cores}."
        )
        yield Verdict.HINT, "Processor cores", words


def _settings(needs: Needs, _machine: Machine, settings: Settings) -> Said:
    share = needs.at_one_address * 1.1 / max(needs.connections, settings.connections)
    wanted = {
        "connections": (settings.connections < needs.connections, f"{needs.connections}"),
        "live_games": (settings.live_games < needs.people, f"{needs.people}"),
        "address_share": (
            settings.address_connections < needs.at_one_address,
            f"{1 if share > 0.9 else round(share + 0.05, 1)}",
        ),
    }
    for name, (count, seconds) in needs.rates().items():
        allowed = min(one.amount / one.get_expiry() for one in parse_many(getattr(settings, name))) * seconds
        wanted[name] = allowed < count, rate(name, needs.at_one_address)
    for name, (lacks, value) in wanted.items():
        if lacks:
            line = f"{PREFIX}{name.upper()}={value}"
            yield Verdict.CHANGE, "Settings", f'Set {line}; it is "{getattr(settings, name)}".', line
    if not any(lacks for lacks, _ in wanted.values()):
        yield Verdict.GOOD, "Settings", f"They fit {_people(needs.people)}, {needs.at_one_address:,} of an address."


def _proxies(needs: Needs, _machine: Machine, settings: Settings) -> Said:
    from webapp.http.hosts import is_local

    if settings.proxies:
        yield Verdict.GOOD, "Proxy headers", f"Addresses come from {settings.proxies} reverse proxy in front."
        if not settings.host_names:
            words = f"Set {PREFIX}HOSTS to the name of the server: links and cards then show no other name."
            yield Verdict.HINT, "Host names", words
    elif settings.uds or (is_local(settings.host) and needs.people > 1):
        line = f"{PREFIX}PROXIES=1"
        words = "Only a program on this machine reaches the server, so a reverse proxy is in front, and all people"
        yield Verdict.CHANGE, "Proxy headers", f"{words} would count as one address: set {line}.", line
    else:
        yield Verdict.HINT, "Proxy headers", f"Nothing is in front. With a reverse proxy set {PREFIX}PROXIES=1."


def _kernels(_needs: Needs, machine: Machine, _settings: Settings) -> Said:
    try:
        yield Verdict.GOOD, "Kernels", engine.kernel_origin()
    except engine.KernelError as error:
        yield Verdict.CHANGE, "Kernels", f"{str(error)[:1].upper()}{str(error)[1:]}."


def _clock(_needs: Needs, machine: Machine, _settings: Settings) -> Said:
    if machine.now < _BUILT:
        yield Verdict.CHANGE, "Clock", "It is wrong: it shows a day before this release. Games keep its times."
    elif machine.clock_is_kept is False:
        yield Verdict.HINT, "Clock", "No program keeps it right (systemd-timesyncd, chrony). Games keep its times."
    else:
        yield Verdict.GOOD, "Clock", "It is right, as far as this machine can tell."


def _database(machine: Machine, database: dict[str, Any] | str) -> Said:
    if isinstance(database, str):
        verdict = Verdict.HINT if "yet" in database else Verdict.CHANGE
        yield verdict, "Database", f"{database[:1].upper()}{database[1:]}."
    elif database["step"] != database["newest"]:
        yield Verdict.HINT, "Database", "The next start changes its tables. A SQLite file is copied before."
    else:
        games = database.get("games", 0)
        yield Verdict.GOOD, "Database", f"It has {games:,} {'game' if games == 1 else 'games'}."
    if machine.disk_mib is not None and machine.disk_mib < _LEAST_DISK_MIB:
        yield (
            Verdict.CHANGE,
            "Disk",
            f"{machine.disk_mib:,.0f} MiB are free beside the games; keep {_LEAST_DISK_MIB:,}.",
        )
