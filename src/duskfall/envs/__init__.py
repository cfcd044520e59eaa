"""Training environments for Gymnasium and PettingZoo, on the engine that people play on.

Importing this package registers its ids with Gymnasium. A change of rules or observations gives an id a new version.
"""

try:
    import pettingzoo as _pettingzoo  # noqa: F401  # only to say early what is missing
    from gymnasium.envs.registration import register
except ModuleNotFoundError as missing:
    text = f"training environments need {missing.name}: pip install 'duskfall[train]'"
    raise ModuleNotFoundError(text, name=missing.name) from None

FOG_OF_WAR = "duskfall/FogOfWar-v0"
DUNGEON = "duskfall/Dungeon-v0"

register(FOG_OF_WAR, "duskfall.envs.fog.single:FogEnv", vector_entry_point="duskfall.envs.fog.vector:FogVectorEnv")
register(DUNGEON, "duskfall.envs.dungeon.explore:DungeonEnv")

__all__ = ["DUNGEON", "FOG_OF_WAR"]
