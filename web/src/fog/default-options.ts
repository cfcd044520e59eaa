/** The options of a game that nobody has changed. */

import type { FogOptions } from "../protocol";
import { FOG_OPTIONS } from "../protocol/fog-options";

/** The options that the form of a new room begins with: a duel. */
export const DEFAULT_OPTIONS = {
  width: FOG_OPTIONS.width.default,
  height: FOG_OPTIONS.height.default,
  players: FOG_OPTIONS.players.minimum,
  turnMs: FOG_OPTIONS.turnMs.default,
  half: FOG_OPTIONS.half.default,
} as const satisfies FogOptions;
