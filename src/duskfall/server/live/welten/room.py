"""Is a room of Weltendämmerung: two sides, and a game that waits for its players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
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
from duskfall.protocol.values import CasualReason
from duskfall.protocol.welten.board import SIDES
from duskfall.protocol.welten.commands import WeltenLegal, WeltenOrder, WeltenReach, WeltenThreats
from duskfall.protocol.welten.legal import SideLegalShown, next_attack_of, range_of, targets_of, ways_of
from duskfall.protocol.welten.messages import (
    AcceptedLegal,
    AcceptedReach,
    AcceptedSideLegal,
    AcceptedThreats,
    WeltenRoomUpdate,
)
from duskfall.protocol.welten.options import WeltenOptions, WeltenPublicOptions, casual_reason
from duskfall.protocol.wire import Command
from duskfall.server.live.match import Answer
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.welten.match import WeltenMatch
from duskfall.server.live.welten.options import check_land, completed, options_of, setup_of
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.membership import RoomReport
from duskfall.server.lobby.room import Handlers, Room
from duskfall.server.settings import Limits
from duskfall.server.store import StoredMatch
from duskfall.server.transport.rate_limits import WELTEN
from duskfall.welten import Side

ANSWER_SIZE: Final = 1024
"""Numbers and tiles of an answer that count as one more question, about 3 kB. The answer for a whole side in the first
state of the default land has 24,000 numbers."""

SIDE_NAMED: Final = {name: side for side, name in SIDES.items()}


class WeltenRoom(Room[WeltenMatch, WeltenOptions]):
    """Is a room of Weltendämmerung. A player who plays both sides has both seats."""

    game: ClassVar[Literal["welten"]] = "welten"
    title: ClassVar[str] = "Weltendämmerung"
    order_hint: ClassVar[str] = "use welten_order"

    def __init__(self, services: Services, report: RoomReport, name: str, options: WeltenOptions | None = None) -> None:
        super().__init__(services, report, name, completed(options or WeltenOptions()))
        self._sides: list[Occupant | None] = [None, None]
        """By seat."""
        self._setup = setup_of(self.options, seed=0)

    @classmethod
    def check_new(cls, limits: Limits, options: WeltenOptions | None) -> None:
        """Refuse a land of one's own that holds more than this server allows."""
        if options is not None:
            check_land(options.scenario, limits)

    # State

    @property
    def seats(self) -> int:
        """Count the seats."""
        return len(self._sides)

    @property
    def tiles(self) -> int:
        """Count the tiles of the board."""
        return 0 if self.live is None else self.live.game.scenario.width * self.live.game.scenario.height

    def _casual_options(self) -> CasualReason | None:
        return casual_reason(self.options)

    def room_update(self) -> WeltenRoomUpdate:
        """Describe the room in one message."""
        options = WeltenPublicOptions.of(self.options, self.casual)
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

    def _former_seats(self, user: User, options: WeltenOptions | None) -> Sequence[int]:
        if self.last is None or (options is not None and options.side is not None):
            return ()
        seats = [seat for seat, occupant in enumerate(self.last.occupants) if occupant.user == user]
        return seats if all(self._sides[seat] is None for seat in seats) else ()

    def _check_options(self, options: WeltenOptions) -> None:
        """Refuse a newcomer who names other options than the room's: they are in the wrong room."""
        for name in options.model_fields_set - {"side"}:
            if getattr(options, name) != getattr(self.options, name):
                shown = getattr(WeltenPublicOptions.of(self.options, self.casual), name)
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
        again = self._answer_again(client, command.move_id)
        if again is not None:
            return again
        live, seat = self._played_by(client, command)
        return live.order(seat, command.n, command.text, command.move_id)

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

    def answer(self, client: Client, question: WeltenLegal | WeltenThreats | WeltenReach) -> Answer:
        """Tell anyone who is here what may be done, or what threatens."""
        live = self.live
        if live is None:
            raise Refused(Refusal.NOT_PLAYING, question.event, "no game has begun")
        game, n = live.game, live.match.turn
        match question:
            case WeltenLegal(_, unit):
                return self._legal(client, live, unit), None
            case WeltenThreats(_, side):
                own = self._seat_of_client(client)
                seat = SIDE_NAMED[side] if side is not None else game.player if own < 0 else Side(own)
                return AcceptedThreats(n, live.threats(seat)), None
            case WeltenReach(_, unit):
                return AcceptedReach(n, unit, *next_attack_of(game, unit)), None
            case _:
                assert_never(question)

    def _legal(self, client: Client, live: WeltenMatch, unit: int | None) -> AcceptedLegal | AcceptedSideLegal:
        """Tell what a unit, or the whole side that plays, can do; a long answer counts as several questions."""
        game, n = live.game, live.match.turn
        legal: AcceptedLegal | AcceptedSideLegal
        if unit is None:
            side_legal = SideLegalShown.of(game.legal(game.player))
            legal, size = AcceptedSideLegal(n, SIDES[game.player], side_legal), side_legal.size
        else:
            legal = AcceptedLegal(n, unit, ways_of(game, unit), range_of(game, unit), targets_of(game, unit))
            size = len(legal.ways) + len(legal.range) + len(legal.targets)
        self._services.rate_limits.charge(WELTEN, client, size // ANSWER_SIZE)
        return legal

    # Games

    @property
    def is_timed(self) -> bool:
        """Tell whether the sides have a limited time."""
        return self.options.clock is not None

    def _all_ready(self) -> bool:
        """Tell whether both sides are taken, and after a game whether everyone wants another."""
        again = all(occupant.ready for occupant in self.occupants if occupant.bot is None)
        first = self.live is None and not self._awaits_rematch
        return self.playing is None and None not in self._sides and (first or again)

    def start(self) -> asyncio.Future[None]:
        """Begin a game; done when the beginning is committed. In a rematch the players change sides."""
        sides = self._sides
        if self.state == "ended" or self._same_sides():
            self._sides = sides[::-1]
        try:
            written = super().start()
        except Refused:
            self._sides = sides
            raise
        for occupant in self.occupants:
            occupant.ready = occupant.thinking = False
        return written

    def _same_sides(self) -> bool:
        """Tell whether everyone has the side that they had in the last match."""
        last = () if self.last is None else self.last.occupants
        return [(each.user, each.bot) for _, each in self._seated()] == [(each.user, each.bot) for each in last]

    def _new_setup(self) -> Setup:
        return Setup(self._setup.game, self._setup.options, secrets.randbits(64))

    def _new_live(self, name: str, match: Match, casual: CasualReason | None) -> WeltenMatch:
        seated = [occupant for _, occupant in self._seated()]
        return WeltenMatch(self._services, self.on_match_event, name, match, seated, self.options.clock, casual)

    def _stored_options(self) -> dict[str, Any]:
        return self.options.model_dump(include={"scenario", "rules", "clock", "listed"}, exclude_none=True)

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
        WeltenReach: answer,
        SetForceStart: refuse_options, SetOptions: refuse_options,
        Attack: refuse_fog_order, UndoMove: refuse_fog_order, ClearMoves: refuse_fog_order, PassTurn: refuse_fog_order,
    }  # fmt: skip
