"""Tells network addresses apart for limits: one for each IPv4 address, one for each /64 network of IPv6."""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

UNKNOWN: Final = "?"
"""The address of a connection that has none."""


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Give the network address of a client, from the scope of a request or a WebSocket."""
    client = scope.get("client")
    return UNKNOWN if client is None else network_of(str(client[0]))


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Give the part of an address that limits are counted by: a provider gives each customer a /64 network of IPv6.

    >>> [network_of(host) for host in ("192.0.2.7", "2001:db8::1:2:3:4", "::ffff:192.0.2.7", "?")]
    ['192.0.2.7', '2001:db8::/64', '192.0.2.7', '?']
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
