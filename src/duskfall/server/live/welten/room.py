"""Is a room of Weltendämmerung: two sides, and a game that waits for its players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal, assert_never

from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Setup
from duskfall.protocol.commands import (
    PlayOn,
    SetForceStart,
    Surrender,
)
from duskfall.protocol.fog.commands import Attack, ClearMoves, PassTurn, SetOptions, UndoMove
from duskfall.protocol.messages import Accepted
from duskfall.protocol.welten.board import SIDES
from duskfall.protocol.welten.commands import WeltenLegal, WeltenOrder, WeltenThreats
from duskfall.protocol.welten.legal import ThreatsShown, range_of, targets_of, ways_of
from duskfall.protocol.welten.messages import AcceptedLegal, AcceptedOrder, AcceptedThreats, WeltenRoomUpdate
from duskfall.protocol.welten.options import WeltenOptions, WeltenPublicOptions, is_rated
from duskfall.protocol.wire import Command
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.welten.match import WeltenMatch
from duskfall.server.live.welten.options import options_of, setup_of
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.membership import RoomReport
from duskfall.server.lobby.room import Answer, Handlers, Room
from duskfall.server.store import StoredMatch
from duskfall.welten import Side

SIDE_NAMED: Final = {name: side for side, name in SIDES.items()}


class WeltenRoom(Room[WeltenMatch, WeltenOptions]):
    """Is a room of Weltendämmerung. A player who plays both sides has both seats."""

    game: ClassVar[Literal["welten"]] = "welten"
    title: ClassVar[str] = "Weltendämmerung"
    order_hint: ClassVar[str] = "use welten_order"

    def __init__(self, services: Services, report: RoomReport, name: str, options: WeltenOptions | None = None) -> None:
        super().__init__(services, report, name, options or WeltenOptions())
        self._sides: list[Occupant | None] = [None, None]
        """By seat."""
        self._setup = setup_of(self.options, seed=0)

    # State

    @property
    def seats(self) -> int:
        """Count the seats."""
        return len(self._sides)

    @property
    def tiles(self) -> int:
        """Count the tiles of the board."""
        return 0 if self.live is None else self.live.game.scenario.width * self.live.game.scenario.height

    @property
    def rated(self) -> bool:
        """Tell whether games are rated; those of both sides at one screen never are."""
        first, second = self._sides
        return is_rated(self.options) and (first is None or first is not second)

    def room_update(self) -> WeltenRoomUpdate:
        """Describe the room in one message."""
        options = replace(WeltenPublicOptions.of(self.options), rated=self.rated)
        return WeltenRoomUpdate(self.name, self.state, options, len(self.spectators))

    @property
    def _shown_match(self) -> WeltenMatch | None:
        """Give the match that is shown to those who come: the board of the last game stays."""
        return self.live

    def _seated(self) -> Sequence[tuple[int, Occupant]]:
        return [(seat, occupant) for seat, occupant in enumerate(self._sides) if occupant is not None]

    def _free_seats(self, options: WeltenOptions | None) -> list[int]:
        if options is not None:
            self._check_options(options)
        side = None if options is None else options.side
        empty = [seat for seat, occupant in enumerate(self._sides) if occupant is None]
        wanted = [0, 1] if side == "both" else empty[:1] if side is None else [int(SIDE_NAMED[side])]
        if not wanted or not set(wanted) <= set(empty):
            taken = f"{side} is" if side in SIDE_NAMED else "not both sides are free" if side else "both sides are"
            raise Refused(Refusal.ROOM_FULL, self.name, taken if side == "both" else f"{taken} taken")
        return wanted

    def _check_options(self, options: WeltenOptions) -> None:
        """Refuse a newcomer who names other options than the room's: they are in the wrong room."""
        for name in options.model_fields_set - {"side"}:
            if getattr(options, name) != getattr(self.options, name):
                shown = getattr(WeltenPublicOptions.of(self.options), name)
                raise Refused(
                    Refusal.IMPOSSIBLE,
                    name,
                    f"room {self.name} plays with {shown}",
                    "leave it out, or open another room",
                )

    def _sit(self, occupant: Occupant, seats: Sequence[int]) -> None:
        if occupant not in self.occupants:
            self.occupants.append(occupant)
        for seat in seats:
            self._sides[seat] = occupant

    def _give_up_seat(self, occupant: Occupant) -> None:
        self._sides = [None if other is occupant else other for other in self._sides]
        super()._give_up_seat(occupant)

    # Commands

    def order(self, client: Client, command: WeltenOrder) -> Answer:
        """Take an order for the sender's own side."""
        live, seat = self._played_by(client, command)
        written = live.order(seat, command.n, command.text)
        return AcceptedOrder(command.n + 1), written

    def surrender(self, client: Client, command: Surrender) -> Answer:
        """Let the sender resign."""
        live, seat = self._played_by(client, command)
        return Accepted(), live.surrender(seat)

    def refuse_fog_order(self, client: Client, command: Command) -> Answer:
        """Refuse an order of Fog of War."""
        self._played_by(client, command)
        raise Refused(Refusal.IMPOSSIBLE, command.event, "this room plays Weltendämmerung", self.order_hint)

    def refuse_options(self, client: Client, command: Command) -> Answer:
        """Refuse commands about a beginning that comes by itself here."""
        self._player_between_games(client, command)
        raise Refused(
            Refusal.IMPOSSIBLE, command.event, "a game of Weltendämmerung begins when both sides are taken",
            "choose its options with welten_join",
        )  # fmt: skip

    def _played_by(self, client: Client, command: Command) -> tuple[WeltenMatch, int]:
        """Give the running match, and the seat that somebody plays in it now."""
        live, occupant = self.playing, self._occupant_of(client)
        if occupant is None:
            raise Refused(Refusal.NOT_PLAYING, command.event, "you only watch here", "join the room to play")
        if live is None:
            cure = "wait for the other side, or ask for a rematch"
            raise Refused(Refusal.NOT_PLAYING, command.event, "no game is running", cure)
        own = [seat for seat, other in self._seated() if other is occupant]
        return live, int(live.game.player) if len(own) > 1 else own[0]

    def answer(self, client: Client, question: WeltenLegal | WeltenThreats) -> Answer:
        """Tell anyone who is here what may be done, or what threatens."""
        live = self.live
        if live is None:
            raise Refused(Refusal.NOT_PLAYING, question.event, "no game has begun")
        game, n = live.game, live.match.turn
        match question:
            case WeltenLegal(_, unit):
                return AcceptedLegal(n, unit, ways_of(game, unit), range_of(game, unit), targets_of(game, unit)), None
            case WeltenThreats(_, side):
                own = self._seat_of_client(client)
                seat = SIDE_NAMED[side] if side is not None else game.player if own < 0 else Side(own)
                return AcceptedThreats(n, ThreatsShown.of(game, seat)), None
            case _:
                assert_never(question)

    # Games

    def _all_ready(self) -> bool:
        """Tell whether both sides are taken, and after a game whether everyone wants another."""
        again = all(occupant.ready for occupant in self.occupants if occupant.bot is None)
        return self.playing is None and None not in self._sides and (self.live is None or again)

    def start(self) -> asyncio.Future[None]:
        """Begin a game; done when the beginning is committed."""
        written = super().start()
        for occupant in self.occupants:
            occupant.ready = occupant.thinking = False
        return written

    def _new_setup(self) -> Setup:
        return Setup(self._setup.game, self._setup.options, secrets.randbits(64))

    def _new_live(self, name: str, match: Match) -> WeltenMatch:
        seated = [occupant for _, occupant in self._seated()]
        return WeltenMatch(
            self._services, self.on_match_event, name, match, seated, self.options.clock, rated=self.rated
        )

    def _stored_options(self) -> dict[str, Any]:
        return self.options.model_dump(include={"scenario", "rules", "clock", "rated"}, exclude_none=True)

    # Playing on, and after a restart of the server

    @staticmethod
    def _options_of(setup: Setup, command: PlayOn) -> WeltenOptions:
        del command
        return options_of(setup)

    @staticmethod
    def _restored_options(stored: dict[str, Any]) -> WeltenOptions:
        return WeltenOptions(**stored)

    def _restore_live(self, live: WeltenMatch, stored: StoredMatch) -> None:
        live.restore_clock(stored.left_ms)

    handlers: ClassVar[Handlers] = {
        **Room.shared_handlers,
        WeltenOrder: order, Surrender: surrender, WeltenLegal: answer, WeltenThreats: answer,
        SetForceStart: refuse_options, SetOptions: refuse_options,
        Attack: refuse_fog_order, UndoMove: refuse_fog_order, ClearMoves: refuse_fog_order, PassTurn: refuse_fog_order,
    }  # fmt: skip
