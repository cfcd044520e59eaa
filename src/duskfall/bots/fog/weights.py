"""The weights of the marshal, all in one place, each with its reason."""

from __future__ import annotations

from typing import Final

GENERAL_EDGE: Final = 3
"""Tiles between a general and the edge of the board, at least (Fog of War specification, map)."""
TOO_NEAR: Final = 0.02
"""How much less likely a general is nearer than generals are drawn: only crowded boards and map files allow it."""
BEHIND_BORDER: Final = 5.0
"""Steps behind known land of a player over which its general becomes less likely by e."""
AROUND_MIDDLE: Final = 9.0
"""Steps from the middle of a player's known land over which its general becomes less likely by e."""
DEFENDED_SHARE: Final = 0.05
"""The part of a player's armies that can march which is expected around its general."""
DEFENDED_LEAST: Final = 20
"""Armies that are expected around a general at least."""
FOG_GUARD_STEPS: Final = 4
"""Steps from a player's known land within which the fog is taken to be its land too."""
FOG_GUARD: Final = 2
"""Armies that are expected on a tile in the fog near a player's land."""
TRAIL_TURNS: Final = 3
"""Turns out of sight after which an army is taken to have marched on."""
TRAIL_GUARD: Final = 3
"""Armies that are expected on a tile over which an army marched on."""
ATTACK_TURNS: Final = 50
"""Turns that an attack may take from its first gathering march to its goal."""
ATTACK_MORE: Final = 20
"""Turns that an attack may take beyond the way of the largest army to its goal, where that is a long one."""
USUAL_SHARE: Final = 0.5
"""The part of others' armies for each of their tiles that is expected on one out of sight: some stand together.

With this and longer attacks 54 of 60 games in dungeons were won, without them 51.
"""
ATTACK_FIRST_TURN: Final = 40
"""The first turn of an attack or of a search; before, land is worth more and finds others by itself."""
ATTACK_GOES_ON: Final = 0.6
"""The part of the armies expected at the goal with which an attack that has begun goes on."""
ATTACK_WASTE: Final = 10
"""Turns that are added to the length of an attack when attacks are compared: a longer one comes with more armies."""
AIM_KEPT: Final = 1.5
"""How much better another aim must be before an army turns round."""
AIM_STEPS: Final = 10
"""Steps that are added to the way to an aim, so that a likely one far away is not given up for any that is near."""
REGION_LEAST: Final = 9
"""Tiles of a region from which on the obstacle before it is taken for a city or tower; smaller ones are walled in."""
BARRIER_GUARD: Final = 33
"""Armies that are expected on such an obstacle: a tower has 25, a city 40."""
WIDE_STEPS: Final = 28
"""Steps to the general that is looked for, as expected when the game begins, from which on land goes before searches.

On 200 open boards of 30x30 it was at most 26; in 194 games of 200 in dungeons it was more. Where it is less, finding
the other one soon is worth more: on open boards the marshal won late when it took land first.
"""
FAR_STEPS: Final = 32
"""The same steps, as expected in a turn before anyone was met, from which on cities are taken early."""
FAR_CITY_SPARE: Final = 1
"""How many times the armies of a city must be able to march there: 40 turns pay for it."""
FAR_CITY_TURNS: Final = 30
"""Turns that taking a city may need there."""
FAR_WALK: Final = 6
"""Steps from which on a search over our own land waits while land can be taken."""
FAR_LAND: Final = 0.3
"""Tiles a turn from which on land goes before such a search.

Of 20 games in dungeons those that were undecided in turn 250 had 152 tiles with it, as with 0.15 and 0.6, and 132
without.
"""
CITY_FIRST_TURN: Final = 75
"""The first turn in which a city is taken; it takes 40 turns to grow what it cost."""
CITY_STEPS: Final = 15
"""Steps from home within which a city is taken: one that lies farther away is soon lost."""
CITY_SPARE: Final = 3
"""How many times the armies of a city must be able to march before they are spent on it."""
CITY_TURNS: Final = 12
"""Turns that taking a city may need."""
WATCH: Final = 12
"""Steps from the general within which an enemy army is a threat."""
THREAT_MARGIN: Final = 2
"""Armies that the general must have beyond what an attack brings: what joins it unseen."""
DEFENCE_HOPE: Final = 6
"""Turns by which a defence may come too late and still be tried: few attackers march straight."""
CLEARED_STEPS: Final = 4
"""Steps from the general within which an enemy army that waits there is attacked."""
KILL_MARGIN: Final = 2
"""Armies that a strike at a general must have beyond its garrison, against what joins it meanwhile."""
KILL_MARGIN_TURNS: Final = 4
"""Turns of a strike after which one army more must be left over."""
OPENING_TURNS: Final = 25
"""The opening is planned up to the first growth of the land."""
TIGHT_OPENING_TURNS: Final = 12
"""The same on a board so small that others stand beside our general before the land grows.

On 100 boards of 10x10 to 14x14 against a settler: 94 won with it, 90 with 25 turns.
"""
INFO: Final = 0.25
"""Tiles that it is worth to see whether a general is on a tile where one is as likely as on any other."""
INFO_UNMET: Final = 1.0
"""The same before anyone was met."""
SEARCH: Final = 0.5
"""Tiles that a large army which goes where nobody was yet is worth, before anyone was met."""
CROWD_LAND: Final = 1.0
"""Worth of a land march from which on it goes before an attack while several others play.

An attack costs armies that the others keep. In 36 games with five settlers it was first in 21 with it, in 15 without.
"""
CROWD_HOME: Final = 0.15
"""The part of the strongest player's armies that a general keeps while several others play.

With five settlers 0.6 won 14 games of 30, this 18.
"""
DENSE_HOME: Final = 0.6
"""The same on a dense board: with seven raiders 0.15 won 12 games of 40, 0.3 won 16, this 19, and 1.0 won 18."""
DENSE_TILES: Final = 130
"""Tiles for each player below which a board is dense: between six and eight players on 30x30."""
IDLE_TURN: Final = 12
"""The turn from which on a player with one tile is taken to do nothing; everybody else has marched by then."""
SWEEP_HOME_TURN: Final = 75
"""The turn from which on the general's armies stay at home for the strike; land makes those that sweep."""
SWEEP_CORNER: Final = 0.4
"""How much more a hidden tile is worth for each side on which it is open: left over, it would cost a walk of its own.

Against somebody who does nothing the general was taken in time in 56 games of 60, with 0.2 in 54, with 0.1 in 51.
"""
SWEEP_LAND: Final = 0.1
"""Hidden tiles that a tile of land is worth in a sweep; with 0.5 the general was taken in time in 49, not 53, of 60."""
SWEEP_WASTE: Final = 2.0
"""Turns that are added to a walk when walks are compared: a longer one is begun less often; 6 lost 3 games of 60."""
SEARCH_ARMY: Final = 16
"""Armies with which a search sets out: as many tiles as it will take."""
SEARCH_GOES_ON: Final = 3
"""Armies with which a search goes on."""
LITTLE_LAND: Final = 0.8
"""Tiles a turn below which armies that are kept for an attack take land as well: a small land starves later."""
KEPT_ARMY: Final = 12
"""Armies on one tile from which on they are kept together for an attack and take no land."""


def general_distance(players: int) -> int:
    """Returns how far apart generals are drawn (Fog of War specification, map)."""
    return 8 if players == 2 else 6 if players <= 4 else 4
