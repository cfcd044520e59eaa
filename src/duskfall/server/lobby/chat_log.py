"""Keeps the chat of a room, so that those who come later, or again, can read it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from duskfall.protocol.messages import ChatLine
from duskfall.server.store import CHAT_KEPT, ChatSaid


@dataclass(frozen=True, slots=True)
class _Said:
    line: ChatLine
    match: str | None
    """The match that was there, running or over; None before the first."""
    by_spectator: bool
    """Only those who watch could hear it."""


class ChatLog:
    """Holds the newest chat messages of a room."""

    def __init__(self) -> None:
        self._said: deque[_Said] = deque(maxlen=CHAT_KEPT)
        self._number = 0
        """Of the next message among those of its match."""
        self._match: str | None = None

    def add(self, line: ChatLine, match: str | None, *, by_spectator: bool) -> ChatSaid | None:
        """Add a message; gives the record that keeps it with its match, if there is one."""
        if match != self._match:
            self._match, self._number = match, 0
        self._said.append(_Said(line, match, by_spectator))
        if match is None:
            return None
        self._number += 1
        return ChatSaid(match, self._number - 1, line.index, line.username, line.text, line.turn, by_spectator)

    def restore(self, kept: Iterable[ChatSaid]) -> None:
        """Take over the messages that the store has kept with the match of the room."""
        for said in kept:
            line = ChatLine(said.seat, said.name, said.text, said.turn)
            self._said.append(_Said(line, said.match, said.by_spectator))
            self._match, self._number = said.match, said.number + 1

    def for_player(self) -> tuple[ChatLine, ...]:
        """Give the messages that players could hear."""
        return tuple(said.line for said in self._said if not said.by_spectator)

    def for_spectator(self, match: str, turn: int) -> tuple[ChatLine, ...]:
        """Give the messages for somebody who watches a match and has been shown it up to a turn."""
        return tuple(
            said.line for said in self._said if said.by_spectator or said.match != match or said.line.turn <= turn
        )
