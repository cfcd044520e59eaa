"""Counts what happens while the server runs, in a registry of its own, and shows it to this machine alone.

Counters of orders tell what hidden opponents do in a small server, so they are not among the public addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from duskfall.errors import Refusal, Refused
from duskfall.play import WORLDS

METRICS_HOST: Final = "127.0.0.1"

LATENESS_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Bounds of the buckets, in seconds."""


class Metrics:
    """Holds the counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.turns = Counter("duskfall_turns", "Turns of Fog of War played", registry=self.registry)
        self.lateness = Histogram(
            "duskfall_turn_lateness_seconds", "How long after its time a turn was played",
            buckets=LATENESS_S, registry=self.registry,
        )  # fmt: skip
        orders = Counter("duskfall_orders", "Orders accepted", ["game"], registry=self.registry)
        self.orders = {game: orders.labels(game) for game in WORLDS}
        self.commits = Histogram(
            "duskfall_commit_seconds", "From an order's arrival until it was safe and acknowledged, of one in sixteen",
            buckets=LATENESS_S, registry=self.registry,
        )  # fmt: skip
        self.refusals = Counter("duskfall_refusals", "Events refused", ["code"], registry=self.registry)
        self.dropped = Counter("duskfall_dropped", "Connections ended by the server", ["code"], registry=self.registry)

    @contextmanager
    def shown_at(self, port: int | None) -> Iterator[None]:
        """Show the counters to Prometheus on this machine, at a port of their own; None shows them nowhere."""
        if port is None:
            yield
            return
        try:
            web, thread = start_http_server(port, METRICS_HOST, self.registry)
        except OSError as error:
            reason = f"cannot be listened on ({error.strerror})"
            raise Refused(
                Refusal.IMPOSSIBLE, f"{METRICS_HOST}:{port}", reason, "choose another with --metrics-port"
            ) from error
        try:
            yield
        finally:
            web.shutdown()
            web.server_close()
            thread.join()

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever it is asked for."""
        Gauge(f"duskfall_{name}", meaning, registry=self.registry).set_function(value)
