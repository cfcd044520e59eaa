"""Checks the answers that classes of bots give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duskfall.bots.faults import Fault, FaultKind
from duskfall.play import Order


def orders_of(answer: Any, order_types: tuple[type, ...]) -> list[Order]:
    """Returns the orders in an answer; raises a fault if it holds anything else.

    >>> from duskfall.fog import March
    >>> orders_of(March(7, 8), (March,))
    [March.parse('7>8')]
    >>> orders_of("7>8", (March,))
    Traceback (most recent call last):
    duskfall.bots.faults.Fault: malformed: '7>8' is no order of this game
    """
    orders = [answer] if isinstance(answer, order_types) else answer
    if not isinstance(orders, Sequence) or not all(isinstance(order, order_types) for order in orders):
        raise Fault(FaultKind.MALFORMED, f"{answer!r:.100} is no order of this game")
    return list(orders)
