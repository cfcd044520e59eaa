/** The options of a room as this page knows them, in the form in which they are chosen. */

import type { FogOptions, FogPublicOptions } from "../protocol";
import { chosenOptions } from "../room/pending-action";
import { asksForRating } from "../room/rated";
import { DEFAULT_OPTIONS } from "./default-options";
import type { State } from "./state";

/** The options of the room, with the source of a secret map if this host has chosen it. */
export function currentOptions({ room, options }: Pick<State, "room" | "options">): FogOptions {
  return chosenOptions(room) ?? { ...DEFAULT_OPTIONS, ...(options ? choosable(options) : {}) };
}

function choosable(options: FogPublicOptions): FogOptions {
  const { width, height, players, turnMs, lockstep, deadlineMs, half, listed } = options;
  return { width, height, players, turnMs, lockstep, deadlineMs, half, rated: asksForRating(options), listed };
}
