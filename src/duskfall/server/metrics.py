"""Counts what happens while the server runs, in a registry of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from duskfall.play import WORLDS

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

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever it is asked for."""
        Gauge(f"duskfall_{name}", meaning, registry=self.registry).set_function(value)
