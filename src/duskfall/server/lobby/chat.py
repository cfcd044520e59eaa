"""Lets the people in a room speak to each other, and its host mute them or send them away."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import Final

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.protocol.commands import ChatMessage, KickPlayer, MutePlayer, PingTile
from duskfall.protocol.messages import Accepted, Chat, ChatLine, Notice, Ping
from duskfall.protocol.wire import Command
from duskfall.server.live.match import Answer
from duskfall.server.live.occupant import Occupant
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.membership import LiveT, Membership, OptionsT
from duskfall.server.lobby.room_costs import CHAT_BYTES, Account

_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›"})
"""Chat is text, but clients exist that take it for markup: these signs look the same and do no harm there."""


class ModeratedChat(Membership[LiveT, OptionsT]):
    """Carries out what members say to each other, and what the host does about it."""

    _account = Account()
    """Who began the last game."""

    def chat(self, client: Client, command: ChatMessage) -> Answer:
        """Pass on what somebody says: players to everyone, spectators to spectators where these are late."""
        speaker = self._occupant_of(client)
        self.moderation.check_speech(client, watches=speaker is None)
        name = (client.name or "") if speaker is None else speaker.name
        message = Chat(self._seat_of_client(client), name, self._checked_text(command.text))
        feed = None if self.playing is None else self._feed
        if message.index < 0 and feed is not None:
            feed.send_now(message)
            self._keep_chat(message, by_spectator=True)
        else:
            self.send_all(message)
            self._keep_chat(message, by_spectator=False)
        return Accepted(), None

    def _keep_chat(self, message: Chat, *, by_spectator: bool) -> None:
        """Keep a message for those who come later, with the match if there is one."""
        line = ChatLine(message.index, message.username, message.text, self.turn or 0)
        said = self.chat_log.add(line, None if self.live is None else self.live.name, by_spectator=by_spectator)
        if said is not None:
            self._services.stored_bytes.charge(self._account, CHAT_BYTES + len(said.text))
            self._services.store.write(said)

    def _checked_text(self, text: str) -> str:
        """Give a text as others will read it, or refuse it."""
        limit = self._services.settings.limits.chat_characters
        if len(text) > limit:
            raise Refused(Refusal.OUT_OF_RANGE, "chat", f"{len(text)} characters are too many", f"at most {limit}")
        if not text.isprintable() or not text.strip():
            raise Malformed("chat", "a message may have visible characters only")
        return text.translate(_HARMLESS)

    def ping(self, client: Client, command: PingTile) -> Answer:
        """Show everyone a tile that a player points at."""
        seat, tile = self._seat_of_client(client), command.tile
        if self.playing is None or seat < 0:
            raise Refused(Refusal.NOT_PLAYING, "ping_tile", "only players of a running game point at tiles")
        if not 0 <= tile < self.tiles:
            raise Refused(Refusal.OFF_MAP, f"tile {tile}", f"tiles are whole numbers from 0 to {self.tiles - 1}")
        self.moderation.check_speech(client, watches=False)
        self.send_all(Ping(seat, tile))
        return Accepted(), None

    def kick_player(self, client: Client, command: KickPlayer) -> Answer:
        """Send a player away before a game, and keep them out of the room."""
        self._check_host(client, command)
        kicked = self._person_at(command.index)
        if kicked is self.host:
            raise Refused(Refusal.IMPOSSIBLE, f"seat {command.index}", "this is your own seat", "use leave_game")
        there = kicked.client
        # Behind one router everyone has the same address, the host too.
        shared = there is not None and there.address == client.address
        self.moderation.kick(kicked.user, None if there is None or shared else there.address)
        if there is not None:
            there.send(Notice(str(Refusal.KICKED), "the host of the room has sent you away"))
            self.leave(there)
        return Accepted(), self.start_if_due()

    def mute_player(self, client: Client, command: MutePlayer) -> Answer:
        """Let a player, or everyone who watches, not speak any more, or speak again."""
        occupant = self._occupant_of(client)
        if occupant is None:
            raise Refused(Refusal.NOT_PLAYING, command.event, "you only watch here", "join the room to play")
        if occupant is not self.host:
            raise Refused(Refusal.NOT_HOST, command.event, "only the host may do this")
        if command.index == -1:
            self.moderation.spectators_muted = command.muted
            return Accepted(), None
        user = self._person_at(command.index).user
        if user is not None:
            self.moderation.mute(user, command.muted)
        self.players_changed()
        return Accepted(), None

    def _person_at(self, index: int) -> Occupant:
        person = next((each for seat, each in self._seated() if seat == index and each.bot is None), None)
        if person is None:
            raise Refused(Refusal.NO_SEAT, f"seat {index}", "nobody has this seat, or a bot has it")
        return person

    # Who may do what

    def _player_between_games(self, client: Client, command: Command) -> Occupant:
        """Give the player who says something about the next game, or refuse spectators and running games."""
        occupant = self._occupant_of(client)
        if occupant is None:
            raise Refused(Refusal.NOT_PLAYING, command.event, "you only watch here", "join the room to play")
        if self.state == "playing":
            raise Refused(Refusal.GAME_RUNNING, command.event, "the game is on", "wait for its end")
        return occupant

    def _check_host(self, client: Client, command: Command) -> None:
        if self._player_between_games(client, command) is not self.host:
            raise Refused(Refusal.NOT_HOST, command.event, "only the host may do this")

    @abstractmethod
    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin a game if everything is ready for it; done when the beginning is committed."""
