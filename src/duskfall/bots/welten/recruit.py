"""The recruit, an opponent for Weltendämmerung that plays at random."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.welten.game_model import GameModel, living
from duskfall.dice import Dice, purpose
from duskfall.welten import Attack, End, Gate, MoveTo, PlayerOrder, Side, View

_DICE: Final = purpose("welten recruit")


class Recruit:
    """Lets every unit do something legal at random, or nothing, and ends the phase."""

    def __init__(self, info: SeatInfo) -> None:
        self._seed, self._seat = info.seed, info.seat
        self._model = GameModel(info)

    def choose(self, view: View, deadline: Deadline) -> list[PlayerOrder]:
        """Returns orders for a whole phase, `end` last."""
        del deadline
        dice = Dice(self._seed, 6 * view.rounds + view.state, _DICE)
        game, orders = self._model.game(view), list[PlayerOrder]()
        units = living(view, Side(self._seat))
        dice.shuffle(units)
        aimed: set[tuple[int, int]] = set()
        for unit in units:
            legal = game.legal(self._seat, [unit])
            choices = len(legal) - len(legal.others) - len(legal.gates)
            wish = dice.below(choices + 1)
            if wish == choices:
                continue
            order = legal.order(wish)
            if isinstance(order, MoveTo):
                game.advance({self._seat: [order]})
            elif isinstance(order, Attack):
                # A target of an earlier attack may be gone by then: only the dice of the real game know.
                if (order.x, order.y) in aimed:
                    continue
                aimed.add((order.x, order.y))
            orders.append(order)
        orders += [Gate(gate) for gate in game.legal(self._seat).gates if dice.below(8) == 0]
        return [*orders, End()]
