/** The game that begins with one click: a duel with a bot of the visitor's level. */

import type { FogAction } from "../room/pending-action";
import { DEFAULT_OPTIONS } from "./default-options";
import { currentLevel } from "./levels";

export function quickGame(): FogAction {
  return { options: DEFAULT_OPTIONS, bots: [currentLevel()] };
}
