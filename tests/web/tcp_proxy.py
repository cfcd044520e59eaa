"""A TCP proxy that can be cut, so that browsers lose their connections as they do on the road."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Final

CHUNK: Final = 65536
"""Bytes that are passed on at once."""


class TcpProxy:
    """Passes connections on to a port of this machine, each way in a thread of its own."""

    def __init__(self, target: int) -> None:
        self.target = target
        """The port of the server. Another one counts for connections that are made from then on."""
        self._is_cut = False
        self._swallowing = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """End all connections; those that are made until `mend` end at once."""
        with self._lock:
            self._is_cut = True
            for each in self._open:
                _end(each)

    def mend(self) -> None:
        """Pass connections on again."""
        self._is_cut = self._swallowing = False

    def swallow_answers(self) -> None:
        """Pass on what clients send, and nothing that the server answers, until the connections are cut."""
        self._swallowing = True

    def close(self) -> None:
        """End everything, and wait until it has ended."""
        self.cut()
        _end(self._listener)
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:  # the server does not run
                client.close()
                continue
            with self._lock:
                self._open |= {client, server}
                if self._is_cut:
                    _end(client)
            thread = threading.Thread(target=self._join, args=(client, server), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _join(self, client: socket.socket, server: socket.socket) -> None:
        """Pass on what both sides send until one of them ends."""
        answers = threading.Thread(target=self._pass_on, args=(server, client, True), daemon=True)
        answers.start()
        self._pass_on(client, server, False)
        answers.join()
        with self._lock:
            self._open -= {client, server}
        client.close()
        server.close()

    def _pass_on(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if not (answers and self._swallowing):
                    target.sendall(data)
        _end(source)
        _end(target)


def _end(connection: socket.socket) -> None:
    """End a connection, so that threads that wait for it go on."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
