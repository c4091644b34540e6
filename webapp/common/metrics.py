"""Counts and measures the running server for Prometheus.

Each application has its own registry, so two applications in one process (as in tests) count apart. Rates are left to
the reader: the nodes a second are the rate of ``_searched_nodes_total`` over that of ``_searching_seconds_total``, and
the hit rate of pondering is the rate of ``_expected_replies_total`` over that of ``_replies_total``.
"""

import platform
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from engine.version import __version__

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW = (0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
REASONS = ("server_full", "address_full", "restarting")
"""Why a page is refused a connection."""
OPERATIONS = ("create", "append", "load")
"""What is done with stored games."""
Values = Callable[[], dict[str, float] | float]
"""Returns one value, or several with the label ``kind``."""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """Describes an engine's move: the seconds from its turn, whether the reply before was the expected one (None: none
    was expected), and the nodes that the last advance of the tree kept and freed."""

    seconds: float
    hit: bool | None
    kept: int
    pruned: int


class Metrics:
    """Counts and measures. All methods may be called from any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._readings: list[Callable[[], Metric]] = []
        self.gauge("threads", "Threads of the process.", threading.active_count)
        self.registry.register(self)
        self._events = self._counter(
            "events", "Events of clients by verdict (ok, or the refusal's code).", "event", "verdict"
        )
        self._acknowledgement = self._histogram(
            "acknowledgement_seconds", "From an event to its acknowledgement.", _FAST, "event"
        )
        self._refused = self._counter("connections_refused", "Connections that were refused.", "reason")
        self._store = self._histogram(
            "store_seconds", "Storage operations, with the wait for the thread that writes.", _FAST, "operation"
        )
        self._failed = self._counter("store_failures", "Storage operations that failed.", "operation")
        self._answers = self._histogram("engine_answer_seconds", "From an engine's turn to its answer.", _SLOW)
        self._replies = self._counter("replies", "Replies to engines that had an opinion which one to expect.")
        self._hits = self._counter("expected_replies", "Those of them that were the expected one.")
        self._requests = self._counter("requests", "Requests for pages and files.", "route", "status")
        self._request = self._histogram("request_seconds", "From a request to its answer.", _FAST, "route")
        build = Gauge("fourthought_build_info", "Always 1.", ("version", "python"), registry=self.registry)
        build.labels(__version__, platform.python_version()).set(1)
        self._tree = self._counter("tree_nodes", "Nodes of the kept trees at an advance, by their fate.", "fate")
        for reason in REASONS:  # a rate over the first burst needs a 0 before it
            self._refused.labels(reason)
        for operation in OPERATIONS:
            self._failed.labels(operation)

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        return Counter(f"fourthought_{name}", description, labels, registry=self.registry)

    def _histogram(self, name: str, description: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(f"fourthought_{name}", description, labels, buckets=buckets, registry=self.registry)

    def gauge(self, name: str, description: str, values: Values) -> None:
        """Registers a value to look up at every reading."""
        self._look_up(GaugeMetricFamily, name, description, values)

    def total(self, name: str, description: str, values: Values) -> None:
        """Registers a value to look up at every reading that only grows."""
        self._look_up(CounterMetricFamily, name, description, values)

    def _look_up(
        self, family: type[GaugeMetricFamily | CounterMetricFamily], name: str, description: str, values: Values
    ) -> None:
        def metric() -> Metric:
            found = values()
            if not isinstance(found, dict):
                return family(f"fourthought_{name}", description, value=found)
            several = family(f"fourthought_{name}", description, labels=["kind"])
            for kind, value in found.items():
                several.add_metric([kind], value)
            return several

        self._readings.append(metric)

    def collect(self) -> Iterable[Metric]:
        """Returns the current values (called by the registry)."""
        return [reading() for reading in self._readings]

    def text(self) -> bytes:
        """Returns all metrics in Prometheus's text format."""
        return generate_latest(self.registry)

    def event(self, name: str, verdict: str, seconds: float) -> None:
        """Counts an acknowledged event of a client."""
        self._events.labels(name, verdict).inc()
        self._acknowledgement.labels(name).observe(seconds)

    def request(self, route: str, status: int, seconds: float) -> None:
        """Counts an answered request. ``route`` is one of the rules of the pages, never an address."""
        self._requests.labels(route, str(status)).inc()
        self._request.labels(route).observe(seconds)

    def connection_refused(self, reason: str) -> None:
        """Counts a refused connection."""
        self._refused.labels(reason).inc()

    def engine_answered(self, answer: EngineAnswer) -> None:
        """Counts a move of an engine."""
        self._answers.observe(answer.seconds)
        if answer.hit is not None:
            self._replies.inc()
            self._hits.inc(answer.hit)
        self._tree.labels("kept").inc(answer.kept)
        self._tree.labels("pruned").inc(answer.pruned)

    def stored(self, operation: str, seconds: float, failed: bool) -> None:
        """Counts an operation of the store."""
        self._store.labels(operation).observe(seconds)
        if failed:
            self._failed.labels(operation).inc()
