/** Bounds, defaults and codes of the protocol. Only this module imports the generated schema. */

import { FogOptions, Growth, SeatLimits, TileCodes, WeltenOptions } from "./options.schema.json";

/** The options of a Fog of War room with their bounds and defaults. */
export const FOG_OPTIONS = FogOptions.properties;

/** The options of a Weltendämmerung room with their bounds and defaults. */
export const WELTEN_OPTIONS = WeltenOptions.properties;

/** The codes of tiles that no seat holds. */
export const TILE_CODES = TileCodes.properties;

/** The most marches that the server keeps for a seat. */
export const QUEUE_LIMIT = SeatLimits.properties.queue.const;

/** Turns from one growth of all land to the next. */
export const GROWTH_TURNS = Growth.properties.landTurns.const;
