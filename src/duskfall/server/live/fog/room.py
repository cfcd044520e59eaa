"""Is a room of Fog of War: seats in the order of coming, options of the host, and a game when enough are ready."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal

from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Setup
from duskfall.play.clock import TURN_MS
from duskfall.protocol.commands import (
    PlayOn,
    SetForceStart,
    Surrender,
)
from duskfall.protocol.fog.commands import Attack, ClearMoves, PassTurn, SetOptions, UndoMove
from duskfall.protocol.fog.messages import FogRoomUpdate
from duskfall.protocol.fog.options import FogOptions, FogPublicOptions, casual_reason
from duskfall.protocol.messages import Accepted
from duskfall.protocol.values import CasualReason
from duskfall.server.live.fog.match import FogMatch, OrderCommand, id_of
from duskfall.server.live.fog.options import check_size, options_of, setup_of
from duskfall.server.live.match import Answer
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.membership import RoomReport
from duskfall.server.lobby.room import Handlers, Room
from duskfall.server.lobby.room_costs import turns_cost_us
from duskfall.server.store import StoredMatch

_DONE: Final = Accepted()


class FogRoom(Room[FogMatch, FogOptions]):
    """Is a room of Fog of War."""

    game: ClassVar[Literal["fog"]] = "fog"
    title: ClassVar[str] = "Fog of War"
    order_hint: ClassVar[str] = "use attack"

    def __init__(self, services: Services, report: RoomReport, name: str, options: FogOptions | None = None) -> None:
        super().__init__(services, report, name, options or FogOptions())

    # State

    @property
    def seats(self) -> int:
        """Count the seats."""
        return self.options.players

    @property
    def tiles(self) -> int:
        """Count the tiles of the board."""
        return self.options.width * self.options.height

    def room_update(self) -> FogRoomUpdate:
        """Describe the room in one message."""
        options = FogPublicOptions.of(self.options, self.casual)
        return FogRoomUpdate(self.name, self.state, options, len(self.spectators))

    def _casual_options(self) -> CasualReason | None:
        return casual_reason(self.options)

    def _seated(self) -> Sequence[tuple[int, Occupant]]:
        return list(enumerate(self.occupants))

    def _free_seats(self, options: FogOptions | None) -> list[int]:
        del options
        if len(self.occupants) >= self.options.players:
            raise Refused(Refusal.ROOM_FULL, self.name, f"all {self.options.players} seats are taken")
        return [len(self.occupants)]

    def _sit(self, occupant: Occupant, seats: Sequence[int]) -> None:
        del seats  # the next one
        self.occupants.append(occupant)

    # Commands

    def order(self, client: Client, command: OrderCommand) -> Answer:
        """Take an order for the sender's own army."""
        again = self._answer_again(client, id_of(command))
        if again is not None:
            return again
        live = self.playing
        seat = None if live is None else live.seat_of(client)
        if live is not None and seat is not None:
            return live.order(seat, command)
        raise Refused(Refusal.NOT_PLAYING, command.event, "you have no seat in a running game", "join a room")

    def force_start(self, client: Client, command: SetForceStart) -> Answer:
        """Begin with those who are here."""
        self._check_host(client, command)
        return _DONE, self.start() if command.force else None

    def set_options(self, client: Client, command: SetOptions) -> Answer:
        """Choose how the next game is played."""
        self._check_host(client, command)
        options = command.options
        self._check_seats(options)
        if options.players < len(self.occupants):
            raise Refused(Refusal.OUT_OF_RANGE, f"{options.players} players", f"{len(self.occupants)} are here already")
        board = setup_of(options, options.players, seed=0).options.get("map")
        if board is not None:
            check_size(len(board[0]), len(board))
            options = options.model_copy(update={"width": len(board[0]), "height": len(board)})
        self._check_cost(client, options, len(self.occupants))
        self.options = options
        for occupant in self.occupants:
            occupant.ready = False
        self.room_changed()
        self.players_changed()
        # After a game, a rematch is for all to agree on.
        return _DONE, None if self.state == "ended" else self.start_if_due()

    def _check_seats(self, options: FogOptions) -> None:
        limit = self._services.settings.limits.seats
        if options.players > limit:
            raise Refused(Refusal.OUT_OF_RANGE, f"{options.players} players", f"this server allows {limit}")

    def _cost_us(self, options: FogOptions, seats: int) -> int:
        # Lockstep plays as fast as everyone answers, and bots answer no faster than turns can be.
        turn_ms = TURN_MS[0] if options.lockstep else options.turnMs
        return turns_cost_us(seats, options.width * options.height, turn_ms)

    # Games

    @property
    def is_timed(self) -> bool:
        """Tell that turns are played by the clock, or after a deadline."""
        return True

    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin when everyone is ready, or when the last seat is taken and nobody here has just played another game."""
        full = len(self.occupants) >= self.options.players and not self._awaits_rematch
        return self.start() if self.playing is None and (full or self._all_ready()) else None

    def _all_ready(self) -> bool:
        people = [occupant for occupant in self.occupants if occupant.bot is None]
        return len(self.occupants) >= 2 and bool(people) and all(occupant.ready for occupant in people)

    def start(self) -> asyncio.Future[None]:
        """Begin a game; done when the beginning is committed."""
        if len(self.occupants) < 2:
            raise Refused(Refusal.IMPOSSIBLE, self.name, "a game needs two players", "invite a bot or a friend")
        return super().start()

    def _new_setup(self) -> Setup:
        return setup_of(self.options, len(self.occupants), self.options.seed)

    def _new_live(self, name: str, match: Match, casual: CasualReason | None) -> FogMatch:
        return FogMatch(self._services, self.on_match_event, name, match, self.occupants, self.options, casual)

    def _stored_options(self) -> dict[str, Any]:
        return self.options.model_dump(exclude_none=True)

    # Playing on, and after a restart of the server

    @staticmethod
    def _options_of(setup: Setup, command: PlayOn) -> FogOptions:
        return options_of(setup, command.turn_ms)

    def _check_playing_on(self, match: Match, command: PlayOn) -> None:
        super()._check_playing_on(match, command)
        self._check_seats(self.options)

    def play_on(self) -> asyncio.Future[None]:
        """Go on with the match that the room was made around, with empty queues."""
        if self.live is not None:
            self.live.drop_queues()
        return super().play_on()

    @staticmethod
    def _restored_options(stored: dict[str, Any]) -> FogOptions:
        return FogOptions(**stored)

    def _restore_live(self, live: FogMatch, stored: StoredMatch) -> None:
        del stored
        live.restore_queues()

    handlers: ClassVar[Handlers] = {
        **Room.shared_handlers,
        Attack: order, UndoMove: order, ClearMoves: order, PassTurn: order, Surrender: order,
        SetForceStart: force_start, SetOptions: set_options,
    }  # fmt: skip
