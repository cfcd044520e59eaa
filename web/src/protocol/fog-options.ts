/** Bounds, defaults and codes of Fog of War. Only this module imports their generated schema. */

import { FogNumbers, FogOptions, SeatLimits, TileCodes } from "./fog.schema.json";

/** The options of a room with their bounds and defaults. */
export const FOG_OPTIONS = FogOptions.properties;

/** The numbers of the rules that players have to know. */
export const FOG_NUMBERS = {
  growthTurns: FogNumbers.properties.growthTurns.const,
  cityArmies: FogNumbers.properties.cityArmies.const,
  towerDefence: FogNumbers.properties.towerDefence.const,
};

/** The codes of tiles that no seat holds. */
export const TILE_CODES = TileCodes.properties;

/** The most marches that the server keeps for a seat. */
export const QUEUE_LIMIT = SeatLimits.properties.queue.const;

/** The smallest army that may march. */
export const SMALLEST_ARMY = SeatLimits.properties.smallestArmy.const;
