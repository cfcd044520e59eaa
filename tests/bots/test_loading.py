"""Bots are found by name, and classes that misbehave lose by their faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duskfall.bots import IN_A_ROW, Bot, BotMatch, Deadline, SeatInfo, bot_named, games_of, title_of
from duskfall.bots.bot_match import ORDERS_A_STATE
from duskfall.errors import Refused, UnknownName
from duskfall.fog import Absent, Pass
from duskfall.play import Match, Setup
from duskfall.welten import Attack, MovePath
from duskfall.welten import Clock as Flag
from tests.command import duskfall

FOG = Setup.of("fog", {"width": 12, "height": 12, "turn_limit": 40}, seed=7)
INFO = SeatInfo("fog", FOG.options, seat=0, seats=2, seed=7)


class Scripted:
    """Returns the answer that it was given, or raises it if it is an exception."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, view: Any, deadline: Deadline) -> Any:
        del view, deadline
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def bot_match_of(setup: Setup, answer: Any) -> BotMatch:
    names = {"fog": "wanderer", "welten": "recruit"}
    opponent = bot_named(names[setup.game], SeatInfo(setup.game, setup.options, 1, 2, setup.seed))
    bots: list[Bot] = [Scripted(answer), opponent]
    return BotMatch(Match(setup), bots)


def test_a_misspelt_bot_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no such fog bot; did you mean 'settler'"):
        bot_named("setler", INFO)
    with pytest.raises(UnknownName, match="no such fog bot"):
        bot_named("captain", INFO)


def test_a_class_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_bot.py").write_text(
        "class Idle:\n"
        "    def __init__(self, info): self.seat = info.seat\n"
        "    def choose(self, view, deadline): return []\n"
    )
    monkeypatch.chdir(tmp_path)
    bot = bot_named("my_own_bot:Idle", INFO)
    assert bot.choose(None, Deadline(1000)) == []
    with pytest.raises(UnknownName, match="did you mean 'Idle'"):
        bot_named("my_own_bot:Idel", INFO)
    with pytest.raises(Refused, match="cannot be imported"):
        bot_named("no_such_module:Idle", INFO)


def test_a_program_is_called_by_its_file_alone() -> None:
    assert title_of("prog:/home/ada/secret plans/ada.js") == "ada.js"
    assert title_of("./" + "x" * 99) == "x" * 60


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(RuntimeError("oh"), "failed"), ("0>1", "malformed"), (None, "malformed"), (Absent(), "malformed")],
)
def test_ten_faults_of_a_class_in_a_row_lose_the_game(answer: Any, kind: str) -> None:
    with bot_match_of(FOG, answer) as bot_match:
        outcome = bot_match.play()
    assert bot_match.faults[0].kinds == {kind: IN_A_ROW}
    assert outcome.winner == 1


def test_one_order_needs_no_list() -> None:
    with bot_match_of(FOG, Pass()) as bot_match:
        bot_match.play()
    assert bot_match.faults[0].in_all == 0


def test_an_answer_of_which_nothing_can_be_done_ends_the_state_without_a_fault() -> None:
    with bot_match_of(Setup.of("welten", {}, seed=7), [Attack(0, 0, 0), Attack(1, 1, 1)]) as bot_match:
        outcome = bot_match.play()
    assert bot_match.faults[0].in_all == 0
    assert outcome.reason == "rounds"


def test_only_the_clock_says_that_time_is_up() -> None:
    with bot_match_of(Setup.of("welten", {}, seed=7), Flag()) as bot_match:
        bot_match.play()
    assert bot_match.faults[0].kinds == {"malformed": IN_A_ROW}


def test_moving_to_and_fro_does_not_go_on_for_ever() -> None:
    setup = Setup.of("welten", {}, seed=7)
    match = Match(setup)
    from duskfall.welten import Undo

    walk = next(
        MovePath(order.unit, match.game.legal(0).ways(order.unit)[(order.x, order.y)].path)
        for order in match.game.legal(0)
    )
    with bot_match_of(setup, [walk, Undo()]) as bot_match:
        while not any(line == "0 end" for line in bot_match.match.log.lines()):
            bot_match.step()
    assert sum(line.startswith("0 ") for line in bot_match.match.log.lines()) == ORDERS_A_STATE + 1


def test_a_bot_of_no_game_is_refused_with_the_bots_of_all_games() -> None:
    with pytest.raises(UnknownName, match="Known: captain, marshal, raider, recruit, settler, wanderer"):
        games_of("nosuch")
    run = duskfall("bot", "play", "nosuch", "--server", "http://127.0.0.1:9", "--room", "den")
    assert run.code == 2
    assert "nosuch: no such bot; Known: captain, marshal, raider, recruit, settler, wanderer" in " ".join(
        run.err.split()
    )
