/** Bounds, defaults and codes of Weltendämmerung. Only this module imports their generated schema. */

import { WeltenOptions, WeltenTileCodes } from "./welten.schema.json";

/** The options of a room with their bounds and defaults. */
export const WELTEN_OPTIONS = WeltenOptions.properties;

/** The codes of tiles: terrains, units, and the first and last on the sheet. */
export const WELTEN_TILE_CODES = WeltenTileCodes.properties;
