"""The built-in opponents: how strong they are, and that they depend on nothing but seed, turn and seat."""

from __future__ import annotations

from functools import cache

import pytest

from duskfall.bots import BUILT_IN, BotMatch, Deadline, SeatInfo, seat_bots
from duskfall.bots.fog import Settler
from duskfall.fog import Game, March, Position
from duskfall.play import Match, Setup
from duskfall.welten import MODIFIERS, UNIT_TYPES, Attack, End, Phase
from tests.counts import share

ASKED = Deadline(deadline_ms=1000)


def winner_of(game: str, names: list[str], seed: int, **chosen: str) -> tuple[int | None, Match]:
    options = {"turn_limit": 1000} if game == "fog" else chosen
    setup = Setup.of(game, options, seed)
    match = Match(setup, names)
    with BotMatch(match, seat_bots(names, setup)) as bot_match:
        outcome = bot_match.play()
    assert [faults.in_all for faults in bot_match.faults] == [0, 0]
    return outcome.winner, match


@cache
def played(game: str, *names: str) -> tuple[int | None, Match]:
    """The match of seed 7, for all who only read it."""
    return winner_of(game, list(names), 7)


@pytest.mark.parametrize("settler", [0, 1])
def test_the_settler_beats_the_wanderer_from_either_seat(settler: int) -> None:
    names = ["settler", "wanderer"] if settler == 0 else ["wanderer", "settler"]
    games = share(60)
    won = sum(winner_of("fog", names, seed)[0] == settler for seed in range(games))
    assert won >= 0.9 * games


@pytest.mark.parametrize("rules", ["guide", "original"])
@pytest.mark.parametrize("captain", [0, 1])
def test_the_captain_beats_the_recruit_from_either_side(captain: int, rules: str) -> None:
    names = ["captain", "recruit"] if captain == 0 else ["recruit", "captain"]
    games = share(20)
    won = sum(winner_of("welten", names, seed, rules=rules)[0] == captain for seed in range(games))
    assert won >= 0.7 * games


@pytest.mark.parametrize(("game", "names"), [("fog", ["wanderer", "settler"]), ("welten", ["recruit", "captain"])])
def test_the_same_seed_gives_the_same_game_and_another_one_another(game: str, names: list[str]) -> None:
    _, first = played(game, *names)
    _, again = winner_of(game, names, 7)
    _, other = winner_of(game, names, 8)
    assert first.log == again.log
    assert first.log != other.log


@pytest.mark.parametrize(("game", "names"), [("fog", ["wanderer", "settler"]), ("welten", ["recruit", "captain"])])
def test_a_match_that_was_cut_goes_on_as_if_it_had_not_been(game: str, names: list[str]) -> None:
    _, whole = played(game, *names)
    # Between two questions: a cut within an answer would leave the rest of that answer unsaid.
    cut = 100 if game == "fog" else next(n for n, line in enumerate(_orders(whole)) if line == "0 end") + 1
    match = Match.resumed(whole.setup, whole.log.cut(cut), names)
    with BotMatch(match, seat_bots(names, whole.setup)) as bot_match:
        bot_match.play()
    assert match.log == whole.log


def _orders(match: Match) -> list[str]:
    return [line for line in match.log.lines() if not line.startswith("=")]


def settle(board: str) -> list[March]:
    game = Game(Position.parse(board))
    info = SeatInfo("fog", {}, seat=0, seats=2, seed=1)
    return Settler(info).choose(game.view(0), ASKED)


def test_the_settler_takes_a_general_it_can_take() -> None:
    board = """
        A2 a9 .
        .  B3 .
        .  .  .
    """
    assert settle(board) == [March(1, 4)]


def test_the_settler_meets_an_enemy_who_comes_near_its_general() -> None:
    board = """
        A1 a1 a1 .
        .  .  b8 .
        .  .  a1 .
        .  .  a20 .
        .  .  .  .
        .  .  .  B1
    """
    # 14 is the army of 20; it marches up, towards the eight, and not into open land.
    assert settle(board) == [March(14, 10)]


def test_bots_of_a_game_answer_with_orders_of_that_game() -> None:
    setup = Setup.of("welten", {}, seed=1)
    game = setup.start()
    for name in BUILT_IN["welten"]:
        (bot, _) = seat_bots([name, name], setup)
        orders = bot.choose(game.view(0), ASKED)
        assert orders[-1] == End()
        game_copy = game.clone()
        for order in orders:
            game_copy.advance({0: [order]})
        assert game_copy.view(0).player == 1


def test_in_one_volley_no_shot_comes_too_late() -> None:
    # Whether the last shot is needed, only the dice of those before it can tell.
    _, match = played("welten", "recruit", "captain")
    setup = match.setup
    resumed = Match(setup, lockstep=False)
    captain = seat_bots(["recruit", "captain"], setup)[1]
    for entry in match.log:
        view = resumed.game.view(1) if resumed.log.turn >= 0 else None
        if view is not None and view.phase is Phase.ATTACK and view.player == 1 and view.outcome is None:
            attacks = [order for order in captain.choose(view, ASKED) if isinstance(order, Attack)]
            left = {(unit.x, unit.y): unit.v for unit in view.units if unit.alive}
            for order in attacks:
                target = (order.x, order.y)
                assert left.get(target, 1) > 0
                left[target] = left.get(target, 1) - UNIT_TYPES[view.units[order.unit].type].attack - max(MODIFIERS)
            if len(attacks) > 5:
                return
        resumed.repeat(entry)
    pytest.fail("the captain never had more than five targets")


@pytest.mark.parametrize("raider", [0, 1])
def test_the_raider_beats_the_settler_from_either_seat(raider: int) -> None:
    names = ["raider", "settler"] if raider == 0 else ["settler", "raider"]
    games = share(200)
    won = sum(winner_of("fog", names, seed)[0] == raider for seed in range(games))
    assert won >= 0.85 * games


def test_a_bot_is_not_told_the_seed_that_the_map_is_drawn_from() -> None:
    class Told:
        def __init__(self, info: SeatInfo) -> None:
            heard.append(info.seed)

        def choose(self, view: object, deadline: Deadline) -> list[March]:
            del view, deadline
            return []

    heard: list[int] = []
    setup = Setup.of("fog", {}, seed=7)
    for seat in range(2):
        Told(SeatInfo.of(setup, seat, 2))
    assert 7 not in heard
    assert heard[0] != heard[1]
    board = str(setup.start().view(None))
    assert all(str(Setup.of("fog", {}, seed).start().view(None)) != board for seed in heard)
