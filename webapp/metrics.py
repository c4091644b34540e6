"""What is counted and measured while the table is open, in Prometheus's terms.

One object per application, with a registry of its own: nothing is global, so that two applications in one process (as
in tests) count apart. Rates are left to whoever reads: nodes per second is the rate of ``_searched_nodes_total`` by
that of ``_searching_seconds_total``, the hit rate of pondering that of ``_expected_replies_total`` by that of
``_replies_total``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from webapp.play.game.events import Recorded
from webapp.play.ports import Store, StoreError

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_SLOW = (0.001, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """An engine's move: the time it took, and the nodes of its tree that its last advance kept and freed.

    ``hit`` is whether the reply before it was the one expected, None where none was.
    """

    seconds: float
    hit: bool | None
    kept: int
    pruned: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """Something that is looked up whenever somebody reads; the values are by the label ``kind``, or a single one."""

    name: str
    says: str
    values: Callable[[], dict[str, float] | float]
    family: type[GaugeMetricFamily | CounterMetricFamily]

    def metric(self) -> Metric:
        values = self.values()
        if not isinstance(values, dict):
            return self.family(self.name, self.says, value=values)
        metric = self.family(self.name, self.says, labels=["kind"])
        for kind, value in values.items():
            metric.add_metric([kind], value)
        return metric


class Metrics:
    """Counts and measures; every method may be called from any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._readings: list[_Reading] = []
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
            "store_seconds", "Storage operations, as their callers see them.", _FAST, "operation"
        )
        self._failed = self._counter("store_failures", "Storage operations that failed.", "operation")
        self._answers = self._histogram("engine_answer_seconds", "From an engine's turn to its answer.", _SLOW)
        self._replies = self._counter("replies", "Replies to engines that had an opinion which one to expect.")
        self._hits = self._counter("expected_replies", "Those of them that were the expected one.")
        self._tree = self._counter("tree_nodes", "Nodes of the kept trees at an advance, by their fate.", "fate")

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"fourthought_{name}", says, labels, registry=self.registry)

    def _histogram(self, name: str, says: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(f"fourthought_{name}", says, labels, buckets=buckets, registry=self.registry)

    def gauge(self, name: str, says: str, values: Callable[[], dict[str, float] | float]) -> None:
        """Look something up at every reading."""
        self._readings.append(_Reading(f"fourthought_{name}", says, values, GaugeMetricFamily))

    def total(self, name: str, says: str, values: Callable[[], dict[str, float] | float]) -> None:
        """The same for something that only grows."""
        self._readings.append(_Reading(f"fourthought_{name}", says, values, CounterMetricFamily))

    def collect(self) -> Iterable[Metric]:
        """What is looked up, now (for the registry)."""
        return [reading.metric() for reading in self._readings]

    def text(self) -> bytes:
        """Everything, in Prometheus's text format."""
        return generate_latest(self.registry)

    def event(self, name: str, verdict: str, seconds: float) -> None:
        """An event of a client was acknowledged."""
        self._events.labels(name, verdict).inc()
        self._acknowledgement.labels(name).observe(seconds)

    def connection_refused(self, reason: str) -> None:
        """A connection was refused."""
        self._refused.labels(reason).inc()

    def engine_answered(self, answer: EngineAnswer) -> None:
        """An engine made up its mind."""
        self._answers.observe(answer.seconds)
        if answer.hit is not None:
            self._replies.inc()
            self._hits.inc(answer.hit)
        self._tree.labels("kept").inc(answer.kept)
        self._tree.labels("pruned").inc(answer.pruned)

    @contextmanager
    def storing(self, operation: str) -> Iterator[None]:
        """Measure one storage operation."""
        began = time.perf_counter()
        try:
            yield
        except StoreError:
            self._failed.labels(operation).inc()
            raise
        finally:
            self._store.labels(operation).observe(time.perf_counter() - began)


class MeasuredStore:
    """A store whose every operation is measured."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    def create(self, game_id: str, first: Recorded) -> None:
        """Begin a game."""
        with self._metrics.storing("create"):
            self._store.create(game_id, first)

    def append(self, game_id: str, more: Sequence[Recorded], line: int) -> None:
        """Add events."""
        with self._metrics.storing("append"):
            self._store.append(game_id, more, line)

    def load(self, game_id: str) -> list[Recorded]:
        """All events of a game."""
        with self._metrics.storing("load"):
            return self._store.load(game_id)
