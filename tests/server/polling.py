"""A connection by long polling that reads only when it is told to, with nothing between it and the wire."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

SEPARATOR = "\x1e"


class Polling:
    """A Socket.IO client by hand: `say` posts an event, `read` gets what waits."""

    def __init__(self, url: str, http: aiohttp.ClientSession) -> None:
        self._url = f"{url}/socket.io/?EIO=4&transport=polling"
        self._http = http

    async def connect(self) -> None:
        """Open the engine's session, then the socket in it."""
        async with self._http.get(self._url) as answer:
            opened = await answer.text()
        self._url += f"&sid={json.loads(opened[1:])['sid']}"
        await self.post("40")
        assert (await self.read_packets())[0].startswith("40{")

    async def post(self, *packets: str) -> int:
        """Send packets; gives the status of the answer."""
        async with self._http.post(self._url, data=SEPARATOR.join(packets)) as answer:
            return answer.status

    async def say(self, event: str, *arguments: Any) -> None:
        """Send an event whose acknowledgement is not asked for."""
        assert await self.post("42" + json.dumps([event, *arguments])) == 200

    async def read_packets(self) -> list[str]:
        """Everything that waits; waits itself while there is nothing."""
        async with self._http.get(self._url) as answer:
            assert answer.status == 200, await answer.text()
            return (await answer.text()).split(SEPARATOR)

    async def read(self) -> list[tuple[str, Any]]:
        """The events among it, each with its first argument."""
        events = [json.loads(packet[2:]) for packet in await self.read_packets() if packet.startswith("42")]
        return [(name, arguments[0] if arguments else None) for name, *arguments in events]

    async def until(self, event: str) -> Any:
        """Read until an event has come; gives what came with it."""
        while True:
            for name, payload in await self.read():
                if name == event:
                    return payload
