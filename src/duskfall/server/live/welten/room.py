"""A room of Weltendämmerung: two chairs, those who watch, and a game that waits for its players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final, Literal, assert_never

from pydantic import ValidationError

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.imports import imported_cycle
from duskfall.play import Match, Setup
from duskfall.protocol.commands import (
    GameOrder,
    GiveUp,
    InviteBot,
    KickBot,
    PlayOn,
    Rematch,
    RoomCommand,
    SetForceStart,
    SetOptions,
    SetReady,
)
from duskfall.protocol.messages import (
    Chat,
    Message,
    Ping,
    Player,
    PlayerJoined,
    PlayersUpdate,
)
from duskfall.protocol.welten.board import SIDES
from duskfall.protocol.welten.commands import WeltenLegal, WeltenOptions, WeltenOrder, WeltenThreats, Wish
from duskfall.protocol.welten.legal import ThreatsShown, range_of, targets_of, ways_of
from duskfall.protocol.welten.messages import (
    AcceptedLegal,
    AcceptedOrder,
    AcceptedThreats,
    WeltenRoomUpdate,
    WeltenShownOptions,
    is_rated,
)
from duskfall.server.live.services import Occupant
from duskfall.server.live.welten.match import WeltenMatch
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.room import Lobby, Room
from duskfall.server.replays.play_on import PlayOnPoint
from duskfall.server.store import StoredMatch
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import encode
from duskfall.welten import Side

SIDE_NAMED: Final = {name: side for side, name in SIDES.items()}


class WeltenRoom(Room):
    """Two chairs, each with somebody or nobody in it. Somebody who plays both sides sits in both."""

    game: ClassVar[Literal["welten"]] = "welten"

    def __init__(self, house: Lobby, name: str, options: WeltenOptions) -> None:
        super().__init__(house, name)
        self.options = options
        self.chairs: list[Occupant | None] = [None, None]
        self.table: WeltenMatch | None = None
        self._setup = setup_of(options, seed=0)

    # How it stands

    @property
    def playing(self) -> WeltenMatch | None:
        """The table while a game is on."""
        return self.table if self.state == "playing" else None

    @property
    def seats(self) -> int:
        """Two."""
        return len(self.chairs)

    @property
    def rated(self) -> bool:
        """Whether its games count for ratings; those of both sides at one screen never do."""
        first, second = self.chairs
        return is_rated(self.options) and (first is None or first is not second)

    def seat_of(self, user: User | None) -> int | None:
        """The seat that a player holds, the first of two; None for everybody else."""
        return next((seat for seat, holder in self._seated() if user and holder.user == user), None)

    def players(self) -> tuple[Player, ...]:
        """The players as everyone may know them; nobody is ever out of this game before its end."""
        return tuple(self._shown(seat, holder, eliminated=False) for seat, holder in self._seated())

    def standing(self) -> WeltenRoomUpdate:
        """The room in one message."""
        options = replace(WeltenShownOptions.of(self.options), rated=self.rated)
        return WeltenRoomUpdate(self.name, self.state, options, len(self.watchers))

    def _seated(self) -> list[tuple[int, Occupant]]:
        return [(seat, holder) for seat, holder in enumerate(self.chairs) if holder is not None]

    def _side_of(self, holder: Occupant | None) -> Wish | None:
        sides = [Side(seat) for seat, other in self._seated() if other is holder]
        return None if not sides else "both" if len(sides) > 1 else SIDES[sides[0]]

    # Telling

    def tell_all(self, *messages: Message) -> None:
        """Tell everyone who is here: there is nothing to hide from those who watch."""
        for message in messages:
            envelope = encode(message)
            for line in self.lines:
                line.post(envelope)

    def players_changed(self) -> None:
        """Tell everyone who is in, out, here or away."""
        players = self.players()
        self.tell_all(PlayersUpdate(players), PlayerJoined(players))

    def _greet(self, line: Connection) -> None:
        """Tell somebody who comes in how everything stands, the board when it is safe."""
        self._tell_standing(line, self.players())
        table = self.table
        if table is not None:
            shown = table.shown_to(self._side_of(self._holder_of(line)))
            table.recorder.when_safe(lambda: line.tell(shown) if line.room is self else None)

    # Coming and going

    def check_join(self, line: Connection, user: User, wishes: WeltenOptions | None = None) -> None:
        """Refuse whom there is no seat for."""
        if self.seat_of(user) is not None:
            return
        self._refuse_latecomer(line)
        self._free_chairs(wishes)

    def join(self, line: Connection, user: User, name: str, wishes: WeltenOptions | None = None) -> int:
        """Take a seat, or take it back; gives its number."""
        seat = self.seat_of(user)
        if seat is not None:
            return self._come_back(line, seat)
        self.check_join(line, user, wishes)
        free = self._free_chairs(wishes)
        holder = Occupant(name, user, line=line)
        self._sit(holder, free)
        self._enter(line)
        self._clear_table()
        self._greet(line)
        self.players_changed()
        return free[0]

    def _free_chairs(self, wishes: WeltenOptions | None) -> list[int]:
        """The chairs that somebody gets who wishes for a side, or for none."""
        if wishes is not None:
            self._check_wishes(wishes)
        wish = None if wishes is None else wishes.side
        empty = [seat for seat, holder in enumerate(self.chairs) if holder is None]
        wanted = [0, 1] if wish == "both" else empty[:1] if wish is None else [int(SIDE_NAMED[wish])]
        if not wanted or not set(wanted) <= set(empty):
            what = f"{wish} is" if wish in SIDE_NAMED else "not both sides are free" if wish else "both sides are"
            raise Refused(Refusal.ROOM_FULL, self.name, what if wish == "both" else f"{what} taken")
        return wanted

    def _check_wishes(self, wishes: WeltenOptions) -> None:
        """Whoever comes to a room takes it as it is; whoever names something else is in the wrong one."""
        for name in wishes.model_fields_set - {"side"}:
            if getattr(wishes, name) != getattr(self.options, name):
                shown = getattr(WeltenShownOptions.of(self.options), name)
                raise Refused(
                    Refusal.IMPOSSIBLE,
                    name,
                    f"room {self.name} plays with {shown}",
                    "leave it away, or open another room",
                )

    def _sit(self, holder: Occupant, seats: Sequence[int]) -> None:
        self.holders.append(holder)
        for seat in seats:
            self.chairs[seat] = holder

    def _come_back(self, line: Connection, seat: int) -> int:
        holder = self.chairs[seat]
        assert holder is not None  # noqa: S101  # somebody sits there, or there would be nobody to come back
        self._take_over(holder, line)
        self._greet(line)
        self.players_changed()
        table = self.playing
        if table is not None and all(other.bot is not None or other.line is not None for other in self.holders):
            table.go_on()
        return seat

    def spectate(self, line: Connection) -> None:
        """Watch."""
        self._watch(line)
        self._greet(line)
        self.tell_all(self.standing())

    def leave(self, line: Connection) -> None:
        """Somebody leaves, or its connection is lost. A seat in a game that is on is kept, for days if need be."""
        line.room = None
        if line in self.watchers:
            self.watchers.remove(line)
            self.tell_all(self.standing())
        holder = self._holder_of(line)
        if holder is not None:
            holder.line = None
            if self.playing is None:
                self._give_up_seat(holder)
            self.players_changed()
        self._note_emptiness()

    def _give_up_seat(self, holder: Occupant) -> None:
        self.chairs = [None if other is holder else other for other in self.chairs]
        super()._give_up_seat(holder)

    # What is said

    def chat(self, line: Connection, text: str) -> None:
        """Say something to everyone; -1 is a spectator."""
        self.tell_all(Chat(self._index_of(line), line.name or "", self._spoken(text)))

    def ping(self, line: Connection, tile: int) -> None:
        """Point at a tile."""
        seat, table = self._index_of(line), self.playing
        size = 0 if table is None else table.game.scenario.width * table.game.scenario.height
        self._check_ping(table is not None and seat >= 0, tile, size)
        self.tell_all(Ping(seat, tile))

    def _index_of(self, line: Connection) -> int:
        """The first seat of a player, -1 for those who watch."""
        holder = self._holder_of(line)
        return next((seat for seat, other in self._seated() if other is holder), -1)

    # Orders and questions

    def order(self, line: Connection, command: GameOrder) -> asyncio.Future[None]:
        """Of Fog of War's orders only the surrender means something here."""
        table, seat = self._at_table(line, command.event)
        if not isinstance(command, GiveUp):
            raise Refused(Refusal.IMPOSSIBLE, command.event, "this room plays Weltendämmerung", "use welten_order")
        return table.give_up(seat)

    def text_order(self, line: Connection, command: WeltenOrder) -> tuple[AcceptedOrder, asyncio.Future[None]]:
        """An order for the sender's own side."""
        table, seat = self._at_table(line, command.event)
        written = table.order(seat, command.n, command.text)
        return AcceptedOrder(command.n + 1), written

    def _at_table(self, line: Connection, event: str) -> tuple[WeltenMatch, int]:
        """The game that is on, and the seat that somebody plays in it now."""
        table, holder = self.playing, self._holder_of(line)
        if holder is None:
            raise Refused(Refusal.NOT_PLAYING, event, "you only watch here", "join the room to play")
        if table is None:
            raise Refused(Refusal.NOT_PLAYING, event, "no game is on", "wait for the other side, or ask for a rematch")
        own = [seat for seat, other in self._seated() if other is holder]
        return table, int(table.game.player) if len(own) > 1 else own[0]

    def answer(self, line: Connection, question: WeltenLegal | WeltenThreats) -> AcceptedLegal | AcceptedThreats:
        """What may be done, or what threatens: for everyone who is here."""
        table = self.table
        if table is None:
            raise Refused(Refusal.NOT_PLAYING, question.event, "no game has begun")
        game, n = table.game, table.match.turn
        match question:
            case WeltenLegal(_, unit):
                return AcceptedLegal(n, unit, ways_of(game, unit), range_of(game, unit), targets_of(game, unit))
            case WeltenThreats(_, side):
                own = self._index_of(line)
                seat = SIDE_NAMED[side] if side is not None else game.player if own < 0 else Side(own)
                return AcceptedThreats(n, ThreatsShown.of(game, seat))
            case _:
                assert_never(question)

    def command(self, line: Connection, command: RoomCommand) -> asyncio.Future[None] | None:
        """What players do in a room before and after games."""
        holder = self._commanding(line, command)
        match command:
            case SetReady(_, ready):
                return self._set_ready(holder, ready)
            case Rematch():
                return self._set_ready(holder, True)
            case InviteBot() | KickBot():
                self._check_host(holder, command)
                if isinstance(command, InviteBot):
                    return self._invite(command.name)
                self._kick(command.index)
                return None
            case SetForceStart() | SetOptions():
                raise Refused(
                    Refusal.IMPOSSIBLE, command.event, "a game of Weltendämmerung begins when both sides are taken",
                    "choose its options with welten_join",
                )  # fmt: skip
            case _:
                assert_never(command)

    def _set_ready(self, holder: Occupant, ready: bool) -> asyncio.Future[None] | None:
        self._change_ready(holder, ready)
        return self.start_if_due()

    def _invite(self, name: str) -> asyncio.Future[None] | None:
        self._check_bot(name)
        self._sit(Occupant(name, bot=name), self._free_chairs(None))
        self.players_changed()
        return self.start_if_due()

    def _kick(self, index: int) -> None:
        holder = self.chairs[index] if 0 <= index < len(self.chairs) else None
        if holder is None or holder.bot is None:
            raise Refused(Refusal.NO_SEAT, f"seat {index}", "no bot sits there")
        self._give_up_seat(holder)
        self.players_changed()

    # Games

    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin when both chairs are taken; after a game, when everyone wants another."""
        if self.playing is not None or None in self.chairs:
            return None
        again = all(holder.ready for holder in self.holders if holder.bot is None)
        return self._start() if self.table is None or again else None

    def _start(self) -> asyncio.Future[None]:
        self._check_start()
        chairs = [holder for holder in self.chairs if holder is not None]
        setup = Setup(self._setup.game, self._setup.options, secrets.randbits(64))
        match = Match(setup, [holder.name for holder in chairs])
        for holder in chairs:
            holder.ready = holder.thinking = False
        return self._begin_when_safe(self._lay(secrets.token_urlsafe(9), match, chairs))

    def _begin_when_safe(self, table: WeltenMatch) -> asyncio.Future[None]:
        options = self.options.model_dump(include={"scenario", "rules", "clock", "rated"}, exclude_none=True)
        return self._record(table, options, lambda: self._begin(table))

    def _lay(self, name: str, match: Match, chairs: Sequence[Occupant]) -> WeltenMatch:
        self.table = WeltenMatch(self._house.desk, self, name, match, chairs, self.options.clock)
        return self.table

    def _begin(self, table: WeltenMatch) -> None:
        if self.table is not table:
            return
        self.tell_all(self.standing())
        table.go_on()
        for line in self.lines:
            line.tell(table.shown_to(self._side_of(self._holder_of(line))))

    def give_up(self, seat: int) -> asyncio.Future[None] | None:
        """The player at a seat resigns if a game is on, and leaves."""
        table, holder = self.playing, self.chairs[seat]
        written = None if table is None else table.give_up(seat)
        if holder is not None and holder.line is not None:
            self.leave(holder.line)
        return written

    def stop_clock(self) -> None:
        """Let nothing more be played: the server goes."""
        if self.table is not None:
            self.table.stop_clock()
            self.table.keep_clock()

    def forget_after(self, empty_s: float) -> None:
        """End a game that nobody has come back to for so long that nobody will."""
        settings, table = self._house.desk.settings, self.playing
        if table is not None and empty_s > (settings.forgotten_s if table.match.turn else settings.untouched_s):
            table.abandon()

    # A match of an earlier day

    @classmethod
    def playing_on(cls, house: Lobby, departure: PlayOnPoint, player: Occupant, wish: PlayOn) -> WeltenRoom:
        """A new room in which a match is played on from where it stands, against a bot. It is never rated."""
        match = departure.match
        room = cls(house, wish.room, options_of(match.setup))
        room._check_playing_on(match, wish)
        room._sit(player, [wish.seat])
        room._sit(Occupant(wish.bot, bot=wish.bot), [1 - wish.seat])
        chairs = [holder for _, holder in room._seated()]
        match.players = tuple(holder.name for holder in chairs)
        room._lay(secrets.token_urlsafe(9), match, chairs).origin = departure.origin
        return room

    def play_on(self) -> asyncio.Future[None]:
        """Go on with a match of an earlier day that is on the table; done when it is safe as a match of its own."""
        assert self.table is not None  # noqa: S101  # the room was made around it
        return self._begin_when_safe(self.table)

    # After the server was away

    @classmethod
    def restored(cls, house: Lobby, stored: StoredMatch, match: Match) -> WeltenRoom:
        """The room of a match that was being played when the server stopped; it waits for its players."""
        begun = stored.begun
        room = cls(house, begun.room, WeltenOptions(**begun.table))
        for seat, sitter in enumerate(begun.sitters):
            user = None if sitter.user is None else User(sitter.user)
            first = room.seat_of(user)
            if first is not None:
                room.chairs[seat] = room.chairs[first]
            else:
                room._sit(Occupant(sitter.name, user, sitter.bot), [seat])
        table = room._lay(begun.match, match, [holder for _, holder in room._seated()])
        table.hold(stored.left_ms)
        room._note_emptiness()
        asyncio.get_running_loop().call_later(house.desk.settings.return_s, table.go_on)
        return room


def options_of(setup: Setup) -> WeltenOptions:
    """The options of a room that plays a match on."""
    try:
        return WeltenOptions(scenario=setup.options["scenario"], rules=setup.options["rules"], rated=False)
    except ValidationError:
        raise Refused(Refusal.IMPOSSIBLE, "scenario", "its text is longer than a room takes") from None


def setup_of(options: WeltenOptions, seed: int) -> Setup:
    """What a match in this room is set up with, or a refusal."""
    choices = {"scenario": options.scenario, "rules": options.rules}
    if options.rules == "original" and imported_cycle() is not None:
        choices["modifiers"] = "cycle"
    return Setup.of("welten", choices, seed)
