"""The figures of this process as Prometheus reads them. No label is made up by people: no table, name or address."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from skulk import __version__

from ..entries import KIND_OF
from .figures import Histogram

if TYPE_CHECKING:
    from ..tables import Tables


def exposition(tables: "Tables") -> bytes:
    """All of it as text."""
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)
    registry.register(_Collector(tables))
    return generate_latest(registry)


class _Collector:
    """Reads plain numbers where they are kept; nothing is done for it while tables play."""

    def __init__(self, tables: "Tables"):
        self.tables = tables

    def collect(self) -> Iterator[Any]:
        yield from self._of_tables()
        yield from self._of_the_store()
        yield from self._of_people()
        yield from self._of_bots()

    def _of_tables(self) -> Iterator[Any]:
        tables, figures = self.tables, self.tables.figures
        phases = Counter({"lobby": 0, "playing": 0, "over": 0})
        phases.update(gathering.table.phase for gathering in list(tables.gatherings.values()))
        kinds = {KIND_OF[body]: count for body, count in figures.entries.items()}
        yield _gauges("skulk_tables", "Tables in memory", "phase", phases.items())
        yield _gauge("skulk_tables_aside", "Tables that are set aside", len(tables.aside))
        yield _counters("skulk_entries", "Entries kept in journals", "kind", kinds.items())
        yield _counter("skulk_moves", "Moves and sealed answers", sum(kinds.get(one, 0) for one in ("move", "answer")))
        yield _counters("skulk_refusals", "Commands and requests refused", "code", figures.refusals.items())

    def _of_the_store(self) -> Iterator[Any]:
        journal = self.tables.journal
        yield _histogram("skulk_commit_seconds", "How long commits took", journal.seconds)
        yield _histogram("skulk_commit_works", "How many commands were committed together", journal.sizes)
        yield _gauge("skulk_store_well", "Whether the store keeps what it is given", int(journal.is_well))
        yield _gauge("skulk_lease_held", "Whether this server may write to its tables", int(not journal.lost))

    def _of_people(self) -> Iterator[Any]:
        tables, figures = self.tables, self.tables.figures
        open, onlookers = tables.lines.open[("all",)], tables.lines.open[("onlookers",)]
        lines = {"seat": open - onlookers, "onlooker": onlookers}
        statuses = ((str(status), count) for status, count in figures.answers.items())
        yield _gauges("skulk_streams", "Open sockets and event streams", "of", lines.items())
        yield _counters("skulk_answers", "Answers to requests; 101: sockets opened", "status", statuses)
        yield _histogram("skulk_loop_lag_seconds", "How late the event loop came", figures.lag)
        yield _gauges("skulk_info", "The version that runs", "version", [(__version__, 1)])

    def _of_bots(self) -> Iterator[Any]:
        tables = self.tables
        yield _gauge("skulk_bots_asked", "Questions that wait for a bot's answer", tables.thinkers.asked)
        yield _histogram("skulk_bot_seconds", "How long bots took, with their wait", tables.thinkers.took)
        yield _counter("skulk_bots_failed", "Answers that bots failed to give", tables.figures.failed_bots)
        yield _counters("skulk_webhooks", "Calls to addresses of seats", "outcome", tables.bells.rung.items())


def _gauge(name: str, says: str, value: float) -> Any:
    from prometheus_client.metrics_core import GaugeMetricFamily

    return GaugeMetricFamily(name, says, value)


def _counter(name: str, says: str, value: float) -> Any:
    from prometheus_client.metrics_core import CounterMetricFamily

    return CounterMetricFamily(name, says, value)


def _gauges(name: str, says: str, label: str, values: Iterable[tuple[str, float]]) -> Any:
    from prometheus_client.metrics_core import GaugeMetricFamily

    return _labelled(GaugeMetricFamily(name, says, labels=[label]), values)


def _counters(name: str, says: str, label: str, values: Iterable[tuple[str, float]]) -> Any:
    from prometheus_client.metrics_core import CounterMetricFamily

    return _labelled(CounterMetricFamily(name, says, labels=[label]), values)


def _labelled(family: Any, values: Iterable[tuple[str, float]]) -> Any:
    for value, count in sorted(values):
        family.add_metric([value], count)
    return family


def _histogram(name: str, says: str, histogram: Histogram) -> Any:
    from prometheus_client.metrics_core import HistogramMetricFamily

    return HistogramMetricFamily(name, says, histogram.up_to(), histogram.sum)
