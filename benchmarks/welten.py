"""Measures Weltendämmerung: the legal moves of a whole army, and whole random games."""

import hashlib
import json
from typing import Final

from benchmarks import Benchmark, Effort, Peer, Rate, Ratio, Subject, at_least, timed
from duskfall.bots import SeatInfo
from duskfall.bots.welten.captain import CAPTAINS_PLAN
from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.playing import Playout
from duskfall.dice import Dice, purpose
from duskfall.formats.welten.library import default_scenario
from duskfall.play import Setup
from duskfall.welten import GUIDE, ORIGINAL, UNIT_TYPES, End, Game, Phase, Rules, Side, Terrain, terrain_of
from duskfall.welten.terrain_costs import enters, movement_cost

CALLS: Final = 10
"""Searches for the moves of the army between two readings of the clock: one alone is too short."""

ORDERS: Final = 20
"""The most orders that a side gives in one state of a random game."""


def play_state(game: Game, dice: Dice) -> int:
    """Give random orders to units that can do something, up to a bound; the side then ends its state."""
    state = game.legal(game.player)
    busy, given = state.units, 0
    for _ in range(ORDERS):
        if busy:
            legal = game.legal(game.player, [busy[dice.below(len(busy))]])
            choices = len(legal.reach.cells) + len(legal.hits.cells)
        else:
            legal, choices = state, len(state.gates)
        if choices and game.outcome is None:
            game.advance({game.player: [legal.order(dice.below(choices))]})
            given += 1
    if game.outcome is None:
        game.advance({game.player: [End()]})
    return given


def play_game(rules: Rules, seed: int) -> Game:
    """Play a whole random game."""
    game, dice = Game(default_scenario(), rules, seed), Dice(seed, 0, purpose("random play"))
    while game.outcome is None:
        play_state(game, dice)
    return game


def scattered(rules: Rules) -> Game:
    """Return Dailor's movement phase after four rounds of random marches of both armies."""
    game, dice = Game(default_scenario(), rules), Dice(7, 0, purpose("scattered army"))
    while game.rounds < 4 or game.player is Side.ELDOIN:
        legal = game.legal(game.player)
        if game.phase is Phase.MOVEMENT:
            for unit in legal.units:
                mine = game.legal(game.player, [unit])
                if len(mine.reach.cells):
                    game.advance({game.player: [mine.order(dice.below(len(mine.reach.cells)))]})
        game.advance({game.player: [End()]})
    return game


def position_of(game: Game) -> str:
    """Return a position as the peer reads it; ground 9 is a tile with a unit on it."""
    view = game.view()
    grounds = [int(terrain_of(code)) for row in view.terrain for code in row]
    width = game.scenario.width
    for unit in view.units:
        if unit.alive:
            grounds[unit.y * width + unit.x] = len(Terrain)
    prices = [
        [movement_cost(kind, terrain) if enters(game.rules, kind, terrain) else 0 for terrain in Terrain] + [0]
        for kind in UNIT_TYPES
    ]
    army = [
        (number, unit.type, unit.y * width + unit.x, unit.b)
        for number, unit in enumerate(view.units)
        if unit.alive and UNIT_TYPES[unit.type].side is game.player
    ]
    board = {"width": width, "height": game.scenario.height, "grounds": grounds, "prices": prices, "units": army}
    return json.dumps(board)


def answer_of(game: Game) -> str:
    """Return a digest of all that the army can reach, which the peer compares with its own."""
    legal, width = game.legal(game.player), game.scenario.width
    lines = [f"{unit} {y * width + x} {way.b}" for unit in legal.units for (x, y), way in legal.ways(unit).items()]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def ours(name: str, game: Game) -> Subject:
    """Return a subject that lists the legal orders of the army, through the public API."""
    units = len(game.legal(game.player).reach.units)

    def ask() -> float:
        for _ in range(CALLS):
            game.legal(game.player)
        return CALLS * units

    return Subject(name, timed(ask), note=f"{units} units, {len(game.legal(game.player).reach.cells)} moves")


def moves(*, quick: bool) -> Benchmark:
    """Measure the legal moves of an army of 159 units against scipy.sparse.csgraph.dijkstra called for each unit."""
    del quick  # the army is as large as it is
    peer = Peer("scipy_dijkstra")
    game = scattered(GUIDE)
    question = {"position": position_of(game), "expected": answer_of(game)}
    return Benchmark(
        name="welten_moves",
        title="Weltendämmerung: the legal moves of a whole army with full movement",
        unit="units",
        subjects=[
            ours("duskfall", game),
            peer.subject(
                "scipy", "from_the_position", note="graphs of the types made, then a search a unit", **question
            ),
            peer.subject("scipy, graphs at hand", "graphs_at_hand", note="only the searches", **question),
            ours("duskfall, rules original", scattered(ORIGINAL)),
        ],
        claims=[
            Ratio("duskfall", against="scipy", goal=at_least(50)),
            Ratio("duskfall", against="scipy, graphs at hand"),
            Rate("duskfall"),
            Rate("duskfall, rules original"),
        ],
        sizes={"map": "80x40", "army": "Dailor, scattered over the default land"},
        notes=[
            "All searches stop at the unit's points. SciPy's answers are compared with Duskfall's beforehand.",
            "Duskfall's figure is of Game.legal: it starts from the position and also lists tiles and points left.",
        ],
    )


def games(*, quick: bool) -> Benchmark:
    """Measure whole random games through the public API."""

    def subject(rules: Rules) -> Subject:
        seeds = iter(range(10**9))

        def play() -> float:
            play_game(rules, next(seeds))
            return 1

        return Subject(rules.name, timed(play), note=f"up to {ORDERS} orders a state")

    return Benchmark(
        name="welten_games",
        title="Weltendämmerung: whole games by chance on the default land",
        unit="games",
        subjects=[subject(rules) for rules in (GUIDE, ORIGINAL)],
        claims=[Rate(rules.name) for rules in (GUIDE, ORIGINAL)],
        sizes={"units": 292, "rounds": 15},
        effort=Effort(repeats=5, seconds=1.0 if quick else 5.0),
    )


def playouts(*, quick: bool) -> Benchmark:
    """Measure whole games played out by the compiled policy, from the opening."""

    def subject(rules: Rules) -> Subject:
        options = Setup.of("welten", {"rules": rules.name}).options
        model = GameModel(SeatInfo("welten", options, 0, 2, 0))
        playout, numbers = Playout(model, 0), iter(range(10**9))
        opening = model.board(Game(default_scenario(), rules).view(0))

        def play() -> float:
            playout.play(opening, CAPTAINS_PLAN, next(numbers))
            return 1

        return Subject(rules.name, timed(play), note="both sides by the captain's plan, one core")

    return Benchmark(
        name="bots_welten",
        title="Weltendämmerung: whole games played out by the compiled policy on the default land",
        unit="games",
        subjects=[subject(rules) for rules in (GUIDE, ORIGINAL)],
        claims=[Rate(rules.name) for rules in (GUIDE, ORIGINAL)],
        sizes={"units": 292, "rounds": 15},
        effort=Effort(repeats=5, seconds=1.0 if quick else 5.0),
    )
