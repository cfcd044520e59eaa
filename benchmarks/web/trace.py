"""Reads how long a page's scripts ran from a trace that chromium has recorded."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

CATEGORIES: Final = ("-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "v8.execute")
SCRIPTS: Final = frozenset(
    ("EvaluateScript", "EventDispatch", "FireAnimationFrame", "FireIdleCallback", "FunctionCall", "RunMicrotasks",
     "TimerFire", "v8.callFunction", "v8.compile", "v8.evaluateModule", "v8.run")
)  # fmt: skip
"""Events that last as long as a script of the page runs, by the names that chromium gives them."""
TASKS: Final = frozenset(("RunTask",))
"""Events that last as long as the main thread works: scripts, styles, layout, painting, collecting garbage."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of work: when it began, and the processor's time that it took."""

    began_s: float
    cpu_ms: float


def spans(trace: bytes, address: str, names: frozenset[str]) -> list[Span]:
    """Return the events of some names on the main thread of a page; an event within another is part of that."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    process = _process_of(events, address)
    main = next(
        event["tid"]
        for event in events
        if event["pid"] == process and event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    )
    return list(_outermost([event for event in events if _is(event, process, main, names)]))


def by_turn(found: Sequence[Span], turns: Sequence[float]) -> list[float]:
    """Add up the milliseconds from the beginning of each turn to that of the next; those of the last are unknown.

    >>> by_turn([Span(0.9, 5.0), Span(1.0, 2.0), Span(1.2, 3.0), Span(2.5, 1.5)], [1.0, 2.0, 3.0])
    [5.0, 1.5]
    """
    spent = [0.0] * max(len(turns) - 1, 0)
    for span in found:
        turn = bisect_right(turns, span.began_s) - 1
        if 0 <= turn < len(spent):
            spent[turn] += span.cpu_ms
    return spent


def _process_of(events: list[dict[str, Any]], address: str) -> int:
    """Find the process that shows an address."""
    for event in events:
        if event["name"] == "TracingStartedInBrowser":
            for frame in event["args"]["data"]["frames"]:
                if frame["url"] == address:
                    return int(frame["processId"])
    raise ValueError(f"the trace knows no page {address}")


def _is(event: dict[str, Any], process: int, thread: int, names: frozenset[str]) -> bool:
    whole = event["ph"] == "X" and event["name"] in names
    return whole and event["pid"] == process and event["tid"] == thread


def _outermost(events: list[dict[str, Any]]) -> Iterator[Span]:
    end = 0
    for event in sorted(events, key=lambda event: (event["ts"], -event.get("dur", 0))):
        if event["ts"] >= end:
            end = event["ts"] + event.get("dur", 0)
            yield Span(event["ts"] / 1e6, event.get("tdur", 0) / 1e3)
